"""The problem of the day, which is the same for everyone."""

from __future__ import annotations

from datetime import date, datetime

from ruleboard.engine.rng import shuffled
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import Problem
from ruleboard.registry import GAMES


def problem_of_day(day: date) -> tuple[str, Problem] | None:
    """Return the id of a game and its problem for a date, or None if no game has problems.

    The games alternate. Each game uses all its problems, in a fixed random order, before it repeats one.
    """
    games_with_problems = [game for game in GAMES if problems(game)]
    if not games_with_problems:
        return None
    round_number, game_index = divmod(day.toordinal(), len(games_with_problems))
    game = games_with_problems[game_index]
    game_problems = problems(game)
    order, _state = shuffled(tuple(range(len(game_problems))), len(game))
    return game, game_problems[order[round_number % len(game_problems)]]


def local_date(now: str) -> date:
    """Convert a UTC time (ISO 8601) to the date in the local time zone.

    Raises:
        ValueError: the text is not a time.
        OverflowError, OSError: the year of the date is out of range.
    """
    return datetime.fromisoformat(now).astimezone().date()
