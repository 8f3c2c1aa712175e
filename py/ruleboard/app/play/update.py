"""Updates of the game that is played: playing it, ending it, and its clock; those of the view are in ``viewing``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Announce,
    Open,
    RememberPlayers,
    StartGame,
)
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.play import (
    advice,
    clocks,
    endings,
    gestures,
    guide,
    history,
    inquiry,
    viewing,
)
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.saving import act, change, clock_changed, save, save_as_copy, shown
from ruleboard.app.play.table import Table
from ruleboard.app.play.viewing import look, replayed, turn
from ruleboard.app.routes import Route
from ruleboard.app.ui.forms import fields, is_number, names
from ruleboard.engine.options import as_before, with_rules
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.i18n import _


def _choose(table: Table, given: Input, context: Context) -> Updated[Table]:
    return act(table, *gestures.choose(table, given.value), context)


def _undo(table: Table, _given: Input, context: Context) -> Updated[Table]:
    if table.viewed_at is not None:
        return Updated(table)
    if history.shows_too_much(table):
        why = _("That cannot be taken back: it has shown something that was hidden.")
        return shown(replace(table, note=why), Announce(why))
    if table.timeline.outcome is not None and history.can_undo(table) and not table.covered and not table.taken_over:
        return shown(replace(table, undo_asked=True), Announce(_("The game has ended. Take the last move back?")))
    return change(table, history.undo(table), context, _("Taken back."))


def _reopen(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Undo the last move of a game that has ended, here or in a copy, as it was asked; or leave it as it is."""
    if not table.undo_asked:
        return Updated(table)
    if given.value == "undo":
        return change(table, history.undo(table), context, _("Taken back."))
    if given.value == "copy":
        return save_as_copy(table, history.undo(table), context, announcing.situation)
    return shown(replace(table, undo_asked=False))


def _redo(table: Table, _given: Input, context: Context) -> Updated[Table]:
    if table.viewed_at is not None:
        return Updated(table)
    return change(table, history.redo(table), context, _("Done again."))


def _continue(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Play on from where one looks, in a copy or by taking back what comes after."""
    if not table.can_continue:
        return Updated(table)
    after = clocks.recorded(table, history.continue_from_view(table), context.device.milliseconds())
    if table.continues_in_copy:
        return save_as_copy(table, after, context, announcing.situation)
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


def _rematch(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Begin the same game once more; everybody moves up one side.

    The value is the number of the player of this game who begins, if its winner has chosen that; else empty.
    """
    record = table.timeline.record
    players = (*record.players[1:], record.players[0])
    seats = (*record.seats[1:], *record.seats[:1])
    choices = table.timeline.game.options
    options = with_rules(choices, as_before(choices, record.options))
    option = tables.chosen_by_winner(table)
    if option and given.value.isdecimal():
        side = (int(given.value) - 1) % len(option.choices)
        options[option.id] = option.choices[side].value
    again = Record(record.game, options, context.device.seed(), players, start=record.start, seats=seats)
    return Updated(table, (StartGame(replace(again, clock=record.clock and record.clock.fresh())),))


def _guide(table: Table, given: Input, context: Context) -> Updated[Table]:
    """Take the mistake of a guided game back ("back"), or let it stand ("on")."""
    if table.mistake is None or table.viewed_at is not None:
        return Updated(table)
    if given.value != "back":
        return shown(guide.play_on(table), Announce(announcing.situation(guide.play_on(table))))
    return change(table, tables.after_change(guide.take_back(table), table), context, _("Taken back."))


def _now_alone(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Begin a game against the same opponent without a guide."""
    record = table.timeline.record
    again = Record(record.game, record.options, context.device.seed(), record.players, seats=record.seats)
    return Updated(table, (StartGame(again),))


def _take_over(table: Table, _given: Input, _context: Context) -> Updated[Table]:
    """Go on with the game as the other tab has left it."""
    return Updated(table, (Open(Route("play", table.id), replace=True),))


def _keep_again(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Save the game although it is gone from the store."""
    context.games.adopt(table.id)
    return save(table, replace(table, taken_over=False), context)


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


MESSAGES: Mapping[str, Handler[Table]] = {
    **viewing.MESSAGES,
    "choose": _choose,
    "undo": _undo,
    "redo": _redo,
    "reopen": _reopen,
    "continue": _continue,
    "resign": _resign,
    "claim": _claim,
    "offer": _offer,
    "answer": _answer,
    "withdraw": _withdraw,
    "rename": _rename,
    "rematch": _rematch,
    "guide": _guide,
    "now_alone": _now_alone,
    "take_over": _take_over,
    "keep_again": _keep_again,
    "clock": _clock,
    "hold_clock": _hold_clock,
    "claim_time": _claim_time,
    "drop_clock": _drop_clock,
    "put_down": lambda table, _given, context: act(table, gestures.put_down(table), None, context),
    "pause": _pause,
    "resume": _resume,
}


# --- gestures and keys ----------------------------------------------------------------------------------------


def gesture(table: Table, given: Gesture, context: Context) -> Updated[Table]:
    """Answer a gesture on the board."""
    match given.kind:
        case "take":
            return act(table, gestures.begin_drag(table, given.target), None, context)
        case "drop":
            return act(table, *gestures.drop(table, given.target), context)
        case "point":
            return act(table, gestures.point(table, given.target), None, context)
        case "touch":
            return act(table, *gestures.touch(table, given.target), context)
    return Updated(table)


def _step(table: Table, by: int, context: Context) -> Updated[Table]:
    """Step through the replay, or through the game."""
    if table.replay:
        return replayed(table, history.advance_replay(table, by), context)
    return look(table, table.entries_at(table.stop_at(table.shown.at) + by), context)


def _cancel(table: Table, _given: Input, context: Context) -> Updated[Table]:
    """Leave what is shown in place of the board, or what one looks back at, or put down what was taken up."""
    if table.replay or table.history_open:
        return replayed(table, history.show_history(table, False), context)
    if table.inquiry is not None:
        return shown(inquiry.toggle(table))
    if table.undo_asked:
        return _reopen(table, Input(), context)
    if table.viewed_at is not None:
        return look(table, table.timeline.at, context)
    if table.advice:
        return shown(advice.close(table))
    return act(table, gestures.cancel(table), None, context)


KEYS: Mapping[str, Handler[Table]] = {
    "Escape": _cancel,
    "u": _undo,
    "r": _redo,
    "Ctrl+z": _undo,
    "Ctrl+y": _redo,
    "Ctrl+Shift+z": _redo,
    "[": lambda table, _given, context: _step(table, -1, context),
    "]": lambda table, _given, context: _step(table, 1, context),
    "f": turn,
    "t": _tell_time,
}


def pressed(table: Table, key: str, context: Context) -> Updated[Table] | None:
    """Answer a key, None if it has no meaning here; a letter is the same key with Caps Lock."""
    handler = KEYS.get(key) or KEYS.get(key.lower() if len(key) == 1 else "")
    return handler(table, Input(), context) if handler else None
