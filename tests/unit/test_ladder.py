"""`dev.py ladder`: its statistics against published values, and its games."""

from __future__ import annotations

import pytest

from ruleboard.games.registry import PACKAGES
from tools import ladder
from tools.ladder import Pairing, Played


def results(wins: int, losses: int, first: int = 2, second: int = 1) -> list[Played]:
    """Return that many games won and lost by the first level."""
    return [
        Played(Pairing("sensei", (), first, second, seed, False), float(seed < wins), True, {}, {}, {})
        for seed in range(wins + losses)
    ]


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (81, 263, 0.255, 0.366)],  # Newcombe (1998), table I, for the last
)
def test_the_interval_of_wilson(score: int, games: int, low: float, high: float) -> None:
    assert ladder.wilson(score, games) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_three_wins_of_four_are_191_points() -> None:
    """Elo's scale: odds of ten to one are 400 points."""
    assert ladder.rated(results(750, 250))[2] == pytest.approx(191, abs=1)


def test_ratings_add_up_over_levels_that_never_met() -> None:
    games = results(600, 400) + results(700, 300, first=3, second=2)
    ratings = ladder.rated(games)
    apart = [ladder.rated(results(wins, 1000 - wins))[2] for wins in (600, 700)]
    assert ratings[3] == pytest.approx(sum(apart), abs=1)


def test_the_interval_of_a_rating_holds_it() -> None:
    games = results(60, 40)
    low, high = ladder.bootstrapped(games, samples=100)[2]
    assert low < ladder.rated(games)[2] < high


def test_every_opening_is_played_from_both_seats() -> None:
    games = ladder.pairings("sensei", {}, [0, 1], 4, 10, neighbours=True)
    assert [(game.seed, game.swapped) for game in games] == [(10, False), (10, True), (11, False), (11, True)]
    starts = [ladder.opened(game).state for game in games]
    assert starts[0] == starts[1] != starts[2]


def test_a_game_can_be_repeated() -> None:
    game = ladder.pairings("sensei", {"mode": "shizukana-variant"}, [0, 1], 2, 1, neighbours=True)[0]
    one, other = ladder.play(game), ladder.play(game)
    assert (one.score, one.turns) == (other.score, other.turns)
    assert one.turns[1] > 0
    assert PACKAGES["sensei"].game.outcome(ladder.opened(game).state) is None
