"""Command-line arguments that name a problem instead of a position."""

from __future__ import annotations

from typing import Final

from ruleboard.api.values import quote
from ruleboard.engine.errors import RuleboardError
from ruleboard.learning import courses
from ruleboard.learning.problems import Problem

_PROBLEM_PREFIX: Final = "problem:"


def problem_at(game: str, position: str) -> Problem | None:
    """Return the problem that ``position`` names with "problem:" and an id, or None if it is a position text.

    Raises:
        RuleboardError: the game has no such problem.
    """
    if not position.startswith(_PROBLEM_PREFIX):
        return None
    id = position.removeprefix(_PROBLEM_PREFIX).strip()
    problem = courses.find_problem(game, id)
    if problem is None:
        examples = ", ".join(problem.id for problem in courses.problems(game)[:3])
        raise RuleboardError(f"there is no problem {quote(id)}", where="position", expected=f"one such as {examples}")
    return problem
