"""Saving of a game in play and the update that shows it: as a copy, in this tab, or locked for another tab."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ruleboard.app import notices
from ruleboard.app.board import animation, clocks, guide, history
from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board.orientation import nearest_player
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    Dismiss,
    Effect,
    Notify,
    RetrySaving,
    Reveal,
    SaveProgress,
    SetRoute,
)
from ruleboard.app.effects import ScrollTarget as Show
from ruleboard.app.messages import Update
from ruleboard.app.play import sounds
from ruleboard.app.routes import Route
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.progress import with_done
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.names import copy_title
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import row_label
from ruleboard.games.first_game import FIRST_GAME_ID
from ruleboard.wording import sentence

_AnnouncementBuilder = Callable[[Table], str]
"""The announcement of a table once it is saved. The table may be that of a copy."""


def _viewable_index(table: Table) -> int | None:
    return None if table.view.ply is None else viewable_plies(table.timeline).index_of(table.view.ply)


def updated_view(table: Table, *effects: Effect) -> Update[Table]:
    """Return the update to a table that needs no saving. The address names the viewed move."""
    if table.saving.is_unsaved:
        return Update(table, effects)
    return Update(table, (SetRoute(Route("play", table.id, _viewable_index(table))), *effects))


def after_touch(
    before: Table, after: Table, action: Action[Any] | None, context: Context, *, mentions_action: bool = True
) -> Update[Table]:
    """Return the update after a touch, which may have made an action.

    Args:
        before: the table before the touch.
        after: the table after it.
        action: the action, or None.
        context: the app's state.
        mentions_action: True if the announcement may name the action.
    """
    if action is None:
        announcement = announcing.touch_text(before, after)
        announcements = (Announce(announcement),) if announcement else ()
        return updated_view(after, *announcements, *(sounds.REFUSAL_EFFECTS if after.touches.refusal else ()))
    action_text = before.timeline.game.describe(before.timeline.state, action) if mentions_action else ""

    def announcement_for(saved: Table) -> str:
        if saved.view.replay:
            texts = (action_text and sentence(action_text), saved.message, frame_text(saved, context))
            return " ".join(filter(None, texts))
        events = (announcing.turn_end_text(saved), announcing.new_event_text(before, saved))
        return announcing.situation_text(saved, action_text, " ".join(filter(None, events)))

    return save_game(before, after, context, announcement_for, action)


def change_timeline(before: Table, after: Table, context: Context, summary: str = "") -> Update[Table]:
    """Return the update to a table whose timeline may have changed. It announces ``summary`` and the situation."""
    if after.timeline is before.timeline:
        return updated_view(after)
    return save_game(before, after, context, lambda saved: announcing.situation_text(saved, summary))


def save_game(
    before: Table,
    after: Table,
    context: Context,
    announcement: _AnnouncementBuilder | None = None,
    action: Action[Any] | None = None,
) -> Update[Table]:
    """Save a game and return the update that shows it.

    A change that would drop an ending is saved as a copy. If another tab has the game, nothing is saved.

    Args:
        before: the table on the page.
        after: the table to save.
        context: the app's state.
        announcement: builds the announcement, or None.
        action: the action that a person or a bot has just played, or None.
    """
    after = clocks.with_clock_recorded(before, after, context.device.milliseconds())
    if tables.loses_ending(before, after):
        return save_as_copy(before, after, context, announcement, action)
    effects = store_game(after, context)
    if effects is None:
        return lock_table(before, context)
    saved = replace(after, saving=replace(after.saving, is_unsaved=False))
    animation = animation_effect(before, saved, context, action)
    sounds_effect = sounds.change_sounds(before, saved, action)
    announcements = _announcement_effects(saved, announcement)
    return updated_view(
        saved,
        *effects,
        animation,
        sounds_effect,
        Reveal(Show.CURRENT_MOVE),
        *announcements,
        *_completion_effects(saved, context),
    )


def _completion_effects(table: Table, context: Context) -> tuple[Effect, ...]:
    """Return the effect that marks the guided first game as completed once it has ended."""
    if table.timeline.outcome is None or not guide.is_guided(table):
        return ()
    return (SaveProgress(with_done(context.progress, table.timeline.game.id, FIRST_GAME_ID)),)


def animation_effect(before: Table, after: Table, context: Context, action: Action[Any] | None = None) -> Animate:
    """Return the motions from one table to another: those of an action, or of a step through the game."""
    player = nearest_player(after, context.settings)
    return Animate(
        animation.action_motions(before, after, action, player)
        if action
        else animation.step_motions(before, after, player)
    )


def save_as_copy(
    before: Table,
    after: Table,
    context: Context,
    announcement: _AnnouncementBuilder | None = None,
    action: Action[Any] | None = None,
) -> Update[Table]:
    """Save a changed game as a new one. The old one stays in the library with all its actions."""
    library, timeline = context.games, before.timeline
    if not before.saving.is_unsaved and not library.is_current(before.id):
        return lock_table(before, context)
    entry = library.entry(before.id)
    if entry and timeline.final_outcome and not timeline.is_at_end:
        with suppress(StoreFull):  # saved later; the copy reports the full store
            library.save(before.id, timeline.jump(len(timeline.entries)), entry.changed_at)  # the copy is the newer one
    common_plies = min(timeline.ply, after.timeline.ply)
    turn = row_label(timeline.turns(), common_plies - 1) if common_plies else ""
    id, copy = library.copy(after.timeline, copy_title(timeline.record, turn))
    table = tables.move_to_copy(after, id, copy)
    effects = store_game(table, context) or ()
    open_copy = SetRoute(Route("play", id), replace=False)
    animation = animation_effect(before, table, context, action)
    reveal = Reveal(Show.CURRENT_MOVE)
    sounds_effect = sounds.change_sounds(before, table, action)
    return Update(
        table, (*effects, open_copy, animation, sounds_effect, reveal, *_announcement_effects(table, announcement))
    )


def _announcement_effects(table: Table, announcement: _AnnouncementBuilder | None) -> tuple[Effect, ...]:
    return (Announce(announcement(table)),) if announcement else ()


def store_game(table: Table, context: Context) -> tuple[Effect, ...] | None:
    """Write a game to the store.

    Returns:
        The effects that follow, including a notice if the store is full. None if another tab has the game now.
    """
    try:
        context.games.save(table.id, table.timeline)
    except Conflict:
        return None
    except StoreFull:
        return Notify("full", notices.storage_full()), Dismiss("elsewhere")
    return RetrySaving(), Dismiss("elsewhere")


def on_clock_changed(before: Table, after: Table, context: Context) -> Update[Table]:
    """Return the update after the clock started or was read. It saves the time that the player used."""
    if after.timeline is before.timeline or after.saving.is_in_other_tab or after.saving.is_unsaved:
        return Update(after)
    effects = store_game(after, context)
    return lock_table(before, context) if effects is None else Update(after, effects)


def lock_table(table: Table, context: Context) -> Update[Table]:
    """Return the update after another tab took the game. This tab saves nothing until a person continues here."""
    is_deleted = context.games.entry(table.id) is None
    notice = notices.missing_in_storage() if is_deleted else notices.continued_in_other_tab()
    return updated_view(tables.lock_for_other_tab(table), Notify("elsewhere", notice))


def unlock_table(table: Table) -> Update[Table]:
    """Return the update after the other tab gave the game back."""
    return updated_view(replace(table, saving=replace(table.saving, is_in_other_tab=False)), Dismiss("elsewhere"))


def frame_text(table: Table, context: Context) -> str:
    """Return the text of the current frame of the replay."""
    frames = history.replay_frames(table, nearest_player(table, context.settings))
    return frames[table.view.replay.step].text if table.view.replay else ""
