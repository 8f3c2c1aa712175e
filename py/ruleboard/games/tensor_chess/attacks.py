"""Attack and check: what could capture a king on a square, bounces included.

Boards in here hold the codes of ``board`` as the defender sees them: attackers are the ``ENEMY_…`` codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleboard.games.tensor_chess.board import (
    ENEMY_BEAST,
    ENEMY_BISHOP,
    ENEMY_KING,
    ENEMY_KNIGHT,
    ENEMY_PAWN,
    ENEMY_QUEEN,
    ENEMY_ROOK,
    KING_STEPS,
    KNIGHT_LEAPS,
    PAWN_CAPTURES,
    RAYS,
    TURNS,
)

Squares = Sequence[int]
"""A board of 80 codes: ``bytes`` or ``bytearray``."""

_ROOK_HITS = bytes(code in (ENEMY_ROOK, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_BISHOP_HITS = bytes(code in (ENEMY_BISHOP, ENEMY_QUEEN) for code in range(ENEMY_KING + 1))
_HITS = (_ROOK_HITS,) * 4 + (_BISHOP_HITS,) * 4
"""By direction: whether an enemy piece of this code captures along it."""


def attacked(board: Squares, square: int, defender: int) -> bool:
    """Whether the defender's king, standing on ``square``, could be captured there.

    Implements 'Attack and check': enemy sliders see through their own beasts and bounce off them, knights
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
        hits = _HITS[direction]
        for step in ray:
            code = board[step]
            if not code:
                continue
            if hits[code]:
                return True
            if code != ENEMY_BEAST:
                break
            for side in TURNS[step][direction]:
                for further in side:
                    code = board[further]
                    if hits[code]:
                        return True
                    if code and code != ENEMY_BEAST:
                        break
        direction += 1
    return any(board[step] == ENEMY_KING for step in KING_STEPS[square])


class Threat(NamedTuple):
    """A way by which an enemy piece captures the king, or would if one piece of the king's side left it.

    Attributes:
        attacker: the square of the enemy piece.
        beast: the square of the beast it bounces off, -1 if it comes straight.
        pinned: the one piece of the king's side that stands in the way, -1 if nothing does: then it is check.
        stops: the squares where a piece of the king's side ends the threat: those on the way, and the
            attacker's.
    """

    attacker: int
    beast: int
    pinned: int
    stops: frozenset[int]


def threats(board: Squares, king: int, defender: int) -> list[Threat]:
    """All checks of the king, and all pins against it."""
    found: list[Threat] = []
    for leap in KNIGHT_LEAPS[king]:
        code = board[leap]
        if code == ENEMY_KNIGHT:
            found.append(Threat(leap, -1, -1, frozenset((leap,))))
        elif code == ENEMY_BEAST:
            for second in KNIGHT_LEAPS[leap]:
                if board[second] == ENEMY_KNIGHT:
                    found.append(Threat(second, leap, -1, frozenset((second,))))
    for corner in PAWN_CAPTURES[defender][king]:
        if board[corner] == ENEMY_PAWN:
            found.append(Threat(corner, -1, -1, frozenset((corner,))))
    direction = 0
    for ray in RAYS[king]:
        hits = _HITS[direction]
        pinned = -1
        for step in ray:
            code = board[step]
            if not code:
                continue
            if hits[code]:
                found.append(Threat(step, -1, pinned, frozenset(ray[: ray.index(step) + 1])))
                break
            if code < ENEMY_BEAST:
                if pinned >= 0:
                    break
                pinned = step
            elif code == ENEMY_BEAST:
                for side in TURNS[step][direction]:
                    _bouncing(board, ray[: ray.index(step)], step, side, pinned, hits, found)
            else:
                break
        direction += 1
    return found


def _bouncing(
    board: Squares,
    near: tuple[int, ...],
    beast: int,
    side: tuple[int, ...],
    pinned: int,
    hits: bytes,
    found: list[Threat],
) -> None:
    """Add the threat that comes along ``side`` and bounces off ``beast`` to ``near``, if there is one."""
    for step in side:
        code = board[step]
        if not code or code == ENEMY_BEAST:
            continue
        if hits[code]:
            stops = frozenset(near + side[: side.index(step) + 1])
            found.append(Threat(step, beast, pinned, stops))
            return
        if code > ENEMY_BEAST or pinned >= 0:
            return
        pinned = step
