"""The built-in boards and deck as JSON texts, in the format of custom boards and decks.

Each text is in a Python module, since data files are not available when Python starts from a memory snapshot.
"""

from __future__ import annotations

from functools import cache

from ruleboard.games.tensor_cards.data_files import BoardFile, DeckFile, parse_board, parse_deck
from ruleboard.games.tensor_cards.library import deck as _deck
from ruleboard.games.tensor_cards.library import equilibrium_point, long_channel, short_order, wide_gate


@cache
def boards() -> dict[str, BoardFile]:
    """Return the built-in boards, by their names in position texts. The first board is the default."""
    board_modules = (equilibrium_point, short_order, wide_gate, long_channel)
    return {file.board.name: file for file in (parse_board(board_module.JSON_TEXT) for board_module in board_modules)}


@cache
def deck() -> DeckFile:
    """Return the built-in deck."""
    return parse_deck(_deck.JSON_TEXT)
