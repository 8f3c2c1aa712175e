"""The worth of positions of Sensei: how near each character is to the enemy's home rank, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from ruleboard.games.sensei.bitboard import BITS, End, Position, Terrain, each, ends
from ruleboard.games.sensei.state import SIZE

SLICE: Final = 300
"""The number of ends that are looked at between two yields."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of features of a position for one side; the other's count as much against it.

    Attributes:
        lanes: open lanes of the character to the enemy's home rank, by their number.
        near: each open lane from a stone that the character sees.
        rank: each rank that the character has advanced.
        stone: each rank that a stone has advanced.
        seen: each stone that the character sees.
    """

    lanes: tuple[int, int, int, int] = (0, 60, 90, 110)
    near: int = 14
    rank: int = 6
    stone: int = 2
    seen: int = 5


WEIGHTS: Final = Weights()

_RANKS: Final = tuple(
    tuple(
        sum(
            bit
            for number, bit in enumerate(BITS)
            if (SIZE - 1 - number // SIZE if side else number // SIZE) & 1 << digit
        )
        for digit in range(3)
    )
    for side in (0, 1)
)
"""For each side and each binary digit, the squares whose number of ranks from home has that digit."""


def _advanced(stones: int, side: int) -> int:
    """Return the number of ranks that stones have advanced from home, added up."""
    ones, twos, fours = _RANKS[side]
    return (stones & ones).bit_count() + 2 * (stones & twos).bit_count() + 4 * (stones & fours).bit_count()


def _standing(ground: Terrain, own: int, at: int, enemy: int, side: int, weights: Weights) -> int:
    """Return the worth of one side's features."""
    lanes = ground.lanes[side]
    seen = ground.sight[at][enemy & ground.star[at]] & own
    near = 0
    for square in each(seen):
        for lane in lanes[square]:
            near += not lane.squares & enemy
    opened = 0
    for lane in lanes[at]:
        opened += not lane.squares & enemy
    return (
        weights.lanes[opened]
        + weights.near * near
        + weights.rank * _advanced(at, side)
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
    """Return all ends of a turn with their value for the side that has moved, the best first.

    The values are those that ``value`` gives, negated. The generator yields the number of ends looked at since the
    last time.

    Args:
        ground: the tables of the mode.
        position: the position in which the side to move is.
        stones: the number of stone moves left in the turn.
        character: the number of character moves left.
        fresh: True if something has to be done first.
        weights: the worth of features.
    """
    _, enemy, _, _, side = position
    near_by_number = _open_lanes(ground, enemy, side)
    boards: dict[int, int] = {}
    worth_of_board = _board_worth(ground, position, weights)
    found: list[tuple[int, End]] = []
    yielded = 0
    for at, arrangements in ends(ground, position, stones, character, fresh):
        seen = ground.sight[at][enemy & ground.star[at]]
        one, two, three = (seen & squares for squares in near_by_number)
        opened = sum(not lane.squares & enemy for lane in ground.lanes[side][at])
        fixed = weights.lanes[opened] + weights.rank * _advanced(at, side)
        near, alone = weights.near, weights.seen
        for own in arrangements:
            board = boards.get(own)
            if board is None:
                boards[own] = board = worth_of_board(own)
            lanes = (own & one).bit_count() + (own & two).bit_count() + (own & three).bit_count()
            found.append((fixed + board + near * lanes + alone * (own & seen).bit_count(), End(own, at)))
            if len(found) - yielded >= SLICE:
                yield len(found) - yielded
                yielded = len(found)
    found.sort(key=itemgetter(0), reverse=True)
    yield len(found) - yielded
    return found


def _open_lanes(ground: Terrain, enemy: int, side: int) -> tuple[int, int, int]:
    """Return the squares with at least one, two, and three open lanes of a side."""
    one = two = three = 0
    for square, lanes in ground.lanes[side].items():
        opened = sum(not lane.squares & enemy for lane in lanes)
        if opened:
            one |= square
            if opened > 1:
                two |= square
                if opened > 2:
                    three |= square
    return one, two, three


def _board_worth(ground: Terrain, position: Position, weights: Weights) -> Callable[[int], int]:
    """Return a function that gives the part of the value of an end that depends on the mover's stones alone."""
    _, enemy, _, foe, side = position
    other = 1 - side
    lanes = ground.lanes[other]
    own_lanes = [lane.squares for lane in lanes[foe]]
    between = ground.between[foe]
    stones = [(between[square], [lane.squares for lane in lanes[square]]) for square in each(enemy & ground.star[foe])]
    fixed = -weights.rank * _advanced(foe, other) - weights.stone * _advanced(enemy, other)
    ones, twos, fours = _RANKS[side]
    near, seen, stone, opened = weights.near, weights.seen, weights.stone, weights.lanes

    def worth(own: int) -> int:
        value = fixed
        for way, further in stones:
            if not own & way:
                value -= seen
                for squares in further:
                    if not own & squares:
                        value -= near
        count = 0
        for squares in own_lanes:
            if not own & squares:
                count += 1
        advanced = (own & ones).bit_count() + 2 * (own & twos).bit_count() + 4 * (own & fours).bit_count()
        return value - opened[count] + stone * advanced

    return worth
