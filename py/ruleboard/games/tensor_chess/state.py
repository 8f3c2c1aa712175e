"""The state of a game: the board, the side to move, castling rights, en passant square and counts."""

from __future__ import annotations

from typing import NamedTuple

from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.i18n import NP_

WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE, BLACK_QUEENSIDE = 1, 2, 4, 8
ALL_RIGHTS = 15
MAX_MOVE_NUMBER = 999_999_999
"""The move number at which counting stops. No game can be that long."""
SIDES = (NP_("side in chess", "White"), NP_("side in chess", "Black"))
"""The names of the sides in English, marked for translation."""


class State(NamedTuple):
    """A board with everything else that the rules need to continue.

    Attributes:
        board: a letter for each square from a1 to j8, capitals for White, small letters for Black, ``.`` if empty.
        turn: the side to move, 0 White, 1 Black.
        castling: the remaining castling rights, a sum of ``WHITE_KINGSIDE``, ``WHITE_QUEENSIDE`` and so on.
        en_passant: the square that a pawn has just passed over by two steps, or -1.
        halfmove_clock: the number of single moves since the last capture or pawn move.
        fullmove_number: the number of the move, from 1. It grows after Black's move.
    """

    board: bytes
    turn: int
    castling: int
    en_passant: int
    halfmove_clock: int
    fullmove_number: int


START = State(
    b"RTNBQKBNTR" + b"P" * 10 + b"." * 40 + b"p" * 10 + b"rtnbqkbntr",
    WHITE,
    ALL_RIGHTS,
    -1,
    0,
    1,
)
"""The start of the game (rulebook diagram 1)."""
