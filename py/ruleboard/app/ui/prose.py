"""Texts of lessons and rules as nodes: paragraphs, lists, tables, and words in bold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ruleboard.games.lessons import blocks
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def prose(text: str) -> Iterator[Node]:
    """Yield the nodes of a text in the current language (see ``lessons.blocks``; ``**…**`` is bold)."""
    for kind, group in groupby((_(block) for block in blocks(text)), _kind):
        if kind == "list":
            yield el("ul", (el("li", *_words(block.removeprefix("- "))) for block in group), cls="points")
        elif kind == "table":
            yield _table([[cell.strip() for cell in block.strip("| ").split("|")] for block in group])
        else:
            yield from (el("p", *_words(block)) for block in group)


def plain(text: str) -> str:
    """Return a text for searches: in the current language, without markup, case-folded."""
    return " ".join(_BOLD.sub(r"\1", _(block)) for block in blocks(text)).casefold()


def _kind(block: str) -> str:
    return "list" if block.startswith("- ") else "table" if block.startswith("|") else "paragraph"


def _table(rows: list[list[str]]) -> Node:
    """Return a table whose first row is its head."""
    head, *body = rows
    return el(
        "div",
        el(
            "table",
            el("thead", el("tr", (el("th", *_words(cell), scope="col") for cell in head))),
            el("tbody", (el("tr", (el("td", *_words(cell)) for cell in row)) for row in body)),
        ),
        cls="table-frame",
        tabindex="0",
    )


def _words(text: str) -> list[Node]:
    """Return the text of a line, split into plain and bold parts."""
    parts = _BOLD.split(text)
    return [el("strong" if at % 2 else "span", text=part) for at, part in enumerate(parts) if part]
