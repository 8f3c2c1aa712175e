"""Attack and check: the pieces that could capture a king on a square, bounces included.

Boards in this module hold the codes of ``board`` as the defender sees them: attackers have the ``ENEMY_…`` codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
    PAWN_CAPTURES,
    RAYS,
    RELATIVE,
    TURNS,
)
from ruleboard.games.tensor_chess.state import State

Squares: TypeAlias = Sequence[int]
"""A board of 80 codes: ``bytes`` or ``bytearray``."""

_ROOK_LINE = bytes(code in (ENEMY_ROOK, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_BISHOP_LINE = bytes(code in (ENEMY_BISHOP, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_CAPTURES_ALONG = (_ROOK_LINE,) * 4 + (_BISHOP_LINE,) * 4
"""``_CAPTURES_ALONG[direction][code]``: 1 if an enemy piece of this code captures along the direction."""


def attacked(board: Squares, square: int, defender: int) -> bool:
    """Return True if the defender's king, standing on ``square``, could be captured there.

    Implements 'Attack and check': enemy sliders pass through their own beasts and bounce off them, knights
    bounce too; beasts and propels attack nothing.
    """
    for leap in KNIGHT_LEAPS[square]:
        code = board[leap]
        if code == ENEMY_KNIGHT:
            return True
        if code == ENEMY_BEAST:
            for second in KNIGHT_LEAPS[leap]:
                if board[second] == ENEMY_KNIGHT:
                    return True
    for corner in PAWN_CAPTURES[defender][square]:
        if board[corner] == ENEMY_PAWN:
            return True
    direction = 0
    for ray in RAYS[square]:
        captures = _CAPTURES_ALONG[direction]
        for step in ray:
            code = board[step]
            if not code:
                continue
            if captures[code]:
                return True
            if code != ENEMY_BEAST:
                break
            for side in TURNS[step][direction]:
                for further in side:
                    code = board[further]
                    if captures[code]:
                        return True
                    if code and code != ENEMY_BEAST:
                        break
        direction += 1
    return any(board[step] == ENEMY_KING for step in KING_STEPS[square])


class Threat(NamedTuple):
    """A path on which an enemy piece captures the king, or would if one piece of the king's side left it.

    Attributes:
        attacker: the square of the enemy piece.
        beast: the square of the beast it bounces off, -1 for a direct attack.
        pinned: the square of the one piece of the king's side on the path, -1 if there is none: then it is check.
        stops: the squares on which a piece of the king's side ends the threat: those on the path, and the
            attacker's.
    """

    attacker: int
    beast: int
    pinned: int
    stops: frozenset[int]


def threats(board: Squares, king: int, defender: int) -> list[Threat]:
    """Return all checks of the king, and all pins against it; the enemy king is left out."""
    result: list[Threat] = []
    for leap in KNIGHT_LEAPS[king]:
        code = board[leap]
        if code == ENEMY_KNIGHT:
            result.append(Threat(leap, -1, -1, frozenset((leap,))))
        elif code == ENEMY_BEAST:
            for second in KNIGHT_LEAPS[leap]:
                if board[second] == ENEMY_KNIGHT:
                    result.append(Threat(second, leap, -1, frozenset((second,))))
    for corner in PAWN_CAPTURES[defender][king]:
        if board[corner] == ENEMY_PAWN:
            result.append(Threat(corner, -1, -1, frozenset((corner,))))
    direction = 0
    for ray in RAYS[king]:
        captures = _CAPTURES_ALONG[direction]
        pinned = -1
        for step in ray:
            code = board[step]
            if not code:
                continue
            if captures[code]:
                result.append(Threat(step, -1, pinned, frozenset(ray[: ray.index(step) + 1])))
                break
            if code < ENEMY_BEAST:
                if pinned >= 0:
                    break
                pinned = step
            elif code == ENEMY_BEAST:
                for side in TURNS[step][direction]:
                    _add_bounce(board, ray[: ray.index(step)], step, side, pinned, captures, result)
            else:
                break
        direction += 1
    return result


def _add_bounce(
    board: Squares,
    near: tuple[int, ...],
    beast: int,
    side: tuple[int, ...],
    pinned: int,
    captures: bytes,
    result: list[Threat],
) -> None:
    """Add the threat of a piece that comes along ``side`` and bounces off ``beast`` to ``near``, if there is one."""
    for step in side:
        code = board[step]
        if not code or code == ENEMY_BEAST:
            continue
        if captures[code]:
            stops = frozenset(near + side[: side.index(step) + 1])
            result.append(Threat(step, beast, pinned, stops))
            return
        if code > ENEMY_BEAST or pinned >= 0:
            return
        pinned = step


@lru_cache(maxsize=256)
def in_check(state: State) -> bool:
    """Return True if the king of the player to move is attacked."""
    board = state.board.translate(RELATIVE[state.turn])
    king = board.find(KING)
    return king >= 0 and attacked(board, king, state.turn)


def threats_to_mover(state: State) -> list[Threat]:
    """Return the threats to the king of the player to move; none if there is no king, as on a board being set up."""
    board = state.board.translate(RELATIVE[state.turn])
    king = board.find(KING)
    return threats(board, king, state.turn) if king >= 0 else []


def checkers(state: State) -> tuple[int, ...]:
    """Return the squares of the pieces that give check, in order, each once."""
    return tuple(sorted({threat.attacker for threat in threats_to_mover(state) if threat.pinned < 0}))
