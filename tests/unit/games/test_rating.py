"""Test ratings by Glicko-2 with the example of the paper, and the ratings of problems."""

from __future__ import annotations

import pytest

from ruleboard.learning.courses import problems
from ruleboard.learning.rating import Rating, problem_rating, update_rating
from ruleboard.registry import GAMES


def test_update_matches_published_example() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    new_rating = update_rating(Rating(1500, 200, 0.06), games)
    assert (new_rating.rating, new_rating.deviation, new_rating.volatility) == pytest.approx(
        (1464.06, 151.52, 0.05999), abs=0.01
    )


def test_rating_stays_finite_after_many_games() -> None:
    rating = Rating()
    for number in range(2000):
        rating = update_rating(rating, [(Rating(1000, 80), float(number < 1000))])
    assert -1000 < rating.rating < 3000
    assert 0 < rating.deviation < 350


@pytest.mark.parametrize("game", [game for game in GAMES if problems(game)])
def test_harder_problems_have_higher_ratings(game: str) -> None:
    ratings = {(problem.grade, problem.effort): problem_rating(problem).rating for problem in problems(game)}
    for (grade, effort), rating in ratings.items():
        for (other_grade, other_effort), other_rating in ratings.items():
            if (grade, effort) != (other_grade, other_effort) and grade >= other_grade and effort >= other_effort:
                assert rating > other_rating
