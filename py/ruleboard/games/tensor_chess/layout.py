"""The geometry of the board, and the keys and colours of the nodes that draw the pieces."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tensor_chess.art import SQUARE_SIZE
from ruleboard.games.tensor_chess.board import FILE_COUNT, RANK_COUNT, SQUARE_NAMES
from ruleboard.games.tensor_chess.state import State
from ruleboard.kit.square_board import SquareBoard

BOARD: Final = SquareBoard(FILE_COUNT, RANK_COUNT, cell=SQUARE_SIZE, margin=20)
COLOUR_CLASSES: Final = ("white", "black")
"""The CSS classes of the players' pieces."""


def piece_key(state: State, square: int) -> str:
    """Return the key of the node that draws the piece on a square."""
    return f"{chr(state.board[square])}-{SQUARE_NAMES[square]}"
