"""Addresses of the learning pages."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.games.checks import Chapter
from ruleboard.games.lessons import Lesson


def course_address(game: str) -> str:
    """Return the address of a course."""
    return format_route(Route("learn", game))


def lesson_address(game: str, lesson: Lesson, step: int | None = None) -> str:
    """Return the address of a lesson, or of one of its steps (0-based)."""
    return format_route(Route("learn", game, text=lesson.id, index=step))


def check_address(game: str, chapter: Chapter) -> str:
    """Return the address of the quiz on a chapter."""
    return format_route(Route("learn", game, text=chapter.id))
