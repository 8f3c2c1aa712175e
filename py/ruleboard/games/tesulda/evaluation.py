"""The values of figures and of their squares. A plain figure is worth about 100.

The value of a figure depends on its freedom, which its ratings and traits decide: a boosted Dodger goes almost
anywhere, a Minion almost nowhere. The same values decide which pieces of a captured figure to take.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt
from typing import Final

from ruleboard.games.tesulda.board import FRONT_RANK, SIZE, ZONE
from ruleboard.games.tesulda.exchange import swappable
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD,
    Traits,
    leaders_meet,
    one_or_two,
    traits,
    with_pieces,
    without_pieces,
)

_OPEN: Final = 78
"""The chance, in percent, that a square does not stop a figure that slides."""
_WORTH_A_SWAP: Final = 15
"""The minimum value that pieces of a figure in danger must add to a neighbour that gets them."""
_SWAP_LOSS: Final = 20
"""The maximum value that both figures together may lose by this."""


def _sliding_freedom(diagonal: bool) -> tuple[int, ...]:
    """Return 100 times the expected number of squares that a figure reaches on four lines, by its rating."""
    freedom, share, sums = 0, 400, [0]
    for length in range(1, SIZE):
        inside = (SIZE - length) * (SIZE - length if diagonal else SIZE)
        freedom += share * inside // (SIZE * SIZE)
        share = share * _OPEN // 100
        sums.append(freedom)
    return tuple(sums)


_STRAIGHT: Final = _sliding_freedom(False)
_DIAGONAL: Final = _sliding_freedom(True)


def _leaping_freedom(rating: int, diagonal: bool) -> int:
    """Return 100 times the expected number of squares that a Jumper reaches on four lines."""
    if not 1 <= rating < SIZE:
        return 0
    inside = (SIZE - rating) * (SIZE - rating if diagonal else SIZE)
    return 400 * inside // (SIZE * SIZE)


def _freedom(can: Traits) -> int:
    """Return 100 times the expected number of squares that a figure reaches."""
    if can.jumper:
        straight, diagonal = _leaping_freedom(can.straight, False), _leaping_freedom(can.diagonal, True)
        corners = 2
    else:
        straight = _STRAIGHT[min(can.straight, SIZE - 1)]
        diagonal = _DIAGONAL[min(can.diagonal, SIZE - 1)]
        corners = 1
    both = straight + diagonal
    if can.dodger:
        both += corners * straight * diagonal // 500
    return both * 3 // 8 if can.minion else both


@lru_cache(maxsize=8192)
def worth(figure: str) -> int:
    """Return the value of a figure without regard to its square."""
    can = traits(figure)
    freedom = 14 * isqrt(_freedom(can)) // 5
    if can.prime:
        return 40 + freedom // 2 + 4 * can.plain
    return 30 + freedom + 7 * can.plain + 25 * can.tactician


@cache
def place_value(figure: str, square: int) -> int:
    """Return the bonus of a figure's square. It makes figures advance, Primes stay back, and Minions avoid the zone."""
    can = traits(figure)
    rank, file = divmod(square, SIZE)
    ahead = rank if can.side == 0 else SIZE - 1 - rank
    central = min(file, SIZE - 1 - file)
    if can.prime:
        return -7 * ahead - 2 * central
    if can.minion:
        return 2 * ahead - 40 * bool(ZONE[1 - can.side] >> square & 1)
    return 2 * min(ahead, FRONT_RANK[1] - 1) + central


@lru_cache(maxsize=1 << 14)
def best_take(figure: str, prey: str) -> str:
    """Return the pieces of a captured figure that add most to the figure that captured it."""
    best, chosen = worth(figure), ""
    for pieces in one_or_two(prey[1:].replace(CROWN, "")):
        grown = with_pieces(figure, pieces)
        if traits(grown).size <= ROD and not leaders_meet(grown[1:]) and worth(grown) > best:
            best, chosen = worth(grown), pieces
    return chosen


@lru_cache(maxsize=1 << 14)
def rescue(giver: str, taker: str) -> tuple[str, int]:
    """Return the best pieces for a figure in danger to give to a neighbour, and the value that they add to it.

    Without a good choice the pieces are empty and the value is 0.
    """
    best, chosen = _WORTH_A_SWAP - 1, ""
    for pieces in one_or_two(giver[1:].replace(CROWN, "")):
        less, more = without_pieces(giver, pieces), with_pieces(taker, pieces)
        if swappable(less) and swappable(more):
            gain = worth(more) - worth(taker)
            if gain > best and gain + worth(less) - worth(giver) >= -_SWAP_LOSS:
                best, chosen = gain, pieces
    return chosen, best if chosen else 0
