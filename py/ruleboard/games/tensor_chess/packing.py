"""Pack moves into integers for the move generator and the search.

Bits 0 to 6 contain the landing and bits 7 to 13 the start. Bits 14 to 20 contain the beast's square (for a
bounce, propel or beast capture) or the letter of the new piece (for a promotion). The bits from 21 contain
the kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, assert_never

from ruleboard.games.tensor_chess.moves import (
    BeastCapture,
    Bounce,
    Castling,
    DoubleStep,
    EnPassant,
    Move,
    PlainMove,
    Promotion,
    Propel,
)

PackedMove: TypeAlias = int

START_SHIFT = 7
"""The bit offset of the start."""
VIA_SHIFT = 14
"""The bit offset of the beast's square or the letter of a promotion."""
SQUARE_MASK = 127
PLAIN_MOVE = 0
BOUNCE, PROPEL, BEAST_CAPTURE, CASTLING, EN_PASSANT, DOUBLE_STEP, PROMOTION = (kind << 21 for kind in range(1, 8))
KIND_MASK = 7 << 21
"""The bit mask of the kind."""


def pack_move(move: Move) -> PackedMove:
    """Pack a move into an integer."""
    packed_move = (move.start << START_SHIFT) + move.landing
    match move:
        case PlainMove():
            return packed_move
        case Bounce(beast=beast):
            return packed_move + (beast << VIA_SHIFT) + BOUNCE
        case Propel(beast=beast):
            return packed_move + (beast << VIA_SHIFT) + PROPEL
        case BeastCapture(beast=beast):
            return packed_move + (beast << VIA_SHIFT) + BEAST_CAPTURE
        case Castling():
            return packed_move + CASTLING
        case EnPassant():
            return packed_move + EN_PASSANT
        case DoubleStep():
            return packed_move + DOUBLE_STEP
        case Promotion(piece=piece):
            return packed_move + (ord(piece) << VIA_SHIFT) + PROMOTION
        case _:
            assert_never(move)


@lru_cache(maxsize=4096)
def unpack_move(packed_move: PackedMove) -> Move:
    """Unpack a move. A cache stores the results, because many positions have the same moves."""
    start, landing, via_bits = (
        packed_move >> START_SHIFT & SQUARE_MASK,
        packed_move & SQUARE_MASK,
        packed_move >> VIA_SHIFT & SQUARE_MASK,
    )
    kind = packed_move & KIND_MASK
    if kind == PLAIN_MOVE:
        return PlainMove(start, landing)
    if kind == BOUNCE:
        return Bounce(start, via_bits, landing)
    if kind == PROPEL:
        return Propel(start, via_bits, landing)
    if kind == BEAST_CAPTURE:
        return BeastCapture(start, via_bits, landing)
    if kind == CASTLING:
        return Castling(start, landing)
    if kind == EN_PASSANT:
        return EnPassant(start, landing)
    if kind == DOUBLE_STEP:
        return DoubleStep(start, landing)
    return Promotion(start, landing, chr(via_bits))
