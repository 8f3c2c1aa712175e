"""Generate and apply the effects of the four Operation cards.

A board is a string with one character for each cell. A supply is a tuple of amounts in type order (see
``state``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleboard.games.equilibrium.moves import Addition, Division, Multiplication, Run, Subtraction
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    CELL_BY_HEX,
    CELLS,
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    NEIGHBOUR_CELLS,
    with_amount_changed,
    with_tile,
)

_NEIGHBOUR_MASKS = tuple(sum(1 << neighbour for neighbour in cells) for cells in NEIGHBOUR_CELLS)
_FORWARD_DIRECTIONS = ((0, 1), (1, -1), (1, 0))
_NEIGHBOUR_PAIRS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        (cell, CELL_BY_HEX[coordinates.step(vector)])
        for cell, coordinates in enumerate(CELLS)
        if coordinates.step(vector) in CELL_BY_HEX
    )
    for vector in _FORWARD_DIRECTIONS
)
"""For each direction, all pairs of neighbouring cells in this direction, in the order of their coordinates."""


def _occupied_mask(board: str) -> int:
    return sum(1 << cell for cell, tile in enumerate(board) if tile != EMPTY)


def occupied_cells(board: str) -> tuple[int, ...]:
    """Return the cells that have a tile, face up or down. Subtraction and Division act on these cells."""
    return tuple(cell for cell, tile in enumerate(board) if tile != EMPTY)


def cells_next_to_tiles(board: str) -> tuple[int, ...]:
    """Return the free cells next to a tile, or the centre if the board is empty."""
    if board == EMPTY_BOARD:
        return (CENTRE,)
    occupied_mask = _occupied_mask(board)
    return tuple(
        cell for cell in range(len(CELLS)) if not occupied_mask >> cell & 1 and _NEIGHBOUR_MASKS[cell] & occupied_mask
    )


def additions(board: str, supply: tuple[int, ...]) -> Iterator[tuple[int, str, int]]:
    """Yield all possible Additions.

    Each contains the cell of the old tile, the type of the new tile, and the cell of the new tile. Implements
    'Addition': the new tile is of another type, comes from the supply and goes next to any tile. It may go to the
    cell of the old tile.
    """
    for removed_cell in occupied_cells(board):
        cells = cells_next_to_tiles(with_tile(board, removed_cell, EMPTY))
        for kind, amount in zip(TYPES, supply, strict=True):
            if amount and kind != board[removed_cell].upper():
                for cell in cells:
                    yield removed_cell, kind, cell


def multiplications(board: str, supply: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield all possible Multiplications: the cells of the two originals, and the cells of their copies.

    Implements 'Multiplication': the originals are neighbours. The copies go to free cells that are neighbours in
    the same direction. At least one copy is next to a tile. The supply has both types. Copies are in the same
    order as the originals, which are in the order of their coordinates.
    """
    occupied_mask = _occupied_mask(board)
    for pairs in _NEIGHBOUR_PAIRS:
        originals = [
            (first_cell, second_cell)
            for first_cell, second_cell in pairs
            if occupied_mask >> first_cell & 1
            and occupied_mask >> second_cell & 1
            and has_tile_of_each(supply, board[first_cell].upper(), board[second_cell].upper())
        ]
        if not originals:
            continue
        copies = [
            (first_cell, second_cell)
            for first_cell, second_cell in pairs
            if not (occupied_mask >> first_cell & 1 or occupied_mask >> second_cell & 1)
            and (_NEIGHBOUR_MASKS[first_cell] | _NEIGHBOUR_MASKS[second_cell]) & occupied_mask
        ]
        yield from product(originals, copies)


def has_tile_of_each(supply: tuple[int, ...], first_kind: str, second_kind: str) -> bool:
    """Return True if a supply has a tile of each of two types, or two tiles of the same type."""
    amount = supply[TYPES.index(first_kind)]
    return amount >= 2 if first_kind == second_kind else amount >= 1 and supply[TYPES.index(second_kind)] >= 1


def apply_run(board: str, supply: tuple[int, ...], move: Run) -> tuple[str, tuple[int, ...]]:
    """Return the board and the supply after an operation. New tiles are face up."""
    match move:
        case Subtraction(cell):
            return _without_tile(board, supply, cell)
        case Division(cell):
            return with_tile(board, cell, board[cell].swapcase()), supply
        case Addition(removed_cell, kind, cell):
            board, supply = _without_tile(board, supply, removed_cell)
            return _with_new_tile(board, supply, cell, kind)
        case Multiplication(originals, copies):
            for original, copy in zip(originals, copies, strict=True):
                board, supply = _with_new_tile(board, supply, copy, board[original].upper())
            return board, supply


def _without_tile(board: str, supply: tuple[int, ...], cell: int) -> tuple[str, tuple[int, ...]]:
    return with_tile(board, cell, EMPTY), with_amount_changed(supply, board[cell].upper(), 1)


def _with_new_tile(board: str, supply: tuple[int, ...], cell: int, kind: str) -> tuple[str, tuple[int, ...]]:
    return with_tile(board, cell, kind), with_amount_changed(supply, kind, -1)
