"""Parse the elements of pages and snippets."""

from __future__ import annotations

from html.parser import HTMLParser


class _ElementParser(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))


def parse_elements(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the tags of all elements in an HTML text, with their attributes."""
    return _ElementParser(text).elements


def find_attributes(text: str, tag: str) -> list[dict[str, str]]:
    """Return the attributes of all elements with a tag in an HTML text."""
    return [attributes for name, attributes in parse_elements(text) if name == tag]
