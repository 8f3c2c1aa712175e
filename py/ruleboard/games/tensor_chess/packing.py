"""Pack moves into integers for the move generator and the search.

Bits 0 to 6 contain the landing, bits 7 to 13 the start, bits 14 to 20 the beast's square (of a bounce, propel or beast
capture) or the letter (of a promotion), and the bits from 21 the kind.
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
PLAIN = 0
BOUNCE, PROPEL, BEAST_CAPTURE, CASTLING, EN_PASSANT, DOUBLE_STEP, PROMOTION = (kind << 21 for kind in range(1, 8))
KIND_MASK = 7 << 21
"""The bit mask of the kind."""


def pack(move: Move) -> PackedMove:
    """Pack a move into an integer."""
    packed = (move.start << START_SHIFT) + move.landing
    match move:
        case PlainMove():
            return packed
        case Bounce(beast=beast):
            return packed + (beast << VIA_SHIFT) + BOUNCE
        case Propel(beast=beast):
            return packed + (beast << VIA_SHIFT) + PROPEL
        case BeastCapture(beast=beast):
            return packed + (beast << VIA_SHIFT) + BEAST_CAPTURE
        case Castling():
            return packed + CASTLING
        case EnPassant():
            return packed + EN_PASSANT
        case DoubleStep():
            return packed + DOUBLE_STEP
        case Promotion(piece=piece):
            return packed + (ord(piece) << VIA_SHIFT) + PROMOTION
        case _:
            assert_never(move)


@lru_cache(maxsize=4096)
def unpack(packed: PackedMove) -> Move:
    """Unpack a move. The cache helps because many positions have the same moves."""
    start, landing, via = packed >> START_SHIFT & SQUARE_MASK, packed & SQUARE_MASK, packed >> VIA_SHIFT & SQUARE_MASK
    kind = packed & KIND_MASK
    if kind == PLAIN:
        return PlainMove(start, landing)
    if kind == BOUNCE:
        return Bounce(start, via, landing)
    if kind == PROPEL:
        return Propel(start, via, landing)
    if kind == BEAST_CAPTURE:
        return BeastCapture(start, via, landing)
    if kind == CASTLING:
        return Castling(start, landing)
    if kind == EN_PASSANT:
        return EnPassant(start, landing)
    if kind == DOUBLE_STEP:
        return DoubleStep(start, landing)
    return Promotion(start, landing, chr(via))
