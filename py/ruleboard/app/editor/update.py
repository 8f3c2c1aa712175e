"""Updates of the position editor. Its address always holds the position, so that a reload loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.editor import session as sessions
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.effects import Effect, ForgetCopied, Go, SetRoute
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.routes import Route, format_route
from ruleboard.games.links import packed
from ruleboard.games.registry import GAMES


def _changed(before: EditorSession, after: EditorSession) -> Updated[EditorSession]:
    """Return the update to another session; the address follows the position."""
    effects: tuple[Effect, ...] = (ForgetCopied(),)
    if before.text != after.text:
        effects += (SetRoute(Route("edit", after.game, text=packed(after.text))),)
    return Updated(after, effects)


def _on(change: Callable[[EditorSession, Input], EditorSession]) -> Handler[EditorSession]:
    """Return the handler of a message that changes only the session."""
    return lambda session, message, _context: _changed(session, change(session, message))


def _play(session: EditorSession, _message: Input, context: Context) -> Updated[EditorSession]:
    """Go to the page for a new game that begins from the position; unknown orders in it are drawn by lot."""
    if session.problem:
        return Updated(session)
    game = GAMES[session.game]
    state = game.reshuffled(game.parse_position(session.text), context.device.seed())
    return Updated(session, (Go(format_route(Route("new", session.game, text=game.format_position(state)))),))


def _table(session: EditorSession, _message: Input, _context: Context) -> Updated[EditorSession]:
    """Go to a table with the position, where it can be looked at, shared and embedded."""
    if session.problem:
        return Updated(session)
    return Updated(session, (Go(format_route(Route("from", session.game, text=packed(session.text)))),))


MESSAGES: Mapping[str, Handler[EditorSession]] = {
    "tool": _on(lambda session, message: sessions.with_tool(session, message.value)),
    "clear": _on(lambda session, _message: sessions.clear(session)),
    "start": _on(lambda session, _message: sessions.reset_to_start(session)),
    "undo": _on(lambda session, _message: sessions.undo(session)),
    "redo": _on(lambda session, _message: sessions.redo(session)),
    "turn": _on(lambda session, _message: replace(session, turned=not session.turned)),
    "zoom": _on(lambda session, _message: replace(session, zoomed=not session.zoomed)),
    "text": _on(lambda session, message: sessions.with_field_text(session, message.value)),
    "switch": _on(lambda session, message: sessions.with_switch(session, message.argument, message.value)),
    "play": _play,
    "table": _table,
}


def gesture(session: EditorSession, event: Gesture, _context: Context) -> Updated[EditorSession]:
    """Answer a gesture on the board."""
    match event.kind:
        case "take":
            return _changed(session, sessions.with_selection(session, event.target))
        case "away":
            return _changed(session, sessions.remove_selected(session))
        case "point":
            return Updated(session)
    return _changed(session, sessions.touch(session, event.target))


def pressed(session: EditorSession, key: str, _context: Context) -> Updated[EditorSession] | None:
    """Answer a key, None if it changes nothing."""
    after = sessions.press_key(session, key)
    return _changed(session, after) if after != session else None
