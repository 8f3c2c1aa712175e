"""Placement by Load and Hack: the free cells, and the obstacle on each other cell."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium.state import CELLS, CENTRE, EMPTY, EMPTY_BOARD, NEIGHBOURS, Player

OCCUPIED, ISOLATED, PARTNER_MISSING, OFF_CENTRE = "taken", "alone", "partner", "off centre"


def obstacle(owner: Player, kind: str, cell: int) -> str:
    """Return why a tile of type ``kind`` may not go on a cell of ``owner``'s board.

    Implements 'Placement': the cell is free, next to a tile, and next to the type's partner if the type is on the
    card. On an empty board it is the centre, without a partner.

    Returns:
        ``OCCUPIED``, ``OFF_CENTRE``, ``ISOLATED``, ``PARTNER_MISSING``, or an empty string if it may.
    """
    return _obstacle(owner.board, owner.partner(kind), cell)


def free_cells(owner: Player, kind: str) -> tuple[int, ...]:
    """Return the cells of ``owner``'s board where a tile of type ``kind`` may go."""
    return _free_cells(owner.board, owner.partner(kind))


@lru_cache(maxsize=1024)
def _free_cells(board: str, partner: str) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(CELLS)) if not _obstacle(board, partner, cell))


def _obstacle(board: str, partner: str, cell: int) -> str:
    if board[cell] != EMPTY:
        return OCCUPIED
    if board == EMPTY_BOARD:
        return "" if cell == CENTRE else OFF_CENTRE
    neighbours = [board[neighbour] for neighbour in NEIGHBOURS[cell]]
    if neighbours.count(EMPTY) == len(neighbours):
        return ISOLATED
    if partner and partner not in neighbours and partner.lower() not in neighbours:
        return PARTNER_MISSING
    return ""
