"""Interfaces for the optional parts of a game's package. Their methods have no side effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.scene.node import Node

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class GameNotation(Protocol):
    """A notation for whole games, such as PGN for chess (``Package.notation``).

    The module ``engine.pgn_records`` parses it.
    """

    def format(self, timeline: Timeline[Any]) -> str:
        """Format a game up to its current state."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool in an editor's palette. Touching the board applies the selected tool.

    Attributes:
        id: the id of the tool for ``Editor.apply_tool``.
        title: the name of the tool.
        picture: the picture on the tool's button, or None for a button that shows the title.
        key: the keyboard key that selects the tool, as browsers name it ("N", "Delete"), or ``""`` for none.
        row: the row of the palette, from 0.
    """

    id: str
    title: str
    picture: Node | None = None
    key: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """A control for a property of a position that is not on the board.

    Attributes:
        id: the id of the switch for ``Editor.with_switch``.
        title: the name of the property.
        choices: pairs of a value and its title.
        selected_values: the current values.
        allows_multiple_values: True if people may choose any number of values, False for exactly one.
    """

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]
    selected_values: tuple[str, ...]
    allows_multiple_values: bool = False

    def accepts(self, value: str) -> bool:
        """Return True if the value is one of the choices."""
        return value in dict(self.choices)


@dataclass(frozen=True, slots=True)
class Counter:
    """A control for a number that belongs to a position but is not on the board.

    Attributes:
        id: the id of the field for ``Editor.with_switch``.
        title: the name of the number.
        value: the current number.
        minimum: the smallest possible number, not negative.
        maximum: the greatest possible number.
    """

    id: str
    title: str
    value: int
    minimum: int
    maximum: int

    def accepts(self, value: str) -> bool:
        """Return True if the text is a number from ``minimum`` to ``maximum``."""
        return value.isascii() and value.isdigit() and len(value) <= 9 and self.minimum <= int(value) <= self.maximum


class Editor(Protocol):
    """An editor for positions (``Package.editor``).

    The texts may describe invalid positions, since an unfinished board may have no king. The game's
    ``parse_position`` decides which positions are valid.
    """

    tools: tuple[Tool, ...]

    def start_position(self, text: str) -> str:
        """Return the start position of a game with the same options as a position."""
        ...

    def empty_position(self, text: str) -> str:
        """Return the position with an empty board."""
        ...

    def warning(self, text: str) -> str:
        """Return a warning if a valid position looks unfinished, otherwise ``""``."""
        ...

    def piece_places(self, text: str, seat: int) -> str:
        """Describe where the pieces are, with the square numbers that the player at ``seat`` sees.

        Return ``""`` if the position text uses the same numbers.
        """
        ...

    def normalize(self, text: str) -> str:
        """Parse a position text and format it again. The position may be invalid.

        Raises:
            PositionError: the text is malformed.
        """
        ...

    def has_piece(self, text: str, target: str) -> bool:
        """Return True if a target contains a piece that the editor can move."""
        ...

    def apply_tool(self, text: str, target: str, tool: str) -> str:
        """Return the position after a person touches a target with a tool.

        The tool ``""`` means a touch without a tool on a target without a piece. Unknown targets and tools do not
        change the position.
        """
        ...

    def move_piece(self, text: str, start: str, goal: str) -> str:
        """Return the position after a piece moves to another target. Unknown targets do not change the position."""
        ...

    def switches(self, text: str) -> tuple[Switch | Counter, ...]:
        """Return the controls for the properties of a position that are not on the board, with their current values."""
        ...

    def with_switch(self, text: str, id: str, value: str) -> str:
        """Return the position with a new value for a switch or counter.

        If the switch allows multiple values, toggle the value. The value of a ``Counter`` is a string of digits.
        Unknown ids and values do not change the position.
        """
        ...

    def picture(self, text: str, seat: int, selected: str) -> Node:
        """Draw the board as an ``<svg>`` in which every square is a touch target.

        ``selected`` may be ``""`` for no target.
        """
        ...


class SavedArmies(Protocol[S_contra, M_co]):
    """The interface for armies that players build and save by name, as texts (``Package.saved_armies``)."""

    title: str
    """The plural name, such as "Armies"."""
    singular: str
    """The singular name, such as "army"."""
    buttons: tuple[str, ...]
    """The ``do:`` targets whose buttons the page puts next to the saved armies, not next to the board."""
    buttons_note: str
    """The sentence under these buttons that describes their effect on the unfinished army."""

    def is_available(self, state: S_contra) -> bool:
        """Return True if the player to move can save or load an army now."""
        ...

    def army_text(self, state: S_contra) -> str:
        """Return the text of the army that the player to move has built so far."""
        ...

    def check(self, state: S_contra, text: str) -> None:
        """Check the text of an army without computing its actions, which is faster than ``load_actions``.

        Raises:
            RuleboardError: the text is malformed, or the rules do not allow the army.
        """
        ...

    def load_actions(self, state: S_contra, text: str) -> Sequence[Action[M_co]]:
        """Parse the text of an army; return the actions that replace the unfinished army with it.

        Raises:
            RuleboardError: the text is malformed, or the rules do not allow the army.
        """
        ...


@dataclass(frozen=True, slots=True)
class CustomBoard:
    """A board or deck made by a player, who can choose it as the value of an option.

    Attributes:
        option: the id of the option.
        title: the title of the board or deck.
        author: the author's name, or ``""``.
        text: the text that the app saves and exports.
        value: the value of the option.
        description: a description in one sentence.
        faults: sentences that say why people cannot play with the board or deck.
        notes: additional remarks, as sentences.
        size: the numbers of columns and rows, or None for a deck.
    """

    option: str
    title: str
    author: str
    text: str
    value: str
    description: str
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A card in the printable list of a deck's cards, with the part of the deck's text that defines it."""

    picture: Node
    title: str
    effect: str
    source_text: str


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: a piece that could capture on a square if its side were to move.

    Attributes:
        attacker: the piece and its square, as part of a sentence.
        path: the targets along the piece's path, including both ends.
    """

    attacker: str
    path: tuple[str, ...]


class Attacks(Protocol[S_contra]):
    """The interface for finding the pieces that attack a square (``Package.attacks``)."""

    def attacks_on(self, state: S_contra, target: str) -> tuple[Attack, ...] | None:
        """Return the attacks on a square by the pieces of both sides; None if the target is not a square.

        The result includes attacks that would expose the attacking side's king.
        """
        ...


class BoardEditor(Protocol):
    """An editor for custom boards and decks (``Package.workshop``). The texts may be unfinished."""

    title: str
    """The title of its page."""
    tools: tuple[Tool, ...]
    sizes: tuple[int, ...]
    """The possible numbers of columns and of rows."""
    space_widths: tuple[int, ...]
    """The possible widths of a space on a printed board, in millimetres."""

    def presets(self) -> tuple[CustomBoard, ...]:
        """Return the built-in boards and decks."""
        ...

    def parse(self, text: str) -> CustomBoard:
        """Parse the text of a board or deck.

        Raises:
            RuleboardError: the text is malformed. The error names the line and the field.
        """
        ...

    def empty_board_text(self) -> str:
        """Return the text of an empty board."""
        ...

    def apply_tool(self, text: str, target: str, tool: str, *, is_mirrored: bool) -> str:
        """Return the text after a person touches a space with a tool.

        Unknown targets and tools do not change the text.

        Args:
            text: the text of a board.
            target: the touched space.
            tool: the id of the tool.
            is_mirrored: True if the tool also changes the opposite space.
        """
        ...

    def resize(self, text: str, columns: int, rows: int) -> str:
        """Return the text of the board with a new size."""
        ...

    def rename(self, text: str, title: str, author: str) -> str:
        """Return the text with a new title and author."""
        ...

    def picture(self, text: str) -> Node | None:
        """Draw the board as an ``<svg>`` in which every space is a touch target, or return None for a deck."""
        ...

    def print_picture(self, text: str, space: int) -> Node | None:
        """Draw the board as an ``<svg>`` in its printed size, or return None for a deck.

        Args:
            text: the text of a board or deck.
            space: the width of a space, in millimetres.
        """
        ...

    def printed_size(self, text: str, space: int) -> tuple[int, int]:
        """Return the width and height of the printed board, in millimetres like ``space``."""
        ...

    def reference_entries(self, text: str) -> tuple[ReferenceEntry, ...]:
        """Return an entry for each card in a deck, or an empty tuple if the text is a board."""
        ...
