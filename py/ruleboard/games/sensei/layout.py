"""The places of squares in Sensei's picture, and the keys of its pieces."""

from __future__ import annotations

from typing import Final

from ruleboard.games.sensei.state import NAMES, SIZE
from ruleboard.scene.square_board import SquareBoard

BOARD: Final = SquareBoard(SIZE, SIZE, 100, 30)
"""The seven ranks of squares and their rim."""


def stone_key(square: int) -> str:
    """Return the key by which the stone on a square is recognised in the next picture."""
    return f"stone-{NAMES[square]}"


def character_key(side: int) -> str:
    """Return the key of a side's character."""
    return f"character-{side}"
