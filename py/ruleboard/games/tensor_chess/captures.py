"""Generate captures for the quiescence search."""

from __future__ import annotations

from itertools import compress
from typing import Final

from ruleboard.games.tensor_chess.attacks import Threat, is_attacked, threats
from ruleboard.games.tensor_chess.board import (
    BEAST,
    BISHOP,
    ENEMY_BEAST,
    FILE_COUNT,
    HOPS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    PAWN,
    PAWN_CAPTURE_SQUARES,
    PAWN_START_RANKS,
    PAWN_STEPS,
    PIECE_CODES,
    QUEEN,
    RAYS,
    ROOK,
    SIDE_RAYS,
    SQUARE_COUNT,
)
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    KIND_MASK,
    PROMOTION,
    SQUARE_MASK,
    START_SHIFT,
    VIA_SHIFT,
    PackedMove,
)
from ruleboard.games.tensor_chess.state import State

_ALL_SQUARES: Final = range(SQUARE_COUNT)
_IS_OWN_PIECE: Final = bytes(1 if BEAST <= code <= KING else 0 for code in range(256))
_DIRECTIONS: Final = {BISHOP: range(4, 8), ROOK: range(4), QUEEN: range(8)}
_QUEEN_PROMOTION: Final = (ord("Q") << VIA_SHIFT) + PROMOTION


def legal_captures(state: State) -> list[PackedMove]:
    """Return the legal captures and the promotions to a queen, for a side that is not in check.

    The list omits en passant captures and captures by chains of two or more hops.
    """
    turn = state.turn
    board = state.board.translate(PIECE_CODES[turn])
    moves: list[PackedMove] = []
    for square in compress(_ALL_SQUARES, board.translate(_IS_OWN_PIECE)):
        code = board[square]
        base_move = square << START_SHIFT
        if code == PAWN:
            _add_pawn_captures(board, square, turn, moves)
        elif code == KNIGHT:
            _add_knight_captures(board, square, moves)
        elif code == BEAST:
            for hops in HOPS:
                for crossed_square, landing in hops[square]:
                    if board[crossed_square] == ENEMY_BEAST and not board[landing]:
                        moves.append(base_move + (crossed_square << VIA_SHIFT) + landing + BEAST_CAPTURE)
        elif code == KING:
            moves.extend([base_move + step for step in KING_STEPS[square] if board[step] > ENEMY_BEAST])
        else:
            _add_slider_captures(board, square, code, moves)
    return _without_exposed_king(board, turn, moves) if moves else moves


def _without_exposed_king(board: bytes, turn: int, moves: list[PackedMove]) -> list[PackedMove]:
    king = board.find(KING)
    if king < 0:
        return moves
    pins: dict[int, list[Threat]] = {}
    for threat in threats(board, king, turn):
        pins.setdefault(threat.pinned_piece, []).append(threat)
    return [
        move
        for move in moves
        if (
            all(_respects_pin(move, threat) for threat in pins.get(move >> START_SHIFT & SQUARE_MASK, ()))
            if move >> START_SHIFT & SQUARE_MASK != king
            else _is_king_safe(board, king, move & SQUARE_MASK, turn)
        )
    ]


def _respects_pin(move: PackedMove, threat: Threat) -> bool:
    if move & SQUARE_MASK in threat.blocking_squares:
        return True
    return move & KIND_MASK == BEAST_CAPTURE and move >> VIA_SHIFT & SQUARE_MASK == threat.beast


def _is_king_safe(board: bytes, king: int, landing: int, turn: int) -> bool:
    """Return True if the king would not be in check after it captures a piece on ``landing``."""
    next_board = bytearray(board)
    next_board[king] = 0
    next_board[landing] = KING
    return not is_attacked(next_board, landing, turn)


def _add_pawn_captures(board: bytes, square: int, turn: int, moves: list[PackedMove]) -> None:
    base = square << START_SHIFT
    if square // FILE_COUNT == PAWN_START_RANKS[1 - turn]:
        if not board[square + PAWN_STEPS[turn]]:
            moves.append(base + square + PAWN_STEPS[turn] + _QUEEN_PROMOTION)
        base += _QUEEN_PROMOTION
    for corner in PAWN_CAPTURE_SQUARES[turn][square]:
        if board[corner] > ENEMY_BEAST:
            moves.append(base + corner)


def _add_knight_captures(board: bytes, square: int, moves: list[PackedMove]) -> None:
    base = square << START_SHIFT
    for landing in KNIGHT_LEAPS[square]:
        code = board[landing]
        if code > ENEMY_BEAST:
            moves.append(base + landing)
        elif code == BEAST:
            bounce_base = base + (landing << VIA_SHIFT) + BOUNCE
            for next_leap in KNIGHT_LEAPS[landing]:
                if board[next_leap] > ENEMY_BEAST:
                    moves.append(bounce_base + next_leap)


def _add_slider_captures(board: bytes, square: int, code: int, moves: list[PackedMove]) -> None:
    base = square << START_SHIFT
    rays = RAYS[square]
    for direction in _DIRECTIONS[code]:
        for step in rays[direction]:
            target_code = board[step]
            if not target_code:
                continue
            if target_code != BEAST:
                if target_code > ENEMY_BEAST:
                    moves.append(base + step)
                break
            bounce_base = base + (step << VIA_SHIFT) + BOUNCE
            for side_ray in SIDE_RAYS[step][direction]:
                for end in side_ray:
                    end_code = board[end]
                    if end_code and end_code != BEAST:
                        if end_code > ENEMY_BEAST:
                            moves.append(bounce_base + end)
                        break
