"""The coordinates of the picture in its units: the board, turned to the reader, and the strip below it."""

from __future__ import annotations

from typing import Final, TypeAlias

from ruleboard.games.tesulda.board import NAMES, SIZE
from ruleboard.games.tesulda.figures import BASES, CIRCLE, CROWN, DIAMOND, HEXAGON, PIECES, SQUARE, STAR, TRAPEZOID
from ruleboard.scene.square_board import SquareBoard

CELL: Final = 90
EDGE: Final = 25
BOARD: Final = SquareBoard(SIZE, SIZE, CELL, EDGE)
INNER_WIDTH: Final = CELL * SIZE
"""The width of the board without its rim."""
WIDTH: Final = BOARD.width
STRIP: Final = WIDTH + 10
"""The top of the strip with the pool and the enlarged figure."""
STRIP_HEIGHT: Final = 168
HEIGHT: Final = STRIP + STRIP_HEIGHT + 4
POOL_WIDTH: Final = 322
FIGURE_LEFT: Final = EDGE + POOL_WIDTH + 12
"""The left edge of the enlarged figure's box beside the pool."""
STORE_TOP: Final = EDGE + 3 * CELL + 6
"""The top of the store, which lies on the middle of the board while an army is built."""

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


def figure_key(figure: str, square: int) -> str:
    """Return the key of a figure on a square, by which it is recognised in the next picture."""
    return f"{'dark' if figure[0].islower() else 'light'}-{NAMES[square]}"


FINGER: Final = 116
"""The width of a finger (44 px) where the board is as wide as a phone."""
_ABOVE: Final = -30
"""The top of the touch areas in the strip: they reach onto the rim of the board, which has no targets."""
_BELOW: Final = STRIP_HEIGHT + 4
"""The bottom of the touch areas in the strip."""


def enlarged_piece_box(at: int, count: int, left: float) -> Box:
    """Return the box of one of ``count`` pieces of the enlarged figure, whose own box begins at ``left``."""
    width = min(FINGER, (WIDTH - EDGE - left - 120) / max(1, count))
    return left + 114 + at * width, 42, width - 6, 92


def enlarged_piece_touch_area(box: Box) -> Box:
    """Return the touch area of a piece of the enlarged figure, relative to its box: as far as the next piece."""
    _x, y, width, _height = box
    return -3, _ABOVE - y, width + 6, _BELOW - _ABOVE


_POOL_ROWS: Final = (CIRCLE + SQUARE + HEXAGON, DIAMOND + TRAPEZOID + STAR + CROWN)
"""The kinds of pieces in the pool, row by row; the commonest kinds have the most room."""
_POOL_TOP: Final = 38
"""Below the title, which no frame around a kind of piece may cover."""
_POOL_ROW: Final = 58


def _pool_place(letter: str) -> tuple[int, int, float]:
    """Return the row and the column of a kind in the pool, and the column's width."""
    row = next(at for at, kinds in enumerate(_POOL_ROWS) if letter in kinds)
    return row, _POOL_ROWS[row].index(letter), (POOL_WIDTH - 10) / len(_POOL_ROWS[row])


def pool_box(letter: str) -> Box:
    """Return the box of a kind of piece in the pool, within the strip."""
    row, column, width = _pool_place(letter)
    return EDGE + 6 + column * width, _POOL_TOP + row * _POOL_ROW, width - 3, _POOL_ROW - 3


def pool_touch_area(letter: str) -> Box:
    """Return the touch area of a kind in the pool, relative to its box: as far as its neighbours, rim and edges."""
    row, column, width = _pool_place(letter)
    x, y, _width, _height = pool_box(letter)
    start = 0 if column == 0 else x - 1.5
    end = EDGE + POOL_WIDTH + 4 if column == len(_POOL_ROWS[row]) - 1 else x - 1.5 + width
    middle = _POOL_TOP + _POOL_ROW - 1.5
    top, bottom = (_ABOVE, middle) if row == 0 else (middle, _BELOW)
    return start - x, top - y, end - start, bottom - top


POOL_PIECE: Final = (21, 30, 17)
"""The position of a piece of the pool in its box, and half its width."""
POOL_COUNT: Final = 72
"""The right end of a count in the box of its kind."""


def store_box(letter: str) -> Box:
    """Return the box of a kind of base or piece within the store."""
    if letter in BASES:
        wide = (INNER_WIDTH - 60) / 3
        return 24 + BASES.index(letter) * wide, 44, wide - 8, 142
    width = (INNER_WIDTH - 60) / 7
    return 24 + PIECES.index(letter) * width, 194, width - 8, 142


STORE_BASE: Final = (104, 71)
STORE_PIECE: Final = (31, 71, 24)
"""The positions of a base and of a piece of the store in their boxes, and half the piece's width."""
