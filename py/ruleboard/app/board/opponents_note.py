"""The reasons for the bots' turns, and the note that lists these turns since a person's last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ruleboard.app.board.last_turn import opponent_turns
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.names import player_names
from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.move_text import Turn, turn_index
from ruleboard.i18n import _, cached_by_language
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.node import Node, el

OPPONENTS_NOTE: Final = "since"
"""The id of the note among the notes next to the board."""


def opponents_note(table: Table) -> SideNote | None:
    """Return the list of the bots' turns since the last turn of a person, or None.

    In games for two players there is a list only if a bot had several turns, since the board shows a single one.
    """
    turns = opponent_turns(table)
    if len(turns) < (1 if max(table.timeline.game.players) > 2 else 2):
        return None
    lines = (_turn_line(table, turn) for turn in turns)
    cls = "list told since several" if any(len(turn.items) > 1 for turn in turns) else "list told since"
    node = el("div", el("ol", lines, cls=cls))
    return SideNote(OPPONENTS_NOTE, _("Last turns"), (SideNoteStep(node),))


def _turn_line(table: Table, turn: Turn) -> Node:
    """Return the line of a turn: the player, a button that shows the state after each action, and the reason."""
    timeline, plies = table.timeline, viewable_plies(table.timeline)
    actions = VIEWS[timeline.game.id].readable_turn(turn, timeline.states, timeline.entries, table.only_person).items
    return el(
        "li",
        el("strong", text=player_names(timeline.record)[turn.player or 0], cls=f"p{turn.player}"),
        el(
            "span",
            (
                el(
                    "button",
                    text=text,
                    type="button",
                    cls="ply now" if table.display.ply == ply + 1 else "ply",
                    data_do=PlayMessage.VIEW_PLY,
                    data_value=str(plies.index_of(ply + 1)),
                    aria_current="step" if table.display.ply == ply + 1 else None,
                    key=str(ply),
                )
                for ply, text in actions
            ),
            cls="items",
        ),
        el("span", text=_reason(table, [ply for ply, _text in turn.items]), cls="small"),
        key=str(turn.items[0][0]),
    )


def turn_reasons(table: Table, ply: int) -> str:
    """Return the reasons for the bots' turns that led to the state at a ply.

    Return an empty text while a part of the turn is hidden from other players.
    """
    timeline = table.timeline
    turns = timeline.turns()
    if not 0 < ply <= timeline.ply or not turns:
        return ""
    turn_number = turn_index(turns, ply - 1)
    start_ply = turns[turn_number - 1].items[-1][0] + 1 if turn_number else 0
    turn_plies = range(start_ply, min(turns[turn_number].items[-1][0] + 1, timeline.ply))
    if any(timeline.is_hidden(turn_ply) and turn_ply >= timeline.earliest_ply for turn_ply in turn_plies):
        return ""
    plies_by_bot: dict[int, list[int]] = {}
    for turn_ply in turn_plies:
        player = timeline.game.to_move(timeline.states[turn_ply])
        if player is not None and table.bot_level_of(player):
            plies_by_bot.setdefault(player, []).append(turn_ply)
    names = player_names(timeline.record)
    reasons = ((player, _reason(table, plies)) for player, plies in plies_by_bot.items())
    text = _("{player}: {reason}")
    return " ".join(text.format(player=names[player], reason=reason) for player, reason in reasons if reason)


def _reason(table: Table, plies: Sequence[int]) -> str:
    """Return the most important reason for a bot's actions at some plies, if it reveals no secret.

    The sentence may call the only person at the table "you".
    """
    timeline = table.timeline
    actions = tuple(entry for ply in plies if isinstance(entry := timeline.entries[ply], Action))
    if not actions:
        return ""
    return _first_reason(timeline.game.id, timeline.public_state(plies[0]), actions, table.only_person)


@cached_by_language(64)
def _first_reason(id: str, state: Any, actions: tuple[Action[Any], ...], reader: int | None) -> str:
    """Return the first reason for consecutive actions, or an empty text if the bot gives no reason."""
    bot = PACKAGES[id].opponent
    try:
        reasons = bot.reasons(state, actions, reader)
    except RuleboardError:  # an action depends on something hidden
        reasons = bot.reasons(state, actions[:1], reader)
    return next(iter(reasons), "")
