"""Updates of the position editor. The URL contains the position, so that a reload keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleboard.app.context import Context, Services
from ruleboard.app.editor import session as sessions
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.effects import GoToAddress, ImportFiles, SetRoute
from ruleboard.app.message_names import EditorMessage
from ruleboard.app.messages import Gesture, GestureKind, Handler, Input, Update
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.imports import POSITION_FIELD, FileText
from ruleboard.links import encode_position
from ruleboard.registry import GAMES


def _update(before: EditorSession, after: EditorSession, context: Context) -> Update[EditorSession]:
    """Return the update after a change of the session. It changes the URL if the position has changed."""
    update = Update(after, context.shared).without_copied_field()
    if before.text == after.text:
        return update
    return update.with_effects(SetRoute(Route("edit", after.game, text=encode_position(after.text))))


def _handler(change: Callable[[EditorSession, Input], EditorSession]) -> Handler[EditorSession]:
    """Convert a change of the session to a message handler."""
    return lambda session, message, context, _services: _update(session, change(session, message), context)


def _open_new_game(
    session: EditorSession, _message: Input, context: Context, services: Services
) -> Update[EditorSession]:
    """Open the page for a new game from the position. Cards or tiles in an unknown order are shuffled."""
    if session.error:
        return Update(session, context.shared)
    game = GAMES[session.game]
    state = game.with_hidden_redealt(game.parse_position(session.text), services.device.seed())
    return Update(
        session,
        context.shared,
        (GoToAddress(format_route(Route("new", session.game, text=game.format_position(state)))),),
    )


def _open_game_page(
    session: EditorSession, _message: Input, context: Context, _services: Services
) -> Update[EditorSession]:
    """Open the position on the page of a game, where people can view, share and embed it."""
    if session.error:
        return Update(session, context.shared)
    return Update(
        session,
        context.shared,
        (GoToAddress(format_route(Route("from", session.game, text=encode_position(session.text)))),),
    )


def _open_as_file(
    session: EditorSession, _message: Input, context: Context, _services: Services
) -> Update[EditorSession]:
    """Open the text in the field on the page where it belongs, for example the page of another game."""
    file = FileText(session.text if session.field_text is None else session.field_text)
    return Update(session, context.shared, (ImportFiles((file,), POSITION_FIELD),))


MESSAGE_HANDLERS: Mapping[str, Handler[EditorSession]] = {
    EditorMessage.CHOOSE_TOOL: _handler(lambda session, message: sessions.with_tool(session, message.value)),
    EditorMessage.CLEAR: _handler(lambda session, _message: sessions.clear(session)),
    EditorMessage.RESET_TO_START: _handler(lambda session, _message: sessions.reset_to_start(session)),
    EditorMessage.UNDO: _handler(lambda session, _message: sessions.undo(session)),
    EditorMessage.REDO: _handler(lambda session, _message: sessions.redo(session)),
    EditorMessage.FLIP_BOARD: _handler(lambda session, _message: replace(session, is_flipped=not session.is_flipped)),
    EditorMessage.TOGGLE_ZOOM: _handler(lambda session, _message: replace(session, is_zoomed=not session.is_zoomed)),
    EditorMessage.SET_TEXT: _handler(lambda session, message: sessions.with_field_text(session, message.value)),
    EditorMessage.SET_SWITCH: _handler(
        lambda session, message: sessions.with_switch(session, message.argument, message.value)
    ),
    EditorMessage.OPEN_ELSEWHERE: _open_as_file,
    EditorMessage.PLAY: _open_new_game,
    EditorMessage.OPEN_TABLE: _open_game_page,
}


def on_gesture(session: EditorSession, event: Gesture, context: Context, _services: Services) -> Update[EditorSession]:
    """Handle a gesture on the board."""
    match event.kind:
        case GestureKind.TAKE:
            return _update(session, sessions.with_selection(session, event.target), context)
        case GestureKind.AWAY:
            return _update(session, sessions.remove_selected(session), context)
        case GestureKind.POINT:
            return Update(session, context.shared)
    return _update(session, sessions.touch(session, event.target), context)


def on_key(session: EditorSession, key: str, context: Context, _services: Services) -> Update[EditorSession] | None:
    """Handle a key; return None if the key changes nothing."""
    new_session = sessions.press_key(session, key)
    return _update(session, new_session, context) if new_session != session else None
