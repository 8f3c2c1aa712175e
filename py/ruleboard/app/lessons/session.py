"""The state of the learning pages: courses, a course, a lesson, rules and rulings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import history
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_choices import ExerciseChoices
from ruleboard.app.message_names import LessonMessage
from ruleboard.contract.view import BaseView
from ruleboard.learning.checks import Chapter
from ruleboard.learning.courses import course, find_lesson, step_timeline, step_view
from ruleboard.learning.lessons import Lesson, Step


@dataclass(frozen=True, slots=True)
class CourseList:
    """The page that lists the courses of all games."""


@dataclass(frozen=True, slots=True)
class CoursePage:
    """The page of one course."""

    game: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The page with the rules of one game, and the text of its search field."""

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
        step_index: the index of the step, from 0.
        exercise: the board of the step.
        seat: the player at the bottom of the board.
        site: the URL of the app, for the HTML that embeds the lesson; may be empty.
        shared_picture: the picture in the dialog for sharing, as SVG: empty until the app has drawn it, None while the
            dialog is closed.
        share_choices: the author's choices in that dialog.
        quiz: the chapter to whose quiz the page leads back, since the quiz led to the lesson; None for other visits.
    """

    game: str
    lesson: Lesson
    step_index: int
    exercise: Exercise
    seat: int
    site: str = ""
    shared_picture: str | None = None
    share_choices: ExerciseChoices = field(default_factory=ExerciseChoices)
    quiz: Chapter | None = None
    messages: ClassVar = LessonMessage.EXERCISE

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.step_index]

    @property
    def board_view(self) -> BaseView[Any, Any]:
        """The view of the board, which may show only a part of it."""
        return step_view(self.game, self.lesson.id, self.step_index)

    @property
    def is_last_step(self) -> bool:
        """True at the last step."""
        return self.step_index == len(self.lesson.steps) - 1

    @property
    def progress_entry(self) -> tuple[str, str] | None:
        """The game and the id of the completed lesson, None before its last step is shown and solved."""
        is_completed = self.is_last_step and (self.step.task is None or self.exercise.is_solved)
        return (self.game, self.lesson.id) if is_completed else None

    @property
    def next_lesson(self) -> Lesson | None:
        """The next lesson of the course, or None after the last lesson."""
        lessons = course(self.game)
        index = lessons.index(self.lesson) + 1
        return lessons[index] if index < len(lessons) else None

    def with_exercise(self, exercise: Exercise) -> LessonSession:
        """Return the session with a changed exercise."""
        return replace(self, exercise=exercise)


def open_lesson(game: str, id: str, step_index: int = 0) -> LessonSession | None:
    """Open a lesson at a step, from 0 and at most the last one; return None if the game has no such lesson."""
    result = find_lesson(game, id)
    if result is None:
        return None
    step_index = max(0, min(step_index, len(result.steps) - 1))
    step = result.steps[step_index]
    timeline, seat = step_timeline(game, id, step_index)
    exercise = exercises.begin(timeline, step.task, step.selection, id=f"{game} {id}")
    if step.replays_last_move:
        exercise = exercises.with_table(exercise, history.show_replay(exercise.table))
    return LessonSession(game, result, step_index, exercise, seat)
