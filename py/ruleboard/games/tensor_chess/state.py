"""The state of a game: what stands where, whose turn it is, and what the past still allows."""

from __future__ import annotations

from typing import NamedTuple

from ruleboard.games.tensor_chess.board import WHITE

WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE, BLACK_QUEENSIDE = 1, 2, 4, 8
ALL_RIGHTS = 15
LAST_NUMBER = 999_999_999
"""The number with which counting stops: more than anybody can play."""


class State(NamedTuple):
    """A position with all that decides how it may go on.

    Attributes:
        board: one letter a square from a1 to j8: White's pieces in capitals, Black's small, ``.`` where
        nothing stands.
        turn: whose turn it is, 0 White, 1 Black.
        castling: the rights that are left, a sum of ``WHITE_KINGSIDE`` and the like.
        passant: the square a pawn has just passed over in a two-step, -1 if none has.
        quiet: how many moves (counting each player's) were made since the last capture or pawn move.
        number: the number of the move, counted up when Black has moved.
    """

    board: bytes
    turn: int
    castling: int
    passant: int
    quiet: int
    number: int


START = State(
    b"RTNBQKBNTR" + b"P" * 10 + b"." * 40 + b"p" * 10 + b"rtnbqkbntr",
    WHITE,
    ALL_RIGHTS,
    -1,
    0,
    1,
)
"""The start of the game (rulebook diagram 1)."""
