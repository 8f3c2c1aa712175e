"""Sessions of the pages to learn on: the courses, a course, a lesson with its board, the rules and the rulings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import session as tables
from ruleboard.games.courses import course, face_of, lesson, shown
from ruleboard.games.lessons import Lesson, Step
from ruleboard.games.view import BaseView


@dataclass(frozen=True, slots=True)
class CourseList:
    """The page with the courses of all games."""


@dataclass(frozen=True, slots=True)
class CoursePage:
    """The page with the lessons of one game."""

    game: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The page with the rules of one game, and the text that is searched for in them."""

    game: str
    query: str = ""


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """The page with the rulings of one game."""

    game: str


@dataclass(frozen=True, slots=True)
class LessonSession:
    """A lesson in progress.

    Attributes:
        game: the game's id.
        lesson: the lesson.
        at: the number of the step, from 0.
        exercise: its board.
        seat: the player whose side of it is nearest.
        site: the address where the page is served, for the lines that show the lesson in another page; may be empty.
    """

    game: str
    lesson: Lesson
    at: int
    exercise: Exercise
    seat: int
    site: str = ""

    @property
    def step(self) -> Step:
        """The step that is read."""
        return self.lesson.steps[self.at]

    @property
    def face(self) -> BaseView[Any, Any]:
        """How its board is shown."""
        return face_of(self.game, self.lesson.id, self.at)

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.at == len(self.lesson.steps) - 1

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to be done in the lesson."""
        return self.is_last and (self.step.task is None or self.exercise.solved)

    @property
    def following(self) -> Lesson | None:
        """The lesson after this one."""
        lessons = course(self.game)
        at = lessons.index(self.lesson) + 1
        return lessons[at] if at < len(lessons) else None


def opened(game: str, id: str, at: int = 0) -> LessonSession | None:
    """A lesson at a step (held between the first and the last); None if there is no such lesson."""
    found = lesson(game, id)
    if found is None:
        return None
    at = max(0, min(at, len(found.steps) - 1))
    step = found.steps[at]
    timeline, seat = shown(game, id, at)
    board = exercises.begun(timeline, step.task, step.touched, id=f"{game} {id}")
    if step.show:
        board = exercises.with_table(board, tables.shown_again(board.table))
    return LessonSession(game, found, at, board, seat)


def touched(session: LessonSession, kind: str, target: str) -> LessonSession:
    """The lesson after a hand did something on its board: a "touch", "take" or "drop"."""
    board = session.exercise
    act = {"take": exercises.taken_up, "drop": exercises.dropped}.get(kind, exercises.touched)
    return replace(session, exercise=act(board, target))


def done(session: LessonSession, what: str, value: str) -> LessonSession:
    """The lesson after one of its buttons was pressed; unknown ones change nothing."""
    board = session.exercise
    match what:
        case "choose":
            board = exercises.chosen(board, value)
        case "again":
            board = exercises.again(board)
        case "hint":
            board = exercises.hinted(board)
        case "whole":
            board = exercises.with_table(board, replace(board.table, whole=not board.table.whole))
        case "show_step" if value in ("1", "-1"):
            board = exercises.with_table(board, tables.advanced(board.table, int(value)))
        case "show_skip":
            board = exercises.with_table(board, tables.skipped(board.table))
        case "show_again":
            board = exercises.with_table(board, tables.shown_again(board.table))
    return replace(session, exercise=board)


def put_down(session: LessonSession) -> LessonSession:
    """The lesson after Escape."""
    board = session.exercise
    return replace(session, exercise=exercises.with_table(board, tables.put_down(board.table)))
