"""Base classes for position editors: one for states in general, and one for boards of squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.node import Node

S = TypeVar("S")

ERASER = Tool("erase", N_("Erase"), None, "Delete")
"""The tool that removes a piece."""


def turn_switch(sides: Sequence[str], turn: int) -> Switch:
    """Return the switch that selects the side to move. Its values are the numbers of the sides, from 0."""
    return Switch("turn", N_("To move"), tuple((str(side), title) for side, title in enumerate(sides)), (str(turn),))


class BaseEditor(ABC, Generic[S]):
    """A position editor that parses a position text, changes the state, and formats the state again.

    The states may be invalid. See ``contract.extensions.Editor``.
    """

    tools: tuple[Tool, ...]

    @abstractmethod
    def load(self, text: str) -> S:
        """Parse a position text into a state, which may be invalid.

        Raises:
            PositionError: the text is malformed.
        """

    @abstractmethod
    def dump(self, state: S) -> str:
        """Format a state as a position text. The state may be invalid."""

    @abstractmethod
    def start_state(self, state: S) -> S:
        """Return the initial state of a game with the same options."""

    @abstractmethod
    def empty_state(self, state: S) -> S:
        """Return the state with an empty board."""

    @abstractmethod
    def has_contents(self, state: S, target: str) -> bool:
        """Return True if a target contains a piece, card or tile that the editor can move."""

    @abstractmethod
    def state_after_tool(self, state: S, target: str, tool: str) -> S:
        """Return the state after a person touches a target with one of ``tools``, or with ``""`` for no tool.

        Unknown targets do not change the state.
        """

    @abstractmethod
    def state_after_move(self, state: S, start: str, goal: str) -> S:
        """Return the state after the contents of ``start`` move to ``goal``, a different target.

        An unknown ``goal`` does not change the state.
        """

    @abstractmethod
    def fields(self, state: S) -> tuple[Switch | Counter, ...]:
        """Return the controls for the properties of a state that are not on the board."""

    @abstractmethod
    def with_field(self, state: S, id: str, value: str) -> S:
        """Return the state with a new value for a field. The field must offer this value."""

    @abstractmethod
    def state_picture(self, state: S, seat: int, selected: str) -> Node:
        """Draw the board in a state; see ``Editor.picture``."""

    def warning(self, text: str) -> str:
        """Return a warning if a valid position looks unfinished, otherwise ``""``."""
        return ""

    def piece_places(self, text: str, seat: int) -> str:
        """Describe where the pieces are, with the square numbers that the player at ``seat`` sees.

        Return ``""`` if the position text uses the same numbers.
        """
        return ""

    def normalize(self, text: str) -> str:
        """Parse a position text and format it again. The position may be invalid.

        Raises:
            PositionError: the text is malformed.
        """
        return self.dump(self.load(text))

    def start_position(self, text: str) -> str:
        """Return the start position of a game with the same options as a position."""
        return self.dump(self.start_state(self.load(text)))

    def empty_position(self, text: str) -> str:
        """Return the position with an empty board."""
        return self.dump(self.empty_state(self.load(text)))

    def has_piece(self, text: str, target: str) -> bool:
        """Return True if a target contains a piece, card or tile that the editor can move."""
        return self.has_contents(self.load(text), target)

    def apply_tool(self, text: str, target: str, tool: str) -> str:
        """Return the position after a person touches a target with a tool.

        Unknown targets and tools do not change the position.
        """
        if tool and all(tool != palette_tool.id for palette_tool in self.tools):
            return text
        return self.dump(self.state_after_tool(self.load(text), target, tool))

    def move_piece(self, text: str, start: str, goal: str) -> str:
        """Return the position after the contents of ``start`` move to ``goal``.

        Unknown targets do not change the position.
        """
        state = self.load(text)
        return (
            self.dump(self.state_after_move(state, start, goal))
            if start != goal and self.has_contents(state, start)
            else text
        )

    def switches(self, text: str) -> tuple[Switch | Counter, ...]:
        """Return the controls for the properties of a position that are not on the board."""
        return self.fields(self.load(text))

    def with_switch(self, text: str, id: str, value: str) -> str:
        """Return the position with a new value for a property. Unknown ids and values do not change the position."""
        state = self.load(text)
        field = next((field for field in self.fields(state) if field.id == id), None)
        return self.dump(self.with_field(state, id, value)) if field and field.accepts(value) else text

    def picture(self, text: str, seat: int, selected: str) -> Node:
        """Draw the board as an ``<svg>`` in which every square is a touch target.

        ``selected`` may be ``""`` for no target.
        """
        return self.state_picture(self.load(text), seat, selected)


class SquareEditor(BaseEditor[S]):
    """An editor for a board of squares. A string describes the contents of each square: a piece, or ``blank``."""

    numbers: ClassVar[Mapping[str, int]]
    """The number of each square by its name."""
    blank: ClassVar[str]

    @abstractmethod
    def contents(self, state: S) -> Sequence[str]:
        """Return the contents of all squares, in the order of the square numbers."""

    @abstractmethod
    def with_contents(self, state: S, contents: list[str]) -> S:
        """Return the state with new contents for all squares."""

    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        """Put a tool's piece on a square, or remove the piece if the same piece is already there."""
        contents[square] = self.blank if tool in (ERASER.id, contents[square]) else tool

    def move_contents(self, contents: list[str], start: int, goal: int) -> None:
        """Move the contents of a square to another square, replacing what is there."""
        contents[goal], contents[start] = contents[start], self.blank

    @override
    def empty_state(self, state: S) -> S:
        return self.with_contents(state, [self.blank] * len(self.numbers))

    @override
    def has_contents(self, state: S, target: str) -> bool:
        return target in self.numbers and self.contents(state)[self.numbers[target]] != self.blank

    @override
    def state_after_tool(self, state: S, target: str, tool: str) -> S:
        if target not in self.numbers or not tool:
            return state
        contents = list(self.contents(state))
        self.place_piece(contents, self.numbers[target], tool)
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state

    @override
    def state_after_move(self, state: S, start: str, goal: str) -> S:
        if start not in self.numbers or goal not in self.numbers:
            return state
        contents = list(self.contents(state))
        self.move_contents(contents, self.numbers[start], self.numbers[goal])
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state
