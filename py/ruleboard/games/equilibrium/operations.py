"""The four operations: every way to carry each out on a board, and what it leaves.

A board is its text, the supply its amounts in type order; cells are numbers (see ``state``).
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import BARE, CELL_OF, CELLS, CENTRE, EMPTY, NEAR, changed, put

_NEAR_MASKS = tuple(sum(1 << other for other in near) for near in NEAR)
_FORWARD = ((0, 1), (1, -1), (1, 0))
_PAIRS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((cell, CELL_OF[place.step(vector)]) for cell, place in enumerate(CELLS) if place.step(vector) in CELL_OF)
    for vector in _FORWARD
)
"""For each direction, all pairs of neighbouring cells lying so, the smaller coordinates first."""


def _occupied(board: str) -> int:
    return sum(1 << cell for cell, tile in enumerate(board) if tile != EMPTY)


def tiles_on(board: str) -> tuple[int, ...]:
    """The cells with a tile, face up or down: what Subtraction may remove and Division may turn over."""
    return tuple(cell for cell, tile in enumerate(board) if tile != EMPTY)


def landing(board: str) -> tuple[int, ...]:
    """The free cells next to any tile; on an empty board the centre."""
    if board == BARE:
        return (CENTRE,)
    taken = _occupied(board)
    return tuple(cell for cell in range(len(CELLS)) if not taken >> cell & 1 and _NEAR_MASKS[cell] & taken)


def subtract(board: str, supply: tuple[int, ...], cell: int) -> tuple[str, tuple[int, ...]]:
    """Board and supply after Subtraction of the tile on a cell."""
    return put(board, cell, EMPTY), changed(supply, board[cell].upper(), 1)


def additions(board: str, supply: tuple[int, ...]) -> Iterator[tuple[int, str, int]]:
    """Every Addition: the cell emptied, the type of the new tile and its cell.

    Implements 'Addition': another type, from the supply, next to any tile; the emptied hex is free for it.
    """
    for gone in tiles_on(board):
        left = put(board, gone, EMPTY)
        places = landing(left)
        for kind, there in zip(TYPES, supply, strict=True):
            if there and kind != board[gone].upper():
                for cell in places:
                    yield gone, kind, cell


def add(board: str, supply: tuple[int, ...], gone: int, kind: str, cell: int) -> tuple[str, tuple[int, ...]]:
    """Board and supply after an Addition."""
    board, supply = subtract(board, supply, gone)
    return put(board, cell, kind), changed(supply, kind, -1)


def divide(board: str, cell: int) -> str:
    """The board after Division turned the tile on a cell over."""
    return put(board, cell, board[cell].swapcase())


def multiplications(board: str, supply: tuple[int, ...]) -> Iterator[tuple[int, int, int, int]]:
    """Every Multiplication: the two originals and the cells of their copies, in the same order.

    Implements 'Multiplication': originals next to each other, copies lying to each other as they do, on free
    hexes, at least one next to a tile; both types in supply. The smaller coordinates come first.
    """
    taken = _occupied(board)
    stock = dict(zip(TYPES, supply, strict=True))
    for pairs in _PAIRS:
        originals = [
            (one, other) for one, other in pairs if taken >> one & 1 and taken >> other & 1
            and in_stock(stock, board[one].upper(), board[other].upper())
        ]  # fmt: skip
        if not originals:
            continue
        copies = [
            (one, other)
            for one, other in pairs
            if not (taken >> one & 1 or taken >> other & 1) and (_NEAR_MASKS[one] | _NEAR_MASKS[other]) & taken
        ]
        for one, other in originals:
            for first, second in copies:
                yield one, other, first, second


def in_stock(stock: dict[str, int], one: str, other: str) -> bool:
    """Whether the supply has both tiles."""
    return stock[one] >= 2 if one == other else stock[one] >= 1 and stock[other] >= 1


def multiply(
    board: str, supply: tuple[int, ...], one: int, other: int, first: int, second: int
) -> tuple[str, tuple[int, ...]]:
    """Board and supply after a Multiplication; the copies lie face up."""
    for original, copy in ((one, first), (other, second)):
        kind = board[original].upper()
        board, supply = put(board, copy, kind), changed(supply, kind, -1)
    return board, supply
