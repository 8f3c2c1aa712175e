"""The value of positions in hundredths of a pawn: material, squares, and in the endgame the kings' squares.

A balance is one integer that packs three numbers: White's advantage in the middlegame, White's advantage in the
endgame, and the phase of the game. A move changes it by the values of a few squares, so a search never sums up the
board.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILES,
    FORWARD,
    PIECES,
    RANKS,
    SQUARES,
    WHITE,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    CASTLING,
    EN_PASSANT,
    FROM,
    KINDS,
    MASK,
    PROMOTION,
    PROPEL,
    VIA,
    PackedMove,
)

Balance: TypeAlias = int
"""Three fields of 20 bits, the lowest first: White's advantage in the middlegame, in the endgame, and the phase."""

_FIELD: Final = 20
_HALF: Final = 1 << _FIELD - 1
_FIELD_MASK: Final = (1 << _FIELD) - 1
_ROUNDING: Final = _HALF + (_HALF << _FIELD)

WORTH: Final = {"P": 100, "N": 340, "B": 350, "R": 520, "Q": 1050, "T": 170, "K": 0}
"""The values of the kinds of pieces, in hundredths of a pawn."""
_PHASES: Final = {"N": 1, "B": 1, "R": 2, "Q": 4}
_FULL: Final = 24
"""The phase at the start of a game: the sum over the pieces of both sides."""
_LATE: Final = 8
"""The highest phase in which the evaluation rewards driving the losing king to the edge."""

_PASSING: Final = (0, 0, 4, 10, 22, 45, 90, 0)
"""The value of a pawn's advance to each rank (0-based), in hundredths of a pawn."""


def _central(square: int) -> tuple[int, int]:
    """Return the distances of a square from the edges, 0 to 4 by file and 0 to 3 by rank."""
    rank, file = divmod(square, FILES)
    return min(file, FILES - 1 - file), min(rank, RANKS - 1 - rank)


def _square_values(kind: str, square: int) -> tuple[int, int]:
    """Return the bonuses of a white piece on a square in the middlegame and in the endgame."""
    rank, file = divmod(square, FILES)
    by_file, by_rank = _central(square)
    middle = by_file + by_rank
    match kind:
        case "P":
            centre = (3 * by_rank + 4) * (by_file >= 3) * (2 <= rank <= 5)
            return _PASSING[rank] // 2 + centre, _PASSING[rank] + 3 * rank
        case "N":
            return 7 * middle - 22 - 8 * (rank == 0), 5 * middle - 15
        case "B":
            return 4 * middle - 12 - 8 * (rank == 0), 3 * middle - 9
        case "R":
            return 2 * by_file + 18 * (rank == RANKS - 2), 12 * (rank >= RANKS - 2)
        case "Q":
            return 2 * middle - 6, 4 * middle - 12
        case "T":
            return 3 * middle + 2 * rank - 8, 3 * middle - 8
        case _:
            safe = 24 * (file in (1, 2, 7, 8)) + 10 * (file in (0, 9)) if rank == 0 else -18 * min(rank, 3)
            return safe, 9 * middle - 25
    return 0, 0


def _balances() -> dict[int, tuple[Balance, ...]]:
    table: dict[int, tuple[Balance, ...]] = {EMPTY: (0,) * SQUARES}
    for kind in PIECES:
        phase = _PHASES.get(kind, 0) << 2 * _FIELD
        white, black = [], []
        for square in range(SQUARES):
            middlegame, endgame = _square_values(kind, square)
            advantage = WORTH[kind] + middlegame + (WORTH[kind] + endgame << _FIELD)
            white.append(phase + advantage)
            black.append(phase - advantage)
        mirrored = [black[(RANKS - 1 - square // FILES) * FILES + square % FILES] for square in range(SQUARES)]
        table[ord(kind)] = tuple(white)
        table[ord(kind.lower())] = tuple(mirrored)
    return table


_BALANCES: Final = _balances()
"""The part of each piece in the balance, by letter and square."""
_BY_LETTER: Final = tuple(_BALANCES.get(letter, ()) for letter in range(128))


def balance(board: bytes) -> Balance:
    """Return the balance of a board."""
    return sum(_BY_LETTER[letter][square] for square, letter in enumerate(board))


def balance_after(before: Balance, board: bytes, turn: int, move: PackedMove) -> Balance:
    """Return the balance after a legal move.

    Args:
        before: the balance before the move.
        board: the board before the move.
        turn: the player who moves, 0 White, 1 Black.
        move: the legal move.
    """
    start, landing, kind = move >> FROM & MASK, move & MASK, move & KINDS
    letter = board[start]
    of_piece = _BY_LETTER[letter]
    if kind == PROPEL:
        beast = move >> VIA & MASK
        of_beast = _BY_LETTER[board[beast]]
        return before - of_piece[start] + of_piece[beast] - of_beast[beast] + of_beast[landing]
    if landing == start:
        after = before
    else:
        after = before - of_piece[start] + of_piece[landing] - _BY_LETTER[board[landing]][landing]
    if kind == PROMOTION:
        promoted = move >> VIA & MASK
        after += _BY_LETTER[promoted if turn == WHITE else promoted + 32][landing] - of_piece[landing]
    elif kind == BEAST_CAPTURE:
        captured = move >> VIA & MASK
        after -= _BY_LETTER[board[captured]][captured]
    elif kind == EN_PASSANT:
        captured = landing - FORWARD[turn]
        after -= _BY_LETTER[board[captured]][captured]
    elif kind == CASTLING:
        _right, rook, rook_landing = CASTLINGS[start, landing]
        of_rook = _BY_LETTER[board[rook]]
        after += of_rook[rook_landing] - of_rook[rook]
    return after


class Parts(NamedTuple):
    """The three numbers that a balance packs.

    Attributes:
        middlegame: White's advantage by the values of the middlegame, in hundredths of a pawn.
        endgame: White's advantage by the values of the endgame, in hundredths of a pawn.
        phase: 24 at the start, 0 if only kings, pawns and beasts remain.
    """

    middlegame: int
    endgame: int
    phase: int


def parts(of: Balance) -> Parts:
    """Return the three numbers that a balance packs."""
    of += _ROUNDING
    return Parts(
        (of & _FIELD_MASK) - _HALF,
        (of >> _FIELD & _FIELD_MASK) - _HALF,
        of >> 2 * _FIELD,
    )


def value(of: Balance, board: bytes, turn: int) -> int:
    """Return the advantage of the side to move, in hundredths of a pawn.

    Args:
        of: the balance of the board.
        board: the board, for the squares of the kings.
        turn: the side to move, 0 White, 1 Black. It gets 8 points for the move.
    """
    of += _ROUNDING
    middlegame, endgame, phase = (of & _FIELD_MASK) - _HALF, (of >> _FIELD & _FIELD_MASK) - _HALF, of >> 2 * _FIELD
    if phase >= _FULL:
        advantage = middlegame
    else:
        advantage = (middlegame * phase + endgame * (_FULL - phase)) // _FULL
        if phase <= _LATE and not -300 < advantage < 300:
            advantage += _driven(board, advantage > 0)
    return (advantage if turn == WHITE else -advantage) + 8


def _driven(board: bytes, white_wins: bool) -> int:
    """Return White's advantage by the kings' squares: a losing king near the edge and near the other king is bad."""
    white, black = board.find(b"K"), board.find(b"k")
    if white < 0 or black < 0:
        return 0
    losing = black if white_wins else white
    by_file, by_rank = _central(losing)
    apart = max(abs(white // FILES - black // FILES), abs(white % FILES - black % FILES))
    bonus = 12 * (7 - by_file - by_rank) + 8 * (FILES - apart)
    return bonus if white_wins else -bonus
