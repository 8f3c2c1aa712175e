"""Evaluate positions by the values of the pieces and their squares, in hundredths of a pawn.

A balance packs three numbers into an integer: White's advantage in the middlegame, White's advantage in the
endgame, and the phase of the game. After each move, the search updates the balance by the values of a few
squares.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILE_COUNT,
    PAWN_STEPS,
    PIECE_LETTERS,
    RANK_COUNT,
    SQUARE_COUNT,
    WHITE,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    CASTLING,
    EN_PASSANT,
    KIND_MASK,
    PROMOTION,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    VIA_SHIFT,
    PackedMove,
)

Balance: TypeAlias = int
"""Three fields of 20 bits, the lowest first: White's advantage in the middlegame, in the endgame, and the phase."""

_FIELD_BITS: Final = 20
_FIELD_OFFSET: Final = 1 << _FIELD_BITS - 1
_FIELD_MASK: Final = (1 << _FIELD_BITS) - 1
_PACKED_OFFSETS: Final = _FIELD_OFFSET + (_FIELD_OFFSET << _FIELD_BITS)

PIECE_VALUES: Final = {"P": 100, "N": 340, "B": 350, "R": 520, "Q": 1050, "T": 170, "K": 0}
"""The values of the kinds of pieces, in hundredths of a pawn."""
_PHASE_VALUES: Final = {"N": 1, "B": 1, "R": 2, "Q": 4}
_FULL_PHASE: Final = 24
"""The phase at the start of a game, which is the sum of ``_PHASE_VALUES`` over all pieces."""
_MAX_LATE_PHASE: Final = 8
"""The maximum phase in which a losing king near the edge counts for the winner."""

_PAWN_RANK_VALUES: Final = (0, 0, 4, 10, 22, 45, 90, 0)
"""The bonus of a pawn on each rank (0-based), in hundredths of a pawn."""


def _edge_distances(square: int) -> tuple[int, int]:
    """Return the distances from a square to the nearest edges: 0 to 4 files, and 0 to 3 ranks."""
    rank, file = divmod(square, FILE_COUNT)
    return min(file, FILE_COUNT - 1 - file), min(rank, RANK_COUNT - 1 - rank)


def _square_values(kind: str, square: int) -> tuple[int, int]:
    rank, file = divmod(square, FILE_COUNT)
    file_distance, rank_distance = _edge_distances(square)
    centrality = file_distance + rank_distance
    match kind:
        case "P":
            centre_bonus = (3 * rank_distance + 4) * (file_distance >= 3) * (2 <= rank <= 5)
            return _PAWN_RANK_VALUES[rank] // 2 + centre_bonus, _PAWN_RANK_VALUES[rank] + 3 * rank
        case "N":
            return 7 * centrality - 22 - 8 * (rank == 0), 5 * centrality - 15
        case "B":
            return 4 * centrality - 12 - 8 * (rank == 0), 3 * centrality - 9
        case "R":
            return 2 * file_distance + 18 * (rank == RANK_COUNT - 2), 12 * (rank >= RANK_COUNT - 2)
        case "Q":
            return 2 * centrality - 6, 4 * centrality - 12
        case "T":
            return 3 * centrality + 2 * rank - 8, 3 * centrality - 8
        case _:
            shelter_bonus = 24 * (file in (1, 2, 7, 8)) + 10 * (file in (0, 9)) if rank == 0 else -18 * min(rank, 3)
            return shelter_bonus, 9 * centrality - 25
    return 0, 0


def _balance_tables() -> dict[int, tuple[Balance, ...]]:
    balances_by_letter: dict[int, tuple[Balance, ...]] = {EMPTY: (0,) * SQUARE_COUNT}
    for kind in PIECE_LETTERS:
        packed_phase = _PHASE_VALUES.get(kind, 0) << 2 * _FIELD_BITS
        white_balances, black_balances = [], []
        for square in range(SQUARE_COUNT):
            middlegame, endgame = _square_values(kind, square)
            advantage = PIECE_VALUES[kind] + middlegame + (PIECE_VALUES[kind] + endgame << _FIELD_BITS)
            white_balances.append(packed_phase + advantage)
            black_balances.append(packed_phase - advantage)
        mirrored_black_balances = [
            black_balances[(RANK_COUNT - 1 - square // FILE_COUNT) * FILE_COUNT + square % FILE_COUNT]
            for square in range(SQUARE_COUNT)
        ]
        balances_by_letter[ord(kind)] = tuple(white_balances)
        balances_by_letter[ord(kind.lower())] = tuple(mirrored_black_balances)
    return balances_by_letter


_BALANCES: Final = _balance_tables()
"""The balance of a single piece, by its letter and square."""
_BALANCES_BY_LETTER: Final = tuple(_BALANCES.get(letter, ()) for letter in range(128))


def balance(board: bytes) -> Balance:
    """Return the packed balance of a board."""
    return sum(_BALANCES_BY_LETTER[letter][square] for square, letter in enumerate(board))


def balance_after(balance: Balance, board: bytes, turn: int, move: PackedMove) -> Balance:
    """Return the balance after a legal move.

    Args:
        balance: the balance before the move.
        board: the board before the move.
        turn: the player who moves, 0 White, 1 Black.
        move: the legal move.
    """
    start, landing, kind = move >> START_SHIFT & SQUARE_MASK, move & SQUARE_MASK, move & KIND_MASK
    letter = board[start]
    piece_values = _BALANCES_BY_LETTER[letter]
    if kind == PROPEL:
        beast = move >> VIA_SHIFT & SQUARE_MASK
        beast_values = _BALANCES_BY_LETTER[board[beast]]
        return balance - piece_values[start] + piece_values[beast] - beast_values[beast] + beast_values[landing]
    if landing == start:
        new_balance = balance
    else:
        new_balance = (
            balance - piece_values[start] + piece_values[landing] - _BALANCES_BY_LETTER[board[landing]][landing]
        )
    if kind == PROMOTION:
        promoted_letter = move >> VIA_SHIFT & SQUARE_MASK
        new_balance += (
            _BALANCES_BY_LETTER[promoted_letter if turn == WHITE else promoted_letter + 32][landing]
            - piece_values[landing]
        )
    elif kind == BEAST_CAPTURE:
        captured_square = move >> VIA_SHIFT & SQUARE_MASK
        new_balance -= _BALANCES_BY_LETTER[board[captured_square]][captured_square]
    elif kind == EN_PASSANT:
        captured_square = landing - PAWN_STEPS[turn]
        new_balance -= _BALANCES_BY_LETTER[board[captured_square]][captured_square]
    elif kind == CASTLING:
        _castling_right, rook, rook_landing = CASTLINGS[start, landing]
        rook_values = _BALANCES_BY_LETTER[board[rook]]
        new_balance += rook_values[rook_landing] - rook_values[rook]
    return new_balance


def position_value(packed_balance: Balance, board: bytes, turn: int) -> int:
    """Return the advantage of the side to move, in hundredths of a pawn.

    Args:
        packed_balance: the balance of the board.
        board: the board, for the squares of the kings.
        turn: the side to move, 0 White, 1 Black. This side gets a bonus of 8 hundredths of a pawn.
    """
    packed_balance += _PACKED_OFFSETS
    middlegame, endgame, phase = (
        (packed_balance & _FIELD_MASK) - _FIELD_OFFSET,
        (packed_balance >> _FIELD_BITS & _FIELD_MASK) - _FIELD_OFFSET,
        packed_balance >> 2 * _FIELD_BITS,
    )
    if phase >= _FULL_PHASE:
        advantage = middlegame
    else:
        advantage = (middlegame * phase + endgame * (_FULL_PHASE - phase)) // _FULL_PHASE
        if phase <= _MAX_LATE_PHASE and not -300 < advantage < 300:
            advantage += _losing_king_bonus(board, advantage > 0)
    return (advantage if turn == WHITE else -advantage) + 8


def _losing_king_bonus(board: bytes, is_white_winning: bool) -> int:
    """Return a bonus for a losing king near the edge and near the other king; negative if Black is winning."""
    white_king, black_king = board.find(b"K"), board.find(b"k")
    if white_king < 0 or black_king < 0:
        return 0
    losing_king = black_king if is_white_winning else white_king
    file_distance, rank_distance = _edge_distances(losing_king)
    distance = max(
        abs(white_king // FILE_COUNT - black_king // FILE_COUNT), abs(white_king % FILE_COUNT - black_king % FILE_COUNT)
    )
    bonus = 12 * (7 - file_distance - rank_distance) + 8 * (FILE_COUNT - distance)
    return bonus if is_white_winning else -bonus
