"""The session of a game that is played: touches, actions, undo, looking back, replays and notes.

Pure: each function returns another table. Lessons, embedded boards and dialogs over a game work with it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play import replay as replays
from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.side_notes import MOVES, RULE, recent_events
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL
from ruleboard.engine.options import Option
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SETUPS
from ruleboard.i18n import _


def open_table(id: str, timeline: Timeline[Any]) -> Table:
    """Return a game as it is opened: behind the curtain if the player to move decides unseen."""
    table = Table(id, timeline)
    return after_change(replace(table, shows_whole_board=not table.panned))


def with_recent_events(table: Table) -> Table:
    """Return the table with the note about recent events before the state that is shown, at its first step if new."""
    note = recent_events(table.shown)
    if (note and note.id) == (table.recent_events and table.recent_events.id):
        return replace(table, recent_events=note)
    if table.opened_note == REVIEW:
        return replace(table, recent_events=note)
    was_open = table.recent_events is not None and table.opened_note in (None, table.recent_events.id)
    kept = table.kept_note if was_open else table.opened_note or ""
    if note:
        return replace(table, recent_events=note, step=0, opened_note=None, kept_note=kept)
    opened = (kept or None) if was_open else table.opened_note
    return replace(table, recent_events=None, step=0, opened_note=opened, kept_note="")


def after_change(table: Table, before: Table | None = None) -> Table:
    """Return the table after its timeline changed: without selection, and behind the curtain if somebody else decides
    unseen now.
    """
    timeline = table.timeline
    # One person alone hides nothing from anybody, and an opponent needs no curtain.
    shared = len(table.persons) > 1 and not table.level_to_move
    secret = shared and timeline.outcome is None and timeline.is_hidden()
    same_hand = (
        before is not None
        and not before.curtain
        and before.timeline.to_move == timeline.to_move
        and before.timeline.is_hidden()  # what is done in the open, others are there to see
    )
    dropped = table.offer is not None and timeline.outcome is None
    changed = replace(
        table,
        viewed_at=None,
        listed=None,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        offer=None,
        accepted=0,
        note=_("The draw offer is declined: the game goes on.") if dropped else "",
        replay=None,
        history_open=False,
        curtain=secret and not same_hand,
        plan=(),
        plan_begun=False,
        advice=None,
        inquiry=None if table.inquiry is None else "",
        learning=False,
        review=None,
        undo_asked=False,
        again=False,
        judged=False,
        mistake=None,
        opened_note=None if table.opened_note == REVIEW else table.opened_note,
    )
    return with_recent_events(changed)


def offers_setups(table: Table) -> bool:
    """Return True if the player to move may keep or use a setup now."""
    timeline = table.timeline
    return not table.read_only and timeline.game.id in SETUPS and SETUPS[timeline.game.id].offered(timeline.state)


def chosen_by_winner(table: Table) -> Option | None:
    """Return the option with which the winner of this game chooses who begins a rematch; None if there is none.

    A game without one winner leaves nothing to choose, and neither does one that began with a position.
    """
    timeline, outcome = table.timeline, table.timeline.outcome
    if outcome is None or len(outcome.winners) != 1 or timeline.record.start is not None:
        return None
    return next((option for option in timeline.game.options if option.winner_chooses), None)


def dialog_targets(table: Table) -> tuple[str, ...]:
    """Return the targets whose buttons stand in the dialog with setups now."""
    return SETUPS[table.timeline.game.id].buttons if offers_setups(table) else ()


def play(table: Table, action: Action[Any]) -> Table:
    """Return the table after an action, with its replay if it has one."""
    after = after_change(replace(table, timeline=table.timeline.play(action)), table)
    return replace(after, replay=replays.replay_of(after.timeline, table.timeline.at))


def play_batch(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """Return the table after several actions that are undone and redone in one step."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    batch = (table.timeline.at, timeline.at)
    return after_change(replace(table, timeline=timeline, batch=batch), table) if actions else table


def move_to_copy(table: Table, id: str, timeline: Timeline[Any]) -> Table:
    """Return the table of a copy in which a game is played on; the replay of an action just made stays.

    Args:
        table: the original after the action.
        id: the copy's id in the library.
        timeline: the copy.
    """
    note = _("You play on in a new game, “{title}”. The other one stays as it was.")
    title = timeline.record.meta.get("title", "")
    return replace(table, id=id, timeline=timeline, unsaved=False, note=note.format(title=title))


def loses_ending(before: Table, after: Table) -> bool:
    """Return True if a change would drop entries of a game that had ended."""
    old, new = before.timeline, after.timeline
    return before.id == after.id and new.entries[: len(old.entries)] != old.entries and old.conclusion is not None


def uncover(table: Table) -> Table:
    """Return the table without the curtain."""
    return replace(table, curtain=False)


def mark_taken_over(table: Table) -> Table:
    """Return the table after another tab took the game: without selection, locked, and with secrets hidden."""
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.is_hidden()
    hidden = table.curtain or (secret and len(table.persons) > 1)
    return replace(
        table,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        offer=None,
        accepted=0,
        curtain=hidden,
        taken_over=True,
    )


def toggle_note(table: Table, what: str) -> Table:
    """Return the table with a note opened at its first step; one that is open is closed.

    Beside a review either it or the move list is open: there is nothing to close.

    When that about recent events is closed, the note that was open before is there again.
    """
    if table.review is not None and what in (MOVES, REVIEW) and what == table.opened_note:
        return table
    known = (
        what == MOVES
        or (what == REVIEW and table.review is not None)
        or any(note.id == what for note in table.side_notes)
    )
    shut = not known or table.opened_note == what
    rule = "" if shut and what in ("", RULE) else table.rule
    told = not table.nothing_opened and table.side_note is not None and table.side_note is table.recent_events
    before = table.kept_note if told else ""
    return replace(table, opened_note=before if shut else what, step=0, rule=rule, kept_note="", learning=False)


def open_lesson(table: Table, rule: str) -> Table:
    """Return the table with a lesson opened beside the board; unknown ones are ignored."""
    if lesson(table.timeline.game.id, rule) is None:
        return table
    return replace(table, rule=rule, opened_note=RULE, step=0, learning=True)


def go_to_note_step(table: Table, step: int) -> Table:
    """Return the table with another step of the opened note."""
    return replace(table, step=step)


def rename(table: Table, title: str, players: Sequence[str]) -> Table:
    """Return the table with another title and other names."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))
