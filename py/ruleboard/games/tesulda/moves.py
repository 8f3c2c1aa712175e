"""Dataclasses for the steps of a turn and for building moves.

Squares are numbers (see ``board``), and pieces are letters (see ``figures``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """A move of a figure to another square.

    During a turn this is a Move, or an Attack if an enemy figure is on the square. While a player builds an army, it
    may exchange two figures.
    """

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class Take:
    """A choice of up to two pieces that the attacker takes from the captured figure."""

    pieces: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A transfer of one or two pieces from the figure on ``origin`` to the figure on ``goal``."""

    origin: int
    goal: int
    pieces: str


@dataclass(frozen=True, slots=True)
class Resource:
    """A transfer of one or two pieces from the pool to the figure that has moved."""

    pieces: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A player's decision to end the turn."""


@dataclass(frozen=True, slots=True)
class PlaceBase:
    """A move of a base (an upper-case letter) from the store to an empty square."""

    base: str
    square: int


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A move of a piece from the store to a figure."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class ShiftPiece:
    """A move of a piece from one figure to another while a player builds an army."""

    origin: int
    piece: str
    goal: int


@dataclass(frozen=True, slots=True)
class RemoveFigure:
    """A move that returns a figure and its pieces to the store."""

    square: int


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """A move that returns one piece of a figure to the store."""

    square: int
    piece: str


@dataclass(frozen=True, slots=True)
class CopyFigure:
    """A move that makes the figure on ``goal`` the same as the figure on ``model``, with parts from the store.

    The goal is empty, or its figure has the base and some of the pieces of the model.
    """

    model: int
    goal: int


@dataclass(frozen=True, slots=True)
class CopyToKind:
    """A move that copies the pieces of the figure on ``model`` to all unfinished figures with the same base."""

    model: int


class ArmyCommand(Enum):
    """A command that changes or finishes the whole army."""

    DONE = "done"
    FILL = "fill"
    DEFAULT = "default"
    SHUFFLE = "shuffle"
    MIRROR = "mirror"
    CLEAR = "clear"


BuildMove: TypeAlias = (
    MoveFigure
    | PlaceBase
    | PlacePiece
    | ShiftPiece
    | RemoveFigure
    | RemovePiece
    | CopyFigure
    | CopyToKind
    | ArmyCommand
)
"""A move while a player builds an army."""
Move: TypeAlias = MoveFigure | Take | Swap | Resource | EndTurn | BuildMove
"""Any move of a player."""
