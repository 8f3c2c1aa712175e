"""The session of the position editor: the position, the selected tool or piece, and the undo stack.

Pure: every function returns a new session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.app import positions
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.editors import ERASER
from ruleboard.games.extensions import Editor
from ruleboard.games.registry import EDITORS
from ruleboard.i18n import _

_UNDO_LIMIT = 200
_PALETTE = "tool:"
"""The beginning of the target of a tool that is dragged from the palette."""


@dataclass(frozen=True, slots=True)
class EditorSession:
    """A position that is being set up.

    Attributes:
        game: the game's id.
        text: the position, as the game's editor formats it.
        field_text: the content of the text field if it differs from the position, else None.
        tool: the id of the selected tool; empty if touches move pieces.
        selected: the target of the piece that is being moved, or of the tool that is dragged; empty if there is none.
        turned: True if the board is seen from the other side.
        undo_stack: the earlier positions, the latest last.
        redo_stack: the positions that were left by undo, the latest last.
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
    redo_stack: tuple[str, ...] = ()
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
    def verdict(self) -> str:
        """The sentences that tell whether the position can be played."""
        if self.problem:
            return self.problem
        text = self.text if self.field_text is None else self.field_text
        # The editor's own words follow: a table that was just cleared looks unfinished, but can be played.
        return " ".join(filter(None, (_("This position can be played."), self.editor.remark(text))))

    def holds(self, target: str) -> bool:
        """Return True if there is something on a target of the board that can be moved."""
        return self.editor.occupied(self.text, target)

    @property
    def taken(self) -> str:
        """The target on the board that is selected; empty if there is none."""
        return self.selected if self.holds(self.selected) else ""

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
    return replace(after, undo_stack=(*session.undo_stack, session.text)[-_UNDO_LIMIT:], redo_stack=())


def touch(session: EditorSession, target: str) -> EditorSession:
    """Return the session after a touch: it moves the selected piece, applies a tool, or selects a piece.

    A part of the selected piece, whose target begins with that of the piece and a colon, is selected in its place.
    """
    if target.startswith(f"{session.selected}:"):
        return with_selection(session, target)
    dragged = session.selected.startswith(_PALETTE)
    if session.selected and not dragged:
        return _with_position(session, session.editor.move(session.text, session.selected, target))
    tool = session.selected.removeprefix(_PALETTE) if dragged else session.tool
    if tool or not session.holds(target):
        return _with_position(session, session.editor.place(session.text, target, tool))
    return with_selection(session, target)


def with_selection(session: EditorSession, target: str) -> EditorSession:
    """Return the session with the piece on a target selected, whatever the tool; unchanged if there is none."""
    known = {f"{_PALETTE}{tool.id}" for tool in session.editor.tools}
    return replace(session, selected=target) if target in known or session.holds(target) else session


def remove_selected(session: EditorSession) -> EditorSession:
    """Return the session without the selected piece, as after it was dropped outside of the board."""
    if not session.holds(session.selected):
        return replace(session, selected="")
    return _with_position(session, session.editor.place(session.text, session.selected, ERASER.id))


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
    later = (*session.redo_stack, session.text)
    return replace(session, text=text, selected="", undo_stack=tuple(earlier), redo_stack=later)


def redo(session: EditorSession) -> EditorSession:
    """Return the session with the change made again that was undone last."""
    if not session.redo_stack:
        return session
    *later, text = session.redo_stack
    return replace(_with_position(session, text), redo_stack=tuple(later))


def with_field_text(session: EditorSession, text: str) -> EditorSession:
    """Return the session with another content of the text field; a well-formed one replaces the position."""
    try:
        position = session.editor.read(text)
    except RuleboardError:
        return replace(session, field_text=text, selected="")
    return replace(_with_position(session, position), field_text=text if text.strip() != position else None)


def with_tool(session: EditorSession, id: str) -> EditorSession:
    """Return the session with a tool selected; with none, if it was selected before or the id is empty.

    The eraser takes off a piece that is selected, and is not held.
    """
    if id == ERASER.id and session.taken:
        return remove_selected(session)
    if id and id not in {tool.id for tool in session.editor.tools}:
        return session
    return replace(session, tool="" if id == session.tool else id, selected="")


def clear(session: EditorSession) -> EditorSession:
    """Return the session with an empty board."""
    return _with_position(session, session.editor.clear(session.text))


def reset_to_start(session: EditorSession) -> EditorSession:
    """Return the session with the start position of the same kind of game."""
    return _with_position(session, session.editor.start(session.text))


def with_switch(session: EditorSession, id: str, value: str) -> EditorSession:
    """Return the session with another value of a property that is not on the board, by the id of its switch."""
    return _with_position(session, session.editor.switch(session.text, id, value))


def press_key(session: EditorSession, key: str) -> EditorSession:
    """Return the session after a key: that of a tool, or Escape, u, f and the chords of a game."""
    for tool in session.editor.tools:
        if key == tool.key or (tool.key == "Delete" and key == "Backspace"):
            return with_tool(replace(session, tool=""), tool.id)
    match key:
        case "Escape":
            return cancel(session)
        case "u" | "Ctrl+z":
            return undo(session)
        case "Ctrl+y" | "Ctrl+Shift+z":
            return redo(session)
        case "f":
            return replace(session, turned=not session.turned)
    return session
