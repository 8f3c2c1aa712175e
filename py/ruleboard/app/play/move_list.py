"""The move list beside the board: the state after each action can be shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import button
from ruleboard.engine.move_text import Turn
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def moves(table: Table) -> Node:
    """Return the move list."""
    timeline = table.shown
    at, end = table.stop_at(timeline.at), len(table.stops) - 1
    told = list(enumerate(_told_lines(timeline)))
    return el(
        "div",
        el("h2", text=_("Moves"), cls="unseen"),
        el(
            "ol",
            (
                _turn(
                    turn,
                    items,
                    number,
                    timeline,
                    table,
                    again=number > 0 and told[number - 1][1][0].label == turn.label,
                )
                for number, (turn, items) in told
            ),
            cls="list",
        )
        if timeline.entries
        else el("p", text=_("Moves are written down here."), cls="list small empty"),
        el(
            "div",
            button(_("To the start"), "play.look", "0", picture="first", bare=True, disabled=at == 0),
            button(
                _("One back"),
                "play.look",
                str(at - 1),
                picture="previous",
                bare=True,
                disabled=at == 0,
            ),
            button(_("One on"), "play.look", str(at + 1), picture="next", bare=True, disabled=at == end),
            button(_("To the end"), "play.look", str(end), picture="last", bare=True, disabled=at == end),
            cls="steps",
        ),
        cls="moves",
        key="moves",
    )


class Move(NamedTuple):
    """A text of the move list, with the first and the last ply that it stands for."""

    first: int
    last: int
    text: str


def lines(timeline: Timeline[Any]) -> list[tuple[Turn, tuple[Move, ...]]]:
    """Return the move list, with all plies that each of its texts stands for."""
    lines = []
    first = 0
    for turn in timeline.turns():
        items = []
        for ply, text in turn.items:
            items.append(Move(first, ply, text))
            first = ply + 1
        lines.append((turn, tuple(items)))
    return lines


def _told_lines(timeline: Timeline[Any]) -> list[tuple[Turn, tuple[Move, ...]]]:
    """Return the move list as it is read: in words, if the game has words for it."""
    view = VIEWS[timeline.game.id]
    found = []
    for turn, items in lines(timeline):
        told = view.turn_in_words(turn, timeline.states, timeline.entries)
        texts = dict(told.items)
        found.append((told, tuple(move._replace(text=texts[move.last]) for move in items)))
    return found


def _turn(
    turn: Turn, items: tuple[Move, ...], number: int, timeline: Timeline[Any], table: Table, *, again: bool
) -> Node:
    """Return a line of the move list; ``again``: its label is that of the line before."""
    player = "all" if turn.player is None else f"p{turn.player}"
    plies = tuple(
        (
            table.stop_at(move.last + 1) - 1,
            move.text,
            move.first < timeline.at <= move.last + 1,
            move.first >= table.timeline.at,
        )
        for move in items
    )
    return _line(turn.label, f"turn {player}{' again' if again else ''}", number, plies)


@lru_cache(maxsize=2048)
def _line(label: str, cls: str, number: int, plies: tuple[tuple[int, str, bool, bool], ...]) -> Node:
    """Return a line of the move list; cached, since few lines change between two pages.

    All texts are arguments, so that the language does not matter.

    Args:
        label: the text before it.
        cls: its class.
        number: its place in the list.
        plies: for each text: the last stop it stands for (``Table.stops``, less one), the text, True if it is the one
            shown, True if taken back.
    """
    nodes = (
        el(
            "button",
            text=text,
            type="button",
            cls=f"ply{' now' if now else ''}{' gone' if gone else ''}",
            data_do="play.look",
            data_value=str(last + 1),
            aria_current="step" if now else None,
            key=str(last),
        )
        for last, text, now, gone in plies
    )
    return el(
        "li",
        el("span", text=label, cls="label") if label else None,
        el("span", nodes, cls="items"),
        cls=cls,
        key=str(number),
    )
