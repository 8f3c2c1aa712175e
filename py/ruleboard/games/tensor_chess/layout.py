"""Coordinates of squares in the picture, and the keys and colours of the pieces in it."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tensor_chess.art import UNIT
from ruleboard.games.tensor_chess.board import FILES, NAMES, RANKS
from ruleboard.games.tensor_chess.state import State
from ruleboard.scene.square_board import SquareBoard

BOARD: Final = SquareBoard(FILES, RANKS, cell=UNIT, margin=20)
COLOURS: Final = ("white", "black")
"""The classes of the players' pieces."""


def piece_key(state: State, square: int) -> str:
    """Return the key by which the piece on a square is recognised in the next picture."""
    return f"{chr(state.board[square])}-{NAMES[square]}"
