"""Test `dev.py ladder`: its statistics, against published values, and its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from research import ladder, yardsticks
from research.ladder import GameResult, Pairing
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.registry import PACKAGES
from tests.unit.tesulda.positions import create_position as tesulda_position


def create_results(win_count: int, loss_count: int, first: int = 2, second: int = 1) -> list[GameResult]:
    """Return results of games with numbers of wins and losses of the first level."""
    return [
        GameResult(Pairing("sensei", (), first, second, seed, False), float(seed < win_count), True, {}, {}, {})
        for seed in range(win_count + loss_count)
    ]


@pytest.mark.parametrize(
    ("score", "games", "lower_end", "upper_end"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (81, 263, 0.255, 0.366)],  # Newcombe (1998), table I, for the last
)
def test_wilson_interval_matches_reference(score: int, games: int, lower_end: float, upper_end: float) -> None:
    assert ladder.wilson_interval(score, games) == (
        pytest.approx(lower_end, abs=0.001),
        pytest.approx(upper_end, abs=0.001),
    )


def test_three_wins_of_four_are_191_elo() -> None:
    """Three wins in four games are a difference of 191 Elo, since odds of ten to one are 400 points."""
    assert ladder.compute_elo_ratings(create_results(750, 250))[2] == pytest.approx(191, abs=1)


def test_ratings_add_up_across_levels() -> None:
    games = create_results(600, 400) + create_results(700, 300, first=3, second=2)
    ratings = ladder.compute_elo_ratings(games)
    single_ratings = [ladder.compute_elo_ratings(create_results(wins, 1000 - wins))[2] for wins in (600, 700)]
    assert ratings[3] == pytest.approx(sum(single_ratings), abs=1)


def test_rating_interval_contains_rating() -> None:
    games = create_results(60, 40)
    lower_end, upper_end = ladder.compute_rating_intervals(games, samples=100)[2]
    assert lower_end < ladder.compute_elo_ratings(games)[2] < upper_end


def test_every_opening_is_played_from_both_seats() -> None:
    games = ladder.create_pairings("sensei", {}, [0, 1], 4, 10, limits_to_neighbours=True)
    assert [(game.seed, game.is_swapped) for game in games] == [(10, False), (10, True), (11, False), (11, True)]
    starts = [ladder.start_game(game).state for game in games]
    assert starts[0] == starts[1] != starts[2]


def test_armies_are_complete_before_random_turns() -> None:
    """A game starts with complete armies, and then each side moves once at random (Tesulda: 1, Building an army).

    Building armies at random would not end.
    """
    options = (("first", "light"), ("setup", "build"))
    timeline = ladder.start_game(Pairing("tesulda", options, 1, 0, 3, False))
    assert timeline.state.build is None
    assert timeline.state.is_turn_start
    assert timeline.to_move == 0


def test_game_is_reproducible() -> None:
    game = ladder.create_pairings("sensei", {"mode": "shizukana-variant"}, [0, 1], 2, 1, limits_to_neighbours=True)[0]
    first, second = ladder.play(game), ladder.play(game)
    assert (first.score, first.turns) == (second.score, second.turns)
    assert first.turns[1] > 0
    assert PACKAGES["sensei"].game.outcome(ladder.start_game(game).state) is None


@pytest.mark.parametrize(
    ("wins", "games", "verdict"),
    [(140, 200, "kept"), (14, 20, "open"), (128, 200, "missed"), (182, 200, "missed")],
)
def test_step_needs_interval_above_58_percent(wins: int, games: int, verdict: str) -> None:
    assert ladder.markdown_table(create_results(wins, games - wins))[2].endswith(f"| {verdict} |")


def test_results_file_prevents_repeated_games(tmp_path: Path) -> None:
    results_file = tmp_path / "results"
    played_games = [
        GameResult(game.pairing, 0.5, False, {2: 3}, {2: 0.25}, {2: 0.125}) for game in create_results(1, 1)
    ]
    results_file.write_text("".join(ladder.format_result(game) + "\n" for game in played_games))
    assert list(ladder.play_games([game.pairing for game in played_games], results_file, 1)) == played_games


def test_levels_play_only_the_yardstick() -> None:
    games = ladder.create_pairings("sensei", {}, [1, 3], 2, 0, yardstick="careful")
    assert {(game.first, game.second) for game in games} == {(1, "careful"), (3, "careful")}


def play_careful_turn(game_id: str, timeline: Timeline[Any], seed: int) -> Timeline[Any]:
    """Return the game after a turn of the careful player."""
    player = timeline.to_move
    assert player is not None
    for action in yardsticks.create_careful_player(PACKAGES[game_id])(
        timeline, Question(player, 1, seed), yardsticks.Pace()
    ):
        timeline = timeline.play(action)
    return timeline


def create_game(game_id: str, position: str, *moves: str) -> Timeline[Any]:
    """Return a game that begins at a position and continues with actions."""
    game = PACKAGES[game_id].game
    timeline = new_timeline(game, game.parse_position(position))
    for move in moves:
        timeline = timeline.play(game.parse_action(timeline.state, move))
    return timeline


@pytest.mark.parametrize("seed", range(5))
def test_careful_player_saves_queen(seed: int) -> None:
    """The careful player moves its unguarded queen from e2, which the rook on e8 attacks."""
    timeline = create_game("tensor-chess", "4r4k/10/10/10/10/10/4Q5/9K w - - 0 1")
    threats = PACKAGES["tensor-chess"].opponent.threats
    assert threats(timeline.state, 0)
    assert not threats(play_careful_turn("tensor-chess", timeline, seed).state, 0)


@pytest.mark.parametrize("seed", range(5))
def test_careful_player_recaptures(seed: int) -> None:
    """The careful player recaptures with the rook on e1 after Black's rook has taken the knight on e2."""
    timeline = create_game("tensor-chess", "4r4k/10/10/10/10/10/4N5/4R4K b - - 0 1", "e8e2")
    after = play_careful_turn("tensor-chess", timeline, seed).state
    assert PACKAGES["tensor-chess"].game.format_position(after).startswith("9k/10/10/10/10/10/4R5/9K b")


@pytest.mark.parametrize("seed", range(5))
def test_careful_sensei_player_examines_all_turns(seed: int) -> None:
    """The careful player finds one of the few turns that prevent the loss.

    Red's character attacks d1, which a stone of Red can reach.
    """
    timeline = create_game("sensei", "7/7/3R3/7/6g/7/gG3r1 g 21 arashi")
    after = play_careful_turn("sensei", timeline, seed)
    assert not PACKAGES["sensei"].opponent.threats(after.state, 0)


@pytest.mark.parametrize("seed", range(3))
def test_careful_tesulda_player_saves_figure(seed: int) -> None:
    """The careful player saves the unguarded figure on f7.

    Light's Dodger on d4 attacks it round a corner ('Traits').
    """
    figures = {"j10": "cssk", "f7": "tcss", "d4": "Ccsz", "a1": "Sck"}
    timeline = new_timeline(PACKAGES["tesulda"].game, tesulda_position(figures, "d"))
    assert PACKAGES["tesulda"].opponent.threats(timeline.state, 1)
    assert not PACKAGES["tesulda"].opponent.threats(play_careful_turn("tesulda", timeline, seed).state, 1)


def test_monte_carlo_player_reaches_goal() -> None:
    """The Monte Carlo player moves the character from d3 to its goal d7, where Green has a stone."""
    package = PACKAGES["sensei"]
    state = package.game.parse_position("rr1g1R1/7/7/7/3G3/7/7 g 01 arashi")
    pace = yardsticks.Pace(seconds=0.3, turn_count=1, action_count=1)
    (action,) = yardsticks.create_monte_carlo_player(package)(
        new_timeline(package.game, state), Question(0, 1, 3), pace
    )
    outcome = package.game.outcome(package.game.apply(state, action))
    assert outcome is not None
    assert outcome.returns[0] == 1.0
