"""Forced finishes of Sensei: turns after which no answer keeps the side from winning next turn, found exactly."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from ruleboard.games.sensei.bitboard import (
    End,
    Position,
    Terrain,
    after,
    ends,
    home_wins,
    line,
    result,
    single_moves,
    unfair_win,
    win,
)

SLICE: Final = 60
"""The number of positions that are looked at between two yields."""
_ANYWHERE: Final = -1
"""The set of all squares."""


def needed(ground: Terrain, position: Position) -> int | None:
    """Return squares that must stay free of enemy stones for one way to win in this turn; None if there is no way.

    A win by an unfair line needs the line: it may be lost by any move of the enemy's stones, and all squares are
    returned.
    """
    for lane, moves in home_wins(ground, position):
        squares = lane.squares
        for origin, goal in moves:
            squares |= goal | ground.between[origin][goal]
        return squares
    return None if unfair_win(ground, position) is None else _ANYWHERE


def finish(ground: Terrain, position: Position, candidates: Sequence[End]) -> Generator[int, None, End | None]:
    """Return the first of some turns after which every answer allows a win at once; None if there is none.

    The generator yields the number of positions looked at since the last time.

    Args:
        ground: the tables of the mode.
        position: the position in which the side to move is.
        candidates: ends of its turn, none of which wins at once.
    """
    looked = 0
    for end in candidates:
        looked += 1
        if looked >= SLICE:
            yield looked
            looked = 0
        squares = _threat(ground, position, end)
        if squares is None:
            continue
        then = after(position, end)
        if result(ground, then) is not None or win(ground, then) is not None:
            continue
        if not (yield from _parried(ground, then, squares)):
            return end
    yield looked
    return None


def _threat(ground: Terrain, position: Position, end: End) -> int | None:
    """Return the squares that a win in the turn after next needs, were the other side to pass; None without one."""
    enemy, side = position.enemy, position.side
    if not line(ground, enemy) and all(lane.squares & enemy for lane in ground.lanes[side][end.at]):
        return None
    return needed(ground, Position(end.own, enemy, end.at, position.foe, side))


def _parried(ground: Terrain, position: Position, squares: int) -> Generator[int, None, bool]:
    """Return True if a turn of the side to move keeps the other side from winning next turn.

    Args:
        ground: the tables of the mode.
        position: a position in which the other side would win if the side to move passed.
        squares: squares of one of these wins: one of them must be occupied.
    """
    tried = set()
    looked = 0
    for own in _answers(ground, position):
        if not own & squares or own in tried:
            continue
        tried.add(own)
        looked += 1
        if looked >= SLICE:
            yield looked
            looked = 0
        # The place of this side's own character plays no part in the other's chances.
        then = Position(position.enemy, own, position.foe, position.at, 1 - position.side)
        if result(ground, then) is None and win(ground, then) is None:
            yield looked
            return True
    yield looked
    return False


def _answers(ground: Terrain, position: Position) -> Iterator[int]:
    """Yield the stones of the side to move after its turns, short ones first, some more than once."""
    yield from single_moves(ground, position)
    for _, arrangements in ends(ground, position):
        yield from arrangements
