"""Where a tile may be placed by Load and Hack, and what stands against it elsewhere."""

from __future__ import annotations

from ruleboard.games.equilibrium.state import BARE, CELLS, CENTRE, EMPTY, NEAR, Player

TAKEN, ALONE, PARTNER, OFF_CENTRE = "taken", "alone", "partner", "off centre"


def obstacle(owner: Player, kind: str, cell: int) -> str:
    """What forbids a tile of type ``kind`` on a cell of ``owner``'s board; empty if nothing does.

    Implements 'Placement': free, next to a tile, next to its partner if it is on the card; on an empty board
    the centre, without a partner.

    Returns:
        ``TAKEN``, ``OFF_CENTRE``, ``ALONE``, ``PARTNER`` or an empty text.
    """
    board = owner.board
    if board[cell] != EMPTY:
        return TAKEN
    if board == BARE:
        return "" if cell == CENTRE else OFF_CENTRE
    near = {board[other].upper() for other in NEAR[cell]}
    near.discard(EMPTY)
    if not near:
        return ALONE
    partner = owner.partner(kind)
    return PARTNER if partner and partner not in near else ""


def spots(owner: Player, kind: str) -> tuple[int, ...]:
    """The cells of ``owner``'s board that may take a tile of that type."""
    return tuple(cell for cell in range(len(CELLS)) if not obstacle(owner, kind, cell))
