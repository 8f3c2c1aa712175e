"""The board: its squares as numbers and bits, its lines, and the ways from one square to another.

Squares are numbered rank by rank from a1 (0) to j10 (99); a set of squares is a whole number with those bits
set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ruleboard.engine.grid import AROUND, DIAGONAL, ORTHOGONAL, Grid, Square

SIZE: Final = 10
GRID: Final = Grid(SIZE, SIZE)
SQUARES: Final = tuple(GRID.squares())
NAMES: Final = tuple(str(square) for square in SQUARES)
INDEX: Final = {name: number for number, name in enumerate(NAMES)}

HOME_RANK: Final = (0, SIZE - 1)
"""The rank of each side's Home, from 0."""
FRONT_RANK: Final = (1, SIZE - 2)
"""The other rank of each side's Starting Zone."""
HOMES: Final = (INDEX["j1"], INDEX["j10"])


def number(square: Square) -> int:
    """The number of a square."""
    return square.rank * SIZE + square.file


def bits(squares: int) -> Iterator[int]:
    """The numbers of the squares of a set, in order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _ranks(*ranks: int) -> int:
    return sum(1 << rank * SIZE + file for rank in ranks for file in range(SIZE))


ZONE: Final = tuple(_ranks(HOME_RANK[side], FRONT_RANK[side]) for side in (0, 1))
"""Each side's Starting Zone."""


def distance(side: int, square: int) -> int:
    """How many ranks a square is from the zone of that side's enemy, 0 inside it."""
    rank = square // SIZE
    return max(0, FRONT_RANK[1] - rank) if side == 0 else max(0, rank - FRONT_RANK[0])


NEARER: Final = tuple(
    tuple(
        sum(1 << goal for goal in range(SIZE * SIZE) if distance(side, goal) < distance(side, origin))
        for origin in range(SIZE * SIZE)
    )
    for side in (0, 1)
)
"""For each side and square, the squares nearer the enemy's zone: where a Minion may go."""

AROUND_OF: Final = tuple(
    tuple(sorted(number(near) for way in AROUND if (near := square.step(way)) in GRID)) for square in SQUARES
)
"""For every square, its up to eight neighbours."""


def _runs(direction: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """For every square, the sets of the first 0, 1, 2 … 9 squares in a direction."""
    table = []
    for start in SQUARES:
        ray = [1 << number(square) for square in GRID.ray(start, direction)]
        table.append(tuple(sum(ray[:length]) for length in range(SIZE)))
    return tuple(table)


Runs = tuple[tuple[tuple[int, ...], ...], ...]
STRAIGHT_UP: Final[Runs] = tuple(_runs(way) for way in ORTHOGONAL if number(Square(*way)) > 0)
STRAIGHT_DOWN: Final[Runs] = tuple(_runs(way) for way in ORTHOGONAL if number(Square(*way)) < 0)
DIAGONAL_UP: Final[Runs] = tuple(_runs(way) for way in DIAGONAL if number(Square(*way)) > 0)
DIAGONAL_DOWN: Final[Runs] = tuple(_runs(way) for way in DIAGONAL if number(Square(*way)) < 0)


def slide(up: Runs, down: Runs, origin: int, rating: int, occupied: int) -> int:
    """The squares reached along some lines, each up to the first that is occupied, which is included.

    Args:
        up: lines along which the numbers of squares grow (``STRAIGHT_UP`` or ``DIAGONAL_UP``).
        down: lines along which they shrink.
        origin: the square set out from.
        rating: the greatest distance, in squares.
        occupied: the set of squares that stop a figure.
    """
    length = min(rating, SIZE - 1)
    reached = 0
    for line in up:
        run = line[origin][length]
        met = run & occupied
        reached |= run & (((met & -met) << 1) - 1) if met else run
    for line in down:
        run = line[origin][length]
        met = run & occupied
        reached |= run & -(1 << met.bit_length() - 1) if met else run
    return reached


@cache
def leaps(origin: int, rating: int, slanting: bool) -> int:
    """The squares exactly ``rating`` squares away, straight or (``slanting``) diagonally."""
    if not 1 <= rating < SIZE:
        return 0
    goals = (SQUARES[origin].step(way, rating) for way in (DIAGONAL if slanting else ORTHOGONAL))
    return sum(1 << number(goal) for goal in goals if goal in GRID)


Way = tuple[int, int, tuple[int, ...]]
"""How far straight, how far diagonally, and the squares on the way in order, neither start nor end."""


@cache
def ways(origin: int, goal: int) -> tuple[Way, ...]:
    """All ways from a square to another: one straight or diagonal part, or one of each, in either order."""
    start, end = SQUARES[origin], SQUARES[goal]
    across, along = end.file - start.file, end.rank - start.rank
    found: list[Way] = []
    if (across == 0) != (along == 0):
        found.append((abs(across + along), 0, _part(start, end)))
    if abs(across) == abs(along) != 0:
        found.append((0, abs(across), _part(start, end)))
    corners = []
    for sign in (1, -1):
        if along:
            corners.append(Square(end.file - sign * abs(along), start.rank))  # along the rank, then slanting
            corners.append(Square(start.file + sign * abs(along), end.rank))  # slanting, then along the rank
        if across:
            corners.append(Square(start.file, end.rank - sign * abs(across)))
            corners.append(Square(end.file, start.rank + sign * abs(across)))
    for corner in corners:
        if corner in GRID and corner not in (start, end):
            first = max(abs(corner.file - start.file), abs(corner.rank - start.rank))
            second = max(abs(end.file - corner.file), abs(end.rank - corner.rank))
            between = (*_part(start, corner), number(corner), *_part(corner, end))
            slants = start.file != corner.file and start.rank != corner.rank
            found.append((second, first, between) if slants else (first, second, between))
    return tuple(found)


def _part(start: Square, end: Square) -> tuple[int, ...]:
    """The squares between two on one line."""
    length = max(abs(end.file - start.file), abs(end.rank - start.rank))
    way = ((end.file - start.file) // length, (end.rank - start.rank) // length)
    return tuple(number(start.step(way, step)) for step in range(1, length))
