"""A position being set up: what stands, what is in the hand, what can be undone. Pure: every touch gives a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Editor
from ruleboard.games.registry import EDITORS, GAMES
from ruleboard.i18n import _
from ruleboard.wording import sentence

_LONGEST_PAST = 200


@dataclass(frozen=True, slots=True)
class Editing:
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
    """

    game: str
    text: str
    typed: str | None = None
    tool: str = ""
    taken: str = ""
    turned: bool = False
    past: tuple[str, ...] = ()
    whole: bool = True

    @property
    def editor(self) -> Editor:
        """The game's editor."""
        return EDITORS[self.game]

    @property
    def trouble(self) -> str:
        """Why the position cannot be played, as a sentence; empty if it can."""
        return trouble(self.game, self.text if self.typed is None else self.typed)


def trouble(game: str, text: str) -> str:
    """Why a game cannot begin from a position text, as a sentence; empty if it can."""
    rules = GAMES[game]
    try:
        state = rules.parse_position(text)
    except RuleboardError as error:
        return sentence(str(error) if _unreadable(game, text) else error.what)
    outcome = rules.outcome(state)
    if outcome is None:
        return ""
    return _("In this position the game is already over: {reason}").format(reason=outcome.reason)


def _unreadable(game: str, text: str) -> bool:
    """Whether a text is at fault, and so its place is worth telling, and not what it says."""
    try:
        EDITORS[game].read(text)
    except (RuleboardError, KeyError):  # a game without an editor has only texts
        return True
    return False


def opened(game: str, text: str = "") -> Editing:
    """The editor with a position in it, the game's start if there is none; what cannot be read stays to be mended."""
    begun = Editing(game, start(game))
    return typed(begun, text) if text else begun


def start(game: str) -> str:
    """The position a game begins with."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    return rules.format_position(rules.initial(options, 0))


def _become(editing: Editing, text: str, *, taken: str = "") -> Editing:
    """The editor with another position, the one before to be had again; what was typed gives way to it."""
    if text == editing.text:
        return replace(editing, typed=None, taken=taken)
    past = (*editing.past, editing.text)[-_LONGEST_PAST:]
    return replace(editing, text=text, typed=None, taken=taken, past=past)


def touched(editing: Editing, target: str) -> Editing:
    """The editor after a touch: what is carried is put down, a tool does its work, or a piece is taken up."""
    if editing.taken:
        return _become(editing, editing.editor.carry(editing.text, editing.taken, target))
    if editing.tool:
        return _become(editing, editing.editor.place(editing.text, target, editing.tool))
    return taken_up(editing, target)


def taken_up(editing: Editing, target: str) -> Editing:
    """The editor with what stands on a target in the hand, whatever the tool; nothing stands there, nothing happens."""
    return replace(editing, taken=target) if editing.editor.occupied(editing.text, target) else editing


def thrown_away(editing: Editing) -> Editing:
    """The editor after what was carried was let go beside the board."""
    if not editing.taken:
        return editing
    editor = editing.editor
    erasing = next((tool.id for tool in editor.tools if tool.id == "erase"), "")
    return _become(editing, editor.place(editing.text, editing.taken, erasing))


def put_down(editing: Editing) -> Editing:
    """The editor after Escape: what is carried goes back, or the tool is laid down."""
    return replace(editing, taken="") if editing.taken else replace(editing, tool="")


def undone(editing: Editing) -> Editing:
    """The editor with the position before."""
    if editing.typed is not None and editing.typed != editing.text:
        return replace(editing, typed=None)
    if not editing.past:
        return editing
    return replace(editing, text=editing.past[-1], typed=None, taken="", past=editing.past[:-1])


def typed(editing: Editing, text: str) -> Editing:
    """The editor with a text typed into its field: its position is taken over as soon as it can be read."""
    try:
        read = editing.editor.read(text)
    except RuleboardError:
        return replace(editing, typed=text, taken="")
    return replace(_become(editing, read), typed=text if text.strip() != read else None)


def done(editing: Editing, what: str, value: str) -> Editing:
    """The editor after one of its buttons or fields was used; unknown ones change nothing."""
    kind, which = (*what.split("-", 1), "")[:2]
    match kind:
        case "tool" if value == "" or value in {tool.id for tool in editing.editor.tools}:
            return replace(editing, tool="" if value == editing.tool else value, taken="")
        case "clear":
            return _become(editing, editing.editor.empty)
        case "start":
            return _become(editing, start(editing.game))
        case "undo":
            return undone(editing)
        case "turn":
            return replace(editing, turned=not editing.turned)
        case "whole":
            return replace(editing, whole=not editing.whole)
        case "text":
            return typed(editing, value)
        case "switch":
            return _become(editing, editing.editor.switch(editing.text, which, value))
    return editing


def pressed(editing: Editing, key: str) -> Editing:
    """The editor after a key: one of a tool, or Escape, u and f as at the table."""
    for tool in editing.editor.tools:
        if key == tool.key or (tool.key == "Delete" and key == "Backspace"):
            return replace(editing, tool=tool.id, taken="")
    match key:
        case "Escape":
            return put_down(editing)
        case "u" | "Ctrl+z":
            return undone(editing)
        case "f":
            return replace(editing, turned=not editing.turned)
    return editing
