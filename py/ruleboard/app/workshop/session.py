"""A board being drawn: its text, the tool in the hand, what can be undone. Pure: every touch gives a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ruleboard.app.storage.setups import LONGEST_NAME, Setups, UnreadableSetup
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Sheet, Workshop
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _

_LONGEST_PAST = 200


@dataclass(frozen=True, slots=True)
class SheetList:
    """The page with all boards and decks of a game.

    Attributes:
        game: the game's id.
        problem: why the text or file given last cannot be imported, as a sentence.
    """

    game: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """A sheet being drawn, or only looked at.

    Attributes:
        game: the game's id.
        name: the name it is kept under, empty for one that comes with the game and was not changed.
        text: the sheet.
        tool: the id of the tool in the hand.
        mirrored: whether each touch acts on both sides.
        space: the millimetres from space to space when it is printed.
        past: the texts before, the latest last.
    """

    game: str
    name: str
    text: str
    tool: str
    mirrored: bool = True
    space: int = 20
    past: tuple[str, ...] = ()

    @property
    def workshop(self) -> Workshop:
        """Where it is drawn."""
        return WORKSHOPS[self.game]

    @property
    def sheet(self) -> Sheet:
        """What it describes."""
        return self.workshop.read(self.text)


def own(game: str, setups: Setups) -> tuple[Sheet, ...]:
    """The sheets people have made for a game, by name; what cannot be read is left out."""
    return tuple(sheet for sheet in kept(game, setups) if isinstance(sheet, Sheet))


def kept(game: str, setups: Setups) -> Iterator[Sheet | UnreadableSetup]:
    """All that people have made for a game, by name."""
    for setup in sorted((setup for setup in setups if setup.game == game), key=lambda setup: setup.name.casefold()):
        try:
            yield replace(WORKSHOPS[game].read(setup.text), title=setup.name)
        except RuleboardError as error:
            yield UnreadableSetup(setup.name, setup.text, str(error))


def choices(game: str, option: str, setups: Setups) -> tuple[Sheet, ...]:
    """The sheets of one's own that an option can take: those without a fault, each once."""
    if game not in WORKSHOPS:
        return ()
    known = {sheet.value for sheet in WORKSHOPS[game].ready()}
    found = {sheet.value: sheet for sheet in own(game, setups) if sheet.option == option and not sheet.faults}
    return tuple(sheet for value, sheet in found.items() if value not in known)


def opened(game: str, name: str, setups: Setups) -> BoardDraft | None:
    """The sheet of that name on the draft, one's own before those that come with the game; None if there is none."""
    workshop = WORKSHOPS[game]
    first = workshop.tools[0].id
    for sheet in own(game, setups):
        if sheet.title == name:
            return BoardDraft(game, name, sheet.text, first)
    for sheet in workshop.ready():
        if sheet.title == name:
            return BoardDraft(game, "", sheet.text, first)
    return None


def one_line(text: str) -> str:
    """A text as a sheet can hold it: without what cannot be printed, as joins within an emoji."""
    return " ".join("".join(sign if sign.isprintable() else " " * sign.isspace() for sign in text).split())


def free_name(title: str, taken: Iterable[str]) -> str:
    """A title nobody else has: itself, or with a number behind it."""
    title = one_line(title)[: LONGEST_NAME - 4] or _("Board")
    names, name, number = set(taken), title, 2
    while name in names:
        name, number = f"{title} {number}", number + 1
    return name


def names(game: str, setups: Setups) -> set[str]:
    """All names that are taken."""
    return {setup.name for setup in setups if setup.game == game} | {sheet.title for sheet in WORKSHOPS[game].ready()}


def begun(game: str, setups: Setups) -> BoardDraft:
    """A new sheet under a name of its own."""
    workshop = WORKSHOPS[game]
    return taken_in(game, workshop.fresh(), setups)


def taken_in(game: str, text: str, setups: Setups) -> BoardDraft:
    """A sheet from elsewhere under a name of its own.

    Raises:
        RuleboardError: it cannot be read; the error names line and field.
    """
    workshop = WORKSHOPS[game]
    sheet = workshop.read(text)
    name = free_name(sheet.title, names(game, setups))
    return BoardDraft(game, name, workshop.named(sheet.text, name, sheet.author), workshop.tools[0].id)


def followed(draft: BoardDraft, setups: Setups) -> BoardDraft:
    """The draft after another tab has kept setups: its sheet is as left there, and undo leads back to what it was here.

    One that is gone there stays. What cannot be read is not drawn over: what is here goes on under another name.
    """
    if not draft.name:
        return draft
    there = [setup.text for setup in setups if (setup.game, setup.name) == (draft.game, draft.name)]
    if not there or there[0] == draft.text:
        return draft
    try:
        draft.workshop.read(there[0])
    except RuleboardError:
        name = free_name(draft.name, names(draft.game, setups))
        return replace(draft, name=name, text=draft.workshop.named(draft.text, name, draft.sheet.author))
    return replace(draft, text=there[0], past=(*draft.past, draft.text)[-_LONGEST_PAST:])


def _become(draft: BoardDraft, text: str, setups: Setups) -> BoardDraft:
    """The draft with another text; a sheet that came with the game becomes one's own."""
    if text == draft.text:
        return draft
    past = (*draft.past, draft.text)[-_LONGEST_PAST:]
    if draft.name:
        return replace(draft, text=text, past=past)
    sheet = draft.workshop.read(text)
    name = free_name(_("{board}, my own").format(board=_(sheet.title)[: LONGEST_NAME - 14]), names(draft.game, setups))
    return replace(draft, name=name, text=draft.workshop.named(text, name, ""), past=past)


def touched(draft: BoardDraft, target: str, setups: Setups) -> BoardDraft:
    """The draft after a touch with the tool in the hand."""
    if draft.sheet.size is None:
        return draft
    text = draft.workshop.touched(draft.text, target, draft.tool, mirrored=draft.mirrored)
    return _become(draft, text, setups)


def undone(draft: BoardDraft) -> BoardDraft:
    """The draft with the text before, under its present name."""
    if not draft.past:
        return draft
    before = draft.workshop.read(draft.past[-1])
    text = draft.workshop.named(before.text, draft.name, before.author)
    return replace(draft, text=text, past=draft.past[:-1])


def done(draft: BoardDraft, what: str, value: str, setups: Setups) -> BoardDraft:
    """The draft after one of its buttons or fields was used; unknown ones change nothing."""
    sheet = draft.sheet
    match what:
        case "tool" if value in {tool.id for tool in draft.workshop.tools}:
            return replace(draft, tool=value)
        case "mirrored":
            return replace(draft, mirrored=not draft.mirrored)
        case "space" if value in map(str, draft.workshop.spaces):
            return replace(draft, space=int(value))
        case "undo":
            return undone(draft)
        case "columns" | "rows" if sheet.size and value in map(str, draft.workshop.sizes):
            columns, rows = sheet.size
            columns, rows = (int(value), rows) if what == "columns" else (columns, int(value))
            return _become(draft, draft.workshop.sized(draft.text, columns, rows), setups)
        case "title" if one_line(value) not in ("", draft.name):
            name = free_name(value, names(draft.game, setups))
            return replace(draft, name=name, text=draft.workshop.named(draft.text, name, sheet.author))
        case "author":
            author = one_line(value)[:LONGEST_NAME]
            text = draft.workshop.named(draft.text, draft.name or sheet.title, author)
            return _become(draft, text, setups)
    return draft


def pressed(draft: BoardDraft, key: str) -> BoardDraft:
    """The draft after a key: one of a tool, or u as at the table."""
    for tool in draft.workshop.tools:
        if key == tool.key:
            return replace(draft, tool=tool.id)
    return undone(draft) if key in ("u", "Ctrl+z") else draft
