"""Test sessions of lessons: steps, completion, and the order of the course."""

from __future__ import annotations

from ruleboard.app.board import exercise as exercises
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.messages import Gesture, GestureKind


def open_session(id: str, at: int = 0) -> LessonSession:
    session = lessons.open_lesson("sensei", id, at)
    assert session
    return session


def test_step_number_is_clamped() -> None:
    assert open_session("goal", 99).step_index == 1
    assert open_session("goal", -3).step_index == 0


def test_unknown_lesson_has_no_session() -> None:
    assert lessons.open_lesson("sensei", "x") is None
    assert lessons.open_lesson("x", "goal") is None


def test_last_task_completes_lesson() -> None:
    lesson = open_session("goal", 1)
    assert not lesson.progress_entry
    solved_exercise = exercises.handle_gesture(
        exercises.handle_gesture(lesson.exercise, Gesture(GestureKind.TOUCH, "e1")), Gesture(GestureKind.TOUCH, "e7")
    )
    assert lesson.with_exercise(solved_exercise).progress_entry


def test_last_lesson_has_no_successor() -> None:
    assert open_session("win-plan").next_lesson is None
    next_lesson = open_session("goal").next_lesson
    assert next_lesson is not None
    assert next_lesson.id == "stones"
