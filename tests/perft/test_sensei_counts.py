"""Counts of the actions that Sensei's starts allow, and of the positions after the first turn."""

from __future__ import annotations

import pytest

from ruleboard.engine.action import Action
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import State

GAME = PACKAGE.game

COUNTS = {
    "shizukana": (12, 290),
    "arashi": (36, 4350),
    "shizukana-variant": (8, 132),
    "arashi-expert": (28, 2066),
}


def ends_of_turn(start: State) -> set[State]:
    """Every position in which the turn begun at ``start`` can end."""
    ends: set[State] = set()
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in GAME.legal_actions(state):
            after = GAME.apply(state, action)
            if GAME.to_move(after) != GAME.to_move(start):
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends


def divide(start: State) -> str:
    """The ends of the turn by their first action: what to compare when a count is wrong."""

    def ends(action: Action) -> int:
        return len(ends_of_turn(GAME.apply(start, action)))

    return "\n".join(f"{action}: {ends(action)}" for action in GAME.legal_actions(start))


@pytest.mark.parametrize("mode", COUNTS)
def test_counts_from_the_start(mode: str) -> None:
    """The known numbers of first actions, and of distinct positions at the end of the first turn."""
    start = GAME.initial({"mode": mode}, 0)
    actions, ends = COUNTS[mode]
    assert len(GAME.legal_actions(start)) == actions, divide(start)
    assert len(ends_of_turn(start)) == ends, divide(start)
