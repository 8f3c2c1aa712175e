"""The history of a game that is played: undo and redo, looking back, and replays of what has happened.

Pure: each function returns another table. Looking back leaves the game where it is; undo moves it.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.play import replay as replays
from ruleboard.app.play.replay import Chapter, ReplayPosition
from ruleboard.app.play.session import after_change, with_recent_events
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL
from ruleboard.engine.seats import PERSON
from ruleboard.games.view import ReplayFrame


def undo(table: Table) -> Table:
    """Return the table after undo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == end > start >= table.timeline.earliest:
        return after_change(replace(table, timeline=table.timeline.jump(start)), table)
    at = _last_decision(table)
    if at is None:
        return table
    # With nobody else to play, an opponent would do the same again at once.
    paused = not table.persons or table.paused
    return after_change(replace(table, timeline=table.timeline.jump(at), paused=paused), table)


def _last_decision(table: Table) -> int | None:
    """Return the place of the last decision of a person before the current one, or of an opponent among opponents only.

    None if it cannot be returned to.
    """
    timeline = table.timeline
    for at in range(timeline.at - 1, timeline.earliest - 1, -1):
        if not table.persons or _is_a_persons(table, at):
            return at
    return None


def _is_a_persons(table: Table, at: int) -> bool:
    """Return True if the decision after ``at`` entries is a person's."""
    player = table.timeline.game.to_move(table.timeline.states[at])
    return player is not None and table.level_of(player) == PERSON


def can_undo(table: Table) -> bool:
    """Return True if there is something that undo takes back."""
    return _last_decision(table) is not None


def shows_too_much(table: Table) -> bool:
    """Return True if a decision of a person cannot be taken back, because it has shown something hidden."""
    if table.covered or table.taken_over or can_undo(table):
        return False
    return any(_is_a_persons(table, at) for at in range(table.timeline.at))


def redo(table: Table) -> Table:
    """Return the table after redo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == start < end <= len(table.timeline.entries):
        return after_change(replace(table, timeline=table.timeline.jump(end)), table)
    timeline = table.timeline.redo()
    while not timeline.is_last and table.persons and not _is_a_persons(table, timeline.at):
        timeline = timeline.redo()
    return after_change(replace(table, timeline=timeline), table)


def view_at(table: Table, at: int) -> Table:
    """Return the table showing the state after ``at`` entries; the game itself stays where it is."""
    at = max(0, min(at, len(table.timeline.entries)))
    here = at == table.timeline.at
    changed = replace(
        table,
        viewed_at=None if here else at,
        listed=None,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        replay=None,
        history_open=False,
        advice=None,
        inquiry=None if table.inquiry is None else "",
        undo_asked=False,
        again=False,
    )
    return with_recent_events(changed)


def last_opponents_turn(table: Table) -> int | None:
    """Return the number of entries before the turns of opponents after a person's last one.

    None if no opponent has acted in the open since, if nobody is a person, or if the game is not at its end.
    """
    timeline = table.timeline
    first = timeline.at
    while first and _acted_openly(table, first - 1):
        first -= 1
    return first if first < timeline.at and table.persons else None


def _acted_openly(table: Table, at: int) -> bool:
    """Return True if the entry after ``at`` entries is an opponent's action that everybody has seen."""
    timeline = table.timeline
    is_action = isinstance(timeline.entries[at], Action)
    return is_action and not _is_a_persons(table, at) and not timeline.is_hidden(at)


def show_turn_again(table: Table) -> Table:
    """Return the table on which the opponents' last turn is shown again from its beginning."""
    first = last_opponents_turn(table)
    if first is None or table.covered or table.taken_over:
        return table
    return replace(view_at(table, first), again=True)


def advance_turn_again(table: Table) -> Table:
    """Return the table with the next action of a turn that is shown again; at the present, it is over."""
    if not table.again or table.viewed_at is None:
        return replace(table, again=False)
    after = view_at(table, table.viewed_at + 1)
    return replace(after, again=after.viewed_at is not None)


def continue_from_view(table: Table) -> Table:
    """Return the table continued from the state that is shown; later entries can be redone until the next action."""
    if table.viewed_at is None or not table.can_continue:
        return table
    return after_change(replace(table, timeline=table.timeline.jump(table.viewed_at)))


def frames(table: Table, seat: int) -> tuple[ReplayFrame, ...]:
    """Return the frames of the replay that is shown, if there is one."""
    return replays.frames(table.timeline, table.replay, seat) if table.replay else ()


def advance_replay(table: Table, by: int) -> Table:
    """Return the table with its replay some frames further; after the last one it is over."""
    replay = table.replay
    if replay is None:
        return table
    step = max(0, replay.step + by)
    return replace(table, replay=replace(replay, step=step) if step < len(frames(table, 0)) else None)


def skip_replay(table: Table) -> Table:
    """Return the table without its replay."""
    return replace(table, replay=None)


def latest_replay(table: Table) -> ReplayPosition | None:
    """Return the last replay before the state that is shown."""
    return replays.latest(table.shown)


def show_replay(table: Table, last: int | None = None) -> Table:
    """Return the table with the replay of the entry ``last``, or with the latest one."""
    replay = replays.latest(table.shown if last is None else table.timeline.jump(min(last + 1, table.timeline.at)))
    return replace(table, replay=replay, selected=(), refused_target="", refusal=NO_REFUSAL) if replay else table


def show_history(table: Table, yes: bool = True) -> Table:
    """Return the table with the history of replays in place of the board, or without it."""
    return replace(table, history_open=yes, replay=None, selected=(), refused_target="", refusal=NO_REFUSAL)


def replay_history(table: Table) -> tuple[Chapter, ...]:
    """Return the history of replays in this game."""
    return replays.history(table.timeline)
