"""The geometry of the board, and the node keys and colours of its pieces."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tensor_chess.art import UNIT
from ruleboard.games.tensor_chess.board import FILES, NAMES, RANKS
from ruleboard.games.tensor_chess.state import State
from ruleboard.scene.square_board import SquareBoard

BOARD: Final = SquareBoard(FILES, RANKS, cell=UNIT, margin=20)
COLOURS: Final = ("white", "black")
"""The CSS classes of the players' pieces."""


def piece_key(state: State, square: int) -> str:
    """Return the node key of the piece on a square."""
    return f"{chr(state.board[square])}-{NAMES[square]}"
