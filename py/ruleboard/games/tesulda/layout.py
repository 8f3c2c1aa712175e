"""Where things lie in the picture, in its units: the board, turned to the reader, and the strip below it."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tesulda.board import NAMES, SIZE, SQUARES
from ruleboard.games.tesulda.figures import BASES, CIRCLE, CROWN, DIAMOND, HEXAGON, PIECES, SQUARE, STAR, TRAPEZOID

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


FINGER: Final = 116
"""As wide as a finger where the board is as wide as a phone (44 px)."""
_ABOVE: Final = -30
"""How far up one may touch beside what lies in the strip: the rim of the board is free."""
_BELOW: Final = STRIP_HEIGHT + 4


def loose(at: int, count: int, left: float) -> Box:
    """Where one of ``count`` pieces of the enlarged figure lies, if the figure's box begins at ``left``."""
    width = min(FINGER, (WIDTH - EDGE - left - 120) / max(1, count))
    return left + 114 + at * width, 42, width - 6, 92


def loose_touch(box: Box) -> Box:
    """Where a piece of the enlarged figure can be touched, seen from its box: from rim to edge, up to the next."""
    _x, y, width, _height = box
    return -3, _ABOVE - y, width + 6, _BELOW - _ABOVE


_POOL_ROWS: Final = (CIRCLE + SQUARE + HEXAGON, DIAMOND + TRAPEZOID + STAR + CROWN)
"""The kinds in the pool; those of which most are removed and brought back have the most room."""
_POOL_TOP: Final = 30
_POOL_ROW: Final = 63


def _pool_place(letter: str) -> tuple[int, int, float]:
    """The row and the column of a kind in the pool, and how wide its column is."""
    row = next(at for at, kinds in enumerate(_POOL_ROWS) if letter in kinds)
    return row, _POOL_ROWS[row].index(letter), (POOL_WIDTH - 10) / len(_POOL_ROWS[row])


def pool_box(letter: str) -> Box:
    """Where a kind of piece lies within the strip."""
    row, column, width = _pool_place(letter)
    return EDGE + 6 + column * width, _POOL_TOP + row * _POOL_ROW, width - 3, _POOL_ROW - 3


def pool_touch(letter: str) -> Box:
    """Where a kind of piece in the pool can be touched, seen from its box: up to its neighbours, rim and edges."""
    row, column, width = _pool_place(letter)
    x, y, _width, _height = pool_box(letter)
    start = 0 if column == 0 else x - 1.5
    end = EDGE + POOL_WIDTH + 4 if column == len(_POOL_ROWS[row]) - 1 else x - 1.5 + width
    middle = _POOL_TOP + _POOL_ROW - 1.5
    top, bottom = (_ABOVE, middle) if row == 0 else (middle, _BELOW)
    return start - x, top - y, end - start, bottom - top


POOL_PIECE: Final = (21, 30, 17)
"""Where in its box a piece of the pool is drawn, and half its width."""
POOL_COUNT: Final = 72
"""Where in its box the count of a kind ends."""


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
