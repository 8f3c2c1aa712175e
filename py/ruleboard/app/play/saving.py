"""Saving of the game that is played, and the update that shows it: as a copy, in this tab or in another one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ruleboard.app import notices
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    Dismiss,
    Effect,
    KeepProgress,
    Notify,
    RetrySaving,
    Reveal,
    SetRoute,
)
from ruleboard.app.effects import Place as Show
from ruleboard.app.messages import Updated
from ruleboard.app.play import animation, clocks, guide, history, sounds
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.progress import with_done
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.names import copy_title
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import place_in_list
from ruleboard.games.first_game import DONE
from ruleboard.wording import sentence

_Words = Callable[[Table], str]
"""The announcement of a table once it is saved; the table may be that of a copy."""


def _stop(table: Table) -> int | None:
    return None if table.viewed_at is None else table.stop_at(table.viewed_at)


def shown(table: Table, *effects: Effect) -> Updated[Table]:
    """Return the update to a table of which nothing has to be saved; the address names the move that is shown."""
    if table.unsaved:
        return Updated(table, effects)
    return Updated(table, (SetRoute(Route("play", table.id, _stop(table))), *effects))


def act(
    before: Table, after: Table, action: Action[Any] | None, context: Context, *, told: bool = True
) -> Updated[Table]:
    """Return the update after a touch, which may have made an action; ``told``: the announcement may name it."""
    if action is None:
        said = announcing.touched(before, after)
        effects = ((Announce(said),) if said else ()) + (sounds.REFUSED if after.refusal else ())
        return shown(after, *effects)
    done = before.timeline.game.describe(before.timeline.state, action) if told else ""

    def words(kept: Table) -> str:
        if kept.replay:
            return " ".join(filter(None, (done and sentence(done), kept.note, frame_words(kept, context))))
        events = (announcing.turn_ended(kept), announcing.new_event(before, kept))
        return announcing.situation(kept, done, " ".join(filter(None, events)))

    return save(before, after, context, words, action)


def change(before: Table, after: Table, context: Context, done: str = "") -> Updated[Table]:
    """Return the update to a table whose timeline may have been moved; ``done`` is announced with how things stand."""
    if after.timeline is before.timeline:
        return shown(after)
    return save(before, after, context, lambda kept: announcing.situation(kept, done))


def save(
    before: Table,
    after: Table,
    context: Context,
    words: _Words | None = None,
    action: Action[Any] | None = None,
) -> Updated[Table]:
    """Save a game and show it: as a copy, if it would lose an ending; not at all, if another tab has it now.

    Args:
        before: the table that is shown.
        after: the table to be saved.
        context: the app's state.
        words: the announcement.
        action: the action that was just made, if it is one.
    """
    after = clocks.recorded(before, after, context.device.milliseconds())
    if tables.loses_ending(before, after):
        return save_as_copy(before, after, context, words, action)
    effects = stored(after, context)
    if effects is None:
        return taken_over(before, context)
    kept = replace(after, unsaved=False)
    moved = animated(before, kept, context, action)
    heard = sounds.of(before, kept, action)
    said = _announced(kept, words)
    return shown(kept, *effects, moved, heard, Reveal(Show.CURRENT_MOVE), *said, *_completed(kept, context))


def _completed(table: Table, context: Context) -> tuple[Effect, ...]:
    """Return the effect that stores the guided first game as completed, once it has ended."""
    if table.timeline.outcome is None or not guide.is_guided(table):
        return ()
    return (KeepProgress(with_done(context.progress, table.timeline.game.id, DONE)),)


def animated(before: Table, after: Table, context: Context, action: Action[Any] | None = None) -> Animate:
    """Return the motions from one table to another: those of an action, or of a step through the game."""
    near = seat(after, context.settings)
    return Animate(animation.played(before, after, action, near) if action else animation.stepped(before, after, near))


def save_as_copy(
    before: Table,
    after: Table,
    context: Context,
    words: _Words | None = None,
    action: Action[Any] | None = None,
) -> Updated[Table]:
    """Save what becomes of a game as a new one; the old one stays in the library with all that was played."""
    library, timeline = context.games, before.timeline
    if not before.unsaved and not library.is_current(before.id):
        return taken_over(before, context)
    kept = library.entry(before.id)
    if kept and timeline.conclusion and not timeline.is_last:
        with suppress(StoreFull):  # then it waits; that there is no room is told of the copy
            library.save(before.id, timeline.jump(len(timeline.entries)), kept.changed)  # the copy is the newer one
    shared = min(timeline.at, after.timeline.at)
    turn = place_in_list(timeline.turns(), shared - 1) if shared else ""
    id, copy = library.copy(after.timeline, copy_title(timeline.record, turn))
    table = tables.move_to_copy(after, id, copy)
    effects = stored(table, context) or ()
    back_leads_to_the_original = SetRoute(Route("play", id), replace=False)
    moved = animated(before, table, context, action)
    reveal = Reveal(Show.CURRENT_MOVE)
    heard = sounds.of(before, table, action)
    return Updated(table, (*effects, back_leads_to_the_original, moved, heard, reveal, *_announced(table, words)))


def _announced(table: Table, words: _Words | None) -> tuple[Effect, ...]:
    return (Announce(words(table)),) if words else ()


def stored(table: Table, context: Context) -> tuple[Effect, ...] | None:
    """Write a game into the store.

    Returns:
        The effects that follow; a full store is a notice, and no failure. None if another tab has the game now.
    """
    try:
        context.games.save(table.id, table.timeline)
    except Conflict:
        return None
    except StoreFull:
        return Notify("full", notices.full()), Dismiss("elsewhere")
    return RetrySaving(), Dismiss("elsewhere")


def clock_changed(before: Table, after: Table, context: Context) -> Updated[Table]:
    """Return the update after the clock has begun to run, or has been read: the time that was used is saved."""
    if after.timeline is before.timeline or after.taken_over or after.unsaved:
        return Updated(after)
    effects = stored(after, context)
    return taken_over(before, context) if effects is None else Updated(after, effects)


def taken_over(table: Table, context: Context) -> Updated[Table]:
    """Return the update when another tab has the game: nothing more is saved here until it is taken back."""
    gone = context.games.entry(table.id) is None
    notice = notices.deleted_elsewhere() if gone else notices.taken_over()
    return shown(tables.mark_taken_over(table), Notify("elsewhere", notice))


def refreshed(table: Table) -> Updated[Table]:
    """Return the update when the other tab has restored what it had taken away."""
    return shown(replace(table, taken_over=False), Dismiss("elsewhere"))


def frame_words(table: Table, context: Context) -> str:
    """Return the text of the replay's frame that is shown."""
    frames = history.frames(table, seat(table, context.settings))
    return frames[table.replay.step].words if table.replay else ""
