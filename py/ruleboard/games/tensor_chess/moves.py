"""One dataclass for each kind of move.

Squares are numbers (see ``board``). ``start`` is the square of the moving piece before the move. ``landing``
is the square where the beast ends in a propel, and where the moving piece ends in every other move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PlainMove:
    """A move that no other class describes: a step, slide, leap, capture, or chain of hops without a capture."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class DoubleStep:
    """A pawn's first move, two steps forward. On the next move, an enemy pawn may capture this pawn en passant."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class EnPassant:
    """A pawn's capture of an enemy pawn that has just passed over ``landing``."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class Promotion:
    """A pawn's move to the last rank, where it becomes another piece.

    Attributes:
        start: the pawn's square.
        landing: the square on the last rank.
        piece: the capital letter of the new piece, one of ``board.PROMOTION_LETTERS``.
    """

    start: int
    landing: int
    piece: str


@dataclass(frozen=True, slots=True)
class Castling:
    """A castling move. It contains the squares of the king; ``castling.CASTLINGS`` has the squares of the rook."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class Bounce:
    """A move that changes direction at a beast of the same side and ends on ``landing``, with or without a capture."""

    start: int
    beast: int
    landing: int


@dataclass(frozen=True, slots=True)
class Propel:
    """A move to the square of a beast of the same side, which the moving piece pushes away.

    Attributes:
        start: the piece's square before the move.
        beast: the beast's square before the move, and the piece's square after the move.
        landing: the beast's square after the move.
    """

    start: int
    beast: int
    landing: int


@dataclass(frozen=True, slots=True)
class BeastCapture:
    """A beast's chain of hops whose last hop captures an enemy beast.

    Attributes:
        start: the square of the beast that hops.
        beast: the square of the captured beast.
        landing: the square beyond the captured beast.
    """

    start: int
    beast: int
    landing: int


Move: TypeAlias = PlainMove | DoubleStep | EnPassant | Promotion | Castling | Bounce | Propel | BeastCapture


def aims_at(move: Move, square: int) -> bool:
    """Return True if a move ends on a square, or bounces off, propels or captures the beast on this square."""
    match move:
        case Propel(_, beast, _):
            return beast == square
        case Bounce(_, beast, landing) | BeastCapture(_, beast, landing):
            return square in (beast, landing)
        case _:
            return move.landing == square
