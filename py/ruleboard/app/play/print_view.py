"""The printed page of a game: a heading with the board, a picture, or the moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise
from typing import TypeAlias

from ruleboard.app.board.announcements import position_heading
from ruleboard.app.board.table import Table
from ruleboard.app.ui.components import svg_data_url
from ruleboard.app.ui.names import game_title, player_names, short_name
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_Turn: TypeAlias = tuple[str, int | None, str]
"""A turn: its label, its player and its actions."""


def nodes_for_print(print_content: str, table: Table) -> Iterator[Node]:
    """Yield the parts of the page that are visible only in print.

    Args:
        print_content: empty to print the page itself, "record" for the moves, or the text of an SVG picture.
        table: the game.
    """
    match print_content:
        case "":
            yield el("p", text=position_heading(table), cls="on-paper heading", key="heading", aria_hidden="true")
        case "record":
            yield _record_section(table)
        case picture:
            source = svg_data_url(picture)
            yield el("img", src=source, alt="", cls="on-paper position", key="picture", aria_hidden="true")


def _record_section(table: Table) -> Node:
    timeline = table.timeline
    sides = [_(side) for side in timeline.game.sides(timeline.states[0])]
    names = (short_name(timeline.record, number) for number in range(len(sides)))
    player_texts = (
        name if name == side else _("{name} ({side})").format(name=name, side=side)
        for name, side in zip(names, sides, strict=True)
    )
    outcome = timeline.outcome
    return el(
        "section",
        el("h1", text=game_title(timeline.record)),
        el("p", text=_(timeline.game.title)),
        el("p", text=" – ".join(player_texts)),
        el("ol", _record_lines(table), cls="list"),
        el("p", text=outcome.reason) if outcome else None,
        cls="on-paper record",
        key="record",
        aria_hidden="true",
    )


def _record_lines(table: Table) -> Iterator[Node]:
    """Yield the lines that list the moves up to the current state.

    A turn without a label continues the line before it. If no turn has a label, the turns of the first player are
    numbered. If turns share a label, the list contains it once, and the players' names precede their actions. The
    outcome is printed only below the list.
    """
    timeline = table.timeline
    names = player_names(timeline.record)
    outcome = timeline.outcome
    turns: list[_Turn] = [
        (turn.label, turn.player, " ".join(text for ply, text in turn.items if ply < timeline.ply))
        for turn in timeline.turns()
        if turn.items and turn.items[0][0] < timeline.ply
    ]
    if outcome and turns and turns[-1][2] == outcome.reason:
        turns.pop()
    if not any(turn_label for turn_label, player, text in turns):
        turns = _with_row_numbers(turns)
    shares_labels = any(turn[0] and turn[0] == next_turn[0] for turn, next_turn in pairwise(turns))
    line: list[str] = []
    label = ""
    for turn_label, player, text in turns:
        if shares_labels and turn_label == label:
            turn_label = ""
        elif shares_labels and turn_label:
            yield el("li", text=turn_label, cls="round")
            label = turn_label
        if shares_labels:
            yield _record_line("" if player is None else f"{names[player]}:", text)
            continue
        if turn_label and line:
            yield _record_line(label, *line)
            line = []
        label = turn_label or label
        line.append(text)
    if line:
        yield _record_line(label, *line)


def _with_row_numbers(turns: list[_Turn]) -> list[_Turn]:
    row_numbers = count(1)
    return [(f"{next(row_numbers)}." if player == turns[0][1] else "", player, text) for label, player, text in turns]


def _record_line(label: str, *turns: str) -> Node:
    """Return a line of the list with a column for each turn. Each word is an element, so that words do not break."""
    return el(
        "li",
        el("span", text=label, cls="label") if label else None,
        (el("span", (el("span", text=f"{word} ") for word in text.split())) for text in turns),
    )
