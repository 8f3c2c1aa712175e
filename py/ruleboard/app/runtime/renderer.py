"""Selectors of the parts of a page that can be scrolled into view."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.effects import Place
from ruleboard.app.play.table import Table

PLACES: Mapping[Place, str] = {
    Place.CURRENT_MOVE: ".moves .now",
    Place.REFUSAL: ".player:has(.said)",
    Place.SIDE_PANEL: ".page-table > .beside",
    Place.BOARD: ".page-table > .stage",
    Place.FEEDBACK: ".lesson-task .answer > :last-child",
    Place.START_FIELD: ".setup > .start",
    Place.TOP: ".masthead",
}
"""The selectors of the parts of a page that can be scrolled into view."""


def element(id: str) -> str:
    """Return the selector of the element with an id."""
    return f"#{id}"


def players_part(player: int) -> str:
    """Return the selector of a player's part of the board; players are numbered from 0."""
    return f'.stage [data-player="{player + 1}"]'


class Spotlight:
    """Follows the part of a board that has to be seen, where a board has to be panned."""

    def __init__(self) -> None:
        self._last: tuple[str, bool, int, str] | None = None

    def moved(self, table: Table | None) -> str:
        """Return the selector of the part to be seen once it is another than before; else empty."""
        if table is None:
            self._last = None
            return ""
        player = table.shown.to_move
        selector = players_part(player) if player is not None else ""
        if table.highlighted:
            selector = ".stage .shown"
        elif not table.shows_whole_board and not table.panned:
            selector = ".stage [data-legal]"  # enlarged by hand: something that can be touched
        current = (table.id, table.shows_whole_board, table.page, selector)
        changed = current != self._last
        self._last = current
        return selector if changed else ""
