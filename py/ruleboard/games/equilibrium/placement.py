"""Placement by Load and Hack: the cells that may take a tile, and the obstacle on every other."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium.state import CELLS, CENTRE, EMPTY, EMPTY_BOARD, NEIGHBOURS, Player

TAKEN, ALONE, PARTNER, OFF_CENTRE = "taken", "alone", "partner", "off centre"


def obstacle(owner: Player, kind: str, cell: int) -> str:
    """Return the obstacle to a tile of type ``kind`` on a cell of ``owner``'s board.

    Implements 'Placement': free, next to a tile, next to its partner if it is on the card; on an empty board
    the centre, without a partner.

    Returns:
        ``TAKEN``, ``OFF_CENTRE``, ``ALONE``, ``PARTNER``, or an empty string if the tile may be placed.
    """
    return _obstacle(owner.board, owner.partner(kind), cell)


def free_cells(owner: Player, kind: str) -> tuple[int, ...]:
    """Return the cells of ``owner``'s board that may take a tile of a type."""
    return _free_cells(owner.board, owner.partner(kind))


@lru_cache(maxsize=1024)
def _free_cells(board: str, partner: str) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(CELLS)) if not _obstacle(board, partner, cell))


def _obstacle(board: str, partner: str, cell: int) -> str:
    if board[cell] != EMPTY:
        return TAKEN
    if board == EMPTY_BOARD:
        return "" if cell == CENTRE else OFF_CENTRE
    beside = [board[neighbour] for neighbour in NEIGHBOURS[cell]]
    if beside.count(EMPTY) == len(beside):
        return ALONE
    if partner and partner not in beside and partner.lower() not in beside:
        return PARTNER
    return ""
