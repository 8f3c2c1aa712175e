"""The generator of captures, for the quiescence search."""

from __future__ import annotations

from itertools import compress
from typing import Final

from ruleboard.games.tensor_chess.attacks import Threat, attacked, threats
from ruleboard.games.tensor_chess.board import (
    BEAST,
    BISHOP,
    ENEMY_BEAST,
    FILES,
    FIRST_RANK_OF_PAWNS,
    FORWARD,
    HOPS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    PAWN,
    PAWN_CAPTURES,
    QUEEN,
    RAYS,
    RELATIVE,
    ROOK,
    SQUARES,
    TURNS,
)
from ruleboard.games.tensor_chess.packing import BEAST_CAPTURE, BOUNCE, FROM, KINDS, MASK, PROMOTION, VIA, PackedMove
from ruleboard.games.tensor_chess.state import State

_ALL: Final = range(SQUARES)
_OWN: Final = bytes(1 if BEAST <= code <= KING else 0 for code in range(256))
_DIRECTIONS: Final = {BISHOP: range(4, 8), ROOK: range(4), QUEEN: range(8)}
_TO_QUEEN: Final = (ord("Q") << VIA) + PROMOTION


def captures(state: State) -> list[PackedMove]:
    """Return the legal captures and the promotions to a queen of a side that is not in check.

    The list has no en passant captures, and no captures by a beast's chain of two hops or more.
    """
    turn = state.turn
    board = state.board.translate(RELATIVE[turn])
    moves: list[PackedMove] = []
    for square in compress(_ALL, board.translate(_OWN)):
        code = board[square]
        base = square << FROM
        if code == PAWN:
            _pawn(board, square, turn, moves)
        elif code == KNIGHT:
            _knight(board, square, moves)
        elif code == BEAST:
            for hops in HOPS:
                for over, landing in hops[square]:
                    if board[over] == ENEMY_BEAST and not board[landing]:
                        moves.append(base + (over << VIA) + landing + BEAST_CAPTURE)
        elif code == KING:
            moves.extend([base + step for step in KING_STEPS[square] if board[step] > ENEMY_BEAST])
        else:
            _slider(board, square, code, moves)
    return _legal(board, turn, moves) if moves else moves


def _legal(board: bytes, turn: int, moves: list[PackedMove]) -> list[PackedMove]:
    """Return the moves after which the king is not attacked."""
    king = board.find(KING)
    if king < 0:
        return moves
    pins: dict[int, list[Threat]] = {}
    for threat in threats(board, king, turn):
        pins.setdefault(threat.pinned, []).append(threat)
    return [
        move
        for move in moves
        if (
            all(_keeps(move, threat) for threat in pins.get(move >> FROM & MASK, ()))
            if move >> FROM & MASK != king
            else _is_safe(board, king, move & MASK, turn)
        )
    ]


def _keeps(move: PackedMove, threat: Threat) -> bool:
    """Return True if a capture by a pinned piece does not expose the king: it stays on the line, or ends the threat."""
    if move & MASK in threat.stops:
        return True
    return move & KINDS == BEAST_CAPTURE and move >> VIA & MASK == threat.beast


def _is_safe(board: bytes, king: int, landing: int, turn: int) -> bool:
    """Return True if the king would not be in check after a capture on ``landing``."""
    after = bytearray(board)
    after[king] = 0
    after[landing] = KING
    return not attacked(after, landing, turn)


def _pawn(board: bytes, square: int, turn: int, moves: list[PackedMove]) -> None:
    base = square << FROM
    if square // FILES == FIRST_RANK_OF_PAWNS[1 - turn]:
        if not board[square + FORWARD[turn]]:
            moves.append(base + square + FORWARD[turn] + _TO_QUEEN)
        base += _TO_QUEEN
    for corner in PAWN_CAPTURES[turn][square]:
        if board[corner] > ENEMY_BEAST:
            moves.append(base + corner)


def _knight(board: bytes, square: int, moves: list[PackedMove]) -> None:
    base = square << FROM
    for landing in KNIGHT_LEAPS[square]:
        code = board[landing]
        if code > ENEMY_BEAST:
            moves.append(base + landing)
        elif code == BEAST:
            via = base + (landing << VIA) + BOUNCE
            for further in KNIGHT_LEAPS[landing]:
                if board[further] > ENEMY_BEAST:
                    moves.append(via + further)


def _slider(board: bytes, square: int, code: int, moves: list[PackedMove]) -> None:
    base = square << FROM
    rays = RAYS[square]
    for direction in _DIRECTIONS[code]:
        for step in rays[direction]:
            other = board[step]
            if not other:
                continue
            if other != BEAST:
                if other > ENEMY_BEAST:
                    moves.append(base + step)
                break
            via = base + (step << VIA) + BOUNCE
            for side in TURNS[step][direction]:
                for further in side:
                    met = board[further]
                    if met and met != BEAST:
                        if met > ENEMY_BEAST:
                            moves.append(via + further)
                        break
