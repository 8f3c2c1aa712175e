"""Coordinates of squares in the picture, and the keys and colours of the pieces in it."""

from __future__ import annotations

from ruleboard.games.tensor_chess.art import UNIT
from ruleboard.games.tensor_chess.board import FILES, NAMES, RANKS, SQUARES
from ruleboard.games.tensor_chess.state import State

COLOURS = ("white", "black")
"""The classes of the players' pieces."""
MARGIN = 20
WIDTH = FILES * UNIT + 2 * MARGIN
HEIGHT = RANKS * UNIT + 2 * MARGIN


def corner(square: int, seat: int) -> tuple[int, int]:
    """Return the upper left corner of a square, and of a piece on it, in picture units for the player at ``seat``."""
    rank, file = divmod(square if seat == 0 else SQUARES - 1 - square, FILES)
    return MARGIN + file * UNIT, MARGIN + (RANKS - 1 - rank) * UNIT


def centre(square: int, seat: int) -> tuple[float, float]:
    """Return the middle of a square in picture units."""
    x, y = corner(square, seat)
    return x + UNIT / 2, y + UNIT / 2


def piece_key(state: State, square: int) -> str:
    """Return the key by which the piece on a square is recognised in the next picture."""
    return f"{chr(state.board[square])}-{NAMES[square]}"
