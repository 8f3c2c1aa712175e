"""The decisions of players as values: the steps of a turn, and the building of an army.

Squares are given by their numbers, see ``board``; pieces by their letters, see ``figures``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """A figure goes from one square to another.

    In a turn this is its Move, or its Attack on the figure that stands there. While an army is built, the figure
    changes places with the one that stands there.
    """

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class Take:
    """The figure that has attacked takes pieces of the captured one: none, one or two."""

    pieces: str


@dataclass(frozen=True, slots=True)
class Swap:
    """One or two pieces go from the figure on one square to the figure on another."""

    origin: int
    goal: int
    pieces: str


@dataclass(frozen=True, slots=True)
class Resource:
    """The figure that has moved takes one or two pieces from the pool."""

    pieces: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn."""


@dataclass(frozen=True, slots=True)
class PlaceBase:
    """A base, given by its upper-case letter, goes from the store to an empty square."""

    base: str
    square: int


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A piece goes from the store to the figure on a square."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class ShiftPiece:
    """A piece goes from the figure on one square to the figure on another while an army is built."""

    origin: int
    piece: str
    goal: int


@dataclass(frozen=True, slots=True)
class RemoveFigure:
    """The figure on a square goes back to the store, with all its pieces."""

    square: int


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """A piece of the figure on a square goes back to the store."""

    square: int
    piece: str


class ArmyCommand(Enum):
    """A decision on the whole army of the player who builds."""

    DONE = "done"
    FILL = "fill"
    DEFAULT = "default"
    SHUFFLE = "shuffle"
    MIRROR = "mirror"
    CLEAR = "clear"


BuildMove: TypeAlias = MoveFigure | PlaceBase | PlacePiece | ShiftPiece | RemoveFigure | RemovePiece | ArmyCommand
"""A decision while armies are built."""
Move: TypeAlias = MoveFigure | Take | Swap | Resource | EndTurn | BuildMove
"""Any decision of a player."""
