"""The common part of the games' editors: changes of states between position texts, and boards of squares."""

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
"""The tool that takes off whatever it touches."""


def turn_switch(sides: Sequence[str], turn: int) -> Switch:
    """Return the switch "turn" for the side to move, whose values are the numbers of the sides."""
    return Switch("turn", N_("To move"), tuple((str(side), title) for side, title in enumerate(sides)), (str(turn),))


class BaseEditor(ABC, Generic[S]):
    """An editor over states, which may be invalid; see ``games.extensions.Editor``."""

    tools: tuple[Tool, ...]

    @abstractmethod
    def load(self, text: str) -> S:
        """Return the state of a position text, valid or not.

        Raises:
            PositionError: it cannot be read at all.
        """

    @abstractmethod
    def dump(self, state: S) -> str:
        """Return the position text of a state, valid or not."""

    @abstractmethod
    def started(self, state: S) -> S:
        """Return the start of the same kind of game."""

    @abstractmethod
    def cleared(self, state: S) -> S:
        """Return the state with nothing on the board."""

    @abstractmethod
    def holds(self, state: S, target: str) -> bool:
        """Return True if there is something on a target that can be moved."""

    @abstractmethod
    def placed(self, state: S, target: str, tool: str) -> S:
        """Return the state after a touch with a tool, which is known, or without one; unknown targets do nothing."""

    @abstractmethod
    def moved(self, state: S, start: str, goal: str) -> S:
        """Return the state after what is on ``start`` was moved to ``goal``, another target, perhaps unknown."""

    @abstractmethod
    def fields(self, state: S) -> tuple[Switch | Counter, ...]:
        """Return the properties that are not on the board."""

    @abstractmethod
    def with_field(self, state: S, id: str, value: str) -> S:
        """Return the state with another value of a property, which is one of those that its field offers."""

    @abstractmethod
    def drawn(self, state: S, seat: int, taken: str) -> Node:
        """Return the picture of a state; see ``Editor.picture``."""

    def remark(self, text: str) -> str:
        """Return a sentence on a valid position that may seem unfinished; empty for any other."""
        return ""

    def places(self, text: str, seat: int) -> str:
        """Return where things stand as the board shows it from a seat, where the text counts otherwise; else empty."""
        return ""

    def read(self, text: str) -> str:
        """Return a position text, valid or not, as the editor writes it.

        Raises:
            PositionError: it cannot be read at all.
        """
        return self.dump(self.load(text))

    def start(self, text: str) -> str:
        """Return the start of the same kind of game."""
        return self.dump(self.started(self.load(text)))

    def clear(self, text: str) -> str:
        """Return the position with nothing on the board."""
        return self.dump(self.cleared(self.load(text)))

    def occupied(self, text: str, target: str) -> bool:
        """Return True if there is something on a target that can be moved."""
        return self.holds(self.load(text), target)

    def place(self, text: str, target: str, tool: str) -> str:
        """Return the position after a touch with a tool; unknown targets and tools change nothing."""
        if tool and tool not in {known.id for known in self.tools}:
            return text
        return self.dump(self.placed(self.load(text), target, tool))

    def move(self, text: str, start: str, goal: str) -> str:
        """Return the position after what is on ``start`` was moved to ``goal``; unknown targets change nothing."""
        state = self.load(text)
        return self.dump(self.moved(state, start, goal)) if start != goal and self.holds(state, start) else text

    def switches(self, text: str) -> tuple[Switch | Counter, ...]:
        """Return the properties that are not on the board."""
        return self.fields(self.load(text))

    def switch(self, text: str, id: str, value: str) -> str:
        """Return the position with another value of a property; unknown ones and values out of range do nothing."""
        state = self.load(text)
        field = next((field for field in self.fields(state) if field.id == id), None)
        return self.dump(self.with_field(state, id, value)) if field and field.offers(value) else text

    def picture(self, text: str, seat: int, taken: str) -> Node:
        """Return the board as an ``<svg>`` that can be touched everywhere; see ``Editor.picture``."""
        return self.drawn(self.load(text), seat, taken)


class SquareEditor(BaseEditor[S]):
    """An editor of a board of squares, each with one text: a piece, or ``blank``."""

    numbers: ClassVar[Mapping[str, int]]
    """The numbers of the squares by their names."""
    blank: ClassVar[str]

    @abstractmethod
    def contents(self, state: S) -> Sequence[str]:
        """Return the contents of all squares by their numbers."""

    @abstractmethod
    def with_contents(self, state: S, contents: list[str]) -> S:
        """Return the state with other contents of the squares."""

    def put(self, contents: list[str], square: int, tool: str) -> None:
        """Put a tool's piece on a square; the same piece put there again is taken off."""
        contents[square] = self.blank if tool in (ERASER.id, contents[square]) else tool

    def carry(self, contents: list[str], start: int, goal: int) -> None:
        """Move the contents of a square to another one."""
        contents[goal], contents[start] = contents[start], self.blank

    @override
    def cleared(self, state: S) -> S:
        return self.with_contents(state, [self.blank] * len(self.numbers))

    @override
    def holds(self, state: S, target: str) -> bool:
        return target in self.numbers and self.contents(state)[self.numbers[target]] != self.blank

    @override
    def placed(self, state: S, target: str, tool: str) -> S:
        if target not in self.numbers or not tool:
            return state
        contents = list(self.contents(state))
        self.put(contents, self.numbers[target], tool)
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state

    @override
    def moved(self, state: S, start: str, goal: str) -> S:
        """Return the state after a move from one square to another."""
        if start not in self.numbers or goal not in self.numbers:
            return state
        contents = list(self.contents(state))
        self.carry(contents, self.numbers[start], self.numbers[goal])
        return self.with_contents(state, contents) if contents != list(self.contents(state)) else state
