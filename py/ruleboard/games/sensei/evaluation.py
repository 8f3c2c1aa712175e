"""The worth of positions of Sensei: how near each character is to the enemy's home rank, in whole numbers."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from ruleboard.games.sensei.bitboard import End, Position, Terrain, after, each, ends, place
from ruleboard.games.sensei.state import SIZE

LOST: Final = 100_000
"""The worth of an end at which the turn has lost, or the other side wins next turn, negated."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of features of a position, each for one side; the other's counts as much against it.

    Attributes:
        lane: each open lane of the character to the enemy's home rank, by their number.
        near: each open lane from a stone that the character sees.
        rank: each rank that the character has advanced.
        stone: each rank that a stone has advanced.
        seen: each stone that the character sees.
    """

    lane: tuple[int, int, int, int] = (0, 60, 90, 110)
    near: int = 14
    rank: int = 6
    stone: int = 2
    seen: int = 5


WEIGHTS: Final = Weights()


def _advanced(stones: int, side: int) -> int:
    """Return the number of ranks that stones have advanced, added up."""
    total = 0
    for rank in range(1, SIZE):
        total += (stones >> rank * SIZE & (1 << SIZE) - 1).bit_count() * rank
    return (SIZE - 1) * stones.bit_count() - total if side else total


def _rank(square: int, side: int) -> int:
    rank = place(square) // SIZE
    return SIZE - 1 - rank if side else rank


def _standing(ground: Terrain, own: int, at: int, enemy: int, side: int, weights: Weights) -> int:
    """Return the worth of one side's features."""
    lanes = ground.lanes[side]
    seen = ground.sight[at][enemy & ground.star[at]] & own
    near = 0
    for square in each(seen):
        for lane in lanes[square]:
            if not lane.squares & enemy:
                near += 1
    opened = 0
    for lane in lanes[at]:
        if not lane.squares & enemy:
            opened += 1
    return (
        weights.lane[opened]
        + weights.near * near
        + weights.rank * _rank(at, side)
        + weights.stone * _advanced(own, side)
        + weights.seen * seen.bit_count()
    )


def value(ground: Terrain, position: Position, weights: Weights = WEIGHTS) -> int:
    """Return how the side to move stands."""
    own, enemy, at, foe, side = position
    return _standing(ground, own, at, enemy, side, weights) - _standing(ground, enemy, foe, own, 1 - side, weights)


def ranked(
    ground: Terrain,
    position: Position,
    stones: int = 2,
    character: int = 1,
    fresh: bool = True,
    weights: Weights = WEIGHTS,
) -> Generator[int, None, list[tuple[int, End]]]:
    """Return all ends of the turn with their value for the side to move, the best first.

    The generator yields the number of ends looked at since the last time.
    """
    found: list[tuple[int, End]] = []
    for goal, arrangements in ends(ground, position, stones, character, fresh):
        for arrangement in arrangements:
            end = End(arrangement, goal)
            then = after(position, end)
            found.append((-value(ground, then, weights), end))
            if len(found) % 200 == 0:
                yield 200
    found.sort(key=lambda each: -each[0])
    return found
