"""Texts of lessons and rules as nodes: paragraphs, lists, tables, words in bold, links to pages of the app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ruleboard.games.lessons import blocks
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\((#/[^)]*)\)")


def prose(text: str, *, linked: bool = False) -> Iterator[Node]:
    """Yield the nodes of a text in the current language (see ``lessons.blocks``).

    Args:
        text: the text; ``**…**`` is bold, ``[…](#/…)`` a link to a page of the app.
        linked: True if its links can be followed; elsewhere, as in other pages, they are words like others.
    """
    for kind, group in groupby((_(block) for block in blocks(text)), _kind):
        if kind == "list":
            yield el("ul", (el("li", *_words(block.removeprefix("- "), linked)) for block in group), cls="points")
        elif kind == "table":
            yield _table([[cell.strip() for cell in block.strip("| ").split("|")] for block in group])
        else:
            yield from (el("p", *_words(block, linked)) for block in group)


def plain(text: str) -> str:
    """Return a text for searches: in the current language, without markup, case-folded."""
    return " ".join(_LINK.sub(r"\1", _BOLD.sub(r"\1", _(block))) for block in blocks(text)).casefold()


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


def _words(text: str, linked: bool = False) -> list[Node]:
    """Return the text of a line, split into plain and bold parts and links."""
    found: list[Node] = []
    for at, part in enumerate(_BOLD.split(text)):
        if at % 2:
            found.append(el("strong", text=part))
            continue
        words = iter(_LINK.split(part))
        for plain_words in words:
            if plain_words:
                found.append(el("span", text=plain_words))
            if label := next(words, ""):
                address = next(words)
                found.append(el("a", text=label, href=address) if linked else el("span", text=label))
    return found
