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
    return lambda session, given, _context: _changed(session, change(session, given))


def _play(session: EditorSession, _given: Input, context: Context) -> Updated[EditorSession]:
    """Go to the page for a new game that begins from the position; unknown orders in it are drawn by lot."""
    if session.problem:
        return Updated(session)
    game = GAMES[session.game]
    state = game.reshuffled(game.parse_position(session.text), context.device.seed())
    return Updated(session, (Go(format_route(Route("new", session.game, text=game.format_position(state)))),))


def _table(session: EditorSession, _given: Input, _context: Context) -> Updated[EditorSession]:
    """Go to a table with the position, where it can be looked at, shared and embedded."""
    if session.problem:
        return Updated(session)
    return Updated(session, (Go(format_route(Route("from", session.game, text=packed(session.text)))),))


MESSAGES: Mapping[str, Handler[EditorSession]] = {
    "tool": _on(lambda session, given: sessions.with_tool(session, given.value)),
    "clear": _on(lambda session, _given: sessions.clear(session)),
    "start": _on(lambda session, _given: sessions.reset_to_start(session)),
    "undo": _on(lambda session, _given: sessions.undo(session)),
    "redo": _on(lambda session, _given: sessions.redo(session)),
    "turn": _on(lambda session, _given: replace(session, turned=not session.turned)),
    "zoom": _on(lambda session, _given: replace(session, zoomed=not session.zoomed)),
    "text": _on(lambda session, given: sessions.with_field_text(session, given.value)),
    "switch": _on(lambda session, given: sessions.with_switch(session, given.argument, given.value)),
    "play": _play,
    "table": _table,
}


def gesture(session: EditorSession, given: Gesture, _context: Context) -> Updated[EditorSession]:
    """Answer a gesture on the board."""
    match given.kind:
        case "take":
            return _changed(session, sessions.with_selection(session, given.target))
        case "away":
            return _changed(session, sessions.remove_selected(session))
        case "point":
            return Updated(session)
    return _changed(session, sessions.touch(session, given.target))


def pressed(session: EditorSession, key: str, _context: Context) -> Updated[EditorSession] | None:
    """Answer a key, None if it changes nothing."""
    after = sessions.press_key(session, key)
    return _changed(session, after) if after != session else None
