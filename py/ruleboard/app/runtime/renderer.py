"""The page that is shown, patched into the next one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol

from ruleboard.app.effects import Place
from ruleboard.app.play.session import Table
from ruleboard.scene.diff import diff, tree
from ruleboard.scene.node import Node

PLACES: Mapping[Place, str] = {
    Place.CURRENT_MOVE: ".moves .now",
    Place.REFUSAL: ".player:has(.said)",
    Place.SIDE_PANEL: ".page-table > .beside",
    Place.LESSON_TASK: ".lesson-task",
}
"""The selectors of the parts of a page that can be scrolled into view."""


def element(id: str) -> str:
    """Return the selector of the element with an id."""
    return f"#{id}"


def players_part(player: int) -> str:
    """Return the selector of a player's part of the board; players are numbered from 0."""
    return f'.stage [data-player="{player + 1}"]'


class Pane(Protocol):
    """The part of a browser that shows a page."""

    def mount(self, tree: str) -> None:
        """Show a first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change what is shown; then let things travel (empty: none do)."""
        ...


class Screen:
    """What a browser shows now.

    Args:
        pane: where it shows it.
        shown: what it shows already, None for nothing.
    """

    def __init__(self, pane: Pane, shown: Node | None = None) -> None:
        self._pane = pane
        self._shown = shown

    def show(self, page: Node, motions: str = "") -> None:
        """Show a page in place of what is shown, and let things travel there (see ``motions.travels``)."""
        if self._shown is None:
            self._pane.mount(json.dumps(tree(page)))
        elif operations := diff(self._shown, page):
            self._pane.patch(json.dumps(operations), motions)
        self._shown = page


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
        if table.told:
            selector = ".stage .shown"
        elif not table.whole and not table.panned:
            selector = ".stage [data-legal]"  # enlarged by hand: something that can be touched
        current = (table.id, table.whole, table.page, selector)
        changed = current != self._last
        self._last = current
        return selector if changed else ""
