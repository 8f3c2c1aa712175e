"""The printed page of a game: a heading above the board, or in its place a picture or the moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise
from typing import TypeAlias

from ruleboard.app.play.announcements import heading
from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import address
from ruleboard.app.ui.names import bare_name, players, title
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_Turn: TypeAlias = tuple[str, int | None, str]
"""A turn: its label, its player and its actions."""


def printed(printing: str, table: Table) -> Iterator[Node]:
    """Yield the parts of the page that are only seen on paper.

    Args:
        printing: empty for the page itself, "record", or a picture, the text of an SVG file.
        table: the game.
    """
    match printing:
        case "":
            yield el("p", text=heading(table), cls="on-paper heading", key="heading", aria_hidden="true")
        case "record":
            yield _record(table)
        case picture:
            source = address(picture)
            yield el("img", src=source, alt="", cls="on-paper position", key="picture", aria_hidden="true")


def _record(table: Table) -> Node:
    timeline = table.timeline
    sides = [_(side) for side in timeline.game.sides(timeline.states[0])]
    names = (bare_name(timeline.record, number) for number in range(len(sides)))
    who = (
        name if name == side else _("{name} ({side})").format(name=name, side=side)
        for name, side in zip(names, sides, strict=True)
    )
    outcome = timeline.outcome
    return el(
        "section",
        el("h1", text=title(timeline.record)),
        el("p", text=_(timeline.game.title)),
        el("p", text=" – ".join(who)),
        el("ol", _lines(table), cls="list"),
        el("p", text=outcome.reason) if outcome else None,
        cls="on-paper record",
        key="record",
        aria_hidden="true",
    )


def _lines(table: Table) -> Iterator[Node]:
    """Yield the lines of the moves up to the current state.

    A turn without a label goes on the line before it; where none has any, the turns of whoever began are numbered.
    Where turns share a label, it is written once, with the names of the players before what they did. An ending that
    is the outcome is told below, once.
    """
    timeline = table.timeline
    names = players(timeline.record)
    outcome = timeline.outcome
    turns: list[_Turn] = [
        (turn.label, turn.player, " ".join(text for ply, text in turn.items if ply < timeline.at))
        for turn in timeline.turns()
        if turn.items and turn.items[0][0] < timeline.at
    ]
    if outcome and turns and turns[-1][2] == outcome.reason:
        turns.pop()
    if not any(mark for mark, player, text in turns):
        turns = _numbered(turns)
    shared = any(one[0] and one[0] == other[0] for one, other in pairwise(turns))
    line: list[str] = []
    label = ""
    for mark, player, text in turns:
        if shared and mark == label:
            mark = ""
        elif shared and mark:
            yield el("li", text=mark, cls="round")
            label = mark
        if shared:
            yield _line("" if player is None else f"{names[player]}:", text)
            continue
        if mark and line:
            yield _line(label, *line)
            line = []
        label = mark or label
        line.append(text)
    if line:
        yield _line(label, *line)


def _numbered(turns: list[_Turn]) -> list[_Turn]:
    numbers = count(1)
    return [(f"{next(numbers)}." if player == turns[0][1] else "", player, text) for mark, player, text in turns]


def _line(label: str, *turns: str) -> Node:
    """Return a line of the list: a column for each turn, an element for each word, so that words are not broken."""
    return el(
        "li",
        el("span", text=label, cls="label") if label else None,
        (el("span", (el("span", text=f"{word} ") for word in text.split())) for text in turns),
    )
