"""The home page as the build renders it: shown before any script has run, and patched into the next page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from ruleboard.app.languages import use_catalogue
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page import view
from ruleboard.scene.diff import tree
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html


@cache
def painted() -> Node:
    """Return the home page without stored games, in English; the first page Python draws is patched into it."""
    return view(Model())


@cache
def painted_tree() -> str:
    """Return the same as JSON, by which the browser finds its elements on the page."""
    return json.dumps(tree(painted()))


def html() -> str:
    """Return the same as HTML."""
    return to_html(painted())


def words(catalogue: bytes) -> dict[str, str]:
    """Return the texts of that page in another language, by those in English."""
    english = list(_texts(view(Model())))
    use_catalogue(catalogue)
    try:
        return {text: other for text, other in zip(english, _texts(view(Model())), strict=True) if text != other}
    finally:
        use_catalogue(b"")


def _texts(node: Node, hidden: bool = False) -> Iterator[str]:
    """Yield all texts of a page, but for the names in pictures that are hidden from screen readers."""
    hidden = hidden or node.attrs.get("aria-hidden") == "true"
    yield node.text
    for name in () if hidden else ("aria-label", "title"):
        yield node.attrs.get(name, "")
    for child in node.children:
        yield from _texts(child, hidden)
