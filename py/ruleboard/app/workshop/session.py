"""The sessions of the workshop: the list of a game's sheets, and a board that is being drawn.

Pure: every function returns a new session. A sheet is a board or a deck: a value of one of the game's options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ruleboard.app.storage.setups import LONGEST_NAME, Setups, UnreadableSetup
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Sheet, Workshop
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _

_UNDO_LIMIT = 200


@dataclass(frozen=True, slots=True)
class SheetList:
    """The list of all sheets of a game.

    Attributes:
        game: the game's id.
        problem: the reason why the last import failed, as a sentence; empty if it did not.
    """

    game: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """A board that is being drawn.

    Attributes:
        game: the game's id.
        name: the name of its setup; empty for an unchanged board of the game, which is not stored.
        text: the sheet's text.
        tool: the id of the selected tool.
        mirrored: True if each touch acts on both sides.
        spacing: the distance between the centres of adjacent spaces in print, in millimetres.
        undo_stack: the earlier texts, the latest last.
    """

    game: str
    name: str
    text: str
    tool: str
    mirrored: bool = True
    spacing: int = 20
    undo_stack: tuple[str, ...] = ()

    @property
    def workshop(self) -> Workshop:
        """The game's workshop."""
        return WORKSHOPS[self.game]

    @property
    def sheet(self) -> Sheet:
        """The sheet that the text describes."""
        return self.workshop.read(self.text)


# --- stored sheets --------------------------------------------------------------------------------------------


def own_sheets(game: str, setups: Setups) -> tuple[Sheet, ...]:
    """Return the readable stored sheets of a game, by name."""
    return tuple(sheet for sheet in stored_sheets(game, setups) if isinstance(sheet, Sheet))


def stored_sheets(game: str, setups: Setups) -> Iterator[Sheet | UnreadableSetup]:
    """Yield the stored sheets of a game, by name, unreadable ones included."""
    for setup in sorted((setup for setup in setups if setup.game == game), key=lambda setup: setup.name.casefold()):
        try:
            yield replace(WORKSHOPS[game].read(setup.text), title=setup.name)
        except RuleboardError as error:
            yield UnreadableSetup(setup.name, setup.text, str(error))


def choices(game: str, option: str, setups: Setups) -> tuple[Sheet, ...]:
    """Return the stored sheets that an option can take: those without faults, equal ones once.

    Args:
        game: the game's id.
        option: the option's id.
        setups: the stored setups.
    """
    if game not in WORKSHOPS:
        return ()
    of_the_game = {sheet.value for sheet in WORKSHOPS[game].presets()}
    sheets = own_sheets(game, setups)
    by_value = {sheet.value: sheet for sheet in sheets if sheet.option == option and not sheet.faults}
    return tuple(sheet for value, sheet in by_value.items() if value not in of_the_game)


def used_names(game: str, setups: Setups) -> set[str]:
    """Return the names of a game's stored setups, and the titles of the sheets that come with the game."""
    return {setup.name for setup in setups if setup.game == game} | {sheet.title for sheet in WORKSHOPS[game].presets()}


def free_name(title: str, used: Iterable[str]) -> str:
    """Return a name that is not used: the title, if necessary with a number after it."""
    title = one_line(title)[: LONGEST_NAME - 4] or _("Board")
    names, name, number = set(used), title, 2
    while name in names:
        name, number = f"{title} {number}", number + 1
    return name


def one_line(text: str) -> str:
    """Return a text on one line, without characters that cannot be printed, such as joiners within an emoji."""
    return " ".join("".join(char if char.isprintable() else " " * char.isspace() for char in text).split())


# --- opening a board ------------------------------------------------------------------------------------------


def open_draft(game: str, name: str, setups: Setups) -> BoardDraft | None:
    """Return the draft of the sheet with a name, stored sheets before those of the game; None if there is none."""
    workshop = WORKSHOPS[game]
    tool = workshop.tools[0].id
    for sheet in own_sheets(game, setups):
        if sheet.title == name:
            return BoardDraft(game, name, sheet.text, tool)
    for sheet in workshop.presets():
        if sheet.title == name:
            return BoardDraft(game, "", sheet.text, tool)
    return None


def new_draft(game: str, setups: Setups) -> BoardDraft:
    """Return the draft of a new board, under an unused name."""
    return import_draft(game, WORKSHOPS[game].blank(), setups)


def import_draft(game: str, text: str, setups: Setups) -> BoardDraft:
    """Return the draft of a sheet given as text, under an unused name.

    Raises:
        RuleboardError: the text cannot be read; the error names line and field.
    """
    workshop = WORKSHOPS[game]
    sheet = workshop.read(text)
    name = free_name(sheet.title, used_names(game, setups))
    return BoardDraft(game, name, workshop.rename(sheet.text, name, sheet.author), workshop.tools[0].id)


def follow_store(draft: BoardDraft, setups: Setups) -> BoardDraft:
    """Return the draft after another tab has stored setups: with the sheet's stored text, a change that can be undone.

    A draft whose setup was deleted stays as it is. One whose stored text cannot be read gets an unused name, so that
    the next change does not overwrite that text.
    """
    stored = next((setup.text for setup in setups if (setup.game, setup.name) == (draft.game, draft.name)), None)
    if not draft.name or stored in (None, draft.text):
        return draft
    try:
        draft.workshop.read(stored)
    except RuleboardError:
        name = free_name(draft.name, used_names(draft.game, setups))
        return replace(draft, name=name, text=draft.workshop.rename(draft.text, name, draft.sheet.author))
    return _with_text(draft, stored)


# --- changing a board -----------------------------------------------------------------------------------------


def _with_text(draft: BoardDraft, text: str) -> BoardDraft:
    """Return the draft with another text, a change that can be undone."""
    return replace(draft, text=text, undo_stack=(*draft.undo_stack, draft.text)[-_UNDO_LIMIT:])


def _changed(draft: BoardDraft, text: str, setups: Setups, *, author: str = "") -> BoardDraft:
    """Return the draft with another text; a board of the game becomes ``author``'s own, under an unused name."""
    if text == draft.text:
        return draft
    after = _with_text(draft, text)
    if draft.name:
        return after
    title = _("{board}, my own").format(board=_(draft.workshop.read(text).title)[: LONGEST_NAME - 14])
    name = free_name(title, used_names(draft.game, setups))
    return replace(after, name=name, text=draft.workshop.rename(text, name, author))


def touch(draft: BoardDraft, target: str, setups: Setups) -> BoardDraft:
    """Return the draft after a touch with the selected tool."""
    if draft.sheet.size is None:
        return draft
    text = draft.workshop.apply_tool(draft.text, target, draft.tool, mirrored=draft.mirrored)
    return _changed(draft, text, setups)


def resize(draft: BoardDraft, setups: Setups, *, columns: int | None = None, rows: int | None = None) -> BoardDraft:
    """Return the draft with another number of columns or rows; unchanged for a sheet that is not drawn."""
    size = draft.sheet.size
    if size is None:
        return draft
    return _changed(draft, draft.workshop.resize(draft.text, columns or size[0], rows or size[1]), setups)


def rename(draft: BoardDraft, title: str, setups: Setups) -> BoardDraft:
    """Return the draft under another name, numbered if it is used; unchanged for an empty one."""
    if one_line(title) in ("", draft.name):
        return draft
    name = free_name(title, used_names(draft.game, setups))
    return replace(draft, name=name, text=draft.workshop.rename(draft.text, name, draft.sheet.author))


def with_author(draft: BoardDraft, author: str, setups: Setups) -> BoardDraft:
    """Return the draft with another author."""
    author = one_line(author)[:LONGEST_NAME]
    text = draft.workshop.rename(draft.text, draft.name or draft.sheet.title, author)
    return _changed(draft, text, setups, author=author)


def with_tool(draft: BoardDraft, id: str) -> BoardDraft:
    """Return the draft with a tool selected; unchanged for an unknown one."""
    return replace(draft, tool=id) if id in {tool.id for tool in draft.workshop.tools} else draft


def undo(draft: BoardDraft) -> BoardDraft:
    """Return the draft without its last change, under its present name."""
    if not draft.undo_stack:
        return draft
    *earlier, text = draft.undo_stack
    sheet = draft.workshop.read(text)
    return replace(draft, text=draft.workshop.rename(sheet.text, draft.name, sheet.author), undo_stack=tuple(earlier))


def press_key(draft: BoardDraft, key: str) -> BoardDraft:
    """Return the draft after a key: that of a tool, or u as in a game."""
    for tool in draft.workshop.tools:
        if key == tool.key:
            return replace(draft, tool=tool.id)
    return undo(draft) if key in ("u", "Ctrl+z") else draft
