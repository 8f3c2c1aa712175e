"""Evaluate figures and their squares. A plain figure is worth about 100.

The value of a figure depends on its mobility, which follows from its ratings and traits: a boosted Dodger can go
almost anywhere, a Minion almost nowhere. The bot also uses these values to choose which captured pieces to take.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt
from typing import Final

from ruleboard.games.tesulda.board import FRONT_RANK, SIZE, ZONE_MASKS
from ruleboard.games.tesulda.exchange import broken_swap_rule, can_gain
from ruleboard.games.tesulda.figures import (
    CROWN,
    Traits,
    choices_of_one_or_two,
    traits,
    with_pieces,
    without_pieces,
)

_PASSABLE_PERCENT: Final = 78
"""The probability that a sliding figure can pass a square, in percent."""
_MIN_RESCUE_GAIN: Final = 15
"""The minimum gain of a neighbour that gets pieces from a figure in danger."""
_MAX_RESCUE_LOSS: Final = 20
"""The maximum loss of both figures together in such a swap."""


def _sliding_mobility(is_diagonal: bool) -> tuple[int, ...]:
    """Return, for each rating, 100 times the expected number of squares that a figure reaches on four lines."""
    mobility, share, sums = 0, 400, [0]
    for length in range(1, SIZE):
        start_count = (SIZE - length) * (SIZE - length if is_diagonal else SIZE)
        mobility += share * start_count // (SIZE * SIZE)
        share = share * _PASSABLE_PERCENT // 100
        sums.append(mobility)
    return tuple(sums)


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
        straight, diagonal = (
            _leaping_mobility(abilities.straight_rating, False),
            _leaping_mobility(abilities.diagonal_rating, True),
        )
        corners = 2
    else:
        straight = _STRAIGHT_MOBILITY[min(abilities.straight_rating, SIZE - 1)]
        diagonal = _DIAGONAL_MOBILITY[min(abilities.diagonal_rating, SIZE - 1)]
        corners = 1
    total = straight + diagonal
    if abilities.is_dodger:
        total += corners * straight * diagonal // 500
    return total * 3 // 8 if abilities.is_minion else total


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

    A figure gains value when it advances. A Prime loses value, and so does a Minion that enters the enemy's zone.
    """
    abilities = traits(figure)
    rank, file = divmod(square, SIZE)
    advance = rank if abilities.side == 0 else SIZE - 1 - rank
    edge_distance = min(file, SIZE - 1 - file)
    if abilities.is_prime:
        return -7 * advance - 2 * edge_distance
    if abilities.is_minion:
        return 2 * advance - 40 * bool(ZONE_MASKS[1 - abilities.side] >> square & 1)
    return 2 * min(advance, FRONT_RANK[1] - 1) + edge_distance


@lru_cache(maxsize=1 << 14)
def best_take(figure: str, prey: str) -> str:
    """Return the pieces of a captured figure that add the most value to its captor."""
    best_value, best_pieces = figure_value(figure), ""
    for pieces in choices_of_one_or_two(prey[1:].replace(CROWN, "")):
        new_figure = with_pieces(figure, pieces)
        if can_gain(figure, pieces) and figure_value(new_figure) > best_value:
            best_value, best_pieces = figure_value(new_figure), pieces
    return best_pieces


@lru_cache(maxsize=1 << 14)
def rescue_pieces(giver: str, taker: str) -> tuple[str, int]:
    """Return the best pieces that a figure in danger can give to a neighbour, and the neighbour's gain in value.

    If no pieces are worth giving, return an empty string and 0.
    """
    best_gain, best_pieces = _MIN_RESCUE_GAIN - 1, ""
    for pieces in choices_of_one_or_two(giver[1:].replace(CROWN, "")):
        new_giver, new_taker = without_pieces(giver, pieces), with_pieces(taker, pieces)
        if not (broken_swap_rule(new_giver) or broken_swap_rule(new_taker)):
            gain = figure_value(new_taker) - figure_value(taker)
            if gain > best_gain and gain + figure_value(new_giver) - figure_value(giver) >= -_MAX_RESCUE_LOSS:
                best_gain, best_pieces = gain, pieces
    return best_pieces, best_gain if best_pieces else 0
