"""Find the cells on which a Load or Hack can place a tile, and the obstacles on other cells."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium.state import CELLS, CENTRE, EMPTY, EMPTY_BOARD, NEIGHBOUR_CELLS, Player

OCCUPIED_CELL, ISOLATED_CELL, MISSING_PARTNER, OFF_CENTRE_CELL = "taken", "alone", "partner", "off centre"


def find_obstacle(owner: Player, kind: str, cell: int) -> str:
    """Return the obstacle to placing a tile on a cell of ``owner``'s board, or an empty string without an obstacle.

    The obstacle is ``OCCUPIED_CELL``, ``OFF_CENTRE_CELL``, ``ISOLATED_CELL`` or ``MISSING_PARTNER``. Implements
    'Placement': the cell must be free, next to a tile, and next to the type's partner if the type is on the card. On an
    empty board the cell must be the centre.
    """
    return _obstacle(owner.board, owner.partner(kind), cell)


def free_cells(owner: Player, kind: str) -> tuple[int, ...]:
    """Return the cells of ``owner``'s board on which a tile of type ``kind`` can be placed."""
    return _free_cells(owner.board, owner.partner(kind))


@lru_cache(maxsize=1024)
def _free_cells(board: str, partner: str) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(CELLS)) if not _obstacle(board, partner, cell))


def _obstacle(board: str, partner: str, cell: int) -> str:
    if board[cell] != EMPTY:
        return OCCUPIED_CELL
    if board == EMPTY_BOARD:
        return "" if cell == CENTRE else OFF_CENTRE_CELL
    neighbours = [board[neighbour] for neighbour in NEIGHBOUR_CELLS[cell]]
    if neighbours.count(EMPTY) == len(neighbours):
        return ISOLATED_CELL
    if partner and partner not in neighbours and partner.lower() not in neighbours:
        return MISSING_PARTNER
    return ""
