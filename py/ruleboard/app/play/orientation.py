"""The orientation of the board."""

from __future__ import annotations

from typing import Any

from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.table import Table
from ruleboard.app.storage.preferences import Settings
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS


def last_to_decide_unseen(timeline: Timeline[Any]) -> int:
    """Return the player who decides unseen, or has done so last: a board does not turn round while all are looking."""
    for at in range(timeline.at, -1, -1):
        to_move = timeline.game.to_move(timeline.states[at])
        if to_move is not None and timeline.is_hidden(at):
            return to_move
    return 0


def seat(table: Table, settings: Settings) -> int:
    """Return the player whose side of the board is nearest the reader: the only person's, if there is just one.

    A board that turns round does so for who decides; through a review it stays as it was at the end.
    """
    timeline = table.shown if table.replay is None else table.timeline.jump(table.replay.first)
    if table.review is not None and table.opened_note == REVIEW:
        timeline = table.timeline
    count = len(timeline.game.sides(timeline.state))
    base = table.only_person or 0
    if table.only_person is None and VIEWS[timeline.game.id].faces_mover:
        base = last_to_decide_unseen(timeline)
    elif table.only_person is None and settings.flip == "turn":
        decides = timeline.game.to_move(timeline.state)
        if table.viewed_at is None and table.answering is not None:
            decides = table.answering  # who has to judge the position sees it from their own side
        base = decides if decides is not None else 0
    return (base + 1) % count if table.turned else base
