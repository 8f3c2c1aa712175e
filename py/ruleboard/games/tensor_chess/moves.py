"""One dataclass for each kind of move.

Squares are numbers (see ``board``). ``start`` is the square of the piece before the move. ``landing`` is the square
where
the move ends: for a propel the beast's square, for other moves the piece's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PlainMove:
    """A move that is not of another kind: a step, slide, leap, capture or chain of hops without capture."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class DoubleStep:
    """A pawn's first move of two steps over an empty square. The next move may capture it en passant."""

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
    """Castling, with the squares of the king. ``castling.CASTLINGS`` has the squares of the rook."""

    start: int
    landing: int


@dataclass(frozen=True, slots=True)
class Bounce:
    """A move that turns at an own beast and ends on ``landing``, with or without a capture."""

    start: int
    beast: int
    landing: int


@dataclass(frozen=True, slots=True)
class Propel:
    """A move to the square of an own beast, which the piece pushes away.

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
    """A beast's chain of hops with a last hop that captures an enemy beast.

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
    """Return True if a move ends on a square, or bounces off, propels or captures the beast on it."""
    match move:
        case Propel(_, beast, _):
            return beast == square
        case Bounce(_, beast, landing) | BeastCapture(_, beast, landing):
            return square in (beast, landing)
        case _:
            return move.landing == square
