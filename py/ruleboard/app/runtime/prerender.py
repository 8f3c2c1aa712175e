"""The home page as the build renders it. The browser shows it before any script runs; Python patches it later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from ruleboard.app.languages import use_catalogue
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.scene.diff import node_json
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html


@cache
def prerendered_home() -> Node:
    """Return the home page without stored games, in English.

    Python patches this page to show the first page of the app.
    """
    return page_view(Model())


@cache
def prerendered_tree() -> str:
    """Return the prerendered home page as JSON, which helps the browser find its elements."""
    return json.dumps(node_json(prerendered_home()))


def html() -> str:
    """Return the prerendered home page as HTML."""
    return to_html(prerendered_home())


def translations(catalogue: bytes) -> dict[str, str]:
    """Map each English text on the prerendered home page to its translation."""
    english_texts = list(_texts(page_view(Model())))
    use_catalogue(catalogue)
    try:
        return {
            text: translated_text
            for text, translated_text in zip(english_texts, _texts(page_view(Model())), strict=True)
            if text != translated_text
        }
    finally:
        use_catalogue(b"")


def _texts(node: Node, is_hidden: bool = False) -> Iterator[str]:
    """Yield all texts of a page, except names in boards and in pictures that are hidden from screen readers."""
    is_hidden = is_hidden or node.attrs.get("aria-hidden") == "true" or "data-game" in node.attrs
    yield node.text
    for name in () if is_hidden else ("aria-label", "title"):
        yield node.attrs.get(name, "")
    for child in node.children:
        yield from _texts(child, is_hidden)
