"""Compute the paths of the pieces in a move, including the corners of bounces and hops."""

from __future__ import annotations

from typing import TypeAlias

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess.board import KING_STEPS
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.chains import shortest_chains
from ruleboard.games.tensor_chess.layout import BOARD, piece_key
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Castling, Move, Propel
from ruleboard.games.tensor_chess.state import State
from ruleboard.scene.marks import Motion

Path: TypeAlias = tuple[int, ...]
"""The squares of a path: its start, its corners and its end."""


def piece_paths(state: State, move: Move) -> tuple[Path, ...]:
    """Return the paths of the pieces in a legal move, the path of the mover's piece first."""
    match move:
        case Propel(start, beast, landing):
            return (start, beast), (beast, landing)
        case Castling(start, landing):
            _castling_right, rook, rook_landing = CASTLINGS[start, landing]
            return (start, landing), (rook, rook_landing)
        case Bounce(start, beast, landing):
            return ((start, beast, landing),)
        case BeastCapture(start, beast, landing):
            return ((start, *shortest_chains(state, start).get((landing, beast), ())),)
    start, landing = move.start, move.landing
    if state.board[start] in b"Tt" and landing not in KING_STEPS[start]:
        return ((start, *shortest_chains(state, start).get((landing, -1), ())),)
    return ((start, landing),)


def motions(before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions that animate a legal action.

    Args:
        before: the state before the action.
        action: the action.
        after: the state after the action.
        seat: the player at the bottom of the board, 0 White, 1 Black.
    """
    return tuple(
        Motion(
            piece_key(before, path[0]),
            piece_key(after, path[-1]),
            tuple((float(x), float(y)) for x, y in (BOARD.corner(square, seat) for square in path)),
        )
        for path in piece_paths(before, action.move)
    )
