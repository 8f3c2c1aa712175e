"""Where things lie in the picture, in its units: the board, turned to the reader, and the strip below it."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tesulda.board import NAMES, SIZE, SQUARES
from ruleboard.games.tesulda.figures import BASES, PIECES, ROD

CELL: Final = 90
EDGE: Final = 25
BOARD: Final = CELL * SIZE
WIDTH: Final = BOARD + 2 * EDGE
STRIP: Final = WIDTH + 10
"""Where the strip with the pool and the enlarged figure begins."""
STRIP_HEIGHT: Final = 168
HEIGHT: Final = STRIP + STRIP_HEIGHT + 4
POOL_WIDTH: Final = 322
FIGURE_LEFT: Final = EDGE + POOL_WIDTH + 12
"""Where the enlarged figure's box begins beside the pool."""
STORE_TOP: Final = EDGE + 3 * CELL + 6
"""Where the store lies while an army is built: on the middle of the board."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def corner(square: int, seat: int) -> tuple[int, int]:
    """The upper left corner of a square, for the reader at a seat."""
    file, rank = SQUARES[square]
    column, row = (file, SIZE - 1 - rank) if seat == 0 else (SIZE - 1 - file, rank)
    return EDGE + column * CELL, EDGE + row * CELL


def centre(square: int, seat: int) -> Point:
    """The middle of a square."""
    x, y = corner(square, seat)
    return x + CELL / 2, y + CELL / 2


def figure_key(figure: str, square: int) -> str:
    """What a figure on a square is called, so that it is recognised in the next picture."""
    return f"{'dark' if figure[0].islower() else 'light'}-{NAMES[square]}"


def loose(at: int, left: float) -> Box:
    """Where a piece of the enlarged figure lies within the strip, if the figure's box begins at ``left``."""
    width = min(104, (WIDTH - EDGE - left - 124) / ROD)
    return left + 118 + at * width, 42, width - 6, 92


def pool_box(letter: str) -> Box:
    """Where a kind of piece lies within the strip."""
    at = PIECES.index(letter)
    return EDGE + 6 + (at % 4) * 77, 32 + (at // 4) * 66, 74, 62


POOL_PIECE: Final = (24, 31, 17)
"""Where in its box a piece of the pool is drawn, and half its width."""


def store_box(what: str) -> Box:
    """Where a kind of base or piece lies within the store."""
    if what in BASES:
        wide = (BOARD - 60) / 3
        return 24 + BASES.index(what) * wide, 44, wide - 8, 142
    width = (BOARD - 60) / 7
    return 24 + PIECES.index(what) * width, 194, width - 8, 142


STORE_BASE: Final = (104, 71)
STORE_PIECE: Final = (31, 71, 24)
"""Where in its box a base or a piece of the store is drawn, and half the piece's width."""
