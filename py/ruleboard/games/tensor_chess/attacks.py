"""Find attacks, checks and pins, both direct ones and those by bounces.

The boards in this module contain piece codes from the defender's view. Attackers have the ``ENEMY_…`` codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ruleboard.games.tensor_chess.board import (
    ENEMY_BEAST,
    ENEMY_BISHOP,
    ENEMY_KING,
    ENEMY_KNIGHT,
    ENEMY_PAWN,
    ENEMY_QUEEN,
    ENEMY_ROOK,
    KING,
    KING_STEPS,
    KNIGHT_LEAPS,
    PAWN_CAPTURE_SQUARES,
    PIECE_CODES,
    RAYS,
    SIDE_RAYS,
)
from ruleboard.games.tensor_chess.state import State

CodeBoard: TypeAlias = Sequence[int]
"""A board of 80 piece codes."""

_ROOK_OR_QUEEN_FLAGS = bytes(code in (ENEMY_ROOK, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_BISHOP_OR_QUEEN_FLAGS = bytes(code in (ENEMY_BISHOP, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_LEAP_CODE_GETTERS: Sequence[Callable[[CodeBoard], tuple[int, ...]]] = [itemgetter(*leaps) for leaps in KNIGHT_LEAPS]
"""For each square, a function that returns the codes on the squares that a knight reaches from there."""
_CAPTURE_FLAGS_BY_DIRECTION = (_ROOK_OR_QUEEN_FLAGS,) * 4 + (_BISHOP_OR_QUEEN_FLAGS,) * 4
"""For each direction and piece code, 1 if the enemy piece captures in this direction, or 0."""


def is_attacked(board: CodeBoard, square: int, defender: int) -> bool:
    """Return True if the enemy could capture the defender's king on ``square``.

    Implements 'Attack and check'. Enemy sliders pass through their own beasts and bounce off them. Enemy knights
    also bounce off their own beasts. Beasts and propels cannot attack a king.
    """
    codes = _LEAP_CODE_GETTERS[square](board)
    if ENEMY_KNIGHT in codes:
        return True
    if ENEMY_BEAST in codes:
        for leap in KNIGHT_LEAPS[square]:
            if board[leap] == ENEMY_BEAST and ENEMY_KNIGHT in _LEAP_CODE_GETTERS[leap](board):
                return True
    for capture_square in PAWN_CAPTURE_SQUARES[defender][square]:
        if board[capture_square] == ENEMY_PAWN:
            return True
    direction = 0
    for ray in RAYS[square]:
        capture_flags = _CAPTURE_FLAGS_BY_DIRECTION[direction]
        for step in ray:
            code = board[step]
            if not code:
                continue
            if capture_flags[code]:
                return True
            if code != ENEMY_BEAST:
                break
            for side_ray in SIDE_RAYS[step][direction]:
                for next_step in side_ray:
                    code = board[next_step]
                    if capture_flags[code]:
                        return True
                    if code and code != ENEMY_BEAST:
                        break
        direction += 1
    return ENEMY_KING in map(board.__getitem__, KING_STEPS[square])


class Threat(NamedTuple):
    """A check by an enemy piece, or a pin if one of the defender's pieces blocks the enemy's path.

    Attributes:
        attacker: the square of the enemy piece.
        beast: the square of the beast that the enemy piece bounces off, or -1 for a direct attack.
        pinned_piece: the square of the pinned piece, or -1 for a check.
        blocking_squares: the squares on which a defending piece can end the threat: the path and the attacker's square.
    """

    attacker: int
    beast: int
    pinned_piece: int
    blocking_squares: frozenset[int]


def threats(board: CodeBoard, king: int, defender: int) -> list[Threat]:
    """Return the checks and pins against a king, except checks by the enemy king.

    Args:
        board: the piece codes from the defender's view.
        king: the king's square.
        defender: the king's player, 0 White, 1 Black.
    """
    threat_list: list[Threat] = []
    for leap in KNIGHT_LEAPS[king]:
        code = board[leap]
        if code == ENEMY_KNIGHT:
            threat_list.append(Threat(leap, -1, -1, frozenset((leap,))))
        elif code == ENEMY_BEAST:
            for next_leap in KNIGHT_LEAPS[leap]:
                if board[next_leap] == ENEMY_KNIGHT:
                    threat_list.append(Threat(next_leap, leap, -1, frozenset((next_leap,))))
    for capture_square in PAWN_CAPTURE_SQUARES[defender][king]:
        if board[capture_square] == ENEMY_PAWN:
            threat_list.append(Threat(capture_square, -1, -1, frozenset((capture_square,))))
    direction = 0
    for ray in RAYS[king]:
        capture_flags = _CAPTURE_FLAGS_BY_DIRECTION[direction]
        pinned_piece = -1
        for step in ray:
            code = board[step]
            if not code:
                continue
            if capture_flags[code]:
                threat_list.append(Threat(step, -1, pinned_piece, frozenset(ray[: ray.index(step) + 1])))
                break
            if code < ENEMY_BEAST:
                if pinned_piece >= 0:
                    break
                pinned_piece = step
            elif code == ENEMY_BEAST:
                for side_ray in SIDE_RAYS[step][direction]:
                    _append_bounce_threat(
                        board, ray[: ray.index(step)], step, side_ray, pinned_piece, capture_flags, threat_list
                    )
            else:
                break
        direction += 1
    return threat_list


def _append_bounce_threat(
    board: CodeBoard,
    king_ray: tuple[int, ...],
    beast: int,
    ray: tuple[int, ...],
    pinned_piece: int,
    capture_flags: bytes,
    threat_list: list[Threat],
) -> None:
    """Append a threat to ``threat_list`` if the first piece on a ray can bounce off a beast to the king.

    Args:
        board: the piece codes from the defender's view.
        king_ray: the squares between king and beast.
        beast: the square of the beast.
        ray: the squares from the beast to the attacker and beyond.
        pinned_piece: the square of the pinned piece between king and beast, or -1.
        capture_flags: a table with 1 at the code of each piece that captures along the ray.
        threat_list: the list that receives the threat.
    """
    for step in ray:
        code = board[step]
        if not code or code == ENEMY_BEAST:
            continue
        if capture_flags[code]:
            blocking_squares = frozenset(king_ray + ray[: ray.index(step) + 1])
            threat_list.append(Threat(step, beast, pinned_piece, blocking_squares))
            return
        if code > ENEMY_BEAST or pinned_piece >= 0:
            return
        pinned_piece = step


@lru_cache(maxsize=256)
def in_check(state: State) -> bool:
    """Return True if the side to move is in check."""
    board = state.board.translate(PIECE_CODES[state.turn])
    king = board.find(KING)
    return king >= 0 and is_attacked(board, king, state.turn)


def threats_to_mover(state: State) -> list[Threat]:
    """Return the checks and pins against the king of the side to move, or an empty list if that side has no king."""
    board = state.board.translate(PIECE_CODES[state.turn])
    king = board.find(KING)
    return threats(board, king, state.turn) if king >= 0 else []


def checkers(state: State) -> tuple[int, ...]:
    """Return the squares of all pieces that give check, in ascending order."""
    return tuple(sorted({threat.attacker for threat in threats_to_mover(state) if threat.pinned_piece < 0}))
