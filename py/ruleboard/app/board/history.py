"""The history of a game in play: undo, redo, past states and replays.

All functions are pure and return a new table. Undo changes the game; showing a past state does not.
"""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board import replay as replays
from ruleboard.app.board.changes import reset_after_change, with_recent_events
from ruleboard.app.board.last_turn import last_turn_plies, opponent_turns
from ruleboard.app.board.opponents_note import OPPONENTS_NOTE, turn_reasons
from ruleboard.app.board.parts import UndoState
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.replay import ReplayChapter, ReplayPosition
from ruleboard.app.board.table import Table
from ruleboard.contract.view import ReplayFrame
from ruleboard.engine.action import Action
from ruleboard.engine.game_link import contains_hidden_information
from ruleboard.engine.seats import PERSON


def undo(table: Table) -> Table:
    """Undo the last decision of a person, unless the board is covered."""
    if table.display.covers_board:
        return table
    batch_start, batch_end = table.undo.batch
    if table.timeline.ply == batch_end > batch_start >= table.timeline.earliest_ply:
        return reset_after_change(replace(table, timeline=table.timeline.jump(batch_start)), table)
    ply = _last_undoable_ply(table)
    if ply is None:
        return table
    # Without persons, a bot would repeat its action at once.
    are_bots_paused = not table.persons or table.bots.are_paused
    return reset_after_change(
        replace(table, timeline=table.timeline.jump(ply), bots=replace(table.bots, are_paused=are_bots_paused)), table
    )


def _last_undoable_ply(table: Table) -> int | None:
    """Return the ply of the last person's decision, or of the last bot's decision in a game without persons.

    In a game without persons, the start of a hidden decision does not count, since undo would reveal it. Return None if
    there is no decision to undo.
    """
    timeline = table.timeline
    end_ply = timeline.ply if table.persons else viewable_plies(timeline).first_ply_of_step(timeline.ply)
    for ply in range(end_ply - 1, timeline.earliest_ply - 1, -1):
        if not table.persons or _is_person_to_move(table, ply):
            return ply
    return None


def _is_person_to_move(table: Table, ply: int) -> bool:
    """Return True if a person decides at a ply."""
    player = table.timeline.game.to_move(table.timeline.states[ply])
    return player is not None and table.bot_level_of(player) == PERSON


def can_undo(table: Table) -> bool:
    """Return True if there is a decision that undo can take back."""
    return _last_undoable_ply(table) is not None


def undo_would_reveal(table: Table) -> bool:
    """Return True if undo is impossible because the person's last decision has revealed hidden information."""
    if table.display.covers_board or table.saving.is_in_other_tab or can_undo(table):
        return False
    return any(_is_person_to_move(table, ply) for ply in range(table.timeline.ply))


def redo(table: Table) -> Table:
    """Redo the last undone decision, unless the board is covered."""
    if table.display.covers_board:
        return table
    batch_start, batch_end = table.undo.batch
    if table.timeline.ply == batch_start < batch_end <= len(table.timeline.entries):
        return reset_after_change(replace(table, timeline=table.timeline.jump(batch_end)), table)
    timeline = table.timeline.redo()
    while not timeline.is_at_end and table.persons and not _is_person_to_move(table, timeline.ply):
        timeline = timeline.redo()
    return reset_after_change(replace(table, timeline=timeline), table)


def view_at(table: Table, ply: int) -> Table:
    """Return the table with the state at a ply on the board. The game does not change."""
    ply = max(0, min(ply, len(table.timeline.entries)))
    is_current_ply = ply == table.timeline.ply
    viewed_table = replace(
        table,
        message="",
        advice=None,
        display=table.display.at(None if is_current_ply else ply, awaits_handover=table.display.awaits_handover),
        touches=table.touches.reset_for_other_state(),
        undo=UndoState(table.undo.batch),
    )
    return viewed_table if table.notes.open_note == OPPONENTS_NOTE else with_recent_events(viewed_table)


def opponent_turn_ply(table: Table) -> int | None:
    """Return the ply at which the bots' latest turns began, after the last person's turn.

    Return None if no person plays, or if no bot has acted visibly since. A person may have decided out of turn between
    the bots' turns.
    """
    turns, timeline = opponent_turns(table), table.timeline
    ply = turns[0].items[0][0] if turns else timeline.ply
    while ply and _is_visible_bot_action(table, ply - 1):
        ply -= 1
    return ply if ply < timeline.ply and table.persons else None


def _is_visible_bot_action(table: Table, ply: int) -> bool:
    """Return True if the entry at a ply is a visible action of a bot."""
    timeline = table.timeline
    is_action = isinstance(timeline.entries[ply], Action)
    return is_action and not _is_person_to_move(table, ply) and not timeline.is_hidden(ply)


def replayed_turn_ply(table: Table) -> int | None:
    """Return the ply at which a replay begins: the last turn of a finished game, or else the bots' latest turns.

    Return None if there is nothing to replay.
    """
    timeline = table.timeline
    if timeline.outcome is None:
        return opponent_turn_ply(table)
    last_action_ply = next(
        (ply for ply in reversed(range(timeline.ply)) if isinstance(timeline.entries[ply], Action)), -1
    )
    table_at_end = replace(table, display=table.display.at(last_action_ply + 1, awaits_handover=False))
    return min(last_turn_plies(table_at_end), default=None)


def start_turn_replay(table: Table) -> Table:
    """Return the table before the turns to replay, ready to show them action by action."""
    ply = replayed_turn_ply(table)
    if ply is None or table.display.covers_board or table.saving.is_in_other_tab:
        return table
    new_table = view_at(table, ply)
    return replace(new_table, display=replace(new_table.display, replays_turn=True))


def advance_turn_replay(table: Table) -> Table:
    """Return the table after the next action of a replayed turn.

    The replay ends at the current state, with the reason for a bot's turn.
    """
    if not table.display.replays_turn or table.display.ply is None:
        return replace(table, display=replace(table.display, replays_turn=False))
    new_table = view_at(table, table.display.ply + 1)
    if new_table.display.ply is None:
        return replace(new_table, message=turn_reasons(new_table, new_table.timeline.ply))
    return replace(new_table, display=replace(new_table.display, replays_turn=True))


def can_continue(table: Table) -> bool:
    """Return True if the board shows a past state from which people may play on."""
    ply = table.display.ply
    return (
        ply is not None
        and ply >= table.timeline.earliest_ply
        and not table.display.awaits_handover
        and not table.saving.is_in_other_tab
    )


def continues_in_study(table: Table) -> bool:
    """Return True if another move from the viewed state becomes a variation in a study.

    This applies to finished games with a review.
    """
    return table.review is not None and can_continue(table)


def continues_in_copy(table: Table) -> bool:
    """Return True if playing on from the viewed state creates a copy, so that the game itself does not change.

    The app never copies a game in progress with hidden information, since each copy would reveal the other's secrets.
    In that case, and after undo, the game itself continues.
    """
    timeline, ply = table.timeline, table.display.ply
    if not can_continue(table) or ply is None or ply >= timeline.ply:
        return False
    return not contains_hidden_information(timeline) or not timeline.game.hides(timeline.states[ply])


def continue_from_view(table: Table) -> Table:
    """Return the table of a game that continues from the viewed state.

    Redo can restore the later entries until the next action.
    """
    if table.display.ply is None or not can_continue(table):
        return table
    return reset_after_change(replace(table, timeline=table.timeline.jump(table.display.ply)))


def replay_frames(table: Table, seat: int) -> tuple[ReplayFrame, ...]:
    """Return the frames of the table's replay; empty if the table shows no replay.

    Every frame shows the cards of the only person in a game, or of the player at the bottom in an exercise.
    """
    replay = table.display.replay
    viewer = seat if table.display.shows_bottom_player_secrets else table.only_person
    return replays.frames(table.timeline, replay, seat, viewer) if replay else ()


def advance_replay(table: Table, offset: int) -> Table:
    """Return the table after its replay advanced by some frames. The replay ends after the last frame."""
    replay = table.display.replay
    if replay is None:
        return table
    step = max(0, replay.step + offset)
    return replace(
        table,
        display=replace(
            table.display, replay=replace(replay, step=step) if step < len(replay_frames(table, 0)) else None
        ),
    )


def skip_replay(table: Table) -> Table:
    """Return the table without its replay."""
    return replace(table, display=replace(table.display, replay=None))


def latest_replay(table: Table) -> ReplayPosition | None:
    """Return the last replay before the viewed state, or None."""
    return replays.latest_replay(table.viewed_timeline)


def show_replay(table: Table, ply: int | None = None) -> Table:
    """Return the table with the replay of the entry at a ply, or with the latest replay if the ply is None."""
    replay = replays.latest_replay(
        table.viewed_timeline if ply is None else table.timeline.jump(min(ply + 1, table.timeline.ply))
    )
    return (
        replace(table, display=replace(table.display, replay=replay), touches=table.touches.without_selection())
        if replay
        else table
    )


def show_replay_history(table: Table, is_visible: bool = True) -> Table:
    """Return the table with the history of replays shown in place of the board, or hidden."""
    return replace(
        table,
        display=replace(table.display, shows_replay_history=is_visible, replay=None),
        touches=table.touches.without_selection(),
    )


def replay_history(table: Table) -> tuple[ReplayChapter, ...]:
    """Return all replays of the game as text."""
    return replays.replay_history(table.timeline)
