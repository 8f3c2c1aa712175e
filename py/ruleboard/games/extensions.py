"""Optional parts of a game's package: scores, a board editor, setups, a workshop, attacks. Pure, like the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.scene.node import Node

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Scores(Protocol):
    """Whole games in a notation of the game's own, as PGN in chess (``Package.scores``);
    ``engine.pgn_records`` reads them.
    """

    def format(self, timeline: Timeline[Any]) -> str:
        """Return the score of a game up to its current state."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of an editor's palette, applied by touching the board.

    Attributes:
        id: the tool's id for ``Editor.place``.
        title: the tool's name.
        picture: the picture on its button; None for a button with the title.
        key: the key that selects it, as the browser names it ("N", "Delete"); empty for none.
        row: the row of the palette, from 0.
    """

    id: str
    title: str
    picture: Node | None = None
    key: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """A property of a position that is not on the board.

    Attributes:
        id: the switch's id for ``Editor.switch``.
        title: the property's name.
        choices: values and their titles.
        chosen: the current values.
        many: True if any number of values may be chosen, False if always exactly one is.
    """

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]
    many: bool = False

    def offers(self, value: str) -> bool:
        """Return True if a value is among the choices."""
        return value in dict(self.choices)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number in a position that is not on the board.

    Attributes:
        id: the field's id for ``Editor.switch``.
        title: the name of the number.
        value: the current number.
        least: the smallest possible number, not negative.
        most: the greatest possible number.
    """

    id: str
    title: str
    value: int
    least: int
    most: int

    def offers(self, value: str) -> bool:
        """Return True if a text is a possible number."""
        return value.isascii() and value.isdigit() and len(value) <= 9 and self.least <= int(value) <= self.most


class Editor(Protocol):
    """Positions set up by hand (``Package.editor``).

    The texts are position texts that need not be valid: a board half set up may have no king yet. The game's
    ``parse_position`` tells valid ones apart.
    """

    tools: tuple[Tool, ...]

    def start(self, text: str) -> str:
        """Return the start of the same kind of game as that of a position."""
        ...

    def clear(self, text: str) -> str:
        """Return the position with nothing on the board."""
        ...

    def remark(self, text: str) -> str:
        """Return a sentence on a valid position that may seem unfinished; empty for any other."""
        ...

    def places(self, text: str, seat: int) -> str:
        """Return where things stand as the board shows it from a seat, where the text counts otherwise; else empty."""
        ...

    def read(self, text: str) -> str:
        """Return a position text, valid or not, as the editor writes it.

        Raises:
            PositionError: the text cannot be read at all.
        """
        ...

    def occupied(self, text: str, target: str) -> bool:
        """Return True if there is a piece on a target, which can be moved."""
        ...

    def place(self, text: str, target: str, tool: str) -> str:
        """Return the position after a touch with a tool; unknown targets and tools change nothing.

        Without a tool (``""``) it is the touch of a target that holds nothing to be moved.
        """
        ...

    def move(self, text: str, start: str, goal: str) -> str:
        """Return the position after a piece was moved to another target; unknown targets change nothing."""
        ...

    def switches(self, text: str) -> tuple[Switch | Counter, ...]:
        """Return the properties of a position that are not on the board, with their current values."""
        ...

    def switch(self, text: str, id: str, value: str) -> str:
        """Return the position after a value was chosen or, in a switch of many, toggled; unknown ones do nothing.

        The value of a ``Counter`` is its digits.
        """
        ...

    def picture(self, text: str, seat: int, taken: str) -> Node:
        """Return the board as an ``<svg>`` whose squares can all be touched; ``taken`` is the square to move from."""
        ...


class Setups(Protocol[S_contra, M_co]):
    """Setups that players make by hand, as texts that they can save under a name (``Package.setups``)."""

    title: str
    """The plural name of these setups ("Armies")."""
    one: str
    """The singular name ("army")."""
    buttons: tuple[str, ...]
    """The ``do:`` targets that are offered among the saved setups, and not among the action buttons."""
    note: str
    """The sentence under these buttons that tells of their effect on the setup that is being made."""

    def offered(self, state: S_contra) -> bool:
        """Return True if the player to move may save or use a setup now."""
        ...

    def text(self, state: S_contra) -> str:
        """Return the text of the setup that the player to move has made so far."""
        ...

    def check(self, state: S_contra, text: str) -> None:
        """Refuse a text that ``steps`` would refuse, in less time.

        Raises:
            RuleboardError: the text cannot be read, or the setup cannot be made.
        """
        ...

    def steps(self, state: S_contra, text: str) -> Sequence[Action[M_co]]:
        """Return the actions that set up the setup of a text, whatever has been set up before.

        Raises:
            RuleboardError: the text cannot be read, or the setup cannot be made.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """A value of an option that people can make themselves: a board, a deck.

    Attributes:
        option: the id of the option.
        title: the sheet's title.
        author: the author's name; may be empty.
        text: the text that is saved and exported.
        value: the value of the option.
        about: a sentence about it.
        faults: the reasons why it cannot be played, as sentences.
        notes: further notes, as sentences.
        size: columns and rows, None if it is not drawn.
    """

    option: str
    title: str
    author: str
    text: str
    value: str
    about: str
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """An entry to be looked up: its picture, its title, its effect in words, and its source."""

    picture: Node
    title: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class Attack:
    """A piece that could capture what stands on a square, if it were its side's turn.

    Attributes:
        attacker: the piece and its square in words, as the object of a sentence.
        path: the targets along its way, its start and end included.
    """

    attacker: str
    path: tuple[str, ...]


class Attacks(Protocol[S_contra]):
    """The pieces that attack a square (``Package.attacks``)."""

    def on(self, state: S_contra, target: str) -> tuple[Attack, ...] | None:
        """Return the attacks on a square by both sides' pieces, whatever stands there; None if it is no square.

        Attacks that would leave an own king or the like open count, too.
        """
        ...


class Workshop(Protocol):
    """Values of options made by hand (``Package.workshop``). Texts are those of sheets, finished or not."""

    title: str
    """The title of its page."""
    tools: tuple[Tool, ...]
    sizes: tuple[int, ...]
    """The possible numbers of columns and of rows."""
    spaces: tuple[int, ...]
    """The widths of a space, in millimetres, in which sheets can be printed."""

    def presets(self) -> tuple[Sheet, ...]:
        """Return the sheets that come with the game."""
        ...

    def read(self, text: str) -> Sheet:
        """Return the sheet of a text.

        Raises:
            RuleboardError: the text cannot be read; the error names line and field.
        """
        ...

    def blank(self) -> str:
        """Return the text of a new sheet."""
        ...

    def apply_tool(self, text: str, target: str, tool: str, *, mirrored: bool) -> str:
        """Return the sheet after a touch with a tool, with ``mirrored`` on both sides; unknown ones change nothing."""
        ...

    def resize(self, text: str, columns: int, rows: int) -> str:
        """Return the sheet with another size."""
        ...

    def rename(self, text: str, title: str, author: str) -> str:
        """Return the sheet with another title and author."""
        ...

    def picture(self, text: str) -> Node | None:
        """Return the sheet as an ``<svg>`` whose spaces can all be touched; None if it is not drawn."""
        ...

    def print_picture(self, text: str, space: int) -> Node | None:
        """Return the sheet as an ``<svg>`` in true size, with ``space`` millimetres from space to space.

        None if it is not drawn.
        """
        ...

    def printed_size(self, text: str, space: int) -> tuple[int, int]:
        """Return width and height of the printed sheet in millimetres."""
        ...

    def reference_entries(self, text: str) -> tuple[ReferenceEntry, ...]:
        """Return the parts of a sheet as entries to be looked up; empty for one that is drawn."""
        ...
