"""Updates of a game in play: actions, endings and the clock. ``view_update`` has the updates of its view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.app.board import advice, attack_query, board_part, clocks, endings, gestures, guide, history
from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board.history import can_continue, continues_in_copy
from ruleboard.app.board.parts import LineKind
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.review import retry_ply, viewed_line_turn_count
from ruleboard.app.board.situation import GameOver
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import OpenRoute, StartGame
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.messages import CANCEL, Gesture, GestureKind, Handler, Input, Update, effect_handler
from ruleboard.app.play import view_update
from ruleboard.app.play.saving import (
    change_timeline,
    on_clock_changed,
    save_as_copy,
    save_game,
    update_after_touch,
    updated_view,
)
from ruleboard.app.play.view_update import update_replay, view_handler, view_ply
from ruleboard.app.routes import Route
from ruleboard.app.ui.forms import form_values, is_number, names_in_form
from ruleboard.engine.options import new_record_options, rematch_options
from ruleboard.engine.record import MAX_NAME_LENGTH, Record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _


def _undo(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    if table.display.ply is not None:
        return Update(table, context.shared)
    if history.undo_would_reveal(table):
        text = _("You can’t undo that. It revealed something hidden.")
        return updated_view(replace(table, message=text), context).with_announcement(text)
    if isinstance(table.situation, GameOver) and history.can_undo(table):
        return updated_view(
            replace(table, undo=replace(table.undo, awaits_confirmation=True)), context
        ).with_announcement(_("The game is over. Go back one step?"))
    return change_timeline(table, history.undo(table), context, services, _("Undone."))


def _undo_ending(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    """Undo the last move of a finished game, in this game or in a copy, or cancel the confirmation."""
    if not table.undo.awaits_confirmation:
        return Update(table, context.shared)
    if message.value == "undo":
        return change_timeline(table, history.undo(table), context, services, _("Undone."))
    if message.value == "copy":
        return save_as_copy(table, history.undo(table), context, services, announcing.situation_text)
    return updated_view(replace(table, undo=replace(table.undo, awaits_confirmation=False)), context)


def _redo(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    if table.display.ply is not None:
        return Update(table, context.shared)
    return change_timeline(table, history.redo(table), context, services, _("Redone."))


def _continue_from_view(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    """Play on from the viewed state, in a copy or after undoing the later actions."""
    if not can_continue(table):
        return Update(table, context.shared)
    new_table = clocks.with_clock_recorded(table, history.continue_from_view(table), services.device.milliseconds())
    if continues_in_copy(table):
        return save_as_copy(table, new_table, context, services, announcing.situation_text)
    back = new_table.timeline.ply < table.timeline.ply
    return change_timeline(table, new_table, context, services, _("All later moves are undone.") if back else "")


def _try_again(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    """Return to the viewed turn of a finished game in a copy, with a message that asks for a better turn.

    A finished game has no secrets.
    """
    ply, person = retry_ply(table), table.only_person
    if ply is None or person is None:
        return Update(table, context.shared)
    side = _(table.timeline.game.sides(table.timeline.state)[person])
    new_table = tables.reset_after_change(replace(table, timeline=table.timeline.jump(ply)))
    new_table = replace(new_table, message=_("Find a better turn for {side}.").format(side=side))
    new_table = clocks.with_clock_recorded(table, new_table, services.device.milliseconds())
    return save_as_copy(table, new_table, context, services, announcing.situation_text)


def _resign(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    if not is_number(message.value):
        return Update(table, context.shared)
    return change_timeline(table, endings.resign(table, int(message.value)), context, services)


def _offer_draw(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    new_table = endings.offer_draw(table)
    return updated_view(new_table, context).with_announcement(announcing.draw_offer_text(new_table))


def _answer_draw_offer(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    new_table = endings.answer_draw_offer(table, message.value == "yes")
    if new_table.draw_responder is not None:  # the next player has to answer
        return updated_view(new_table, context).with_announcement(announcing.draw_offer_text(new_table))
    if new_table.timeline is not table.timeline:
        return change_timeline(table, new_table, context, services)
    return (
        updated_view(new_table, context).with_announcement(announcing.situation_text(new_table))
        if table.draw_offer is not None
        else Update(table, context.shared)
    )


def _withdraw_draw_offer(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    new_table = endings.withdraw_draw_offer(table)
    return (
        updated_view(new_table, context)
        if new_table is table
        else updated_view(new_table, context).with_announcement(announcing.situation_text(new_table))
    )


def _rename(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    entries = form_values(message.value)
    players = names_in_form(entries, len(table.timeline.record.players))
    renamed_table = tables.rename(table, entries.get("title", "").strip()[:MAX_NAME_LENGTH], players)
    update = save_game(table, renamed_table, context, services)
    if not any(players):
        return update
    return update.with_settings(replace(update.shared.settings, names=players))


def _rematch(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    """Start the same game again, with each player moved to the previous side.

    If the winner of the game may choose who begins, the value is the number of that player, else it is empty.
    """
    record = table.timeline.record
    players = (*record.players[1:], record.players[0])
    seats = (*record.seats[1:], *record.seats[:1])
    rules_options = table.timeline.game.options
    options = new_record_options(rules_options, rematch_options(rules_options, record.options))
    winner_option = tables.winner_choice(table)
    if winner_option and message.value.isdecimal():
        side = (int(message.value) - 1) % len(winner_option.choices)
        options[winner_option.id] = winner_option.choices[side].value
    settings = context.settings
    if (last_choices := settings.new_games.get(record.game)) and last_choices.armies:
        armies = (*last_choices.armies[1:], last_choices.armies[0])
        settings = settings.with_new_game(record.game, replace(last_choices, armies=armies))
    seed = services.device.seed()
    start = None if record.start is None else _redealt_start(table.timeline, seed)
    rematch = Record(record.game, options, seed, players, start=start, seats=seats)
    rematch = replace(rematch, clock=record.clock and record.clock.reset())
    return Update(table, context.shared, (StartGame(rematch),)).with_settings(settings)


def _redealt_start(timeline: Timeline[Any], seed: int) -> str:
    """Return the text of a game's start with all hidden items dealt again, since the players may know them."""
    game = timeline.game
    return game.format_position(game.with_hidden_redealt(timeline.states[0], seed))


def _answer_mistake(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    """Take back the mistake in a guided game ("back"), or accept it ("on")."""
    if table.guided_turn.mistake is None or table.display.ply is not None:
        return Update(table, context.shared)
    if message.value != "back":
        return updated_view(guide.accept_mistake(table), context).with_announcement(
            announcing.situation_text(guide.accept_mistake(table))
        )
    return change_timeline(
        table, tables.reset_after_change(guide.take_back(table), table), context, services, _("Undone.")
    )


def _play_unguided(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    """Start a game without the guide. The value is the level of the bot, by default the same level."""
    record, levels = table.timeline.record, {str(level): level for level in LEVELS}
    seats = tuple(seat and levels.get(message.value, seat) for seat in record.seats)
    unguided_record = Record(record.game, record.options, services.device.seed(), record.players, seats=seats)
    return Update(table, context.shared, (StartGame(unguided_record),))


def _store_again(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    """Save the game again after it disappeared from the store."""
    services.games.allow_overwriting(table.id)
    return save_game(table, replace(table, saving=replace(table.saving, is_in_other_tab=False)), context, services)


def _on_clock_event(table: Table, message: Input, context: Context, services: Services) -> Update[Table]:
    """Handle a message of the page's script: "away" or "back" for the player, or "time" to announce the time."""
    if clocks.clock_of(table) is None:
        return Update(table, context.shared)
    if message.value != "time":
        return Update(
            replace(table, clock=replace(table.clock, is_player_away=message.value == "away")), context.shared
        )
    new_table = clocks.with_clock_read(table, services.device.milliseconds())
    to_move = new_table.timeline.to_move
    text = "" if to_move is None else clocks.time_text(new_table, to_move)
    update = (
        on_clock_changed(table, new_table, context, services)
        if clocks.player_out_of_time(new_table) is not None
        else Update(new_table, context.shared)
    )
    return update.with_announcement(text)


def _announce_time(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    new_table = clocks.with_clock_read(table, services.device.milliseconds())
    text = clocks.remaining_times_text(new_table)
    return Update(new_table, context.shared).with_announcement(text) if text else Update(table, context.shared)


def _pause_clock(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    is_paused = message.value == "yes"
    text = _("The clock is paused.") if is_paused else _("The clock is running.")
    return (
        updated_view(clocks.with_clock_paused(table, is_paused), context).with_announcement(text)
        if clocks.clock_of(table)
        else Update(table, context.shared)
    )


def _remove_clock(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    if clocks.player_out_of_time(table) is None:
        return Update(table, context.shared)
    return change_timeline(
        table, clocks.without_clock(table), context, services, _("The game goes on without the clock.")
    )


def _timeline_handler(change: Callable[[Table], Table]) -> Handler[Table]:
    """Return the handler of a message that may change the timeline."""
    return lambda table, _message, context, services: change_timeline(table, change(table), context, services)


MESSAGE_HANDLERS: Mapping[str, Handler[Table]] = {
    **view_update.MESSAGE_HANDLERS,
    PlayMessage.CHOOSE_ACTION: lambda table, message, context, services: on_gesture(
        table, Gesture(GestureKind.CHOOSE, message.value), context, services
    ),
    PlayMessage.UNDO: _undo,
    PlayMessage.REDO: _redo,
    PlayMessage.UNDO_ENDING: _undo_ending,
    PlayMessage.CONTINUE_FROM_VIEW: _continue_from_view,
    PlayMessage.TRY_AGAIN: _try_again,
    PlayMessage.RESIGN: _resign,
    PlayMessage.CLAIM_DRAW: _timeline_handler(endings.claim_draw),
    PlayMessage.OFFER_DRAW: _offer_draw,
    PlayMessage.ANSWER_DRAW_OFFER: _answer_draw_offer,
    PlayMessage.WITHDRAW_DRAW_OFFER: _withdraw_draw_offer,
    PlayMessage.RENAME: _rename,
    PlayMessage.REMATCH: _rematch,
    PlayMessage.ANSWER_MISTAKE: _answer_mistake,
    PlayMessage.PLAY_UNGUIDED: _play_unguided,
    PlayMessage.CONTINUE_HERE: effect_handler(lambda table, _message: OpenRoute(Route("play", table.id), replace=True)),
    PlayMessage.STORE_AGAIN: _store_again,
    PlayMessage.CLOCK_EVENT: _on_clock_event,
    PlayMessage.PAUSE_CLOCK: _pause_clock,
    PlayMessage.CLAIM_TIME: _timeline_handler(endings.claim_win_on_time),
    PlayMessage.DROP_CLOCK: _remove_clock,
    PlayMessage.CLEAR_SELECTION: lambda table, _message, context, services: update_after_touch(
        table, board_part.with_part(gestures.clear_selection(table), None), None, context, services
    ),
    PlayMessage.PAUSE_BOTS: view_handler(
        lambda table, _value: replace(table, bots=replace(table.bots, are_paused=True, plan=()))
    ),
    PlayMessage.RESUME_BOTS: view_handler(
        lambda table, _value: replace(table, bots=replace(table.bots, are_paused=False))
    ),
}


# --- gestures and keys ----------------------------------------------------------------------------------------


def on_gesture(table: Table, event: Gesture, context: Context, services: Services) -> Update[Table]:
    """Handle a gesture on the board."""
    new_table, action = gestures.handle_gesture(table, event)
    if event.kind not in (GestureKind.TAKE, GestureKind.POINT):  # a drag stays on the part from which it comes
        new_table = board_part.with_next_part(table, new_table, context.settings)
    return update_after_touch(table, new_table, action, context, services)


def _step_view_by(table: Table, offset: int, context: Context, _services: Services) -> Update[Table]:
    """Step forwards or backwards through the replay if there is one, else through the game."""
    if table.display.replay:
        return update_replay(table, history.advance_replay(table, offset), context)
    if table.display.variation:
        step = viewed_line_turn_count(table) + offset
        return view_update.step_line(table, table.display.variation_line, step, context)
    plies = viewable_plies(table.timeline)
    return view_ply(table, plies.at(plies.index_of(table.viewed_timeline.ply) + offset), context)


def _cancel(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    """Close anything that covers the board, return to the current state, or take back the last touch."""
    if table.display.replay or table.display.shows_replay_history:
        return update_replay(table, history.show_replay_history(table, False), context)
    if table.touches.attack_query is not None:
        return updated_view(attack_query.toggle_attack_query(table), context)
    if table.undo.awaits_confirmation:
        return _undo_ending(table, Input(), context, services)
    if table.display.variation and table.display.variation_line is LineKind.HINT:
        return view_update.step_line(table, LineKind.HINT, 0, context)
    if table.display.ply is not None:
        return view_ply(table, table.timeline.ply, context)
    if table.display.opened_part is not None and not table.touches.targets:
        return updated_view(board_part.with_part(table, None), context)
    if table.advice:
        return updated_view(advice.close_advice(table), context)
    return on_gesture(table, CANCEL, context, services)


KEY_HANDLERS: Mapping[str, Handler[Table]] = {
    "Escape": _cancel,
    "u": _undo,
    "r": _redo,
    "Ctrl+z": _undo,
    "Ctrl+y": _redo,
    "Ctrl+Shift+z": _redo,
    "[": lambda table, _message, context, services: _step_view_by(table, -1, context, services),
    "]": lambda table, _message, context, services: _step_view_by(table, 1, context, services),
    "f": view_update.MESSAGE_HANDLERS[PlayMessage.FLIP_BOARD],
    "t": _announce_time,
    "w": view_update.MESSAGE_HANDLERS[PlayMessage.LIST_PIECES],
}


def on_key(table: Table, key: str, context: Context, services: Services) -> Update[Table] | None:
    """Handle a key; return None if the page does not use it. The case of letters does not matter."""
    handler = KEY_HANDLERS.get(key) or KEY_HANDLERS.get(key.lower() if len(key) == 1 else "")
    return handler(table, Input(), context, services) if handler else None
