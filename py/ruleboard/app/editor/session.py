"""The session of the position editor: the position, the selected tool or piece, and the undo stack.

Pure: every function returns a new session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.app import positions
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Editor
from ruleboard.games.registry import EDITORS

_UNDO_LIMIT = 200


@dataclass(frozen=True, slots=True)
class EditorSession:
    """A position that is being set up.

    Attributes:
        game: the game's id.
        text: the position, as the game's editor formats it.
        field_text: the content of the text field if it differs from the position, else None.
        tool: the id of the selected tool; empty if touches move pieces.
        selected: the target of the piece that is being moved; empty if there is none.
        turned: True if the board is seen from the other side.
        undo_stack: the earlier positions, the latest last.
        zoomed: True if the board is enlarged on a screen too small for all of it.
        return_to: the start position of the new game the editor was opened from, empty for the game's own.
    """

    game: str
    text: str
    field_text: str | None = None
    tool: str = ""
    selected: str = ""
    turned: bool = False
    undo_stack: tuple[str, ...] = ()
    zoomed: bool = False
    return_to: str = ""

    @property
    def editor(self) -> Editor:
        """The game's editor."""
        return EDITORS[self.game]

    @property
    def problem(self) -> str:
        """The reason why the position cannot be played, as a sentence; empty if it can."""
        return positions.problem(self.game, self.text if self.field_text is None else self.field_text)

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo, of the text field or of the position."""
        return self.field_text is not None or bool(self.undo_stack)


def open_editor(game: str, text: str = "", return_to: str = "") -> EditorSession:
    """Return the editor with a position.

    Args:
        game: the game's id.
        text: a position text; empty for the game's start. A malformed one is shown in the text field.
        return_to: as in ``EditorSession``.
    """
    session = EditorSession(game, positions.start_position(game), return_to=return_to)
    return with_field_text(session, text) if text else session


def _with_position(session: EditorSession, text: str) -> EditorSession:
    """Return the session with another position, a change that can be undone; the text field follows it."""
    after = replace(session, text=text, field_text=None, selected="")
    if text == session.text:
        return after
    return replace(after, undo_stack=(*session.undo_stack, session.text)[-_UNDO_LIMIT:])


def touch(session: EditorSession, target: str) -> EditorSession:
    """Return the session after a touch: it moves the selected piece, applies the selected tool, or selects a piece."""
    if session.selected:
        return _with_position(session, session.editor.move(session.text, session.selected, target))
    if session.tool:
        return _with_position(session, session.editor.place(session.text, target, session.tool))
    return with_selection(session, target)


def with_selection(session: EditorSession, target: str) -> EditorSession:
    """Return the session with the piece on a target selected, whatever the tool; unchanged if there is none."""
    return replace(session, selected=target) if session.editor.occupied(session.text, target) else session


def remove_selected(session: EditorSession) -> EditorSession:
    """Return the session without the selected piece, as after it was dropped outside of the board."""
    if not session.selected:
        return session
    editor = session.editor
    erasing = next((tool.id for tool in editor.tools if tool.id == "erase"), "")
    return _with_position(session, editor.place(session.text, session.selected, erasing))


def cancel(session: EditorSession) -> EditorSession:
    """Return the session with no piece selected, or if there was none, with no tool selected."""
    return replace(session, selected="") if session.selected else replace(session, tool="")


def undo(session: EditorSession) -> EditorSession:
    """Return the session without its last change: that of the text field first, then that of the position."""
    if session.field_text is not None:
        return replace(session, field_text=None)
    if not session.undo_stack:
        return session
    *earlier, text = session.undo_stack
    return replace(session, text=text, field_text=None, selected="", undo_stack=tuple(earlier))


def with_field_text(session: EditorSession, text: str) -> EditorSession:
    """Return the session with another content of the text field; a well-formed one replaces the position."""
    try:
        position = session.editor.read(text)
    except RuleboardError:
        return replace(session, field_text=text, selected="")
    return replace(_with_position(session, position), field_text=text if text.strip() != position else None)


def with_tool(session: EditorSession, id: str) -> EditorSession:
    """Return the session with a tool selected; with none, if it was selected before or the id is empty."""
    if id and id not in {tool.id for tool in session.editor.tools}:
        return session
    return replace(session, tool="" if id == session.tool else id, selected="")


def clear(session: EditorSession) -> EditorSession:
    """Return the session with an empty board."""
    return _with_position(session, session.editor.empty)


def reset_to_start(session: EditorSession) -> EditorSession:
    """Return the session with the game's start position."""
    return _with_position(session, positions.start_position(session.game))


def with_switch(session: EditorSession, id: str, value: str) -> EditorSession:
    """Return the session with another value of a property that is not on the board, by the id of its switch."""
    return _with_position(session, session.editor.switch(session.text, id, value))


def press_key(session: EditorSession, key: str) -> EditorSession:
    """Return the session after a key: that of a tool, or Escape, u and f as in a game."""
    for tool in session.editor.tools:
        if key == tool.key or (tool.key == "Delete" and key == "Backspace"):
            return replace(session, tool=tool.id, selected="")
    match key:
        case "Escape":
            return cancel(session)
        case "u" | "Ctrl+z":
            return undo(session)
        case "f":
            return replace(session, turned=not session.turned)
    return session
