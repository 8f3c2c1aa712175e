"""Tests of the numbers of first actions in Sensei, and of positions after the first turn."""

from __future__ import annotations

import pytest

from ruleboard.engine.action import Action
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import State

GAME = PACKAGE.game

EXPECTED_COUNTS = {
    "shizukana": (12, 290),
    "arashi": (36, 4350),
    "shizukana-variant": (8, 132),
    "arashi-expert": (28, 2066),
}


def find_positions_after_turn(start: State) -> set[State]:
    """Return all positions after one turn."""
    ends: set[State] = set()
    visited_states = {start}
    stack = [start]
    while stack:
        state = stack.pop()
        for action in GAME.legal_actions(state):
            next_state = GAME.apply(state, action)
            if GAME.to_move(next_state) != GAME.to_move(start):
                ends.add(next_state)
            elif next_state not in visited_states:
                visited_states.add(next_state)
                stack.append(next_state)
    return ends


def divide(start: State) -> str:
    """Return the number of positions after a turn for each first action, as text, to help find a wrong rule."""

    def count(action: Action) -> int:
        return len(find_positions_after_turn(GAME.apply(start, action)))

    return "\n".join(f"{action}: {count(action)}" for action in GAME.legal_actions(start))


@pytest.mark.parametrize("mode", EXPECTED_COUNTS)
def test_start_has_expected_counts(mode: str) -> None:
    """The start has the expected numbers of first actions and of distinct positions after the first turn."""
    start = GAME.initial({"mode": mode}, 0)
    actions, ends = EXPECTED_COUNTS[mode]
    assert len(GAME.legal_actions(start)) == actions, divide(start)
    assert len(find_positions_after_turn(start)) == ends, divide(start)
