"""Where things lie in the picture, in its units: the board, turned to the reader, and the strip below it."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tesulda.board import SIZE, SQUARES

CELL: Final = 90
EDGE: Final = 25
BOARD: Final = CELL * SIZE
WIDTH: Final = BOARD + 2 * EDGE
STRIP: Final = WIDTH + 10
"""Where the strip with the pool and the enlarged figure begins."""
STRIP_HEIGHT: Final = 168
HEIGHT: Final = STRIP + STRIP_HEIGHT + 4


def corner(square: int, seat: int) -> tuple[int, int]:
    """The upper left corner of a square, for the reader at a seat."""
    file, rank = SQUARES[square]
    column, row = (file, SIZE - 1 - rank) if seat == 0 else (SIZE - 1 - file, rank)
    return EDGE + column * CELL, EDGE + row * CELL


def centre(square: int, seat: int) -> tuple[float, float]:
    """The middle of a square."""
    x, y = corner(square, seat)
    return x + CELL / 2, y + CELL / 2
