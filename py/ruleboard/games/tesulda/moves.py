"""Moves as values: the steps of a turn, and the building of an army.

Squares are numbers (see ``board``), pieces letters (see ``figures``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """A figure goes to another square.

    In a turn this is a Move, or an Attack on a figure there. While a player builds an army, figures change places.
    """

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class Take:
    """The figure that has attacked takes no, one or two pieces of the captured figure."""

    pieces: str


@dataclass(frozen=True, slots=True)
class Swap:
    """One or two pieces go from one figure to another."""

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
    """A base (an upper-case letter) goes from the store to an empty square."""

    base: str
    square: int


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A piece goes from the store to a figure."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class ShiftPiece:
    """A piece goes from one figure to another while a player builds an army."""

    origin: int
    piece: str
    goal: int


@dataclass(frozen=True, slots=True)
class RemoveFigure:
    """A figure returns to the store with all its pieces."""

    square: int


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """A piece of a figure returns to the store."""

    square: int
    piece: str


class ArmyCommand(Enum):
    """A command that changes or finishes the whole army."""

    DONE = "done"
    FILL = "fill"
    DEFAULT = "default"
    SHUFFLE = "shuffle"
    MIRROR = "mirror"
    CLEAR = "clear"


BuildMove: TypeAlias = MoveFigure | PlaceBase | PlacePiece | ShiftPiece | RemoveFigure | RemovePiece | ArmyCommand
"""A move while a player builds an army."""
Move: TypeAlias = MoveFigure | Take | Swap | Resource | EndTurn | BuildMove
"""Any move of a player."""
