"""The geometry of the board, and the node keys of its pieces."""

from __future__ import annotations

from typing import Final

from ruleboard.games.sensei.state import SIZE, SQUARE_NAMES
from ruleboard.kit.square_board import SquareBoard

BOARD: Final = SquareBoard(SIZE, SIZE, 100, 30, inset=4, rounding=10)
"""The geometry of the squares and the rim of the board, in picture units."""


def stone_key(square: int) -> str:
    """Return the node key of the stone on a square."""
    return f"stone-{SQUARE_NAMES[square]}"


def character_key(side: int) -> str:
    """Return the node key of a side's character."""
    return f"character-{side}"
