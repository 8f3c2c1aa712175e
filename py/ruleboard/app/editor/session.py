"""The state of the position editor: the position, the selected tool or piece, and the undo stack.

All functions are pure and return a new session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.app import positions
from ruleboard.contract.editors import ERASER
from ruleboard.contract.extensions import Editor
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _
from ruleboard.registry import EDITORS

_UNDO_LIMIT = 200
_PALETTE_PREFIX = "tool:"
"""The beginning of the target of a tool that is dragged from the palette."""


@dataclass(frozen=True, slots=True)
class EditorSession:
    """A position in the editor.

    Attributes:
        game: the game's id.
        text: the position, as the game's editor formats it.
        field_text: the content of the text field if it differs from the position, else None.
        tool: the id of the selected tool; empty if touches move pieces.
        selected_target: the target of the selected piece, or of the tool that the person is dragging; may be empty.
        is_flipped: True if the far side is at the bottom of the board.
        undo_stack: the earlier positions, the latest last.
        redo_stack: the positions before each undo, the latest last.
        is_zoomed: True if the board is enlarged on a small screen.
        return_start: the start position of the new game from which the person came; empty for the usual start.
    """

    game: str
    text: str
    field_text: str | None = None
    tool: str = ""
    selected_target: str = ""
    is_flipped: bool = False
    undo_stack: tuple[str, ...] = ()
    redo_stack: tuple[str, ...] = ()
    is_zoomed: bool = False
    return_start: str = ""

    @property
    def editor(self) -> Editor:
        """The game's editor."""
        return EDITORS[self.game]

    @property
    def error(self) -> str:
        """The reason why a game cannot begin from the position, as a sentence; may be empty."""
        return positions.position_error(self.game, self.text if self.field_text is None else self.field_text)

    @property
    def verdict_text(self) -> str:
        """The sentences that say whether a game can begin from the position."""
        if self.error:
            return self.error
        text = self.text if self.field_text is None else self.field_text
        # The editor adds a remark: a position just after Clear looks unfinished, but can be played.
        return " ".join(filter(None, (_("You can play this position."), self.editor.warning(text))))

    def has_piece(self, target: str) -> bool:
        """Return True if there is a piece at a target that the editor can move."""
        return self.editor.has_piece(self.text, target)

    @property
    def selected_piece(self) -> str:
        """The target of the selected piece on the board; may be empty."""
        return self.selected_target if self.has_piece(self.selected_target) else ""

    @property
    def can_undo(self) -> bool:
        """True if the last change of the text field or the position can be undone."""
        return self.field_text is not None or bool(self.undo_stack)


def open_editor(game: str, text: str = "", return_start: str = "") -> EditorSession:
    """Open the editor with a position.

    Args:
        game: the game's id.
        text: a position text; empty for the game's start. The text field shows it even if it is malformed.
        return_start: see ``EditorSession``.
    """
    session = EditorSession(game, positions.start_position(game), return_start=return_start)
    return with_field_text(session, text) if text else session


def _with_position(session: EditorSession, text: str) -> EditorSession:
    """Return the session with another position, also in the text field. Undo can revert the change."""
    edited_session = replace(session, text=text, field_text=None, selected_target="")
    if text == session.text:
        return edited_session
    return replace(edited_session, undo_stack=(*session.undo_stack, session.text)[-_UNDO_LIMIT:], redo_stack=())


def touch(session: EditorSession, target: str) -> EditorSession:
    """Move the selected piece to a target, apply a tool to the target, or select a piece.

    The target of a part of a piece begins with the target of the piece and a colon. A touch on a part of the selected
    piece selects the part instead.
    """
    if target.startswith(f"{session.selected_target}:"):
        return with_selection(session, target)
    is_tool_dragged = session.selected_target.startswith(_PALETTE_PREFIX)
    if session.selected_target and not is_tool_dragged:
        return _with_position(session, session.editor.move_piece(session.text, session.selected_target, target))
    tool = session.selected_target.removeprefix(_PALETTE_PREFIX) if is_tool_dragged else session.tool
    if tool or not session.has_piece(target):
        return _with_position(session, session.editor.apply_tool(session.text, target, tool))
    return with_selection(session, target)


def with_selection(session: EditorSession, target: str) -> EditorSession:
    """Return the session with the piece or the palette tool at a target selected, if any."""
    palette_targets = {f"{_PALETTE_PREFIX}{tool.id}" for tool in session.editor.tools}
    return (
        replace(session, selected_target=target) if target in palette_targets or session.has_piece(target) else session
    )


def remove_selected(session: EditorSession) -> EditorSession:
    """Remove the selected piece from the board."""
    if not session.has_piece(session.selected_target):
        return replace(session, selected_target="")
    return _with_position(session, session.editor.apply_tool(session.text, session.selected_target, ERASER.id))


def cancel(session: EditorSession) -> EditorSession:
    """Deselect the selected piece, or the tool if no piece is selected."""
    return replace(session, selected_target="") if session.selected_target else replace(session, tool="")


def undo(session: EditorSession) -> EditorSession:
    """Undo the last change of the text field or, if the field is unchanged, of the position."""
    if session.field_text is not None:
        return replace(session, field_text=None)
    if not session.undo_stack:
        return session
    *undo_stack, text = session.undo_stack
    redo_stack = (*session.redo_stack, session.text)
    return replace(session, text=text, selected_target="", undo_stack=tuple(undo_stack), redo_stack=redo_stack)


def redo(session: EditorSession) -> EditorSession:
    """Redo the last undone change."""
    if not session.redo_stack:
        return session
    *redo_stack, text = session.redo_stack
    return replace(_with_position(session, text), redo_stack=tuple(redo_stack))


def with_field_text(session: EditorSession, text: str) -> EditorSession:
    """Return the session with another text in the text field. A well-formed text also becomes the position."""
    try:
        position = session.editor.normalize(text)
    except RuleboardError:
        return replace(session, field_text=text, selected_target="")
    return replace(_with_position(session, position), field_text=text if text.strip() != position else None)


def with_tool(session: EditorSession, id: str) -> EditorSession:
    """Return the session with a tool selected, or deselected if it was already selected or the id is empty.

    If a piece is selected, the eraser removes the piece and does not become the selected tool.
    """
    if id == ERASER.id and session.selected_piece:
        return remove_selected(session)
    if id and id not in {tool.id for tool in session.editor.tools}:
        return session
    return replace(session, tool="" if id == session.tool else id, selected_target="")


def clear(session: EditorSession) -> EditorSession:
    """Empty the board."""
    return _with_position(session, session.editor.empty_position(session.text))


def reset_to_start(session: EditorSession) -> EditorSession:
    """Replace the position with the start position of the same variant of the game."""
    return _with_position(session, session.editor.start_position(session.text))


def with_switch(session: EditorSession, id: str, value: str) -> EditorSession:
    """Change a property that the board does not show. ``id`` is the id of its switch."""
    return _with_position(session, session.editor.with_switch(session.text, id, value))


def press_key(session: EditorSession, key: str) -> EditorSession:
    """Handle a key: the shortcut of a tool, Escape, u, f, or a shortcut for undo or redo."""
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
            return replace(session, is_flipped=not session.is_flipped)
    return session
