"""URLs of the learning pages."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.games.checks import Chapter
from ruleboard.games.lessons import Lesson


def course_address(game: str) -> str:
    """Return the URL of a course."""
    return format_route(Route("learn", game))


def lesson_address(game: str, lesson: Lesson, step: int | None = None) -> str:
    """Return the URL of a lesson, or of one of its steps (from 0)."""
    return format_route(Route("learn", game, text=lesson.id, index=step))


def check_address(game: str, chapter: Chapter) -> str:
    """Return the URL of the quiz on a chapter."""
    return format_route(Route("learn", game, text=chapter.id))
