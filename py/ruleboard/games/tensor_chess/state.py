"""The state of a game: the board, the side to move, and the rights and counts that moves have left."""

from __future__ import annotations

from typing import NamedTuple

from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.i18n import NP_

WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE, BLACK_QUEENSIDE = 1, 2, 4, 8
ALL_RIGHTS = 15
LAST_NUMBER = 999_999_999
"""The number with which counting stops: more moves than anybody can play."""
SIDES = (NP_("side in chess", "White"), NP_("side in chess", "Black"))
"""The names of the sides in English, marked for translation."""


class State(NamedTuple):
    """A position, with everything that decides how the game may go on.

    Attributes:
        board: one letter a square from a1 to j8: White's pieces in capitals, Black's in small letters, ``.`` for an
            empty square.
        turn: the side to move, 0 White, 1 Black.
        castling: the castling rights that are left, a sum of ``WHITE_KINGSIDE`` and the like.
        en_passant: the square over which a pawn has just gone two steps, -1 if none has.
        halfmove_clock: the number of moves (counting each side's) since the last capture or pawn move.
        fullmove_number: the number of the move, counted up after Black's.
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
