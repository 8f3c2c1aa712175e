"""The move list beside the board: the state after each action can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import button
from ruleboard.app.ui.legend import legend_opener
from ruleboard.engine.move_text import Turn, begins_row, turn_number
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

WINDOW = 240
"""The most turns of a move list that are on the page at a time."""
_STEP = 60
"""The number of turns after which the part of a longer list that is on the page moves on."""
_BEFORE = 90
"""The number of turns, at least, that are on the page before the one that is shown."""


def moves(table: Table) -> Node:
    """Return the move list; of one with more than ``WINDOW`` turns a part, and buttons for those around it."""
    timeline = table.shown
    at, end = table.stop_at(timeline.at), len(table.stops) - 1
    turns = timeline.turns()
    part = _window(table, turns)
    view = VIEWS[timeline.game.id]
    told = {
        number: view.turn_in_words(turns[number], timeline.states, timeline.entries)
        for number in range(max(part.start - 1, 0), part.stop)
    }
    rows = sum(begins_row(turns, number) for number in range(part.start))
    return el(
        "div",
        el("h2", text=_("Moves"), cls="unseen"),
        el(
            "ol",
            _others(_("Earlier moves"), part.start - 1) if part.start else None,
            (
                _turn(number, turns, told, table, timeline.at, row)
                for number, row in zip(part, _rows(turns, part, rows), strict=True)
            ),
            _others(_("Later moves"), part.stop) if part.stop < len(turns) else None,
            cls="list",
        )
        if turns
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
            button(_("One forward"), "play.look", str(at + 1), picture="next", bare=True, disabled=at == end),
            button(_("To the end"), "play.look", str(end), picture="last", bare=True, disabled=at == end),
            legend_opener(),
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


def _window(table: Table, turns: Sequence[Turn]) -> range:
    """Return the numbers of the turns that are on the page: around the one shown, or around the one asked for."""
    if len(turns) <= WINDOW:
        return range(len(turns))
    middle = turn_number(turns, table.shown.at - 1) if table.listed is None else min(table.listed, len(turns) - 1)
    start = max(0, middle // _STEP * _STEP - _BEFORE)
    return range(start, min(start + WINDOW, len(turns)))


def _others(label: str, number: int) -> Node:
    """Return the line with the button that lists other turns: those around the one of a number."""
    return el("li", button(label, "play.list", str(number), cls="quiet"), cls="others", key=label)


def plies(turns: Sequence[Turn], number: int) -> tuple[Move, ...]:
    """Return the texts of a turn, each with all plies that it stands for."""
    first = turns[number - 1].items[-1][0] + 1 if number else 0
    moves = []
    for ply, text in turns[number].items:
        moves.append(Move(first, ply, text))
        first = ply + 1
    return tuple(moves)


def _rows(turns: Sequence[Turn], part: range, before: int) -> Iterator[int]:
    """Yield, for each turn of a part, the number of its row from 1 if it comes first there, else 0.

    Args:
        turns: the move list.
        part: the numbers of the turns, from 0.
        before: the number of rows before them.
    """
    for number in part:
        begins = begins_row(turns, number)
        before += begins
        yield before if begins else 0


def _turn(number: int, turns: Sequence[Turn], told: Mapping[int, Turn], table: Table, at: int, row: int) -> Node:
    """Return a line of the move list.

    Args:
        number: the number of the turn, from 0.
        turns: the move list.
        told: the same by their numbers, in words if the game has words for them: it and the one before.
        table: the game.
        at: the number of entries before the state that is shown.
        row: the number of the row that begins with it; 0 if none does.
    """
    turn = told[number]
    again = number > 0 and told[number - 1].label == turn.label
    texts = dict(turn.items)
    player = "all" if turn.player is None else f"p{turn.player}"
    items = tuple(
        (
            table.stop_at(move.last + 1) - 1,
            texts[move.last],
            table.stop_at(move.first) < table.stop_at(at) <= table.stop_at(move.last + 1),
            move.first >= table.timeline.at,
        )
        for move in plies(turns, number)
    )
    numbered = not any(other.label for other in turns[:2])  # else the game has labels of its own
    label = f"{row}." if row and numbered else turn.label
    return _line(label, f"turn {player}{' again' if again else ''}", number, items)


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
            key=str(place),  # several texts of one unseen decision have the same stop
        )
        for place, (last, text, now, gone) in enumerate(plies)
    )
    return el(
        "li",
        el("span", text=label, cls="label") if label else None,
        el("span", nodes, cls="items"),
        cls=cls,
        id=f"turn-{number}",
        key=str(number),
    )
