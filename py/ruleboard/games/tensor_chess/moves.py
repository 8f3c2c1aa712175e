"""Moves as values: one dataclass for each kind of move the rules name.

Squares are given by their numbers (see ``board``). All kinds have ``start``, the square of the piece that moves, and
``landing``, the square where the move ends. A propel ends where the beast ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PlainMove:
    """A step, slide, leap, capture or chain of hops without capture: any move of no other kind."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class DoubleStep:
    """A pawn's two steps over an empty square, after which it can be captured en passant."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class EnPassant:
    """A pawn's capture of the pawn that has just passed over ``landing``."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class Promotion:
    """A pawn's move or capture on the last rank, after which it is a piece of another kind.

    Attributes:
        start: the pawn's square.
        landing: the square on the last rank.
        piece: the letter of the new piece, one of ``board.PROMOTIONS``, a capital for both sides.
    """

    start: int
    landing: int
    piece: str


@dataclass(frozen=True, slots=True)
class Castling:
    """Castling, given by the king's squares; ``castling.CASTLINGS`` has the rook's."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class Bounce:
    """A move off a beast of one's own, with or without a capture on ``landing``."""

    start: int
    beast: int
    landing: int


@dataclass(frozen=True, slots=True)
class Propel:
    """A move onto the square of a beast of one's own, which goes on from there.

    Attributes:
        start: the square of the piece that propels.
        beast: the beast's square, where the piece stays.
        landing: the square where the beast ends.
    """

    start: int
    beast: int
    landing: int


@dataclass(frozen=True, slots=True)
class BeastCapture:
    """A beast's chain of hops whose last one captures a beast of the other side.

    Attributes:
        start: the square of the beast that hops.
        beast: the square of the captured beast.
        landing: the square beyond it, where the chain ends.
    """

    start: int
    beast: int
    landing: int


Move: TypeAlias = PlainMove | DoubleStep | EnPassant | Promotion | Castling | Bounce | Propel | BeastCapture


def aims_at(move: Move, square: int) -> bool:
    """Return True if a move ends on a square, or bounces off, propels or captures the beast there."""
    match move:
        case Propel(_, beast, _):
            return beast == square
        case Bounce(_, beast, landing) | BeastCapture(_, beast, landing):
            return square in (beast, landing)
        case _:
            return move.landing == square
