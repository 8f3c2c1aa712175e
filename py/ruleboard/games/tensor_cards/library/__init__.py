"""The boards and the deck that come along: JSON like anybody's own, read by the same parser.

They are kept in modules, one a board, because data files are not there when Python wakes from a memory
snapshot.
"""

from __future__ import annotations

from functools import cache

from ruleboard.games.tensor_cards.library import deck as _deck
from ruleboard.games.tensor_cards.library import equilibrium_point, long_channel, short_order, wide_gate
from ruleboard.games.tensor_cards.sheets import Board, DeckSheet, parse_board, parse_deck


@cache
def boards() -> dict[str, Board]:
    """The boards by the names position texts use; the first is the default."""
    sheets = (equilibrium_point.SHEET, short_order.SHEET, wide_gate.SHEET, long_channel.SHEET)
    return {board.layout.name: board for board in map(parse_board, sheets)}


@cache
def deck() -> DeckSheet:
    """The deck everybody plays with who has not brought another."""
    return parse_deck(_deck.SHEET)
