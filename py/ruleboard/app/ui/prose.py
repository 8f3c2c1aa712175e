"""Rendering of lesson and rule texts: paragraphs, lists, tables, bold text and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ruleboard.i18n import _
from ruleboard.learning.lessons import text_blocks
from ruleboard.scene.node import Node, el

_BOLD_PATTERN = re.compile(r"\*\*(.+?)\*\*")
_LINK_PATTERN = re.compile(r"\[([^\]]+)\]\((#/[^)]*)\)")


def prose(text: str, *, has_links: bool = False) -> Iterator[Node]:
    """Render a text in the current language (see ``lessons.blocks``).

    Args:
        text: the text; ``**…**`` is bold, ``[…](#/…)`` a link to a page of the app.
        has_links: False to render links as plain text, as on embedded boards.
    """
    for kind, group in groupby((_(block) for block in text_blocks(text)), _block_kind):
        if kind == "list":
            yield el(
                "ul", (el("li", *_inline_nodes(block.removeprefix("- "), has_links)) for block in group), cls="points"
            )
        elif kind == "table":
            yield _table_node([[cell.strip() for cell in block.strip("| ").split("|")] for block in group])
        else:
            yield from (el("p", *_inline_nodes(block, has_links)) for block in group)


def searchable_text(text: str) -> str:
    """Return a text in the current language prepared for searches: without markup, and case-folded."""
    return " ".join(
        _LINK_PATTERN.sub(r"\1", _BOLD_PATTERN.sub(r"\1", _(block))) for block in text_blocks(text)
    ).casefold()


def _block_kind(block: str) -> str:
    return "list" if block.startswith("- ") else "table" if block.startswith("|") else "paragraph"


def _table_node(rows: list[list[str]]) -> Node:
    """Render a table. The first row is its head."""
    head, *body = rows
    return el(
        "div",
        el(
            "table",
            el("thead", el("tr", (el("th", *_inline_nodes(cell), scope="col") for cell in head))),
            el("tbody", (el("tr", (el("td", *_inline_nodes(cell)) for cell in row)) for row in body)),
        ),
        cls="table-frame",
        tabindex="0",
    )


def _inline_nodes(text: str, has_links: bool = False) -> list[Node]:
    """Render the plain parts, bold parts and links of a line."""
    nodes: list[Node] = []
    for index, part in enumerate(_BOLD_PATTERN.split(text)):
        if index % 2:
            nodes.append(el("strong", text=part))
            continue
        parts = iter(_LINK_PATTERN.split(part))
        for plain_text in parts:
            if plain_text:
                nodes.append(el("span", text=plain_text))
            if label := next(parts, ""):
                address = next(parts)
                nodes.append(el("a", text=label, href=address) if has_links else el("span", text=label))
    return nodes
