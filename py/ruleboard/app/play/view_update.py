"""Updates of the view of a game in play: past states, replays, notes, hints and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleboard.app.board import advice, animation, attack_query, history, review
from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import changes as tables
from ruleboard.app.board.board_part import part_player, shows_one_part, toggle_part, with_part
from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.board.parts import LineKind
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.side_notes import MOVE_LIST_NOTE
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ElementTarget, PlayerTarget
from ruleboard.app.effects import ScrollTarget as Show
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.notices import Notice
from ruleboard.app.play.saving import frame_text, updated_step, updated_view
from ruleboard.app.ui.forms import is_number
from ruleboard.app.ui.names import player_names
from ruleboard.i18n import _


def on_address_changed(table: Table, index: int | None, context: Context, _services: Services) -> Update[Table]:
    """Return the update after the address changed to another state of the game.

    Args:
        table: the table.
        index: the index in ``ViewablePlies`` from the address, None for the current state.
        context: the app's state.
    """
    new_table = history.view_at(
        table, table.timeline.ply if index is None else viewable_plies(table.timeline).at(index)
    )
    return updated_step(table, new_table, context)


def view_ply(table: Table, ply: int, context: Context) -> Update[Table]:
    """Return the update that shows the state at a ply."""
    new_table = history.view_at(table, ply)
    # Past states do not repeat announcements that were meant for one player.
    announcement = announcing.past_action_text(new_table)
    return updated_step(table, new_table, context).with_announcement(announcement).with_reveals(Show.CURRENT_MOVE)


def update_replay(before: Table, after: Table, context: Context) -> Update[Table]:
    """Return the update after a replay may have started, advanced or ended."""
    if after.display.replay:
        motions = animation.replay_motions(before, after, player_at_bottom(after, context.settings))
        return (
            updated_view(after, context)
            .with_motions(motions)
            .with_announcement(frame_text(after, context))
            .with_reveals(Show.CURRENT_MOVE)
        )
    # After a replay the move list is back, scrolled to its top.
    return (
        updated_view(after, context).with_announcement(announcing.situation_text(after)).with_reveals(Show.CURRENT_MOVE)
        if before.display.replay
        else updated_view(after, context)
    )


def _view_ply(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Show the state at a ply."""
    if not is_number(message.value):
        return Update(table, context.shared)
    return view_ply(table, viewable_plies(table.timeline).at(int(message.value)), context)


def _view_current(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    """Return to the current state, and scroll the board into view."""
    table_without_query = replace(table, touches=replace(table.touches, attack_query=None))
    return view_ply(table_without_query, table.timeline.ply, context).with_reveals(Show.BOARD)


def _show_board(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    new_table = tables.uncover(table)
    return updated_view(new_table, context).with_announcement(announcing.situation_text(new_table))


def _pan_to_player(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Pan the board to a player's part, or open or close this part. The value is the player's number, from 1."""
    player = int(message.value) - 1 if is_number(message.value) else -1
    if not 0 <= player < len(table.timeline.record.players):
        return Update(table, context.shared)
    if not shows_one_part(table, context.settings):
        return Update(table, context.shared).with_reveals(PlayerTarget(player))
    seat = player_at_bottom(table, context.settings)
    new_table = toggle_part(table, player, seat)
    visible_player = part_player(new_table, seat)
    name = player_names(table.timeline.record)[visible_player]
    return (
        updated_view(new_table, context)
        .with_announcement(_("Part of the board: {player}").format(player=name))
        .with_reveals(PlayerTarget(visible_player))
    )


def _step_replay(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    steps = {"1": 1, "-1": -1}.get(message.value, 0)
    return (
        update_replay(table, history.advance_replay(table, steps), context) if steps else Update(table, context.shared)
    )


def _start_replay(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    last_ply = int(message.value) if is_number(message.value) else None
    return update_replay(table, history.show_replay(table, last_ply), context)


def _replay_turn(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    """Replay the bots' last turns, or the turn that ended the game, action by action."""
    new_table = history.start_turn_replay(table)
    if not new_table.display.replays_turn:
        return updated_view(table, context)
    return updated_step(table, new_table, context).with_announcement(announcing.past_action_text(new_table))


def _toggle_note(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    new_table = tables.toggle_note(table, message.value)
    return updated_view(new_table, context).with_reveals(
        Show.SIDE_PANEL if new_table.notes.open_note != MOVE_LIST_NOTE else Show.CURRENT_MOVE
    )


def _show_note_step(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Show another step of the current note."""
    if not is_number(message.value):
        return Update(table, context.shared)
    new_table = with_part(tables.go_to_note_step(table, int(message.value)), None)
    event = announcing.new_event_text(table, new_table)
    return updated_view(new_table, context).with_announcement(event) if event else updated_view(new_table, context)


def show_advice(table: Table, context: Context) -> Update[Table]:
    """Return the update that shows a hint or threats."""
    update = updated_view(with_part(table, None), context)
    return update.with_announcement(advice.advice_text(table)).with_reveals(Show.REFUSAL)


def _toggle_attack_query(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    """Open or close the attack query. While a query is open, a touch lists the attackers of a square."""
    new_table = attack_query.toggle_attack_query(table)
    return (
        updated_view(new_table, context)
        if new_table.touches.attack_query is None
        else updated_view(new_table, context).with_announcement(attack_query.answer_text(new_table))
    )


def _open_review(table: Table, _message: Input, context: Context, services: Services) -> Update[Table]:
    """Open the review of the finished game. The review starts or resumes unless it is complete."""
    saved_reviews, record = services.games.reviews, table.timeline.to_record()
    new_table = review.open_review(
        table, saved_reviews.get(table.id, record) or saved_reviews.get_partial_review(table.id, record)
    )
    if new_table.review is None:
        return Update(table, context.shared)
    update = updated_view(new_table, context).with_reveals(Show.SIDE_PANEL)
    return update.with_announcement(announcing.review_text(new_table)) if new_table.review.is_complete else update


def _list_pieces(table: Table, _message: Input, context: Context, _services: Services) -> Update[Table]:
    """Announce where the pieces are. The pieces of the player at the bottom of the board come first."""
    text = announcing.pieces_text(table, player_at_bottom(table, context.settings))
    return Update(table, context.shared).with_notice("pieces", Notice(text, "brief")).with_announcement(text)


def _show_turning_point(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Show the position before a turn of the review, with a better turn. The value is the turn's index, from 0."""
    turns = table.review.turns if table.review else ()
    if not is_number(message.value) or int(message.value) >= len(turns):
        return Update(table, context.shared)
    table_at_turn = history.view_at(table, turns[int(message.value)].start)
    new_table = replace(
        table_at_turn,
        notes=replace(table_at_turn.notes, open_note=review.REVIEW_NOTE),
        touches=replace(table_at_turn.touches, attack_query=None),
    )
    update = updated_step(table, new_table, context)
    update = update.with_announcement(announcing.turning_point_text(new_table))
    return update.with_reveals(Show.TURNING_POINT, Show.BOARD)


def step_line(table: Table, kind: LineKind, step: int, context: Context) -> Update[Table]:
    """Return the update that shows the position after some turns of a line from a hint or a turning point."""
    new_table = review.show_line(table, kind, step)
    update = updated_step(table, new_table, context)
    text = announcing.line_text(new_table) or announcing.turning_point_text(new_table) or advice.advice_text(new_table)
    return update.with_announcement(text).with_reveals(Show.TURNING_POINT, Show.BOARD)


def _show_line(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Show a position of a line. The value is the line's name and the number of turns, such as "better.2"."""
    name, _dot, step = message.value.partition(".")
    if name not in set(LineKind) or not is_number(step):
        return Update(table, context.shared)
    return step_line(table, LineKind(name), int(step), context)


def _show_move_list_part(table: Table, message: Input, context: Context, _services: Services) -> Update[Table]:
    """Show the part of a long move list around a turn. The value is the turn's number, from 0."""
    if not is_number(message.value):
        return Update(table, context.shared)
    number = int(message.value)
    return updated_view(replace(table, display=replace(table.display, move_list_turn=number)), context).with_reveals(
        ElementTarget(f"turn-{number}")
    )


def view_handler(change: Callable[[Table, str], Table]) -> Handler[Table]:
    """Return the handler of a message that only changes the view. The change receives the value of the message."""
    return lambda table, message, context, _services: updated_view(change(table, message.value), context)


def _advice_handler(change: Callable[[Table, str], Table]) -> Handler[Table]:
    """Return the handler of a message that shows a hint or threats."""
    return lambda table, message, context, _services: show_advice(change(table, message.value), context)


MESSAGE_HANDLERS: Mapping[str, Handler[Table]] = {
    PlayMessage.SHOW_MOVE_LIST_PART: _show_move_list_part,
    PlayMessage.VIEW_PLY: _view_ply,
    PlayMessage.VIEW_CURRENT: _view_current,
    PlayMessage.SHOW_HINT: _advice_handler(
        lambda table, value: advice.show_next_step(table) if value == "next" else advice.request_hint(table)
    ),
    PlayMessage.TOGGLE_ATTACK_QUERY: _toggle_attack_query,
    PlayMessage.SHOW_THREATS: _advice_handler(lambda table, _value: advice.show_threats(table)),
    PlayMessage.CLOSE_ADVICE: view_handler(lambda table, _value: advice.close_advice(table)),
    PlayMessage.OPEN_REVIEW: _open_review,
    PlayMessage.LIST_PIECES: _list_pieces,
    PlayMessage.STOP_REVIEW: view_handler(lambda table, _value: review.stop_review(table)),
    PlayMessage.SHOW_TURNING_POINT: _show_turning_point,
    PlayMessage.SHOW_LINE: _show_line,
    PlayMessage.FLIP_BOARD: view_handler(lambda table, _value: tables.flip(table)),
    PlayMessage.SHOW_BOARD: _show_board,
    PlayMessage.TOGGLE_ZOOM: view_handler(lambda table, _value: tables.toggle_zoom(table)),
    PlayMessage.PAN_TO_PLAYER: _pan_to_player,
    PlayMessage.STEP_REPLAY: _step_replay,
    PlayMessage.SKIP_REPLAY: lambda table, _message, context, _services: update_replay(
        table, history.skip_replay(table), context
    ),
    PlayMessage.START_REPLAY: _start_replay,
    PlayMessage.REPLAY_TURN: _replay_turn,
    PlayMessage.SHOW_REPLAY_HISTORY: view_handler(
        lambda table, value: history.show_replay_history(table, value == "open")
    ),
    PlayMessage.TOGGLE_NOTE: _toggle_note,
    PlayMessage.OPEN_LESSON: lambda table, message, context, _services: updated_view(
        tables.open_lesson(table, message.value), context
    ).with_reveals(Show.SIDE_PANEL),
    PlayMessage.SHOW_NOTE_STEP: _show_note_step,
}
