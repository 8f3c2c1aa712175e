"""Evaluate figures and their squares. A plain figure is worth about 100.

The value of a figure depends on its mobility, which follows from its ratings and traits: a boosted Dodger can go
almost anywhere, a Minion almost nowhere.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt
from typing import Final

from ruleboard.games.tesulda.board import FRONT_RANKS, SIZE, ZONE_MASKS
from ruleboard.games.tesulda.figures import Traits, traits

_PASSABLE_PERCENT: Final = 78
"""The probability that a sliding figure can pass a square, in percent."""


def _sliding_mobility(is_diagonal: bool) -> tuple[int, ...]:
    """For each rating, return 100 times the expected number of squares that a figure reaches on four lines."""
    mobility, expected_open_lines, mobilities = 0, 400, [0]
    for length in range(1, SIZE):
        start_count = (SIZE - length) * (SIZE - length if is_diagonal else SIZE)
        mobility += expected_open_lines * start_count // (SIZE * SIZE)
        expected_open_lines = expected_open_lines * _PASSABLE_PERCENT // 100
        mobilities.append(mobility)
    return tuple(mobilities)


_STRAIGHT_MOBILITY: Final = _sliding_mobility(False)
_DIAGONAL_MOBILITY: Final = _sliding_mobility(True)


def _leaping_mobility(rating: int, is_diagonal: bool) -> int:
    """Return 100 times the expected number of squares that a Jumper reaches on four lines."""
    if not 1 <= rating < SIZE:
        return 0
    start_count = (SIZE - rating) * (SIZE - rating if is_diagonal else SIZE)
    return 400 * start_count // (SIZE * SIZE)


def _mobility(abilities: Traits) -> int:
    """Return 100 times the expected number of squares that a figure reaches."""
    if abilities.is_jumper:
        straight_mobility, diagonal_mobility = (
            _leaping_mobility(abilities.straight_rating, False),
            _leaping_mobility(abilities.diagonal_rating, True),
        )
        corner_factor = 2
    else:
        straight_mobility = _STRAIGHT_MOBILITY[min(abilities.straight_rating, SIZE - 1)]
        diagonal_mobility = _DIAGONAL_MOBILITY[min(abilities.diagonal_rating, SIZE - 1)]
        corner_factor = 1
    total_mobility = straight_mobility + diagonal_mobility
    if abilities.is_dodger:
        total_mobility += corner_factor * straight_mobility * diagonal_mobility // 500
    return total_mobility * 3 // 8 if abilities.is_minion else total_mobility


@lru_cache(maxsize=8192)
def figure_value(figure: str) -> int:
    """Return the value of a figure, regardless of its square."""
    abilities = traits(figure)
    mobility = 14 * isqrt(_mobility(abilities)) // 5
    if abilities.is_prime:
        return 40 + mobility // 2 + 4 * abilities.plain_count
    return 30 + mobility + 7 * abilities.plain_count + 25 * abilities.is_tactician


@cache
def square_bonus(figure: str, square: int) -> int:
    """Return the bonus for a figure's square, which may be negative.

    A figure gains value when it advances, but a Prime loses value. A Minion that enters the enemy's zone loses value.
    """
    abilities = traits(figure)
    rank, file = divmod(square, SIZE)
    ranks_advanced = rank if abilities.side == 0 else SIZE - 1 - rank
    edge_distance = min(file, SIZE - 1 - file)
    if abilities.is_prime:
        return -7 * ranks_advanced - 2 * edge_distance
    if abilities.is_minion:
        return 2 * ranks_advanced - 40 * bool(ZONE_MASKS[1 - abilities.side] >> square & 1)
    return 2 * min(ranks_advanced, FRONT_RANKS[1] - 1) + edge_distance
