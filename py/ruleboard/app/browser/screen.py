"""The page on the screen, which each drawing patches into the next one."""

from __future__ import annotations

import json
from typing import Protocol

from ruleboard.scene.diff import diff, node_json
from ruleboard.scene.node import Node


class Pane(Protocol):
    """The part of a browser that shows a page."""

    def mount(self, tree: str) -> None:
        """Show the first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change the tree on the page, then animate motions, if any."""
        ...


class Screen:
    """Owns the page on the screen, and patches it into the next one.

    Args:
        pane: the browser.
        page: the page that is on the screen already, or None.
    """

    def __init__(self, pane: Pane, page: Node | None = None) -> None:
        self._pane = pane
        self._page = page

    def show(self, page: Node, motions: str = "") -> None:
        """Replace the page, and animate the change (see ``animation.motions_json``)."""
        if self._page is None:
            self._pane.mount(json.dumps(node_json(page)))
        elif operations := diff(self._page, page):
            self._pane.patch(json.dumps(operations), motions)
        self._page = page
