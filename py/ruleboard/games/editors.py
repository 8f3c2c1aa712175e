"""Base classes of the games' position editors: over states, and over boards of squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from ruleboard.games.extensions import Counter, Switch, Tool
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.node import Node

S = TypeVar("S")

ERASER = Tool("erase", N_("Erase"), None, "Delete")
"""The tool that removes what it touches."""


def turn_switch(sides: Sequence[str], turn: int) -> Switch:
    """Return the switch for the side to move; its values are the numbers of the sides."""
    return Switch("turn", N_("To move"), tuple((str(side), title) for side, title in enumerate(sides)), (str(turn),))


class BaseEditor(ABC, Generic[S]):
    """An editor that parses a text to a state, changes it, and formats it; see ``games.extensions.Editor``.

    The states may be invalid.
    """

    tools: tuple[Tool, ...]

    @abstractmethod
    def load(self, text: str) -> S:
        """Return the state of a position text, valid or not.

        Raises:
            PositionError: the text is malformed.
        """

    @abstractmethod
    def dump(self, state: S) -> str:
        """Return the position text of a state, valid or not."""

    @abstractmethod
    def start_state(self, state: S) -> S:
        """Return the start of the kind of game that a state belongs to."""

    @abstractmethod
    def empty_state(self, state: S) -> S:
        """Return the state with nothing on the board."""

    @abstractmethod
    def has_contents(self, state: S, target: str) -> bool:
        """Return True if a target holds something that the editor can move."""

    @abstractmethod
    def after_tool(self, state: S, target: str, tool: str) -> S:
        """Return the state after a touch with one of ``tools`` or with ``""``. Unknown targets change nothing."""

    @abstractmethod
    def after_move(self, state: S, start: str, goal: str) -> S:
        """Return the state after the contents of ``start`` have moved to ``goal``, a different target.

        An unknown ``goal`` changes nothing.
        """

    @abstractmethod
    def fields(self, state: S) -> tuple[Switch | Counter, ...]:
        """Return the properties that are not on the board."""

    @abstractmethod
    def with_field(self, state: S, id: str, value: str) -> S:
        """Return the state with another value of a field, which must be one that the field offers."""

    @abstractmethod
    def state_picture(self, state: S, seat: int, selected: str) -> Node:
        """Return the picture of a state; see ``Editor.picture``."""

    def remark(self, text: str) -> str:
        """Return a warning about a valid position that looks unfinished; empty for any other position."""
        return ""

    def places(self, text: str, seat: int) -> str:
        """Return the places of the pieces in the numbers that the board shows from a seat.

        Empty if the position text uses the same numbers.
        """
        return ""

    def read(self, text: str) -> str:
        """Return a position text, valid or not, in the form that the editor writes.

        Raises:
            PositionError: the text is malformed.
        """
        return self.dump(self.load(text))

    def start(self, text: str) -> str:
        """Return the start position of the kind of game that a position belongs to."""
        return self.dump(self.start_state(self.load(text)))

    def clear(self, text: str) -> str:
        """Return the position with nothing on the board."""
        return self.dump(self.empty_state(self.load(text)))

    def has_piece(self, text: str, target: str) -> bool:
        """Return True if a target holds something that the editor can move."""
        return self.has_contents(self.load(text), target)

    def place(self, text: str, target: str, tool: str) -> str:
        """Return the position after a touch with a tool. Unknown targets and tools change nothing."""
        if tool and all(tool != palette_tool.id for palette_tool in self.tools):
            return text
        return self.dump(self.after_tool(self.load(text), target, tool))

    def move(self, text: str, start: str, goal: str) -> str:
        """Return the position after the contents of ``start`` have moved. Unknown targets change nothing."""
        state = self.load(text)
        return (
            self.dump(self.after_move(state, start, goal))
            if start != goal and self.has_contents(state, start)
            else text
        )

    def switches(self, text: str) -> tuple[Switch | Counter, ...]:
        """Return the properties that are not on the board."""
        return self.fields(self.load(text))

    def switch(self, text: str, id: str, value: str) -> str:
        """Return the position with another value of a property. Unknown ids and values change nothing."""
        state = self.load(text)
        field = next((field for field in self.fields(state) if field.id == id), None)
        return self.dump(self.with_field(state, id, value)) if field and field.offers(value) else text

    def picture(self, text: str, seat: int, selected: str) -> Node:
        """Return the board as an ``<svg>`` on which people can touch every square; ``taken`` is the selected one."""
        return self.state_picture(self.load(text), seat, selected)


class SquareEditor(BaseEditor[S]):
    """An editor of a board of squares. Each square has a text: a piece, or ``blank``."""

    numbers: ClassVar[Mapping[str, int]]
    """The numbers of the squares by their names."""
    blank: ClassVar[str]

    @abstractmethod
    def contents(self, state: S) -> Sequence[str]:
        """Return the contents of all squares, in the order of their numbers."""

    @abstractmethod
    def with_contents(self, state: S, contents: list[str]) -> S:
        """Return the state with other contents of the squares."""

    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        """Put a tool's piece on a square, or remove it if the same piece is there."""
        contents[square] = self.blank if tool in (ERASER.id, contents[square]) else tool

    def move_piece(self, contents: list[str], start: int, goal: int) -> None:
        """Move the contents of a square to another one."""
        contents[goal], contents[start] = contents[start], self.blank

    @override
    def empty_state(self, state: S) -> S:
        return self.with_contents(state, [self.blank] * len(self.numbers))

    @override
    def has_contents(self, state: S, target: str) -> bool:
        return target in self.numbers and self.contents(state)[self.numbers[target]] != self.blank

    @override
    def after_tool(self, state: S, target: str, tool: str) -> S:
        if target not in self.numbers or not tool:
            return state
        contents = list(self.contents(state))
        self.place_piece(contents, self.numbers[target], tool)
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state

    @override
    def after_move(self, state: S, start: str, goal: str) -> S:
        if start not in self.numbers or goal not in self.numbers:
            return state
        contents = list(self.contents(state))
        self.move_piece(contents, self.numbers[start], self.numbers[goal])
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state
