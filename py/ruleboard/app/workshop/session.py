"""The state of the board editor: the list of a game's boards and decks, and a board in the editor.

All functions are pure. Functions that change the session return a new session. A custom board is a board or a deck that
players can choose as the value of a game option.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruleboard.app.storage.custom_boards import join_lines, new_setup, unused_name, used_names
from ruleboard.app.storage.setups import MAX_NAME_LENGTH, Setups, UnreadableSetup
from ruleboard.contract.extensions import BoardEditor, CustomBoard
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _
from ruleboard.registry import BOARD_EDITORS

_MAX_UNDO_STEPS = 200


@dataclass(frozen=True, slots=True)
class CustomBoardList:
    """The list of all boards and decks of a game.

    Attributes:
        game: the game's id.
        error: the reason why the last import failed, as a sentence; empty if it succeeded.
    """

    game: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class BoardSession:
    """A board in the editor.

    Attributes:
        game: the game's id.
        name: the name of the stored board; empty for an unchanged built-in board.
        text: the board's text.
        tool: the id of the selected tool.
        is_mirrored: True if each touch acts on both sides.
        spacing: the distance between the centres of adjacent spaces in print, in millimetres.
        undo_stack: the earlier texts, the latest last.
    """

    game: str
    name: str
    text: str
    tool: str
    is_mirrored: bool = True
    spacing: int = 20
    undo_stack: tuple[str, ...] = ()

    @property
    def editor(self) -> BoardEditor:
        """The game's board editor."""
        return BOARD_EDITORS[self.game]

    @property
    def board(self) -> CustomBoard:
        """The board that the editor parses from the text."""
        return self.editor.parse(self.text)


# --- stored boards --------------------------------------------------------------------------------------------


def readable_boards(game: str, setups: Setups) -> tuple[CustomBoard, ...]:
    """Return a game's readable stored boards and decks, sorted by name."""
    return tuple(board for board in stored_boards(game, setups) if isinstance(board, CustomBoard))


def stored_boards(game: str, setups: Setups) -> Iterator[CustomBoard | UnreadableSetup]:
    """Yield a game's stored boards and decks, even unreadable ones, sorted by name."""
    for setup in sorted((setup for setup in setups if setup.game == game), key=lambda setup: setup.name.casefold()):
        try:
            yield replace(BOARD_EDITORS[game].parse(setup.text), title=setup.name)
        except RuleboardError as error:
            yield UnreadableSetup(setup.name, setup.text, str(error))


def playable_boards(game: str, option: str, setups: Setups) -> tuple[CustomBoard, ...]:
    """Return the stored boards that a game can use as values of an option, without duplicate texts.

    Args:
        game: the game's id.
        option: the option's id.
        setups: the stored setups.
    """
    if game not in BOARD_EDITORS:
        return ()
    preset_values = {board.value for board in BOARD_EDITORS[game].presets()}
    boards = readable_boards(game, setups)
    boards_by_value = {board.value: board for board in boards if board.option == option and not board.faults}
    return tuple(board for value, board in boards_by_value.items() if value not in preset_values)


# --- opening a board ------------------------------------------------------------------------------------------


def open_board(game: str, name: str, setups: Setups) -> BoardSession | None:
    """Open the stored board with a name, or else the built-in one; return None if neither exists."""
    editor = BOARD_EDITORS[game]
    tool = editor.tools[0].id
    for board in readable_boards(game, setups):
        if board.title == name:
            return BoardSession(game, name, board.text, tool)
    for board in editor.presets():
        if board.title == name:
            return BoardSession(game, "", board.text, tool)
    return None


def new_board(game: str, setups: Setups) -> BoardSession:
    """Create a new board under an unused name."""
    return import_board(game, BOARD_EDITORS[game].empty_board_text(), setups)


def import_board(game: str, text: str, setups: Setups) -> BoardSession:
    """Import a board under an unused name.

    Raises:
        RuleboardError: the text is invalid; the error names the line and the field.
    """
    setup = new_setup(game, text, setups)
    return BoardSession(game, setup.name, setup.text, BOARD_EDITORS[game].tools[0].id)


def sync_with_store(session: BoardSession, setups: Setups) -> BoardSession:
    """Replace the text with the text that another tab has stored. Undo restores the earlier text.

    If the other tab has deleted the board, nothing changes. If the stored text is unreadable, the board gets an unused
    name, so that the next change does not overwrite that text.
    """
    stored_text = next(
        (setup.text for setup in setups if (setup.game, setup.name) == (session.game, session.name)), None
    )
    if not session.name or stored_text in (None, session.text):
        return session
    try:
        session.editor.parse(stored_text)
    except RuleboardError:
        name = unused_name(session.name, used_names(session.game, setups))
        return replace(session, name=name, text=session.editor.rename(session.text, name, session.board.author))
    return _with_text(session, stored_text)


# --- changing a board -----------------------------------------------------------------------------------------


def _with_text(session: BoardSession, text: str) -> BoardSession:
    """Return the session with its text replaced, as a change that undo reverts."""
    return replace(session, text=text, undo_stack=(*session.undo_stack, session.text)[-_MAX_UNDO_STEPS:])


def _apply_change(session: BoardSession, text: str, setups: Setups, *, author: str = "") -> BoardSession:
    """Replace the text. A built-in board becomes a custom board with an unused name."""
    if text == session.text:
        return session
    new_session = _with_text(session, text)
    if session.name:
        return new_session
    title = _("{board} (my copy)").format(board=_(session.editor.parse(text).title)[: MAX_NAME_LENGTH - 14])
    name = unused_name(title, used_names(session.game, setups))
    return replace(new_session, name=name, text=session.editor.rename(text, name, author))


def touch(session: BoardSession, target: str, setups: Setups) -> BoardSession:
    """Apply the selected tool to a target."""
    if session.board.size is None:
        return session
    text = session.editor.apply_tool(session.text, target, session.tool, is_mirrored=session.is_mirrored)
    return _apply_change(session, text, setups)


def resize(
    session: BoardSession, setups: Setups, *, columns: int | None = None, rows: int | None = None
) -> BoardSession:
    """Change the number of columns or rows. Decks cannot be resized and do not change."""
    size = session.board.size
    if size is None:
        return session
    return _apply_change(session, session.editor.resize(session.text, columns or size[0], rows or size[1]), setups)


def rename(session: BoardSession, title: str, setups: Setups) -> BoardSession:
    """Rename the board, adding a number if the name is used. An empty name changes nothing."""
    if join_lines(title) in ("", session.name):
        return session
    name = unused_name(title, used_names(session.game, setups))
    return replace(session, name=name, text=session.editor.rename(session.text, name, session.board.author))


def with_author(session: BoardSession, author: str, setups: Setups) -> BoardSession:
    """Change the author."""
    author = join_lines(author)[:MAX_NAME_LENGTH]
    text = session.editor.rename(session.text, session.name or session.board.title, author)
    return _apply_change(session, text, setups, author=author)


def with_tool(session: BoardSession, id: str) -> BoardSession:
    """Select a tool. An unknown tool changes nothing."""
    return replace(session, tool=id) if id in {tool.id for tool in session.editor.tools} else session


def undo(session: BoardSession) -> BoardSession:
    """Undo the last change of the text, but keep the name."""
    if not session.undo_stack:
        return session
    *earlier_texts, text = session.undo_stack
    board = session.editor.parse(text)
    return replace(
        session, text=session.editor.rename(board.text, session.name, board.author), undo_stack=tuple(earlier_texts)
    )


def press_key(session: BoardSession, key: str) -> BoardSession:
    """Handle a key: the shortcut of a tool, or u for undo."""
    for tool in session.editor.tools:
        if key == tool.key:
            return replace(session, tool=tool.id)
    return undo(session) if key in ("u", "Ctrl+z") else session
