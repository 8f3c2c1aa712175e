"""The board: squares as numbers and bit masks, lines, and paths between squares.

Squares have numbers: 0 is a1, 9 is j1, 99 is j10. A set of squares is a bit mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from ruleboard.engine.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL, Grid, Square

SIZE: Final = 10
GRID: Final = Grid(SIZE, SIZE)
SQUARES: Final = tuple(GRID.squares())
NAMES: Final = tuple(str(square) for square in SQUARES)
INDEX: Final = {name: square_number for square_number, name in enumerate(NAMES)}

HOME_RANK: Final = (0, SIZE - 1)
"""The rank of each side's Home, 0-based."""
FRONT_RANK: Final = (1, SIZE - 2)
"""The other rank of each side's Starting Zone, 0-based."""
HOMES: Final = (INDEX["j1"], INDEX["j10"])


def number(square: Square) -> int:
    """Return the number of a square."""
    return square.rank * SIZE + square.file


def iter_squares(squares: int) -> Iterator[int]:
    """Yield the numbers of the squares in a bit mask, in ascending order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _ranks(*ranks: int) -> int:
    return sum(1 << rank * SIZE + file for rank in ranks for file in range(SIZE))


ZONE: Final = tuple(_ranks(HOME_RANK[side], FRONT_RANK[side]) for side in (0, 1))
"""The bit mask of each side's Starting Zone."""


def distance(side: int, square: int) -> int:
    """Return the number of ranks from a square to the enemy's Starting Zone, 0 within the zone."""
    rank = square // SIZE
    return max(0, FRONT_RANK[1] - rank) if side == 0 else max(0, rank - FRONT_RANK[0])


NEARER: Final = tuple(
    tuple(
        sum(1 << goal for goal in range(SIZE * SIZE) if distance(side, goal) < distance(side, origin))
        for origin in range(SIZE * SIZE)
    )
    for side in (0, 1)
)
"""For each side and square, the bit mask of the squares nearer to the enemy's zone. A Minion may go only there."""

NEIGHBOURS: Final = tuple(
    tuple(sorted(number(near) for step in ALL_DIRECTIONS if (near := square.step(step)) in GRID)) for square in SQUARES
)
"""For each square, its adjacent squares, up to eight."""


def _runs(direction: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return, for each square, the bit masks of the next 0, 1, 2 … 9 squares in a direction."""
    table = []
    for start in SQUARES:
        ray = [1 << number(square) for square in GRID.ray(start, direction)]
        table.append(tuple(sum(ray[:length]) for length in range(SIZE)))
    return tuple(table)


Runs: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""For each direction and square, the bit masks of the next 0, 1, 2 … 9 squares."""
STRAIGHT_UP: Final[Runs] = tuple(_runs(step) for step in ORTHOGONAL if number(Square(*step)) > 0)
STRAIGHT_DOWN: Final[Runs] = tuple(_runs(step) for step in ORTHOGONAL if number(Square(*step)) < 0)
DIAGONAL_UP: Final[Runs] = tuple(_runs(step) for step in DIAGONAL if number(Square(*step)) > 0)
DIAGONAL_DOWN: Final[Runs] = tuple(_runs(step) for step in DIAGONAL if number(Square(*step)) < 0)


def slide(up: Runs, down: Runs, origin: int, rating: int, occupied: int) -> int:
    """Return a bit mask of the squares that a figure reaches along lines. It includes the first occupied squares.

    Args:
        up: the lines with ascending numbers of squares (``STRAIGHT_UP`` or ``DIAGONAL_UP``).
        down: the opposite lines.
        origin: the square of the figure.
        rating: the maximum distance, in squares.
        occupied: the bit mask of occupied squares.
    """
    length = min(rating, SIZE - 1)
    result = 0
    for line in up:
        run = line[origin][length]
        blockers = run & occupied
        result |= run & (((blockers & -blockers) << 1) - 1) if blockers else run
    for line in down:
        run = line[origin][length]
        blockers = run & occupied
        result |= run & -(1 << blockers.bit_length() - 1) if blockers else run
    return result


@cache
def leaps(origin: int, rating: int, diagonal: bool) -> int:
    """Return a bit mask of the squares exactly ``rating`` squares away on straight or diagonal lines."""
    if not 1 <= rating < SIZE:
        return 0
    goals = (SQUARES[origin].step(step, rating) for step in (DIAGONAL if diagonal else ORTHOGONAL))
    return sum(1 << number(goal) for goal in goals if goal in GRID)


class Path(NamedTuple):
    """A path between two squares.

    Attributes:
        straight: the length of its straight part, in squares.
        diagonal: the length of its diagonal part, in squares.
        between: the squares between start and end, in order, including the corner.
    """

    straight: int
    diagonal: int
    between: tuple[int, ...]


@cache
def paths(origin: int, goal: int) -> tuple[Path, ...]:
    """Return all paths between two squares.

    A path has a straight part, a diagonal part, or one of each in any order.
    """
    start, end = SQUARES[origin], SQUARES[goal]
    across, along = end.file - start.file, end.rank - start.rank
    result: list[Path] = []
    if (across == 0) != (along == 0):
        result.append(Path(abs(across + along), 0, _squares_between(start, end)))
    if abs(across) == abs(along) != 0:
        result.append(Path(0, abs(across), _squares_between(start, end)))
    corners = []
    for sign in (1, -1):
        if along:
            corners.append(Square(end.file - sign * abs(along), start.rank))  # along the rank, then diagonally
            corners.append(Square(start.file + sign * abs(along), end.rank))  # diagonally, then along the rank
        if across:
            corners.append(Square(start.file, end.rank - sign * abs(across)))
            corners.append(Square(end.file, start.rank + sign * abs(across)))
    for corner in corners:
        if corner in GRID and corner not in (start, end):
            first_length = max(abs(corner.file - start.file), abs(corner.rank - start.rank))
            second_length = max(abs(end.file - corner.file), abs(end.rank - corner.rank))
            between = (*_squares_between(start, corner), number(corner), *_squares_between(corner, end))
            diagonal_first = start.file != corner.file and start.rank != corner.rank
            result.append(
                Path(second_length, first_length, between)
                if diagonal_first
                else Path(first_length, second_length, between)
            )
    return tuple(result)


def _squares_between(start: Square, end: Square) -> tuple[int, ...]:
    """Return the squares between two squares on the same line."""
    length = max(abs(end.file - start.file), abs(end.rank - start.rank))
    direction = ((end.file - start.file) // length, (end.rank - start.rank) // length)
    return tuple(number(start.step(direction, distance)) for distance in range(1, length))
