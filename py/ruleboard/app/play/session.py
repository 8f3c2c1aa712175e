"""Changes to a table: actions, hand-over, notes and names. Pure: each function returns another table.

The page of a game, lessons, embedded boards and dialogs over a game share these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play import replay as replays
from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.side_notes import LESSON_NOTE, MOVE_LIST, recent_events
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL
from ruleboard.engine.options import Option
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SAVED_ARMIES
from ruleboard.i18n import _


def open_table(id: str, timeline: Timeline[Any]) -> Table:
    """Return a game as a person opens it, behind the hand-over screen if the player to move makes a hidden decision."""
    table = Table(id, timeline)
    return after_change(replace(table, shows_whole_board=not table.starts_zoomed))


def with_recent_events(table: Table) -> Table:
    """Return the table with the note about the events before the viewed state. A new note opens at its first step."""
    note = recent_events(table.viewed_timeline)
    if (note and note.id) == (table.recent_events and table.recent_events.id):
        return replace(table, recent_events=note)
    if table.opened_note == REVIEW:
        return replace(table, recent_events=note)
    was_open = table.recent_events is not None and table.opened_note in (None, table.recent_events.id)
    note_to_restore = table.note_to_restore if was_open else table.opened_note or ""
    if note:
        return replace(table, recent_events=note, note_step=0, opened_note=None, note_to_restore=note_to_restore)
    opened_note = (note_to_restore or None) if was_open else table.opened_note
    return replace(table, recent_events=None, note_step=0, opened_note=opened_note, note_to_restore="")


def after_change(table: Table, before: Table | None = None) -> Table:
    """Return the table after its timeline changed, without a selection.

    It goes behind the hand-over screen if another person makes a hidden decision now.
    """
    timeline = table.timeline
    # A person who plays alone hides nothing from other people, and a bot needs no hand-over screen.
    hides_secrets = len(table.persons) > 1 and not table.bot_level_to_move
    needs_handover = hides_secrets and timeline.outcome is None and timeline.is_hidden()
    has_device = (
        before is not None
        and not before.awaits_handover
        and before.timeline.to_move == timeline.to_move
        and before.timeline.is_hidden()  # others watch an open decision
    )
    declines_offer = table.draw_offered_by is not None and timeline.outcome is None
    changed = replace(
        table,
        viewed_ply=None,
        move_list_turn=None,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        draw_offered_by=None,
        draw_acceptances=0,
        message=_("The draw offer is declined: the game goes on.") if declines_offer else "",
        replay=None,
        shows_replay_history=False,
        awaits_handover=needs_handover and not has_device,
        plan=(),
        is_mid_plan=False,
        advice=None,
        attack_query=None if table.attack_query is None else "",
        is_reading_lesson=False,
        review=None,
        awaits_undo_confirmation=False,
        replaying_opponent_turn=False,
        is_turn_judged=False,
        mistake=None,
        opened_note=None if table.opened_note == REVIEW else table.opened_note,
    )
    return with_recent_events(changed)


def can_use_saved_armies(table: Table) -> bool:
    """Return True if the player to move may save an army, a board or a deck now, or use a saved one."""
    timeline = table.timeline
    return (
        not table.read_only
        and timeline.game.id in SAVED_ARMIES
        and SAVED_ARMIES[timeline.game.id].is_available(timeline.state)
    )


def winner_choice(table: Table) -> Option | None:
    """Return the option by which the winner of this game chooses who begins the rematch, or None.

    A game without a single winner has none, nor has a game that began with a position.
    """
    timeline, outcome = table.timeline, table.timeline.outcome
    if outcome is None or len(outcome.winners) != 1 or timeline.record.start is not None:
        return None
    return next((option for option in timeline.game.options if option.winner_chooses), None)


def dialog_targets(table: Table) -> tuple[str, ...]:
    """Return the targets whose buttons are in the dialog with saved armies now."""
    return SAVED_ARMIES[table.timeline.game.id].buttons if can_use_saved_armies(table) else ()


def play_action(table: Table, action: Action[Any]) -> Table:
    """Return the table after an action, with the action's replay if it has one."""
    after = after_change(replace(table, timeline=table.timeline.play(action)), table)
    return replace(after, replay=replays.replay_of(after.timeline, table.timeline.ply))


def play_batch(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """Return the table after several actions that undo and redo treat as one."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    batch = (table.timeline.ply, timeline.ply)
    return after_change(replace(table, timeline=timeline, batch=batch), table) if actions else table


def move_to_copy(table: Table, id: str, timeline: Timeline[Any]) -> Table:
    """Return the table of a copy in which a game continues. The replay of the last action stays.

    Args:
        table: the original after the action.
        id: the copy's id in the library.
        timeline: the copy.
    """
    note = _("You play on in a new game, “{title}”. The other one stays as it was.")
    title = timeline.record.meta.get("title", "")
    return replace(table, id=id, timeline=timeline, is_unsaved=False, message=note.format(title=title))


def loses_ending(before: Table, after: Table) -> bool:
    """Return True if a change would drop entries of a finished game."""
    old_timeline, new_timeline = before.timeline, after.timeline
    return (
        before.id == after.id
        and new_timeline.entries[: len(old_timeline.entries)] != old_timeline.entries
        and old_timeline.final_outcome is not None
    )


def uncover(table: Table) -> Table:
    """Return the table without the hand-over screen."""
    return replace(table, awaits_handover=False)


def lock_for_other_tab(table: Table) -> Table:
    """Return the table after another tab took the game: read-only, without a selection, and with secrets hidden."""
    timeline = table.timeline
    is_hidden = timeline.outcome is None and timeline.is_hidden()
    awaits_handover = table.awaits_handover or (is_hidden and len(table.persons) > 1)
    return replace(
        table,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        message="",
        draw_offered_by=None,
        draw_acceptances=0,
        awaits_handover=awaits_handover,
        is_in_other_tab=True,
    )


def toggle_note(table: Table, note_id: str) -> Table:
    """Return the table with a note opened at its first step, or closed if it was open.

    A review and the move list share a place: one of them is always open. If the note about recent events closes, the
    note that was open before it opens again.
    """
    if table.review is not None and note_id in (MOVE_LIST, REVIEW) and note_id == table.opened_note:
        return table
    exists = (
        note_id == MOVE_LIST
        or (note_id == REVIEW and table.review is not None)
        or any(note.id == note_id for note in table.side_notes)
    )
    closes = not exists or table.opened_note == note_id
    rule = "" if closes and note_id in ("", LESSON_NOTE) else table.opened_lesson
    closes_events = (
        not table.no_note_opened
        and table.current_side_note is not None
        and table.current_side_note is table.recent_events
    )
    restored_note = table.note_to_restore if closes_events else ""
    return replace(
        table,
        opened_note=restored_note if closes else note_id,
        note_step=0,
        opened_lesson=rule,
        note_to_restore="",
        is_reading_lesson=False,
    )


def open_lesson(table: Table, lesson_id: str) -> Table:
    """Return the table with a lesson opened next to the board. Unknown lessons change nothing."""
    if lesson(table.timeline.game.id, lesson_id) is None:
        return table
    return replace(table, opened_lesson=lesson_id, opened_note=LESSON_NOTE, note_step=0, is_reading_lesson=True)


def go_to_note_step(table: Table, step: int) -> Table:
    """Return the table with another step of the opened note."""
    return replace(table, note_step=step)


def rename(table: Table, title: str, players: Sequence[str]) -> Table:
    """Return the table with another title and other names of the players."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))
