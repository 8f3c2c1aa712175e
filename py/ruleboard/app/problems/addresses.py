"""Addresses of the pages of problems."""

from __future__ import annotations

from ruleboard.app.routes import TODAY, Route, format_route
from ruleboard.games.problems import Problem

DAILY_PROBLEM_ADDRESS = format_route(Route("problem", TODAY))
"""The address of the problem of the day."""


def list_address(game: str = "") -> str:
    """Return the address of the problems of a game, or of all games if it is empty."""
    return format_route(Route("problems", game))


def problem_address(game: str, problem: Problem) -> str:
    """Return the address of a problem."""
    return format_route(Route("problem", game, text=problem.id))
