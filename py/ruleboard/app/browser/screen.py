"""The page on the screen, which each drawing patches."""

from __future__ import annotations

import json
from typing import Protocol

from ruleboard.scene.diff import diff, node_json
from ruleboard.scene.node import Node


class PageRenderer(Protocol):
    """The part of a browser that shows pages."""

    def mount(self, tree: str) -> None:
        """Show the first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Apply operations to the tree on the page, then animate the motions, if any."""
        ...


class Screen:
    """Owns the page on the screen, and patches it at each drawing.

    Args:
        renderer: the browser.
        page: the page that is already on the screen, or None.
    """

    def __init__(self, renderer: PageRenderer, page: Node | None = None) -> None:
        self._renderer = renderer
        self._page = page

    @property
    def page(self) -> Node | None:
        """The page on the screen, or None before the first drawing."""
        return self._page

    def show(self, page: Node, motions: str = "", operations: str | None = None) -> None:
        """Show a page in place of the previous one, and animate motions.

        Args:
            page: the page.
            motions: the motions (see ``animation.motions_json``).
            operations: the patch from the previous page, as JSON, or None to compute it.
        """
        if self._page is None:
            self._renderer.mount(json.dumps(node_json(page)))
        elif operations := patch_operations(self._page, page) if operations is None else operations:
            self._renderer.patch(operations, motions)
        self._page = page


def patch_operations(old_page: Node, new_page: Node) -> str:
    """Return the patch from one page to another, as JSON; empty if the pages are equal."""
    operations = diff(old_page, new_page)
    return json.dumps(operations) if operations else ""
