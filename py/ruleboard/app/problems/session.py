"""Sessions of the pages of problems: the list of games, the problems of one game, and a problem with its board."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.storage.progress import Progress
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import starting_at
from ruleboard.games.courses import problem, problems
from ruleboard.games.lessons import Task
from ruleboard.games.problems import Problem
from ruleboard.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class ProblemGames:
    """The page with all games that have problems."""


@dataclass(frozen=True, slots=True)
class ProblemList:
    """The page with the problems of one game."""

    game: str


@dataclass(frozen=True, slots=True)
class ProblemSession:
    """A problem in progress.

    Attributes:
        game: the game's id.
        problem: the problem.
        exercise: its board.
        daily: True if it was opened as the problem of the day.
        site: the address where the app is served, for the HTML that embeds the problem; may be empty.
    """

    game: str
    problem: Problem
    exercise: Exercise
    daily: bool = False
    site: str = ""

    @property
    def seat(self) -> int:
        """The player whose side is nearest: the one who has to find the turn."""
        return self.exercise.start.to_move or 0

    @property
    def is_solved(self) -> bool:
        """True if the person has solved it, without being shown how."""
        return self.exercise.solved and not self.exercise.revealed

    def with_exercise(self, exercise: Exercise) -> ProblemSession:
        """Return the problem with another state of its board."""
        return replace(self, exercise=exercise)


def opened(game: str, id: str) -> ProblemSession | None:
    """Return a problem before the first attempt, None if there is no such problem."""
    found = problem(game, id)
    if found is None:
        return None
    rules = GAMES[game]
    state = rules.parse_position(found.position)
    options = {option.id: option.default for option in rules.options}
    record = Record(game, MappingProxyType(options), 0, ("",) * len(rules.sides(state)), start=found.position)
    task = Task(found.theme.task, praise=found.theme.explanation)
    start = starting_at(rules, state, record)
    exercise = exercises.begin(start, task, id=f"{game} {id}", solution=found.solution)
    return ProblemSession(game, found, exercise)


def progress_key(game: str) -> str:
    """Return the name under which the solved problems of a game stand in the progress, beside its lessons."""
    return f"{game}/problems"


def solved(game: str, progress: Progress) -> Collection[str]:
    """Return the ids of the problems of a game that were solved."""
    return progress.get(progress_key(game), ())


def next_unsolved(game: str, progress: Progress, after: Problem | None = None) -> Problem | None:
    """Return the next problem that was not solved, None if all were.

    Args:
        game: the game's id.
        progress: the person's progress.
        after: the problem behind which to look first; None: from the first one.
    """
    known, done = problems(game), solved(game, progress)
    at = known.index(after) + 1 if after else 0
    return next((found for found in (*known[at:], *known[:at]) if found.id not in done and found != after), None)


def local_date(now: str) -> date:
    """Return the date of a time in UTC in the reader's time zone."""
    return datetime.fromisoformat(now).astimezone().date()
