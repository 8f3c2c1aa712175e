"""The state of a game, and the start position."""

from __future__ import annotations

from typing import NamedTuple

from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.i18n import NP_

WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE, BLACK_QUEENSIDE = 1, 2, 4, 8
ALL_CASTLING_RIGHTS = 15
MAX_MOVE_NUMBER = 999_999_999
"""The maximum move number. No game can be that long."""
SIDES = (NP_("side in chess", "White"), NP_("side in chess", "Black"))
"""The names of the sides in English, marked for translation."""


class State(NamedTuple):
    """The board and the other data that determine the legal moves.

    Attributes:
        board: a letter for each square from a1 to j8, uppercase for White, lowercase for Black, ``.`` if empty.
        turn: the side to move, 0 White, 1 Black.
        castling: the remaining castling rights, a sum of ``WHITE_KINGSIDE``, ``WHITE_QUEENSIDE`` and so on.
        en_passant: the square that a pawn has just crossed with a double step, or -1.
        halfmove_clock: the number of moves by either side since the last capture or pawn move.
        fullmove_number: the number of the move, from 1. It increases after Black's move.
    """

    board: bytes
    turn: int
    castling: int
    en_passant: int
    halfmove_clock: int
    fullmove_number: int


START_STATE = State(
    b"RTNBQKBNTR" + b"P" * 10 + b"." * 40 + b"p" * 10 + b"rtnbqkbntr",
    WHITE,
    ALL_CASTLING_RIGHTS,
    -1,
    0,
    1,
)
"""The start position (rulebook diagram 1)."""
