"""The move list next to the board. Its buttons show the state after each action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ruleboard.app.board.plies import ViewablePlies, viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.components import button
from ruleboard.app.ui.legend import legend_button
from ruleboard.engine.move_text import Turn, begins_row, turn_index
from ruleboard.i18n import _
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el

MAX_VISIBLE_TURNS = 120
"""The maximum number of turns of a move list on the page at a time."""
_WINDOW_STEP = 30
"""The visible part of a longer list moves by this number of turns."""
_MIN_TURNS_BEFORE = 45
"""The minimum number of turns on the page before the viewed one."""


def move_list(table: Table) -> Node:
    """Return the move list. If it is long, show ``MAX_VISIBLE_TURNS`` turns, and buttons that show other turns."""
    timeline = table.viewed_timeline
    plies = viewable_plies(table.timeline)
    index, last_index = plies.index_of(timeline.ply), len(plies) - 1
    turns = timeline.turns()
    visible_numbers = _visible_turns(table, turns)
    view = VIEWS[timeline.game.id]
    readable_turns = {
        turn_number: view.readable_turn(turns[turn_number], timeline.states, timeline.entries)
        for turn_number in range(max(visible_numbers.start - 1, 0), visible_numbers.stop)
    }
    row_count = sum(begins_row(turns, turn_number) for turn_number in range(visible_numbers.start))
    has_row_numbers = not any(turn.label for turn in turns[:2])  # else the game has its own labels
    return el(
        "div",
        el("h2", text=_("Moves"), cls="unseen"),
        el(
            "ol",
            _jump_line(_("Earlier moves"), visible_numbers.start - 1) if visible_numbers.start else None,
            (
                _turn_line(turn_number, turns, readable_turns, plies, timeline.ply, row if has_row_numbers else 0)
                for turn_number, row in zip(
                    visible_numbers, _row_numbers(turns, visible_numbers, row_count), strict=True
                )
            ),
            _jump_line(_("Later moves"), visible_numbers.stop) if visible_numbers.stop < len(turns) else None,
            cls="list several"
            if any(len(readable_turns[turn_number].items) > 1 for turn_number in visible_numbers)
            else "list",
            tabindex="0",
            data_arrows=True,
        )
        if turns
        else el("p", text=_("Your moves appear here."), cls="list small empty"),
        el(
            "div",
            button(
                _("Go to the start"), PlayMessage.VIEW_PLY, "0", picture="first", icon_only=True, disabled=index == 0
            ),
            button(
                _("Step back"),
                PlayMessage.VIEW_PLY,
                str(index - 1),
                picture="previous",
                icon_only=True,
                disabled=index == 0,
            ),
            button(
                _("Step forward"),
                PlayMessage.VIEW_PLY,
                str(index + 1),
                picture="next",
                icon_only=True,
                disabled=index == last_index,
            ),
            button(
                _("Go to the end"),
                PlayMessage.VIEW_PLY,
                str(last_index),
                picture="last",
                icon_only=True,
                disabled=index == last_index,
            ),
            legend_button(),
            cls="steps",
        ),
        cls="moves",
        key="moves",
    )


class MoveText(NamedTuple):
    """A text in the move list, with the first and the last ply that it describes."""

    first_ply: int
    last_ply: int
    text: str


def _visible_turns(table: Table, turns: Sequence[Turn]) -> range:
    """Return the numbers of the visible turns, around the viewed turn or around the requested turn."""
    if len(turns) <= MAX_VISIBLE_TURNS:
        return range(len(turns))
    middle_number = (
        turn_index(turns, table.viewed_timeline.ply - 1)
        if table.display.move_list_turn is None
        else min(table.display.move_list_turn, len(turns) - 1)
    )
    start = max(0, middle_number // _WINDOW_STEP * _WINDOW_STEP - _MIN_TURNS_BEFORE)
    return range(start, min(start + MAX_VISIBLE_TURNS, len(turns)))


def _jump_line(label: str, turn_number: int) -> Node:
    """Return the line with a button that shows the turns around a turn, by its number."""
    return el(
        "li",
        button(label, PlayMessage.SHOW_MOVE_LIST_PART, str(turn_number), cls="quiet", tabindex="-1"),
        cls="others",
        key=label,
    )


def turn_moves(turns: Sequence[Turn], turn_number: int) -> tuple[MoveText, ...]:
    """Return the texts of a turn, each with all plies that it describes."""
    first_ply = turns[turn_number - 1].items[-1][0] + 1 if turn_number else 0
    moves = []
    for ply, text in turns[turn_number].items:
        moves.append(MoveText(first_ply, ply, text))
        first_ply = ply + 1
    return tuple(moves)


def _row_numbers(turns: Sequence[Turn], visible_numbers: range, row_count: int) -> Iterator[int]:
    """Yield the number of the row (from 1) for each visible turn that begins a row, and 0 for each other turn.

    Args:
        turns: the move list.
        visible_numbers: the numbers of the visible turns, from 0.
        row_count: the number of rows before the visible turns.
    """
    for number in visible_numbers:
        is_row_start = begins_row(turns, number)
        row_count += is_row_start
        yield row_count if is_row_start else 0


def _turn_line(
    turn_number: int,
    turns: Sequence[Turn],
    readable_turns: Mapping[int, Turn],
    plies: ViewablePlies,
    ply: int,
    row_number: int,
) -> Node:
    """Return a line of the move list.

    Args:
        turn_number: the number of the turn, from 0.
        turns: the move list.
        readable_turns: this turn and the one before it by their numbers, spelled out if the game supports it.
        plies: the plies that a person may view.
        ply: the ply of the viewed state.
        row_number: the number to show before the turn, 0 to show the turn's label.
    """
    turn, last_ply = readable_turns[turn_number], turns[turn_number].items[-1][0]
    repeats_label = turn_number > 0 and readable_turns[turn_number - 1].label == turn.label
    player = "all" if turn.player is None else f"p{turn.player}"
    label, cls = f"{row_number}." if row_number else turn.label, f"turn {player}{' again' if repeats_label else ''}"
    if plies.includes_all and last_ply + 1 < min(ply, plies.current_ply + 1):
        return _past_line(label, cls, turn_number, turn.items)
    buttons = tuple(
        (
            plies.index_of(move.last_ply + 1) - 1,
            text,
            plies.index_of(move.first_ply) < plies.index_of(ply) <= plies.index_of(move.last_ply + 1),
            move.first_ply >= plies.current_ply,
        )
        for move, (_last_ply, text) in zip(turn_moves(turns, turn_number), turn.items, strict=True)
    )
    return _cached_line(label, cls, turn_number, buttons)


@lru_cache(maxsize=2048)
def _past_line(label: str, cls: str, turn_index: int, items: tuple[tuple[int, str], ...]) -> Node:
    """Return the line of a turn before the viewed state, whose plies a person may all view."""
    return _cached_line(label, cls, turn_index, tuple((ply, text, False, False) for ply, text in items))


@lru_cache(maxsize=2048)
def _cached_line(label: str, cls: str, turn_index: int, buttons: tuple[tuple[int, str, bool, bool], ...]) -> Node:
    """Return a line of the move list. The result is cached, since few lines change between two pages.

    All texts are arguments, so that the result does not depend on the language.

    Args:
        label: the text before the moves.
        cls: the CSS class.
        turn_index: the number of the turn, from 0.
        buttons: for each button its viewable index (see ``ViewablePlies``) less one, its text, True if it is the
            viewed move, and True if the move was undone.
    """
    nodes = (
        el(
            "button",
            text=text,
            type="button",
            cls=f"ply{' now' if is_current else ''}{' gone' if was_undone else ''}",
            data_do=PlayMessage.VIEW_PLY,
            data_value=str(viewable_index + 1),
            aria_current="step" if is_current else None,
            tabindex="-1",
            key=str(index),  # texts of one hidden decision share a viewable index
        )
        for index, (viewable_index, text, is_current, was_undone) in enumerate(buttons)
    )
    return el(
        "li",
        el("span", text=label, cls="label") if label else None,
        el("span", nodes, cls="items"),
        cls=cls,
        id=f"turn-{turn_index}",
        key=str(turn_index),
    )
