"""Animate the movements of pieces in an action."""

from __future__ import annotations

from typing import assert_never

from ruleboard.games.sensei.layout import BOARD, character_key, stone_key
from ruleboard.games.sensei.state import CharacterMove, EndTurn, Move, State, StoneMove
from ruleboard.scene.marks import Motion


def motions(state: State, move: Move, seat: int) -> tuple[Motion, ...]:
    """Return the animation of the stone or character that moves in a straight line."""
    match move:
        case EndTurn():
            return ()
        case StoneMove(origin, goal):
            start, end = stone_key(origin), stone_key(goal)
        case CharacterMove(origin, goal):
            start = end = character_key(state.side)
        case _:
            assert_never(move)
    return (Motion(start, end, (BOARD.centre(origin, seat), BOARD.centre(goal, seat))),)
