"""The geometry of the board and of the strip below it, in picture units."""

from __future__ import annotations

from typing import Final, TypeAlias

from ruleboard.games.tesulda.board import SIZE, SQUARE_NAMES
from ruleboard.games.tesulda.figures import BASES, CIRCLE, CROWN, DIAMOND, HEXAGON, PIECES, SQUARE, STAR, TRAPEZOID
from ruleboard.kit.square_board import SquareBoard

CELL_SIZE: Final = 90
RIM_WIDTH: Final = 25
BOARD: Final = SquareBoard(SIZE, SIZE, CELL_SIZE, RIM_WIDTH)
INNER_WIDTH: Final = CELL_SIZE * SIZE
"""The width of the board without its rim."""
BOARD_WIDTH: Final = BOARD.width
STRIP_TOP: Final = BOARD_WIDTH + 10
"""The y coordinate of the top of the strip with the pool and the enlarged figure."""
STRIP_HEIGHT: Final = 168
PICTURE_HEIGHT: Final = STRIP_TOP + STRIP_HEIGHT + 4
POOL_WIDTH: Final = 322
FIGURE_BOX_X: Final = RIM_WIDTH + POOL_WIDTH + 12
"""The x coordinate of the enlarged figure's box, next to the pool."""
STORE_TOP: Final = RIM_WIDTH + 3 * CELL_SIZE + 6
"""The y coordinate of the top of the store. It covers the middle of the board while a player builds an army."""

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


def figure_key(figure: str, square: int) -> str:
    """Return the node key of a figure on a square."""
    return f"{'dark' if figure[0].islower() else 'light'}-{SQUARE_NAMES[square]}"


_MIN_TOUCH_WIDTH: Final = 116
"""The minimum width of a touch area (44 px) on a board as wide as a phone."""
_TOUCH_TOP: Final = -30
"""The y coordinate of the top of touch areas in the strip. They overlap the rim of the board, which has no targets."""
_TOUCH_BOTTOM: Final = STRIP_HEIGHT + 4
"""The y coordinate of the bottom of touch areas in the strip."""


def enlarged_piece_box(index: int, count: int, box_x: float) -> Box:
    """Return the box of a piece of the enlarged figure.

    Args:
        index: the 0-based index of the piece.
        count: the number of pieces.
        box_x: the left edge of the figure's box.
    """
    width = min(_MIN_TOUCH_WIDTH, (BOARD_WIDTH - RIM_WIDTH - box_x - 120) / max(1, count))
    return box_x + 114 + index * width, 42, width - 6, 92


def enlarged_piece_touch_area(box: Box) -> Box:
    """Return the touch area of a piece of the enlarged figure, relative to the piece's box.

    The area extends to the next piece.
    """
    _x, y, width, _height = box
    return -3, _TOUCH_TOP - y, width + 6, _TOUCH_BOTTOM - _TOUCH_TOP


_POOL_ROWS: Final = (CIRCLE + SQUARE + HEXAGON, DIAMOND + TRAPEZOID + STAR + CROWN)
"""The kinds of pieces in each row of the pool. Common kinds have more room."""
_POOL_TOP: Final = 38
"""The y coordinate of the top of the pool's pieces. Frames around pieces must not cover the title above."""
_POOL_ROW_HEIGHT: Final = 58


def _pool_cell(letter: str) -> tuple[int, int, float]:
    """Return the 0-based row and column of a kind of piece in the pool, and the width of the column."""
    row = next(index for index, kinds in enumerate(_POOL_ROWS) if letter in kinds)
    return row, _POOL_ROWS[row].index(letter), (POOL_WIDTH - 10) / len(_POOL_ROWS[row])


def pool_box(letter: str) -> Box:
    """Return the box of a kind of piece in the pool, within the strip."""
    row, column, width = _pool_cell(letter)
    return RIM_WIDTH + 6 + column * width, _POOL_TOP + row * _POOL_ROW_HEIGHT, width - 3, _POOL_ROW_HEIGHT - 3


def pool_touch_area(letter: str) -> Box:
    """Return the touch area of a kind of piece in the pool, relative to its box.

    There are no gaps between touch areas.
    """
    row, column, width = _pool_cell(letter)
    x, y, _width, _height = pool_box(letter)
    left_x = 0 if column == 0 else x - 1.5
    right_x = RIM_WIDTH + POOL_WIDTH + 4 if column == len(_POOL_ROWS[row]) - 1 else x - 1.5 + width
    middle_y = _POOL_TOP + _POOL_ROW_HEIGHT - 1.5
    top_y, bottom_y = (_TOUCH_TOP, middle_y) if row == 0 else (middle_y, _TOUCH_BOTTOM)
    return left_x - x, top_y - y, right_x - left_x, bottom_y - top_y


POOL_PIECE_SPOT: Final = (21, 30, 17)
"""The position of a piece in its box in the pool, and half its width."""
POOL_COUNT_RIGHT: Final = 79
"""The x coordinate where the count in a pool box ends, if the box is wide enough. Two digits fit next to a piece."""


def store_box(letter: str) -> Box:
    """Return the box of a kind of base or piece within the store."""
    if letter in BASES:
        base_width = (INNER_WIDTH - 60) / 3
        return 24 + BASES.index(letter) * base_width, 44, base_width - 8, 142
    width = (INNER_WIDTH - 60) / 7
    return 24 + PIECES.index(letter) * width, 194, width - 8, 142


STORE_BASE_POSITION: Final = (104, 71)
"""The position of a base in its box in the store."""
STORE_PIECE_SPOT: Final = (31, 71, 24)
"""The position of a piece in its box in the store, and half the piece's width."""
