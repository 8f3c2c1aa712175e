"""The board: numbers and bit masks of squares, lines, and paths between squares.

Squares are numbered from 0 (a1) through 9 (j1) to 99 (j10). A set of squares is a bit mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from ruleboard.kit.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL, Grid, Square

SIZE: Final = 10
GRID: Final = Grid(SIZE, SIZE)
SQUARES: Final = tuple(GRID.squares())
SQUARE_NAMES: Final = tuple(str(square) for square in SQUARES)
SQUARE_NUMBERS: Final = {name: square_number for square_number, name in enumerate(SQUARE_NAMES)}

HOME_RANKS: Final = (0, SIZE - 1)
"""The rank of each side's Home, 0-based."""
FRONT_RANKS: Final = (1, SIZE - 2)
"""The other rank of each side's Starting Zone, 0-based."""
HOME_SQUARES: Final = (SQUARE_NUMBERS["j1"], SQUARE_NUMBERS["j10"])


def square_number(square: Square) -> int:
    """Return the number of a square, from 0 (a1) to 99 (j10)."""
    return square.rank * SIZE + square.file


def iter_squares(mask: int) -> Iterator[int]:
    """Yield the numbers of the squares in a bit mask, in ascending order."""
    while mask:
        lowest_bit = mask & -mask
        yield lowest_bit.bit_length() - 1
        mask ^= lowest_bit


def _rank_mask(*ranks: int) -> int:
    return sum(1 << rank * SIZE + file for rank in ranks for file in range(SIZE))


ZONE_MASKS: Final = tuple(_rank_mask(HOME_RANKS[side], FRONT_RANKS[side]) for side in (0, 1))
"""The bit mask of each side's Starting Zone."""


def distance_to_zone(side: int, square: int) -> int:
    """Return the number of ranks from a square to the enemy's Starting Zone, or 0 within the zone."""
    rank = square // SIZE
    return max(0, FRONT_RANKS[1] - rank) if side == 0 else max(0, rank - FRONT_RANKS[0])


FORWARD_MASKS: Final = tuple(
    tuple(
        sum(1 << goal for goal in range(SIZE * SIZE) if distance_to_zone(side, goal) < distance_to_zone(side, origin))
        for origin in range(SIZE * SIZE)
    )
    for side in (0, 1)
)
"""For each side and square, the bit mask of the squares nearer to the enemy's zone. A Minion may go only there."""

NEIGHBOUR_SQUARES: Final = tuple(
    tuple(sorted(square_number(neighbour) for step in ALL_DIRECTIONS if (neighbour := square.step(step)) in GRID))
    for square in SQUARES
)
"""For each square, its adjacent squares, up to eight."""


def _line_masks(direction: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """For each square, return ten bit masks: of the nearest 0, 1, 2, … 9 squares in a direction."""
    line_masks = []
    for start in SQUARES:
        ray = [1 << square_number(square) for square in GRID.ray(start, direction)]
        line_masks.append(tuple(sum(ray[:length]) for length in range(SIZE)))
    return tuple(line_masks)


LineMasks: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""For each direction and square, the bit masks of the next 0, 1, 2 … 9 squares."""
STRAIGHT_LINES_UP: Final[LineMasks] = tuple(
    _line_masks(step) for step in ORTHOGONAL if square_number(Square(*step)) > 0
)
STRAIGHT_LINES_DOWN: Final[LineMasks] = tuple(
    _line_masks(step) for step in ORTHOGONAL if square_number(Square(*step)) < 0
)
DIAGONAL_LINES_UP: Final[LineMasks] = tuple(_line_masks(step) for step in DIAGONAL if square_number(Square(*step)) > 0)
DIAGONAL_LINES_DOWN: Final[LineMasks] = tuple(
    _line_masks(step) for step in DIAGONAL if square_number(Square(*step)) < 0
)


def slide_targets(
    ascending_lines: LineMasks, descending_lines: LineMasks, origin: int, rating: int, occupied_mask: int
) -> int:
    """Return a bit mask of the squares that a figure can reach by sliding along lines.

    The mask includes the first occupied square on each line.

    Args:
        ascending_lines: the lines with ascending square numbers (``STRAIGHT_LINES_UP`` or ``DIAGONAL_LINES_UP``).
        descending_lines: the lines in the opposite directions.
        origin: the square of the figure.
        rating: the maximum distance, in squares.
        occupied_mask: the bit mask of occupied squares.
    """
    length = min(rating, SIZE - 1)
    target_mask = 0
    for line_masks in ascending_lines:
        line_mask = line_masks[origin][length]
        blocker_mask = line_mask & occupied_mask
        target_mask |= line_mask & (((blocker_mask & -blocker_mask) << 1) - 1) if blocker_mask else line_mask
    for line_masks in descending_lines:
        line_mask = line_masks[origin][length]
        blocker_mask = line_mask & occupied_mask
        target_mask |= line_mask & -(1 << blocker_mask.bit_length() - 1) if blocker_mask else line_mask
    return target_mask


@cache
def leap_targets(origin: int, rating: int, is_diagonal: bool) -> int:
    """Return a bit mask of the squares exactly ``rating`` squares away on straight or diagonal lines."""
    if not 1 <= rating < SIZE:
        return 0
    goals = (SQUARES[origin].step(step, rating) for step in (DIAGONAL if is_diagonal else ORTHOGONAL))
    return sum(1 << square_number(goal) for goal in goals if goal in GRID)


class Path(NamedTuple):
    """A path between two squares.

    Attributes:
        straight_length: the length of the straight part, in squares.
        diagonal_length: the length of the diagonal part, in squares.
        inner_squares: the squares between the start and the end, in order, including the corner.
    """

    straight_length: int
    diagonal_length: int
    inner_squares: tuple[int, ...]


@cache
def paths(origin: int, goal: int) -> tuple[Path, ...]:
    """Return all paths between two squares.

    A path has a straight part, a diagonal part, or one of each in either order.
    """
    start, end = SQUARES[origin], SQUARES[goal]
    file_difference, rank_difference = end.file - start.file, end.rank - start.rank
    path_list: list[Path] = []
    if (file_difference == 0) != (rank_difference == 0):
        path_list.append(Path(abs(file_difference + rank_difference), 0, _squares_between(start, end)))
    if abs(file_difference) == abs(rank_difference) != 0:
        path_list.append(Path(0, abs(file_difference), _squares_between(start, end)))
    corners = []
    for sign in (1, -1):
        if rank_difference:
            corners.append(
                Square(end.file - sign * abs(rank_difference), start.rank)
            )  # along the rank, then diagonally
            corners.append(
                Square(start.file + sign * abs(rank_difference), end.rank)
            )  # diagonally, then along the rank
        if file_difference:
            corners.append(Square(start.file, end.rank - sign * abs(file_difference)))
            corners.append(Square(end.file, start.rank + sign * abs(file_difference)))
    for corner in corners:
        if corner in GRID and corner not in (start, end):
            first_length = max(abs(corner.file - start.file), abs(corner.rank - start.rank))
            second_length = max(abs(end.file - corner.file), abs(end.rank - corner.rank))
            inner_squares = (*_squares_between(start, corner), square_number(corner), *_squares_between(corner, end))
            is_diagonal_first = start.file != corner.file and start.rank != corner.rank
            path_list.append(
                Path(second_length, first_length, inner_squares)
                if is_diagonal_first
                else Path(first_length, second_length, inner_squares)
            )
    return tuple(path_list)


def _squares_between(start: Square, end: Square) -> tuple[int, ...]:
    length = max(abs(end.file - start.file), abs(end.rank - start.rank))
    direction = ((end.file - start.file) // length, (end.rank - start.rank) // length)
    return tuple(square_number(start.step(direction, distance)) for distance in range(1, length))
