"""The paths along which a move carries pieces: over the beast of a bounce, from hop to hop."""

from __future__ import annotations

from typing import TypeAlias

from ruleboard.games.tensor_chess.board import KING_STEPS
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.chains import shortest_chains
from ruleboard.games.tensor_chess.layout import BOARD, piece_key
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Castling, Move, Propel
from ruleboard.games.tensor_chess.state import State
from ruleboard.scene.marks import Motion

Path: TypeAlias = tuple[int, ...]
"""Squares, from a piece's start to its end, corners included."""


def paths(state: State, move: Move) -> tuple[Path, ...]:
    """Return the paths of all pieces that a legal move moves, that of the moving piece first."""
    match move:
        case Propel(start, beast, landing):
            return (start, beast), (beast, landing)
        case Castling(start, landing):
            _right, rook, rook_landing = CASTLINGS[start, landing]
            return (start, landing), (rook, rook_landing)
        case Bounce(start, beast, landing):
            return ((start, beast, landing),)
        case BeastCapture(start, beast, landing):
            return ((start, *shortest_chains(state, start).get((landing, beast), ())),)
    start, landing = move.start, move.landing
    if state.board[start] in b"Tt" and landing not in KING_STEPS[start]:
        return ((start, *shortest_chains(state, start).get((landing, -1), ())),)
    return ((start, landing),)


def motions(before: State, move: Move, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a legal move's pieces from one picture to the next.

    Args:
        before: the state in which the move is legal.
        move: the move.
        after: the state after it.
        seat: the player for whom the pictures are drawn.
    """
    return tuple(
        Motion(
            piece_key(before, path[0]),
            piece_key(after, path[-1]),
            tuple((float(x), float(y)) for x, y in (BOARD.corner(square, seat) for square in path)),
        )
        for path in paths(before, move)
    )
