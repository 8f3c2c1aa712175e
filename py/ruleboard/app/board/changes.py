"""Changes of a table: actions, hand-over, notes and names. All functions are pure and return a new table.

The page of a game, lessons, embedded boards and dialogs share these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.board import replay as replays
from ruleboard.app.board.last_turn import opponent_turns
from ruleboard.app.board.opponents_note import OPPONENTS_NOTE
from ruleboard.app.board.parts import Bots, Display, LineKind, Notes, SavingState, UndoState
from ruleboard.app.board.review import REVIEW_NOTE
from ruleboard.app.board.side_notes import (
    LESSON_NOTE,
    MOVE_LIST_NOTE,
    current_side_note,
    has_no_open_note,
    recent_events,
    side_notes,
)
from ruleboard.app.board.table import Table
from ruleboard.app.storage.preferences import Settings
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.options import Option
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.learning.courses import find_lesson
from ruleboard.registry import SAVED_ARMIES, VIEWS


def open_table(id: str, timeline: Timeline[Any], *, is_unsaved: bool = False) -> Table:
    """Return the table of a game that a person opens.

    If the player to move makes a hidden decision, the hand-over screen covers the board.

    Args:
        id: the game's id in the library.
        timeline: the game.
        is_unsaved: True if the person opened the game from a link and the app has not stored it yet.
    """
    display = Display(shows_whole_board=not VIEWS[timeline.game.id].starts_zoomed)
    return reset_after_change(Table(id, timeline, display=display, saving=SavingState(is_unsaved)))


def open_board(id: str, timeline: Timeline[Any]) -> Table:
    """Return the table of a board that is not saved. It never has a hand-over screen."""
    table = open_table(id, timeline)
    return replace(table, display=replace(table.display, awaits_handover=False, shows_whole_board=True))


def with_recent_events(table: Table) -> Table:
    """Return the table with the note about the events before the viewed state. A new note starts at step 0."""
    notes, events = table.notes, recent_events(table.viewed_timeline)
    is_same_note = (events and events.id) == (notes.recent_events and notes.recent_events.id)
    if is_same_note or notes.open_note == REVIEW_NOTE:
        return replace(table, notes=replace(notes, recent_events=events))
    was_open = notes.recent_events is not None and notes.open_note in (None, notes.recent_events.id)
    note_to_restore = notes.note_to_restore if was_open else notes.open_note or ""
    notes = replace(notes, recent_events=events, step=0)
    if events:
        return replace(table, notes=replace(notes, open_note=None, note_to_restore=note_to_restore))
    open_note = (note_to_restore or None) if was_open else notes.open_note
    return replace(table, notes=replace(notes, open_note=open_note, note_to_restore=""))


def reset_after_change(table: Table, before: Table | None = None) -> Table:
    """Return the table after a change of its timeline, without a selection.

    The hand-over screen covers the board if another person makes a hidden decision now.
    """
    timeline = table.timeline
    already_has_device = (
        before is not None
        and not before.display.awaits_handover
        and before.timeline.to_move == timeline.to_move
        and before.timeline.is_hidden()  # others watch an open decision
    )
    declines_offer = table.draw_offer is not None and timeline.outcome is None
    notes = replace(table.notes, is_reading_lesson=False)
    if notes.open_note == REVIEW_NOTE or (notes.open_note == OPPONENTS_NOTE and not opponent_turns(table)):
        notes = replace(notes, open_note=None)
    return with_recent_events(
        Table(
            table.id,
            timeline,
            touches=table.touches.reset_for_other_state(),
            display=table.display.at(None, awaits_handover=_needs_handover(table) and not already_has_device),
            message=_("Draw declined. Play on.") if declines_offer else "",
            saving=table.saving,
            undo=UndoState(table.undo.batch),
            bots=Bots(scores=table.bots.scores, are_paused=table.bots.are_paused),
            clock=table.clock,
            notes=notes,
        )
    )


def _needs_handover(table: Table) -> bool:
    """Return True if a person makes a hidden decision now and shares the device with other persons.

    A person whose opponents are all bots needs no hand-over screen, and a bot never needs one.
    """
    timeline, is_device_shared = table.timeline, len(table.persons) > 1
    return is_device_shared and not table.bot_level_to_move and timeline.outcome is None and timeline.is_hidden()


def can_use_saved_armies(table: Table) -> bool:
    """Return True if the player to move may save an army, a board or a deck now, or load a saved one."""
    timeline = table.timeline
    return (
        not table.read_only
        and timeline.game.id in SAVED_ARMIES
        and SAVED_ARMIES[timeline.game.id].is_available(timeline.state)
    )


def last_army(table: Table, settings: Settings) -> str:
    """Return the text of the last army of the player to move; empty if the player cannot use an army now."""
    timeline, player = table.timeline, table.timeline.to_move
    last_choices = settings.new_games.get(timeline.game.id)
    if player is None or last_choices is None or not can_use_saved_armies(table):
        return ""
    extension = SAVED_ARMIES[timeline.game.id]
    # A person who plays alone may have built the army for another side.
    other_armies = last_choices.armies if table.only_person == player else ()
    text = next(filter(None, (*last_choices.armies[player : player + 1], *other_armies)), "")
    try:
        extension.check(timeline.state, text)
    except RuleboardError:
        return ""
    return "" if text == extension.army_text(timeline.state) else text


def built_armies(before: Table, after: Table) -> tuple[str, ...]:
    """Return the texts of all armies if the change between two tables completed the last one, else an empty tuple.

    The texts are in the order of the players, empty for bots.
    """
    extension = SAVED_ARMIES.get(after.timeline.game.id)
    if extension is None or not extension.is_available(before.timeline.state):
        return ()
    if extension.is_available(after.timeline.state):
        return ()
    armies = [""] * len(after.timeline.record.players)
    for state in after.timeline.states:
        player = after.timeline.game.to_move(state)
        if player in after.persons and extension.is_available(state):
            armies[player] = extension.army_text(state)
    return tuple(armies)


def winner_choice(table: Table) -> Option | None:
    """Return the option with which the winner chooses the first player of the rematch.

    The result is None if the game has no single winner or began with a custom position.
    """
    timeline, outcome = table.timeline, table.timeline.outcome
    if outcome is None or len(outcome.winners) != 1 or timeline.record.start is not None:
        return None
    return next((option for option in timeline.game.options if option.winner_chooses), None)


def dialog_targets(table: Table) -> tuple[str, ...]:
    """Return the targets whose buttons are in the dialog for saved armies."""
    return SAVED_ARMIES[table.timeline.game.id].buttons if can_use_saved_armies(table) else ()


def play_action(table: Table, action: Action[Any]) -> Table:
    """Return the table after an action. If the action has a replay, the table shows the replay."""
    new_table = reset_after_change(replace(table, timeline=table.timeline.play(action)), table)
    return replace(
        new_table, display=replace(new_table.display, replay=replays.replay_of(new_table.timeline, table.timeline.ply))
    )


def play_batch(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """Return the table after several actions that undo and redo treat as one."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    batch = (table.timeline.ply, timeline.ply)
    return (
        reset_after_change(replace(table, timeline=timeline, undo=replace(table.undo, batch=batch)), table)
        if actions
        else table
    )


def move_to_copy(table: Table, id: str, timeline: Timeline[Any]) -> Table:
    """Return the table after the game moved to a copy. The replay of the last action and the message stay on display.

    Args:
        table: the table of the original game after the action.
        id: the copy's id in the library.
        timeline: the copy.
    """
    note = _("This is a new game, “{title}”. The old one hasn’t changed.")
    title = timeline.record.meta.get("title", "")
    return replace(
        table,
        id=id,
        timeline=timeline,
        message=" ".join(filter(None, (table.message, note.format(title=title)))),
        saving=replace(table.saving, is_unsaved=False),
    )


def removes_ending(before: Table, after: Table) -> bool:
    """Return True if a change undoes or replaces entries of a finished game."""
    old_timeline, new_timeline = before.timeline, after.timeline
    return (
        before.id == after.id
        and new_timeline.entries[: len(old_timeline.entries)] != old_timeline.entries
        and old_timeline.final_outcome is not None
    )


def uncover(table: Table) -> Table:
    """Return the table without the hand-over screen."""
    return replace(table, display=replace(table.display, awaits_handover=False))


def flip(table: Table) -> Table:
    """Return the table with its board flipped."""
    return replace(table, display=replace(table.display, is_flipped=not table.display.is_flipped))


def toggle_zoom(table: Table) -> Table:
    """Toggle between the whole board and the enlarged board."""
    return replace(table, display=replace(table.display, shows_whole_board=not table.display.shows_whole_board))


def lock_for_other_tab(table: Table) -> Table:
    """Return the table after another tab opened the game: read-only, without a selection, and with secrets hidden."""
    awaits_handover = table.display.awaits_handover or _needs_handover(table)
    return replace(
        table,
        message="",
        draw_offer=None,
        touches=table.touches.without_selection(),
        display=replace(table.display, awaits_handover=awaits_handover),
        saving=replace(table.saving, is_in_other_tab=True),
    )


def toggle_note(table: Table, note_id: str) -> Table:
    """Return the table with a note opened at its first step, or closed if the note was open.

    If the game has a review, an open review or move list cannot be closed. If the note about recent events closes, the
    note that was open before it opens again.
    """
    if table.review is not None and note_id in (MOVE_LIST_NOTE, REVIEW_NOTE) and note_id == table.notes.open_note:
        return table
    note_exists = (
        note_id == MOVE_LIST_NOTE
        or (note_id == REVIEW_NOTE and table.review is not None)
        or any(note.id == note_id for note in side_notes(table))
    )
    closes_note = not note_exists or table.notes.open_note == note_id
    lesson_id = "" if closes_note and note_id in ("", LESSON_NOTE) else table.notes.lesson
    closes_events = (
        not has_no_open_note(table)
        and current_side_note(table) is not None
        and current_side_note(table) is table.notes.recent_events
    )
    restored_note = table.notes.note_to_restore if closes_events else ""
    open_note = restored_note if closes_note else note_id
    return _with_notes(
        table,
        replace(
            table.notes, open_note=open_note, step=0, lesson=lesson_id, note_to_restore="", is_reading_lesson=False
        ),
    )


def open_lesson(table: Table, lesson_id: str) -> Table:
    """Return the table with a lesson opened next to the board; an unknown lesson changes nothing."""
    if find_lesson(table.timeline.game.id, lesson_id) is None:
        return table
    return _with_notes(
        table, replace(table.notes, lesson=lesson_id, open_note=LESSON_NOTE, step=0, is_reading_lesson=True)
    )


def _with_notes(table: Table, notes: Notes) -> Table:
    """Return the table with another open note. The board shows a line of a review only while the review is open."""
    keeps_line = notes.open_note == REVIEW_NOTE or table.display.variation_line is LineKind.HINT
    display = table.display if keeps_line else replace(table.display, variation=())
    return replace(table, notes=notes, display=display)


def go_to_note_step(table: Table, step: int) -> Table:
    """Return the table with the open note at another step."""
    return replace(table, notes=replace(table.notes, step=step))


def rename(table: Table, title: str, players: Sequence[str]) -> Table:
    """Return the table with a new title of the game and new names of its players."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))
