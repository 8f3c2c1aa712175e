"""Saving a game in play, in place or as a copy, and the updates after saving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ruleboard.app import notices
from ruleboard.app.board import animation, clocks, guide, history
from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board.board_part import board_view
from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget as Show
from ruleboard.app.effects import SetRoute
from ruleboard.app.messages import Update
from ruleboard.app.play import sounds
from ruleboard.app.play.review_place import review_place
from ruleboard.app.routes import Route
from ruleboard.app.saved_items import retry_saving
from ruleboard.app.shared import Shared
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.preferences import GameChoices
from ruleboard.app.storage.progress import with_completed_lesson
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.names import copy_title
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import row_label
from ruleboard.learning.first_game import FIRST_GAME_ID
from ruleboard.wording import sentence

_AnnouncementBuilder = Callable[[Table], str]
"""Builds the announcement for a saved table, which may belong to a copy."""


def updated_view(table: Table, context: Context) -> Update[Table]:
    """Return the update after a change that needs no saving, with the viewed move in the address."""
    if table.saving.is_unsaved:
        return Update(table, context.shared)
    ply = table.display.ply
    index = None if ply is None else viewable_plies(table.timeline).index_of(ply)
    return Update(table, context.shared, (SetRoute(Route("play", table.id, index)),))


def updated_step(before: Table, after: Table, context: Context) -> Update[Table]:
    """Return the update after a step to another state of the game, which animates the step."""
    player = player_at_bottom(after, context.settings)
    motions = animation.step_motions(before, after, player, board_view(after, player, context.settings))
    return updated_view(after, context).with_motions(motions)


def update_after_touch(
    before: Table,
    after: Table,
    action: Action[Any] | None,
    context: Context,
    services: Services,
    *,
    mentions_action: bool = True,
) -> Update[Table]:
    """Return the update after a touch, which may have completed an action.

    Args:
        before: the table before the touch.
        after: the table after the touch.
        action: the completed action, or None.
        context: the app's state.
        services: the stores and the device.
        mentions_action: True if the announcement may name the action.
    """
    if action is None:
        update = updated_view(after, context)
        if announcement := announcing.touch_text(before, after):
            update = update.with_announcement(announcement)
        is_refused = after.touches.refusal and after is not before
        return update.with_effects(*sounds.REFUSAL_EFFECTS) if is_refused else update
    action_text = (
        before.timeline.game.describe(before.timeline.state, action, before.only_person) if mentions_action else ""
    )

    def announcement_for(saved_table: Table) -> str:
        if saved_table.display.replay:
            texts = (action_text and sentence(action_text), saved_table.message, frame_text(saved_table, context))
            return " ".join(filter(None, texts))
        events = (announcing.turn_end_text(saved_table), announcing.new_event_text(before, saved_table))
        return announcing.situation_text(saved_table, action_text, " ".join(filter(None, events)))

    return save_game(before, after, context, services, announcement_for, action)


def change_timeline(
    before: Table, after: Table, context: Context, services: Services, summary: str = ""
) -> Update[Table]:
    """Return the update after a possible change of the timeline, which announces ``summary`` and the situation."""
    if after.timeline is before.timeline:
        return updated_view(after, context)
    return save_game(
        before, after, context, services, lambda saved_table: announcing.situation_text(saved_table, events=summary)
    )


def save_game(
    before: Table,
    after: Table,
    context: Context,
    services: Services,
    announcement: _AnnouncementBuilder | None = None,
    action: Action[Any] | None = None,
) -> Update[Table]:
    """Save a game and return the update that shows it.

    A change that would remove the end of a finished game is saved in a copy. If another tab has changed the game,
    nothing is saved.

    Args:
        before: the table on the page.
        after: the table to save.
        context: the app's state.
        services: the stores and the device.
        announcement: builds the announcement, or None.
        action: the action that a person or a bot has just played, or None.
    """
    after = clocks.with_clock_recorded(before, after, services.device.milliseconds())
    if tables.removes_ending(before, after):
        return save_as_copy(before, after, context, services, announcement, action)
    shared = store_game(context.shared, after, services)
    if shared is None:
        return lock_table(before, context, services)
    saved_table = replace(after, saving=replace(after.saving, is_unsaved=False)) if after.saving.is_unsaved else after
    update = _with_armies(updated_view(saved_table, context).with_shared(shared), before)
    return _with_first_game_done(_update_after_saving(update, before, announcement, action))


def _update_after_saving(
    update: Update[Table], before: Table, announcement: _AnnouncementBuilder | None, action: Action[Any] | None
) -> Update[Table]:
    """Return the update after saving, which animates and announces the change, and plays its sounds."""
    table, settings = update.session, update.shared.settings
    player = player_at_bottom(table, settings)
    view = board_view(table, player, settings)
    motions = (
        animation.action_motions(before, table, action, player, view)
        if action
        else animation.step_motions(before, table, player, view)
    )
    update = update.with_motions(motions)
    update = update.with_effects(sounds.change_sounds(before, table, action)).with_reveals(Show.CURRENT_MOVE)
    return update.with_announcement(announcement(table)) if announcement else update


def _with_armies(update: Update[Table], before: Table) -> Update[Table]:
    """Extend an update so that it stores the players' new armies for the next game."""
    armies, settings = tables.built_armies(before, update.session), update.shared.settings
    if not any(armies):
        return update
    game = update.session.timeline.game.id
    choices = replace(settings.new_games.get(game, GameChoices()), armies=armies)
    return update.with_settings(settings.with_new_game(game, choices))


def _with_first_game_done(update: Update[Table]) -> Update[Table]:
    """Extend an update so that it marks the guided first game as completed if that game has ended."""
    table, progress = update.session, update.shared.progress
    if table.timeline.outcome is None or not guide.is_guided(table):
        return update
    return update.with_progress(with_completed_lesson(progress, table.timeline.game.id, FIRST_GAME_ID))


def save_as_copy(
    before: Table,
    after: Table,
    context: Context,
    services: Services,
    announcement: _AnnouncementBuilder | None = None,
    action: Action[Any] | None = None,
) -> Update[Table]:
    """Save a changed game as a new one. The original game stays in the library with all its actions."""
    library, timeline = services.games, before.timeline
    if not before.saving.is_unsaved and not library.is_up_to_date(before.id):
        return lock_table(before, context, services)
    entry = library.entry(before.id)
    if entry and timeline.final_outcome and not timeline.is_at_end:
        with suppress(StoreFull):  # saved later; the copy reports the full store
            library.save(before.id, timeline.jump(len(timeline.entries)), entry.changed_at)  # the copy is the newer one
    common_ply_count = min(timeline.ply, after.timeline.ply)
    turn = row_label(timeline.turns(), common_ply_count - 1) if common_ply_count else ""
    id, copied_timeline = library.copy(after.timeline, copy_title(timeline.record, turn))
    table = tables.move_to_copy(after, id, copied_timeline)
    shared = store_game(context.shared, table, services) or context.shared
    shared = shared.with_review_place(before.id, review_place(before))
    update = Update(table, shared, (SetRoute(Route("play", id), replace=False),))
    return _update_after_saving(update, before, announcement, action)


def store_game(shared: Shared, table: Table, services: Services) -> Shared | None:
    """Write a game to the store.

    Returns:
        The shared state after the write, with a notice if the store is full. None if another tab has changed the game.
    """
    try:
        services.games.save(table.id, table.timeline)
    except Conflict:
        return None
    except StoreFull:
        return shared.with_notice("full", notices.storage_full_notice()).without_notice("elsewhere")
    return retry_saving(shared, services).without_notice("elsewhere")


def on_clock_changed(before: Table, after: Table, context: Context, services: Services) -> Update[Table]:
    """Return the update after the clock was started or read. It saves the time that the player has used."""
    if after.timeline is before.timeline or after.saving.is_in_other_tab or after.saving.is_unsaved:
        return Update(after, context.shared)
    shared = store_game(context.shared, after, services)
    return lock_table(before, context, services) if shared is None else Update(after, shared)


def lock_table(table: Table, context: Context, services: Services) -> Update[Table]:
    """Return the update that locks a game because another tab has changed it.

    This tab saves nothing until a person continues the game here.
    """
    is_deleted = services.games.entry(table.id) is None
    notice = notices.missing_game_notice() if is_deleted else notices.other_tab_notice()
    return updated_view(tables.lock_for_other_tab(table), context).with_notice("elsewhere", notice)


def unlock_table(table: Table, context: Context) -> Update[Table]:
    """Return the update that unlocks the game after the other tab has released it."""
    unlocked_table = replace(table, saving=replace(table.saving, is_in_other_tab=False))
    return updated_view(unlocked_table, context).without_notice("elsewhere")


def frame_text(table: Table, context: Context) -> str:
    """Return the text of the current frame of the replay."""
    frames = history.replay_frames(table, player_at_bottom(table, context.settings))
    return frames[table.display.replay.step].text if table.display.replay else ""
