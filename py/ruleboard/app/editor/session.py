"""A position being set up: what stands, what is in the hand, what can be undone. Pure: every touch gives a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.app import positions
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Editor
from ruleboard.games.registry import EDITORS

_LONGEST_PAST = 200


@dataclass(frozen=True, slots=True)
class EditorSession:
    """A position being set up.

    Attributes:
        game: the game's id.
        text: the position, as the game's editor writes it.
        typed: what stands in the text field while it is typed there, None if the position does.
        tool: the id of the tool in the hand; empty for the hand alone, which carries pieces.
        taken: the target whose piece is being carried.
        turned: whether the board is seen from the other side.
        past: the positions before, the latest last.
        whole: whether all of the board is shown where a screen is too small for it to be touched as a whole.
        return_to: the start position of the new game this was reached from, empty for the game's own.
    """

    game: str
    text: str
    typed: str | None = None
    tool: str = ""
    taken: str = ""
    turned: bool = False
    past: tuple[str, ...] = ()
    whole: bool = True
    return_to: str = ""

    @property
    def editor(self) -> Editor:
        """The game's editor."""
        return EDITORS[self.game]

    @property
    def problem(self) -> str:
        """Why the position cannot be played, as a sentence; empty if it can."""
        return positions.problem(self.game, self.text if self.typed is None else self.typed)


def opened(game: str, text: str = "", return_to: str = "") -> EditorSession:
    """The editor with a position in it, the game's start if there is none; what cannot be read stays to be mended."""
    begun = EditorSession(game, positions.start(game), return_to=return_to)
    return typed(begun, text) if text else begun


def _become(session: EditorSession, text: str, *, taken: str = "") -> EditorSession:
    """The editor with another position, the one before to be had again; what was typed gives way to it."""
    if text == session.text:
        return replace(session, typed=None, taken=taken)
    past = (*session.past, session.text)[-_LONGEST_PAST:]
    return replace(session, text=text, typed=None, taken=taken, past=past)


def touched(session: EditorSession, target: str) -> EditorSession:
    """The editor after a touch: what is carried is put down, a tool does its work, or a piece is taken up."""
    if session.taken:
        return _become(session, session.editor.carry(session.text, session.taken, target))
    if session.tool:
        return _become(session, session.editor.place(session.text, target, session.tool))
    return taken_up(session, target)


def taken_up(session: EditorSession, target: str) -> EditorSession:
    """The editor with what stands on a target in the hand, whatever the tool; nothing stands there, nothing happens."""
    return replace(session, taken=target) if session.editor.occupied(session.text, target) else session


def thrown_away(session: EditorSession) -> EditorSession:
    """The editor after what was carried was let go beside the board."""
    if not session.taken:
        return session
    editor = session.editor
    erasing = next((tool.id for tool in editor.tools if tool.id == "erase"), "")
    return _become(session, editor.place(session.text, session.taken, erasing))


def put_down(session: EditorSession) -> EditorSession:
    """The editor after Escape: what is carried goes back, or the tool is laid down."""
    return replace(session, taken="") if session.taken else replace(session, tool="")


def undone(session: EditorSession) -> EditorSession:
    """The editor with the position before."""
    if session.typed is not None and session.typed != session.text:
        return replace(session, typed=None)
    if not session.past:
        return session
    return replace(session, text=session.past[-1], typed=None, taken="", past=session.past[:-1])


def typed(session: EditorSession, text: str) -> EditorSession:
    """The editor with a text typed into its field: its position is taken over as soon as it can be read."""
    try:
        read = session.editor.read(text)
    except RuleboardError:
        return replace(session, typed=text, taken="")
    return replace(_become(session, read), typed=text if text.strip() != read else None)


def with_tool(session: EditorSession, id: str) -> EditorSession:
    """Return the editor with another tool in the hand; the one that is there is laid down."""
    if id and id not in {tool.id for tool in session.editor.tools}:
        return session
    return replace(session, tool="" if id == session.tool else id, taken="")


def cleared(session: EditorSession) -> EditorSession:
    """Return the editor with an empty board."""
    return _become(session, session.editor.empty)


def at_start(session: EditorSession) -> EditorSession:
    """Return the editor with the game's start position."""
    return _become(session, positions.start(session.game))


def switched(session: EditorSession, switch: str, value: str) -> EditorSession:
    """Return the editor with another value of something that is not on the board."""
    return _become(session, session.editor.switch(session.text, switch, value))


def pressed(session: EditorSession, key: str) -> EditorSession:
    """The editor after a key: one of a tool, or Escape, u and f as at the table."""
    for tool in session.editor.tools:
        if key == tool.key or (tool.key == "Delete" and key == "Backspace"):
            return replace(session, tool=tool.id, taken="")
    match key:
        case "Escape":
            return put_down(session)
        case "u" | "Ctrl+z":
            return undone(session)
        case "f":
            return replace(session, turned=not session.turned)
    return session
