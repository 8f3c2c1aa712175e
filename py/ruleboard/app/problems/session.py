"""Sessions of the pages of problems: the list of games, the problems of one game, and a problem with its board."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.storage.progress import Progress
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import new_timeline
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
        is_daily: True if the page shows it as the problem of the day.
        site: the address of the app, for the HTML that embeds the problem; may be empty.
    """

    game: str
    problem: Problem
    exercise: Exercise
    is_daily: bool = False
    site: str = ""

    @property
    def seat(self) -> int:
        """The player whose side is nearest, who has to find the turn."""
        return self.exercise.start.to_move or 0

    @property
    def is_solved(self) -> bool:
        """True if the person has solved it and has not requested the solution."""
        return self.exercise.is_solved and not self.exercise.solution_requested

    def with_exercise(self, exercise: Exercise) -> ProblemSession:
        """Return the problem with another state of its board."""
        return replace(self, exercise=exercise)


def open_problem(game: str, id: str) -> ProblemSession | None:
    """Return a problem before the first attempt, or None if the game has no such problem."""
    if (result := problem(game, id)) is None:
        return None
    rules = GAMES[game]
    state = rules.parse_position(result.position)
    options = {option.id: option.default for option in rules.options}
    record = Record(game, MappingProxyType(options), 0, ("",) * len(rules.sides(state)), start=result.position)
    task = Task(result.theme.task, praise=result.theme.explanation)
    start = new_timeline(rules, state, record)
    exercise = exercises.begin(start, task, id=f"{game} {id}", solution=result.solution)
    return ProblemSession(game, result, exercise)


def progress_key(game: str) -> str:
    """Return the key of a game's solved problems in the progress. The game's own key holds its lessons."""
    return f"{game}/problems"


def solved_ids(game: str, progress: Progress) -> Collection[str]:
    """Return the ids of the solved problems of a game."""
    return progress.get(progress_key(game), ())


def next_unsolved(game: str, progress: Progress, after: Problem | None = None) -> Problem | None:
    """Return the next unsolved problem, or None if no other problem is unsolved.

    Args:
        game: the game's id.
        progress: the person's progress.
        after: the problem after which the search starts; None for the first problem.
    """
    series, done = problems(game), solved_ids(game, progress)
    start = series.index(after) + 1 if after else 0
    candidates = (*series[start:], *series[:start])
    return next((problem for problem in candidates if problem.id not in done and problem != after), None)


def local_date(now: str) -> date:
    """Return the date in the reader's time zone of a time in UTC (ISO 8601)."""
    return datetime.fromisoformat(now).astimezone().date()
