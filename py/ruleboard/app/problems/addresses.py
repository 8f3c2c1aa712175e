"""URLs of the problem pages."""

from __future__ import annotations

from ruleboard.app.routes import TODAY, Route, format_route
from ruleboard.games.problems import Problem

DAILY_PROBLEM_ADDRESS = format_route(Route("problem", TODAY))
"""The address of the problem of the day."""


def list_address(game: str = "") -> str:
    """Return the URL of a game's problems, or of all games' problems if ``game`` is empty."""
    return format_route(Route("problems", game))


def problem_address(game: str, problem: Problem) -> str:
    """Return the URL of a problem."""
    return format_route(Route("problem", game, text=problem.id))
