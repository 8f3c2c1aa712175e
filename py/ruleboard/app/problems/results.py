"""Results of attempts at problems in a person's progress: rating, streak, problems to try again, and bookmarks.

The progress has a list of unique texts for each kind of result, under a key that other versions of the app ignore.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import isfinite
from typing import Final

from ruleboard.app.storage.progress import Progress
from ruleboard.learning.problems import Problem
from ruleboard.learning.rating import Rating, problem_rating, update_rating

_RATING_KEY: Final = "problems/rating"
RETRY_DAYS: Final = 3
"""The number of days after which a person should try a failed problem again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of a person who solves problems.

    Attributes:
        rating: the Glicko-2 rating.
        streak: the number of problems solved in a row at the first try.
        best_streak: the longest streak so far.
    """

    rating: Rating = field(default_factory=Rating)
    streak: int = 0
    best_streak: int = 0


def standing(progress: Progress) -> Standing | None:
    """Return the person's standing, or None before the first rated attempt and for unreadable texts."""
    with suppress(ValueError, OverflowError):
        (text,) = progress.get(_RATING_KEY, ())
        rating, deviation, volatility, streak, best_streak = text.split()
        rating_value = Rating(float(rating), float(deviation), float(volatility))
        is_valid = (
            isfinite(rating_value.rating)
            and 1 <= rating_value.deviation <= 1000
            and 0.001 <= rating_value.volatility <= 1
        )
        if is_valid and abs(rating_value.rating) < 10_000:
            return Standing(rating_value, max(0, int(streak[:9])), max(0, int(best_streak[:9])))
    return None


def has_rated_result(progress: Progress, game: str, problem: Problem) -> bool:
    """Return True if a problem already has a rated result, so that later results do not change the rating.

    Only the first result of each problem counts. Otherwise a person could fail, look at the solution, and then solve
    the problem to gain rating.
    """
    failed_ids = {entry.partition(" ")[0] for entry in progress.get(f"{game}/retry", ())}
    return problem.id in {*progress.get(f"{game}/rated", ()), *progress.get(f"{game}/problems", ()), *failed_ids}


def with_rated_problems(progress: Progress, game: str, ids: Collection[str]) -> Progress:
    """Mark problems as rated, so that later results do not change the rating, for example after a hint."""
    return {**progress, f"{game}/rated": tuple(dict.fromkeys((*progress.get(f"{game}/rated", ()), *ids)))}


def with_result(
    progress: Progress, game: str, problem: Problem, day: date, *, is_success: bool, changes_rating: bool = True
) -> Progress:
    """Return the progress after an attempt at a problem.

    A failed problem is due again some days later, until the person solves it.

    Args:
        progress: the progress before the attempt.
        game: the game's id.
        problem: the problem.
        day: the day of the attempt.
        is_success: True if the person has solved the problem without a mistake.
        changes_rating: True for the first result, which changes the rating and the streak.
    """
    failed_entries = [entry for entry in progress.get(f"{game}/retry", ()) if entry.partition(" ")[0] != problem.id]
    if not is_success:
        failed_entries.append(f"{problem.id} {day + timedelta(days=RETRY_DAYS)}")
    progress = {**with_rated_problems(progress, game, (problem.id,)), f"{game}/retry": tuple(failed_entries)}
    if not changes_rating:
        return progress
    old_standing = standing(progress) or Standing()
    rating = update_rating(old_standing.rating, [(problem_rating(problem), float(is_success))])
    streak = old_standing.streak + 1 if is_success else 0
    best_streak = max(streak, old_standing.best_streak)
    text = f"{rating.rating:.2f} {rating.deviation:.2f} {rating.volatility:.6f} {streak} {best_streak}"
    return {**progress, _RATING_KEY: (text,)}


def due_ids(game: str, progress: Progress, day: date) -> Collection[str]:
    """Return the ids of the problems that a person should try again on a day."""
    pairs = (text.partition(" ") for text in progress.get(f"{game}/retry", ()))
    return [id for id, _separator, due_day in pairs if due_day <= day.isoformat()]


def ids_marked_for_later(game: str, progress: Progress) -> Collection[str]:
    """Return the ids of the problems of a game that the person has marked for later."""
    return progress.get(f"{game}/later", ())


def toggle_later_mark(progress: Progress, game: str, problem: Problem) -> Progress:
    """Return the progress with a problem marked for later, or without the mark if the problem had it."""
    ids = tuple(ids_marked_for_later(game, progress))
    marked_ids = tuple(id for id in ids if id != problem.id) if problem.id in ids else (*ids, problem.id)
    return {**progress, f"{game}/later": marked_ids}
