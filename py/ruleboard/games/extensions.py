"""What a game may offer beside its rules and its face: own notation, a board editor, setups to keep. Pure, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline
from ruleboard.scene.node import Node

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Scores(Protocol):
    """Whole games as texts that people of this game know, as chess players know PGN (``Package.scores``)."""

    def seems(self, text: str) -> bool:
        """Whether a text is meant as such a record, well written or not."""
        ...

    def format(self, timeline: Timeline[Any]) -> str:
        """The text of a game up to where it stands."""
        ...

    def parse(self, text: str) -> Record:
        """The record of the game a text tells; it replays.

        Raises:
            RecordError: it cannot be read, or a move in it cannot be played; the error names the move.
        """
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """What a touch on the board does in the editor.

    Attributes:
        id: its name; ``Editor.place`` takes it.
        title: what it is, in words.
        picture: what its button shows, None for the words.
        key: the key that takes it up, as the browser names it ("N", "Delete"); empty for none.
        row: the row of the palette it lies in, from 0.
    """

    id: str
    title: str
    picture: Node | None = None
    key: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """Something of a position that is not on the board.

    Attributes:
        id: its name; ``Editor.switch`` takes it.
        title: what it is about.
        choices: values and what they are called.
        chosen: the values that hold.
        many: whether any number of them may hold, or always exactly one.
    """

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]
    many: bool = False


class Editor(Protocol):
    """Positions set up by hand (``Package.editor``).

    The texts are those of positions, but need not be valid: a board half set up has perhaps no king yet. Whether a
    position can be played is what the game's ``parse_position`` says.
    """

    empty: str
    """The position with nothing on the board."""
    tools: tuple[Tool, ...]

    def read(self, text: str) -> str:
        """A position text, valid or not, as the editor writes it.

        Raises:
            PositionError: it cannot be read at all.
        """
        ...

    def occupied(self, text: str, target: str) -> bool:
        """Whether something stands there that can be carried elsewhere."""
        ...

    def place(self, text: str, target: str, tool: str) -> str:
        """The position after a touch with a tool; unknown ones change nothing."""
        ...

    def carry(self, text: str, start: str, target: str) -> str:
        """The position after what stands on a target was carried to another one; unknown ones change nothing."""
        ...

    def switches(self, text: str) -> tuple[Switch, ...]:
        """What can be chosen beside the board, as it now stands."""
        ...

    def switch(self, text: str, id: str, value: str) -> str:
        """The position after a choice: a value of one is chosen, a value of many changes; unknown ones do nothing."""
        ...

    def picture(self, text: str, seat: int, taken: str) -> Node:
        """The board as an ``<svg>``, all of whose places can be touched; ``taken`` is what is being carried."""
        ...


class Setups(Protocol[S_contra, M_co]):
    """What players set up by hand, as texts that can be kept under a name (``Package.setups``)."""

    title: str
    """What they are called ("Armies")."""
    one: str
    """What one is called ("army")."""
    buttons: tuple[str, ...]
    """The ``do:`` targets that are offered among the kept ones, and not under the player's hand."""

    def offered(self, state: S_contra) -> bool:
        """Whether the player to move may keep or use one now."""
        ...

    def text(self, state: S_contra) -> str:
        """What the player to move has set up so far."""
        ...

    def check(self, state: S_contra, text: str) -> None:
        """Make sure that ``steps`` can be worked out; that itself takes longer.

        Raises:
            RuleboardError: the text cannot be read, or cannot be set up.
        """
        ...

    def steps(self, state: S_contra, text: str) -> Sequence[Action[M_co]]:
        """The actions that set up what a text describes, whatever stands there.

        Raises:
            RuleboardError: the text cannot be read, or cannot be set up.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """A value of an option that people can make themselves: a board, a deck.

    Attributes:
        option: the option it is a value of.
        title: what it is called.
        author: who made it; may be empty.
        text: what is kept and exported.
        value: what the option takes.
        about: a sentence about it.
        faults: why it cannot be played, a sentence each.
        notes: what else is worth knowing, a sentence each.
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
class Look:
    """Something to look up: its picture, what it is called, what it does, where it comes from."""

    picture: Node
    title: str
    words: str
    source: str


class Workshop(Protocol):
    """Values of options drawn by hand (``Package.workshop``). Texts are those of sheets, finished or not."""

    title: str
    """What its page is called."""
    tools: tuple[Tool, ...]
    sizes: tuple[int, ...]
    """How many columns or rows there can be."""
    spaces: tuple[int, ...]
    """The sizes of a space, in millimetres, in which it can be printed."""

    def ready(self) -> tuple[Sheet, ...]:
        """The sheets that come with the game."""
        ...

    def read(self, text: str) -> Sheet:
        """What a text describes.

        Raises:
            RuleboardError: it cannot be read; the error names line and field.
        """
        ...

    def fresh(self) -> str:
        """A sheet to begin with."""
        ...

    def touched(self, text: str, target: str, tool: str, *, mirrored: bool) -> str:
        """The sheet after a touch with a tool, with ``mirrored`` on both sides; unknown ones change nothing."""
        ...

    def sized(self, text: str, columns: int, rows: int) -> str:
        """The sheet with another size."""
        ...

    def named(self, text: str, title: str, author: str) -> str:
        """The sheet with another title and author."""
        ...

    def picture(self, text: str) -> Node | None:
        """The sheet as an ``<svg>`` all of whose places can be touched; None if it is not drawn."""
        ...

    def printed(self, text: str, space: int) -> Node | None:
        """The sheet as an ``<svg>`` of true size, with so many millimetres from space to space."""
        ...

    def measures(self, text: str, space: int) -> tuple[int, int]:
        """Width and height of the printed sheet in millimetres."""
        ...

    def looks(self, text: str) -> tuple[Look, ...]:
        """What the sheet consists of, to be looked up; empty for one that is drawn."""
        ...
