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
class Bench:
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


def opened(game: str, name: str, setups: Setups) -> Bench | None:
    """The sheet of that name on the bench, one's own before those that come with the game; None if there is none."""
    workshop = WORKSHOPS[game]
    first = workshop.tools[0].id
    for sheet in own(game, setups):
        if sheet.title == name:
            return Bench(game, name, sheet.text, first)
    for sheet in workshop.ready():
        if sheet.title == name:
            return Bench(game, "", sheet.text, first)
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


def begun(game: str, setups: Setups) -> Bench:
    """A new sheet under a name of its own."""
    workshop = WORKSHOPS[game]
    return taken_in(game, workshop.fresh(), setups)


def taken_in(game: str, text: str, setups: Setups) -> Bench:
    """A sheet from elsewhere under a name of its own.

    Raises:
        RuleboardError: it cannot be read; the error names line and field.
    """
    workshop = WORKSHOPS[game]
    sheet = workshop.read(text)
    name = free_name(sheet.title, names(game, setups))
    return Bench(game, name, workshop.named(sheet.text, name, sheet.author), workshop.tools[0].id)


def followed(bench: Bench | None, setups: Setups) -> Bench | None:
    """The bench after another tab has kept setups: its sheet is as left there, and undo leads back to what it was here.

    One that is gone there stays. What cannot be read is not drawn over: what is here goes on under another name.
    """
    if bench is None or not bench.name:
        return bench
    there = [setup.text for setup in setups if (setup.game, setup.name) == (bench.game, bench.name)]
    if not there or there[0] == bench.text:
        return bench
    try:
        bench.workshop.read(there[0])
    except RuleboardError:
        name = free_name(bench.name, names(bench.game, setups))
        return replace(bench, name=name, text=bench.workshop.named(bench.text, name, bench.sheet.author))
    return replace(bench, text=there[0], past=(*bench.past, bench.text)[-_LONGEST_PAST:])


def _become(bench: Bench, text: str, setups: Setups) -> Bench:
    """The bench with another text; a sheet that came with the game becomes one's own."""
    if text == bench.text:
        return bench
    past = (*bench.past, bench.text)[-_LONGEST_PAST:]
    if bench.name:
        return replace(bench, text=text, past=past)
    sheet = bench.workshop.read(text)
    name = free_name(_("{board}, my own").format(board=_(sheet.title)[: LONGEST_NAME - 14]), names(bench.game, setups))
    return replace(bench, name=name, text=bench.workshop.named(text, name, ""), past=past)


def touched(bench: Bench, target: str, setups: Setups) -> Bench:
    """The bench after a touch with the tool in the hand."""
    if bench.sheet.size is None:
        return bench
    text = bench.workshop.touched(bench.text, target, bench.tool, mirrored=bench.mirrored)
    return _become(bench, text, setups)


def undone(bench: Bench) -> Bench:
    """The bench with the text before, under its present name."""
    if not bench.past:
        return bench
    before = bench.workshop.read(bench.past[-1])
    text = bench.workshop.named(before.text, bench.name, before.author)
    return replace(bench, text=text, past=bench.past[:-1])


def done(bench: Bench, what: str, value: str, setups: Setups) -> Bench:
    """The bench after one of its buttons or fields was used; unknown ones change nothing."""
    sheet = bench.sheet
    match what:
        case "tool" if value in {tool.id for tool in bench.workshop.tools}:
            return replace(bench, tool=value)
        case "mirrored":
            return replace(bench, mirrored=not bench.mirrored)
        case "space" if value in map(str, bench.workshop.spaces):
            return replace(bench, space=int(value))
        case "undo":
            return undone(bench)
        case "columns" | "rows" if sheet.size and value in map(str, bench.workshop.sizes):
            columns, rows = sheet.size
            columns, rows = (int(value), rows) if what == "columns" else (columns, int(value))
            return _become(bench, bench.workshop.sized(bench.text, columns, rows), setups)
        case "title" if one_line(value) not in ("", bench.name):
            name = free_name(value, names(bench.game, setups))
            return replace(bench, name=name, text=bench.workshop.named(bench.text, name, sheet.author))
        case "author":
            author = one_line(value)[:LONGEST_NAME]
            text = bench.workshop.named(bench.text, bench.name or sheet.title, author)
            return _become(bench, text, setups)
    return bench


def pressed(bench: Bench, key: str) -> Bench:
    """The bench after a key: one of a tool, or u as at the table."""
    for tool in bench.workshop.tools:
        if key == tool.key:
            return replace(bench, tool=tool.id)
    return undone(bench) if key in ("u", "Ctrl+z") else bench
