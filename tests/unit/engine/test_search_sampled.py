"""Test Monte Carlo search on noughts and crosses and on a game of chance."""

from __future__ import annotations

import dataclasses
import itertools
import random
from functools import cache
from typing import Any

import pytest

from ruleboard.engine.game import Game
from ruleboard.engine.search.sampled import ITERATIONS_PER_SLICE, LEVELS, think
from ruleboard.engine.search.thinking import MAX_SCORE, Question
from ruleboard.engine.steps import run_to_end
from ruleboard.registry import GAMES
from tests.support.example_games import load_example_package


def load_noughts() -> Game[Any, Any]:
    """Return noughts and crosses from examples/games, which is not registered."""
    return load_example_package("noughts").game


NOUGHTS = load_noughts()


def choose_carefully(state: Any, chance: random.Random) -> Any:
    """Return an action that completes a row or prevents the opponent's, or otherwise a random action."""
    for side in (state.side, 1 - state.side):
        state_of_side = dataclasses.replace(state, side=side)
        for action in NOUGHTS.legal_actions(state_of_side):
            outcome = NOUGHTS.outcome(NOUGHTS.apply(state_of_side, action))
            if outcome and not outcome.is_draw:
                return NOUGHTS.parse_action(state, action.text)
    return chance.choice(NOUGHTS.legal_actions(state))


@cache
def choose_with_bot(state: Any, level: int) -> Any:
    """Return the action that a bot of a level chooses."""
    return run_to_end(think(NOUGHTS, state, Question(state.side, level))).actions[0]


def play_game(level: int, seat: int, seed: int) -> float:
    """Return the result of a bot of a level against a careful player."""
    chance = random.Random(seed)
    state = NOUGHTS.initial({}, 0)
    while (player := NOUGHTS.to_move(state)) is not None:
        state = NOUGHTS.apply(
            state, choose_with_bot(state, level) if player == seat else choose_carefully(state, chance)
        )
    outcome = NOUGHTS.outcome(state)
    assert outcome is not None
    return outcome.returns[seat]


def test_highest_level_never_loses_at_noughts_and_crosses() -> None:
    results = [play_game(5, seat, seed) for seed in range(3) for seat in (0, 1)]
    assert min(results) == 0
    assert max(results) == 1


def test_lowest_level_can_be_beaten() -> None:
    assert min(play_game(1, seat, seed) for seed in range(12) for seat in (0, 1)) == -1


@pytest.mark.parametrize(("position", "square"), [("3/oo1/xx1 x", "c1"), ("3/1o1/xx1 o", "c1")])
def test_search_completes_or_prevents_a_row(position: str, square: str) -> None:
    state = NOUGHTS.parse_position(position)
    choice = run_to_end(think(NOUGHTS, state, Question(state.side, 4)))
    assert choice.actions[0].text == square
    assert (choice.score == MAX_SCORE) == (state.side == 0)


def test_search_recognizes_a_lost_position() -> None:
    state = NOUGHTS.parse_position("x1o/1o1/x1x o")  # the left file and the first rank at once
    assert run_to_end(think(NOUGHTS, state, Question(1, 5))).score == -MAX_SCORE


def test_search_keeps_to_budget_and_pauses_often() -> None:
    thinking = think(NOUGHTS, NOUGHTS.initial({}, 0), Question(0, 3))
    counts = [0]
    while True:
        try:
            counts.append(next(thinking))
        except StopIteration as stop:
            choice = stop.value
            break
    assert {later - earlier for earlier, later in itertools.pairwise(counts)} == {ITERATIONS_PER_SLICE}
    assert choice.position_count <= LEVELS[2].max_positions + 9
    assert choice.position_count - counts[-1] < ITERATIONS_PER_SLICE


def test_search_redeals_hidden_cards() -> None:
    """In Equilibrium, which has a hidden pile, the search chooses a legal action that depends only on the seed."""
    game = GAMES["equilibrium"]
    state = game.view(game.initial({}, 7), 0)
    choices = [run_to_end(think(game, state, Question(0, 1, 4))) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0].actions[0] in game.legal_actions(state)
