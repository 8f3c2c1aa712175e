"""The problem of the day: one for each date, the same for everybody."""

from __future__ import annotations

from datetime import date

from ruleboard.engine.rng import shuffled
from ruleboard.games.courses import problems
from ruleboard.games.problems import Problem
from ruleboard.games.registry import GAMES


def daily(day: date) -> tuple[str, Problem] | None:
    """Return the problem of a date, with the id of its game; None if no game has problems.

    The games take turns, and each goes through its problems in an order of its own before one comes again.
    """
    with_problems = [game for game in GAMES if problems(game)]
    if not with_problems:
        return None
    turn, number = divmod(day.toordinal(), len(with_problems))
    game = with_problems[number]
    known = problems(game)
    order, _state = shuffled(tuple(range(len(known))), len(game))
    return game, known[order[turn % len(known)]]
