"""The four operations: every way to carry each out on a board, and its result.

A board is a string with one character a cell, the supply its amounts in type order (see ``state``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleboard.games.equilibrium.moves import Addition, Division, Multiplication, Run, Subtraction
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    CELL_OF,
    CELLS,
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    NEIGHBOURS,
    with_amount_changed,
    with_tile,
)

_NEIGHBOUR_MASKS = tuple(sum(1 << other for other in cells) for cells in NEIGHBOURS)
_FORWARD = ((0, 1), (1, -1), (1, 0))
_PAIRS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((cell, CELL_OF[place.step(vector)]) for cell, place in enumerate(CELLS) if place.step(vector) in CELL_OF)
    for vector in _FORWARD
)
"""For each direction, all pairs of neighbouring cells in it, the smaller coordinates first."""


def _occupied(board: str) -> int:
    """Return the bit mask of the cells with a tile."""
    return sum(1 << cell for cell, tile in enumerate(board) if tile != EMPTY)


def tiles_on(board: str) -> tuple[int, ...]:
    """Return the cells with a tile, face up or down, which Subtraction may remove and Division may turn over."""
    return tuple(cell for cell, tile in enumerate(board) if tile != EMPTY)


def cells_beside_tiles(board: str) -> tuple[int, ...]:
    """Return the free cells next to any tile; on an empty board the centre."""
    if board == EMPTY_BOARD:
        return (CENTRE,)
    taken = _occupied(board)
    return tuple(cell for cell in range(len(CELLS)) if not taken >> cell & 1 and _NEIGHBOUR_MASKS[cell] & taken)


def additions(board: str, supply: tuple[int, ...]) -> Iterator[tuple[int, str, int]]:
    """Yield every Addition: the cell of the removed tile, the type of the new tile and its cell.

    Implements 'Addition': another type, from the supply, next to any tile; the emptied hex is free for it.
    """
    for removed in tiles_on(board):
        cells = cells_beside_tiles(with_tile(board, removed, EMPTY))
        for kind, amount in zip(TYPES, supply, strict=True):
            if amount and kind != board[removed].upper():
                for cell in cells:
                    yield removed, kind, cell


def multiplications(board: str, supply: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield every Multiplication: the cells of the two originals, and those of their copies in the same order.

    Implements 'Multiplication': originals next to each other, copies lying to each other as they do, on free
    hexes, at least one next to a tile; both types in supply. The smaller coordinates come first.
    """
    taken = _occupied(board)
    for pairs in _PAIRS:
        originals = [
            (one, other)
            for one, other in pairs
            if taken >> one & 1 and taken >> other & 1 and in_stock(supply, board[one].upper(), board[other].upper())
        ]
        if not originals:
            continue
        copies = [
            (one, other)
            for one, other in pairs
            if not (taken >> one & 1 or taken >> other & 1)
            and (_NEIGHBOUR_MASKS[one] | _NEIGHBOUR_MASKS[other]) & taken
        ]
        yield from product(originals, copies)


def in_stock(supply: tuple[int, ...], one: str, other: str) -> bool:
    """Return True if a supply has tiles of two types; of the same type, two."""
    left = supply[TYPES.index(one)]
    return left >= 2 if one == other else left >= 1 and supply[TYPES.index(other)] >= 1


def run(board: str, supply: tuple[int, ...], move: Run) -> tuple[str, tuple[int, ...]]:
    """Return board and supply after an operation. New tiles lie face up."""
    match move:
        case Subtraction(cell):
            return _without_tile(board, supply, cell)
        case Division(cell):
            return with_tile(board, cell, board[cell].swapcase()), supply
        case Addition(removed, kind, cell):
            board, supply = _without_tile(board, supply, removed)
            return _with_new_tile(board, supply, cell, kind)
        case Multiplication(originals, copies):
            for original, copy in zip(originals, copies, strict=True):
                board, supply = _with_new_tile(board, supply, copy, board[original].upper())
            return board, supply


def _without_tile(board: str, supply: tuple[int, ...], cell: int) -> tuple[str, tuple[int, ...]]:
    """Return board and supply after the tile on a cell has gone to the supply."""
    return with_tile(board, cell, EMPTY), with_amount_changed(supply, board[cell].upper(), 1)


def _with_new_tile(board: str, supply: tuple[int, ...], cell: int, kind: str) -> tuple[str, tuple[int, ...]]:
    """Return board and supply after a tile of the supply has been put face up on a cell."""
    return with_tile(board, cell, kind), with_amount_changed(supply, kind, -1)
