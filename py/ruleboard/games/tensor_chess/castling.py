"""The squares, rights and conditions of castling (spec: Moves, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleboard.games.tensor_chess.attacks import is_attacked
from ruleboard.games.tensor_chess.board import BEAST, KING, ROOK, SQUARE_NUMBERS, squares_between
from ruleboard.games.tensor_chess.state import (
    BLACK_KINGSIDE,
    BLACK_QUEENSIDE,
    WHITE_KINGSIDE,
    WHITE_QUEENSIDE,
    State,
)

CASTLINGS: dict[tuple[int, int], tuple[int, int, int]] = {}
"""The castling right, the rook's square and the rook's landing, by the king's square and landing."""
for _rank, _kingside, _queenside in (
    (1, WHITE_KINGSIDE, WHITE_QUEENSIDE),
    (8, BLACK_KINGSIDE, BLACK_QUEENSIDE),
):
    for _landing, _rook, _rook_landing, _castling_right in (
        ("h", "j", "g", _kingside),
        ("i", "j", "h", _kingside),
        ("c", "a", "d", _queenside),
        ("b", "a", "c", _queenside),
    ):
        CASTLINGS[SQUARE_NUMBERS[f"f{_rank}"], SQUARE_NUMBERS[f"{_landing}{_rank}"]] = (
            _castling_right,
            SQUARE_NUMBERS[f"{_rook}{_rank}"],
            SQUARE_NUMBERS[f"{_rook_landing}{_rank}"],
        )

LOST_CASTLING_RIGHTS: dict[int, int] = {}
"""For each start square of a king or rook, the castling rights that end with any move from or to this square."""
for (_king_square, _), (_castling_right, _rook_square, _) in CASTLINGS.items():
    LOST_CASTLING_RIGHTS[_rook_square] = _castling_right
    LOST_CASTLING_RIGHTS[_king_square] = LOST_CASTLING_RIGHTS.get(_king_square, 0) | _castling_right

_CASTLINGS_BY_KING_SQUARE: dict[int, list[tuple[int, int, int, int]]] = {}
for (_king_square, _king_landing), _castling in CASTLINGS.items():
    _CASTLINGS_BY_KING_SQUARE.setdefault(_king_square, []).append((_king_landing, *_castling))


def castling_landings(board: bytes, king: int, state: State) -> Iterator[int]:
    """Yield the squares to which a king that is not in check may castle.

    Implements 'Castling' (spec: Moves, 7).

    Args:
        board: the piece codes of ``state.board`` from the mover's view.
        king: the king's square.
        state: the state.
    """
    for landing, castling_right, rook, rook_landing in _CASTLINGS_BY_KING_SQUARE.get(king, ()):
        if (
            not board[landing]
            and not board[rook_landing]
            and state.castling & castling_right
            and castling_obstacle(board, king, landing, rook, rook_landing) < 0
        ):
            next_board = bytearray(board)
            next_board[king] = 0
            if not any(
                _is_crossed_square_attacked(next_board, crossed_square, state.turn)
                for crossed_square in squares_between(king, landing)
            ):
                next_board[rook] = 0
                next_board[landing] = KING
                next_board[rook_landing] = ROOK
                if not is_attacked(next_board, landing, state.turn):
                    yield landing


def castling_obstacle(board: Sequence[int], king: int, landing: int, rook: int, rook_landing: int) -> int:
    """Return the square of the nearest piece to the king that prevents castling, or -1 if no piece prevents it.

    The landings of king and rook must be empty. Beasts of the same side may stand on the other squares between king and
    rook.
    """
    squares_to_rook = squares_between(king, rook)
    for square in squares_to_rook if rook > king else reversed(squares_to_rook):
        if board[square] and (board[square] != BEAST or square in (landing, rook_landing)):
            return square
    return -1


def _is_crossed_square_attacked(board: bytearray, square: int, turn: int) -> bool:
    """Return True if the king would be in check on ``square``, which it crosses.

    The king is safe on a square with a beast of the same side.
    """
    if board[square] == BEAST:
        return False
    board[square] = KING
    is_in_check = is_attacked(board, square, turn)
    board[square] = 0
    return is_in_check
