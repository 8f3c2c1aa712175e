"""The note that lists what the bots did since a person's last turn, with a reason for each turn."""

from __future__ import annotations

from typing import Any, Final

from ruleboard.app.board.last_turn import opponents_turns
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.components import button
from ruleboard.app.ui.names import player_names
from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.move_text import Turn
from ruleboard.i18n import _, cached_by_language
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.wording import sentence

OPPONENTS_NOTE: Final = "since"
"""The id of the note among the notes next to the board."""


def opponents_note(table: Table) -> SideNote | None:
    """Return the list of the bots' turns since the last turn of a person, or None.

    In games for two players there is a list only if a bot had several turns, since the board shows a single one.
    """
    turns = opponents_turns(table)
    if len(turns) < (1 if max(table.timeline.game.players) > 2 else 2):
        return None
    lines = (_turn_line(table, turn) for turn in turns)
    replay_button = button(_("Replay"), PlayMessage.REPLAY_TURN, picture="again", cls="quiet")
    cls = "list told since several" if any(len(turn.items) > 1 for turn in turns) else "list told since"
    node = el("div", el("ol", lines, cls=cls), replay_button)
    return SideNote(OPPONENTS_NOTE, _("Since your last turn"), (SideNoteStep(node),))


def _turn_line(table: Table, turn: Turn) -> Node:
    """Return the line of a turn: the player, a button for each action that shows the state after it, and the reason."""
    timeline, plies = table.timeline, viewable_plies(table.timeline)
    actions = VIEWS[timeline.game.id].readable_turn(turn, timeline.states, timeline.entries).items
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
        el("span", text=_reason(table, turn), cls="small"),
        key=str(turn.items[0][0]),
    )


def _reason(table: Table, turn: Turn) -> str:
    """Return the most important reason for a bot's turn, as far as everybody may know it."""
    timeline, first_ply = table.timeline, turn.items[0][0]
    actions = tuple(entry for ply, _text in turn.items if isinstance(entry := timeline.entries[ply], Action))
    return _first_reason(timeline.game.id, timeline.public_state(first_ply), actions)


@cached_by_language(64)
def _first_reason(id: str, state: Any, actions: tuple[Action[Any], ...]) -> str:
    """Return the first reason for consecutive actions, or a general sentence if the game has none."""
    bot = PACKAGES[id].opponent
    try:
        reasons = bot.reasons(state, actions)
    except RuleboardError:  # an action depends on something hidden
        reasons = bot.reasons(state, actions[:1])
    return next(iter(reasons), sentence(_("It simply leads to a better position")))
