"""Updates of the game that is played: playing, stepping through it, and looking at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    Notify,
    Open,
    RememberPlayers,
    RetrySaving,
    Reveal,
    RevealElement,
    RevealPlayer,
    SetRoute,
    StartGame,
)
from ruleboard.app.effects import Place as Show
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.play import advice, animation, clocks, endings, inquiry, opponents, review, sounds
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.side_notes import MOVES
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.forms import fields, is_number, names
from ruleboard.app.ui.names import copy_title
from ruleboard.engine.action import Action
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.i18n import _
from ruleboard.thinking.messages import Judgement, Reply
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
            return " ".join(filter(None, (done and sentence(done), kept.note, _frame_words(kept, context))))
        events = (announcing.turn_ended(kept), announcing.new_event(before, kept))
        return announcing.situation(kept, done, " ".join(filter(None, events)))

    return save(before, after, context, words, action)


def opponent_chose(table: Table, reply: Reply, context: Context) -> Updated[Table]:
    """Return the update after an opponent has chosen its next actions; it may have ended the game instead."""
    resigns = context.settings.resign == "on"
    after = opponents.with_choice(table, reply.actions, reply.score, resigns=resigns)
    if after.offer is not None and table.offer is None:
        return shown(after, Announce(announcing.offered(after)))
    if after.advice is not table.advice:
        return _advised(after)
    return change(table, after, context)


def opponent_failed(table: Table) -> Updated[Table]:
    """Return the update after an opponent could not choose: the game is paused, so that it is not asked for ever."""
    return shown(review.stop(replace(table, paused=True)))


def turn_judged(table: Table, judgement: Judgement, context: Context) -> Updated[Table]:
    """Return the update after a turn of the finished game was judged; a complete review is stored beside the game."""
    after = review.with_verdict(table, judgement.actions, judgement.score, judgement.played)
    if after.review is None or not after.review.is_complete:
        return shown(after)
    if not table.unsaved:
        context.games.reviews.put(table.id, table.timeline.to_record(), after.review.verdicts)
    return shown(after, Announce(announcing.reviewed(after)))


def opponent_steps(table: Table, step: opponents.Step, context: Context) -> Updated[Table]:
    """Return the update after a step of an opponent that needs no thought."""
    match step:
        case opponents.Act():
            after, action = opponents.next_action(table)
            if action is None:
                return Updated(after)
            hidden = table.timeline.is_hidden()
            return act(table, after, action, context, told=not hidden)
        case opponents.AnswerOffer():
            after = opponents.answer_offer(table)
            if after.timeline is not table.timeline or after.answering is not None:
                return change(table, after, context)
            return shown(after, Announce(announcing.situation(after)))
        case opponents.AdvanceReplay():
            return _replayed(table, tables.advance_replay(table, 1), context)
        case opponents.ShowAgain():
            again = tables.advance_turn_again(table)
            said = announcing.past_move(again) if again.viewed_at is not None else announcing.situation(again)
            return shown(again, _moved(table, again, context), Announce(said))
    return Updated(table)


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
        return _copy(before, after, context, words, action)
    effects = stored(after, context)
    if effects is None:
        return taken_over(before, context)
    kept = replace(after, unsaved=False)
    moved = _moved(before, kept, context, action)
    heard = sounds.of(before, kept, action)
    return shown(kept, *effects, moved, heard, Reveal(Show.CURRENT_MOVE), *_announced(kept, words))


def _moved(before: Table, after: Table, context: Context, action: Action[Any] | None = None) -> Animate:
    near = seat(after, context.settings)
    return Animate(animation.played(before, after, action, near) if action else animation.stepped(before, after, near))


def _copy(
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
    id, copy = library.copy(after.timeline, copy_title(timeline.record, shared))
    table = tables.move_to_copy(after, id, copy)
    effects = stored(table, context) or ()
    back_leads_to_the_original = SetRoute(Route("play", id), replace=False)
    moved = _moved(before, table, context, action)
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


def went(table: Table, stop: int | None, context: Context) -> Updated[Table]:
    """Return the update when an address leads to a stop (see ``Table.stops``), or to the current state."""
    after = tables.view_at(table, table.timeline.at if stop is None else table.entries_at(stop))
    return shown(after, _moved(table, after, context))


def look(table: Table, at: int, context: Context) -> Updated[Table]:
    """Return the update that shows the state after ``at`` entries."""
    after = tables.view_at(table, at)
    # What was said to who decides is not for who looks back.
    said = Announce(announcing.past_move(after))
    return shown(after, _moved(table, after, context), said, Reveal(Show.CURRENT_MOVE))


def _replayed(before: Table, after: Table, context: Context) -> Updated[Table]:
    """Return the update to a table whose replay may have begun, gone on or ended."""
    if after.replay:
        moved = Animate(animation.replayed(before, after, seat(after, context.settings)))
        return shown(after, moved, Announce(_frame_words(after, context)), Reveal(Show.CURRENT_MOVE))
    return shown(after, Announce(announcing.situation(after))) if before.replay else shown(after)


def _frame_words(table: Table, context: Context) -> str:
    """Return the text of the replay's frame that is shown."""
    frames = tables.frames(table, seat(table, context.settings))
    return frames[table.replay.step].words if table.replay else ""


# --- messages -------------------------------------------------------------------------------------------------


def _choose(table: Table, given: Input, context: Context) -> Updated[Table]:
    return act(table, *tables.choose(table, given.value), context)


def _undo(table: Table, _given: Input, context: Context) -> Updated[Table]:
    if table.viewed_at is not None:
        return Updated(table)
    return change(table, tables.undo(table), context, _("Taken back."))


def _redo(table: Table, _given: Input, context: Context) -> Updated[Table]:
    if table.viewed_at is not None:
        return Updated(table)
    return change(table, tables.redo(table), context, _("Done again."))


def _continue(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Play on from where one looks, in a copy or by taking back what comes after."""
    if not table.can_continue:
        return Updated(table)
    after = clocks.recorded(table, tables.continue_from_view(table), context.device.milliseconds())
    if table.continues_in_copy:
        return _copy(table, after, context, announcing.situation)
    back = after.timeline.at < table.timeline.at
    return change(table, after, context, _("Taken back to here.") if back else "")


def _resign(table: Table, given: Input, context: Context) -> Updated[Table]:
    if not is_number(given.value):
        return Updated(table)
    return change(table, endings.resign(table, int(given.value)), context)


def _claim(table: Table, _given: Input, context: Context) -> Updated[Table]:
    return change(table, endings.claim_draw(table), context)


def _offer(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    after = endings.offer_draw(table)
    return shown(after, Announce(announcing.offered(after)))


def _answer(table: Table, given: Input, context: Context) -> Updated[Table]:
    after = endings.answer_draw_offer(table, given.value == "yes")
    if after.answering is not None:  # the next one is asked
        return shown(after, Announce(announcing.offered(after)))
    if after.timeline is not table.timeline:
        return change(table, after, context)
    return shown(after, Announce(announcing.situation(after))) if table.offer is not None else Updated(table)


def _withdraw(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    after = endings.withdraw_draw_offer(table)
    return shown(after) if after is table else shown(after, Announce(announcing.situation(after)))


def _rename(table: Table, given: Input, context: Context) -> Updated[Table]:
    form = fields(given.value)
    players = names(form, len(table.timeline.record.players))
    named = tables.rename(table, form.get("title", "").strip()[:LONGEST_NAME], players)
    after = save(table, named, context)
    return replace(after, effects=(*after.effects, RememberPlayers(players)))


def _rematch(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Begin the same game once more; everybody moves up one side."""
    record = table.timeline.record
    players = (*record.players[1:], record.players[0])
    seats = (*record.seats[1:], *record.seats[:1])
    options = with_rules(table.timeline.game.options, record.options)
    again = Record(record.game, options, context.device.seed(), players, start=record.start, seats=seats)
    return Updated(table, (StartGame(replace(again, clock=record.clock and record.clock.fresh())),))


def _take_over(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    """Go on with the game as the other tab has left it."""
    return Updated(table, (Open(Route("play", table.id), replace=True),))


def _keep_again(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Save the game although it is gone from the store."""
    context.games.adopt(table.id)
    return save(table, replace(table, taken_over=False), context)


def _look(table: Table, given: Input, context: Context) -> Updated[Table]:
    return look(table, table.entries_at(int(given.value)), context) if is_number(given.value) else Updated(table)


def _turn(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(replace(table, turned=not table.turned))


def _uncover(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    after = tables.uncover(table)
    return shown(after, Announce(announcing.situation(after)))


def _pan(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Pan the board to a player's part of it; the value is 1-based."""
    return Updated(table, (RevealPlayer(int(given.value) - 1),) if is_number(given.value) else ())


def _show_step(table: Table, given: Input, context: Context) -> Updated[Table]:
    by = {"1": 1, "-1": -1}.get(given.value, 0)
    return _replayed(table, tables.advance_replay(table, by), context) if by else Updated(table)


def _show_skip(table: Table, _given: Input, context: Context) -> Updated[Table]:
    return _replayed(table, tables.skip_replay(table), context)


def _show_again(table: Table, given: Input, context: Context) -> Updated[Table]:
    last = int(given.value) if is_number(given.value) else None
    return _replayed(table, tables.show_replay(table, last), context)


def _turn_again(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Show the opponents' last turn again, action by action."""
    after = tables.show_turn_again(table)
    return (
        shown(after, _moved(table, after, context), Announce(announcing.past_move(after)))
        if after.again
        else shown(table)
    )


def _story(table: Table, given: Input, _context: Context) -> Updated[Table]:
    return shown(tables.show_history(table, given.value == "open"))


def _read(table: Table, given: Input, _context: Context) -> Updated[Table]:
    after = tables.toggle_note(table, given.value)
    return shown(after, Reveal(Show.SIDE_PANEL if after.opened_note != MOVES else Show.CURRENT_MOVE))


def _teach(table: Table, given: Input, _context: Context) -> Updated[Table]:
    return shown(tables.open_lesson(table, given.value), Reveal(Show.SIDE_PANEL))


def _page(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Show another step of the side note that is read."""
    if not is_number(given.value):
        return Updated(table)
    after = tables.go_to_note_step(table, int(given.value))
    told = announcing.new_event(table, after)
    return shown(after, Announce(told)) if told else shown(after)


def _advised(table: Table) -> Updated[Table]:
    return shown(table, Announce(advice.words(table)), Reveal(Show.REFUSAL))


def _hint(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Ask for a hint, or show its next step."""
    return _advised(advice.advance(table) if given.value == "next" else advice.ask(table))


def _threats(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return _advised(advice.show_threats(table))


def _close_advice(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(advice.close(table))


def _inquire(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    """Open or close the inquiry, in which a touch asks what attacks a square."""
    after = inquiry.toggle(table)
    return shown(after) if after.inquiry is None else shown(after, Announce(inquiry.words(after)))


def _review(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Open the review of the finished game; it begins, or goes on, unless it is there."""
    after = review.begin(table, context.games.reviews.get(table.id, table.timeline.to_record()))
    if after.review is None:
        return Updated(table)
    told = (Announce(announcing.reviewed(after)),) if after.review.is_complete else ()
    return shown(after, *told, Reveal(Show.SIDE_PANEL))


def _stop_review(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(review.stop(table))


def _point(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Show the position before a turn of the review, with the better turn; the value is the turn's number, from 0."""
    turns = table.review.turns if table.review else ()
    if not is_number(given.value) or int(given.value) >= len(turns):
        return Updated(table)
    after = replace(tables.view_at(table, turns[int(given.value)].first), opened_note=review.REVIEW)
    return shown(after, _moved(table, after, context), Announce(announcing.point(after)), Reveal(Show.BOARD))


def _pause(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(replace(table, paused=True, plan=()))


def _resume(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    return shown(replace(table, paused=False))


def _clock(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Take what the page's script has noticed: it is "away" or "back", or a "time" is to be told."""
    if clocks.clock_of(table) is None:
        return Updated(table)
    if given.value != "time":
        return Updated(replace(table, clock_away=given.value == "away"))
    after = clocks.settled(table, context.device.milliseconds())
    to_move = after.timeline.to_move
    words = "" if to_move is None else clocks.told_of(after, to_move)
    updated = clock_changed(table, after, context) if clocks.flagged(after) is not None else Updated(after)
    return replace(updated, effects=(*updated.effects, Announce(words)))


def _tell_time(table: Table, _given: Input, context: Context) -> Updated[Table]:
    after = clocks.settled(table, context.device.milliseconds())
    told = clocks.told(after)
    return Updated(after, (Announce(told),)) if told else Updated(table)


def _hold_clock(table: Table, given: Input, _context: Context) -> Updated[Table]:
    yes = given.value == "yes"
    said = _("The clock is paused.") if yes else _("The clock runs.")
    return shown(clocks.held(table, yes), Announce(said)) if clocks.clock_of(table) else Updated(table)


def _claim_time(table: Table, _given: Input, context: Context) -> Updated[Table]:
    return change(table, endings.claim_win_on_time(table), context)


def _drop_clock(table: Table, _given: Input, context: Context) -> Updated[Table]:
    if clocks.flagged(table) is None:
        return Updated(table)
    return change(table, clocks.dropped(table), context, _("The game goes on without the clock."))


def _list(table: Table, given: Input, _context: Context) -> Updated[Table]:
    """Show the part of a long move list around a turn, by its number from 0."""
    if not is_number(given.value):
        return Updated(table)
    number = int(given.value)
    return shown(replace(table, listed=number), RevealElement(f"turn-{number}"))


MESSAGES: Mapping[str, Handler[Table]] = {
    "choose": _choose,
    "undo": _undo,
    "redo": _redo,
    "continue": _continue,
    "resign": _resign,
    "claim": _claim,
    "offer": _offer,
    "answer": _answer,
    "withdraw": _withdraw,
    "rename": _rename,
    "rematch": _rematch,
    "take_over": _take_over,
    "keep_again": _keep_again,
    "clock": _clock,
    "hold_clock": _hold_clock,
    "claim_time": _claim_time,
    "drop_clock": _drop_clock,
    "list": _list,
    "look": _look,
    "now": lambda table, _given, context: look(table, table.timeline.at, context),
    "hint": _hint,
    "inquire": _inquire,
    "threats": _threats,
    "close_advice": _close_advice,
    "put_down": lambda table, _given, context: act(table, tables.put_down(table), None, context),
    "review": _review,
    "stop_review": _stop_review,
    "point": _point,
    "pause": _pause,
    "resume": _resume,
    "turn": _turn,
    "uncover": _uncover,
    "whole": lambda table, _given, _context: shown(replace(table, shows_whole_board=not table.shows_whole_board)),
    "pan": _pan,
    "show_step": _show_step,
    "show_skip": _show_skip,
    "show_again": _show_again,
    "turn_again": _turn_again,
    "story": _story,
    "read": _read,
    "teach": _teach,
    "page": _page,
}


# --- gestures and keys ----------------------------------------------------------------------------------------


def gesture(table: Table, given: Gesture, context: Context) -> Updated[Table]:
    """Answer a gesture on the board."""
    match given.kind:
        case "take":
            return act(table, tables.begin_drag(table, given.target), None, context)
        case "drop":
            return act(table, *tables.drop(table, given.target), context)
        case "point":
            return act(table, tables.point(table, given.target), None, context)
        case "touch":
            return act(table, *tables.touch(table, given.target), context)
    return Updated(table)


def _step(table: Table, by: int, context: Context) -> Updated[Table]:
    """Step through the replay, or through the game."""
    if table.replay:
        return _replayed(table, tables.advance_replay(table, by), context)
    return look(table, table.entries_at(table.stop_at(table.shown.at) + by), context)


def _cancel(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Leave what is shown in place of the board, or what one looks back at, or put down what was taken up."""
    if table.replay or table.history_open:
        return _replayed(table, tables.show_history(table, False), context)
    if table.inquiry is not None:
        return shown(inquiry.toggle(table))
    if table.viewed_at is not None:
        return look(table, table.timeline.at, context)
    if table.advice:
        return shown(advice.close(table))
    return act(table, tables.cancel(table), None, context)


KEYS: Mapping[str, Handler[Table]] = {
    "Escape": _cancel,
    "u": _undo,
    "r": _redo,
    "Ctrl+z": _undo,
    "Ctrl+y": _redo,
    "Ctrl+Shift+z": _redo,
    "[": lambda table, _given, context: _step(table, -1, context),
    "]": lambda table, _given, context: _step(table, 1, context),
    "f": _turn,
    "t": _tell_time,
}


def pressed(table: Table, key: str, context: Context) -> Updated[Table] | None:
    """Answer a key, None if it has no meaning here; a letter is the same key with Caps Lock."""
    handler = KEYS.get(key) or KEYS.get(key.lower() if len(key) == 1 else "")
    return handler(table, Input(), context) if handler else None
