"""The page that is shown, patched into the next one."""

from __future__ import annotations

import json
from typing import Protocol

from ruleboard.scene.diff import diff, tree
from ruleboard.scene.node import Node


class Pane(Protocol):
    """The part of a browser that shows a page."""

    def mount(self, tree: str) -> None:
        """Show a first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change what is shown; then let things travel (empty: none do)."""
        ...


class Screen:
    """Owns the page that is shown, and patches it into the next one.

    Args:
        pane: the browser.
        shown: the page that is shown already, None for nothing.
    """

    def __init__(self, pane: Pane, shown: Node | None = None) -> None:
        self._pane = pane
        self._shown = shown

    def show(self, page: Node, motions: str = "") -> None:
        """Show a page in place of the present one, and animate the change (see ``animation.travels``)."""
        if self._shown is None:
            self._pane.mount(json.dumps(tree(page)))
        elif operations := diff(self._shown, page):
            self._pane.patch(json.dumps(operations), motions)
        self._shown = page
