"""The move list beside the board: every action can be looked at."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ruleboard.app.play.session import Table
from ruleboard.app.ui.components import button
from ruleboard.engine.move_text import Turn
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def moves(table: Table) -> Node:
    """The move list: every action can be looked at."""
    timeline = table.shown
    end = len(timeline.entries)
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
            button(_("To the start"), "play.look", "0", picture="first", bare=True, disabled=timeline.at == 0),
            button(
                _("One back"),
                "play.look",
                str(timeline.at - 1),
                picture="previous",
                bare=True,
                disabled=timeline.at == 0,
            ),
            button(
                _("One on"), "play.look", str(timeline.at + 1), picture="next", bare=True, disabled=timeline.at == end
            ),
            button(_("To the end"), "play.look", str(end), picture="last", bare=True, disabled=timeline.at == end),
            cls="steps",
        ),
        cls="moves",
        key="moves",
    )


class Move(NamedTuple):
    """One text of the move list and the plies it stands for, the first and the last."""

    first: int
    last: int
    text: str


def lines(timeline: Timeline[Any]) -> list[tuple[Turn, tuple[Move, ...]]]:
    """The move list, with all plies that each of its texts stands for."""
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
    """One line of the move list; ``again``: its label is the one before's."""
    player = "all" if turn.player is None else f"p{turn.player}"
    plies = tuple(
        (move.last, move.text, move.first < timeline.at <= move.last + 1, move.first >= table.timeline.at)
        for move in items
    )
    return _line(turn.label, f"turn {player}{' again' if again else ''}", number, plies)


@lru_cache(maxsize=2048)
def _line(label: str, cls: str, number: int, plies: tuple[tuple[int, str, bool, bool], ...]) -> Node:
    """A line of the move list as it is written; most are as they were when the page was last drawn.

    No text in it is its own, so that it may be kept whatever language is spoken.

    Args:
        label: what stands before it.
        cls: its class.
        number: its place in the list.
        plies: the last action each text stands for, the text, whether one looks at it, and whether it was taken back.
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
