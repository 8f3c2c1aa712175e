"""The pieces that may be taken, swapped and brought back. Implements 'A turn' (2, 3; spec)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleboard.games.tesulda.board import NEIGHBOURS
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD,
    leaders_meet,
    one_or_two,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.reach import attacked, occupied
from ruleboard.games.tesulda.state import RESOURCE, SWAP, State, figures, primes, with_figures

MOST_PLAIN: Final = 4
"""The greatest plain size after a swap."""


def takes(state: State) -> tuple[str, ...]:
    """Return the pieces that may be taken after an Attack: none, one or two."""
    return ("", *_additions(state, state.prey[1:]))


def resources(state: State) -> tuple[str, ...]:
    """Return the pieces that may be brought back from the pool, one or two; none where the turn offers no Resource."""
    if RESOURCE not in state.left or state.prey:
        return ()
    return tuple(_additions(state, state.pool))


def _additions(state: State, offered: str) -> Iterator[str]:
    """Return each choice of one or two pieces that the figure that has moved may add to its rod.

    No crown is ever offered, since a captured one has ended the game: so nothing that is added can open a Prime.
    """
    mover = state.board[state.moved]
    for pieces in one_or_two(offered):
        grown = with_pieces(mover, pieces)
        if traits(grown).size <= ROD and not leaders_meet(grown[1:]):
            yield pieces


def neighbours(state: State) -> tuple[int, ...]:
    """Return the squares of the friendly figures next to the one that has moved."""
    return tuple(
        square
        for square in NEIGHBOURS[state.moved]
        if state.board[square] and traits(state.board[square]).side == state.side
    )


def swaps(state: State) -> tuple[tuple[int, int, str], ...]:
    """Return the swaps allowed: the square that gives, the one that takes, and the pieces, one or two.

    There are none before the Move, nor once a swap has been made.
    """
    if SWAP not in state.left or state.prey:
        return ()
    allowed = []
    for near in neighbours(state):
        for origin, goal in ((state.moved, near), (near, state.moved)):
            for pieces in one_or_two(state.board[origin][1:]):
                giver = without_pieces(state.board[origin], pieces)
                taker = with_pieces(state.board[goal], pieces)
                if not (swappable(giver) and swappable(taker)):
                    continue
                if CROWN in pieces:
                    board = with_figures(state.board, (origin, giver), (goal, taker))
                    if not is_safe(board, state.side):
                        continue
                allowed.append((origin, goal, pieces))
    return tuple(allowed)


def swappable(figure: str) -> bool:
    """Return True if a swap may leave a figure like this."""
    return 1 <= traits(figure).plain <= MOST_PLAIN and len(figure) - 1 <= ROD and not leaders_meet(figure[1:])


def is_safe(board: tuple[str, ...], side: int) -> bool:
    """Return True if no enemy figure could move onto a Prime of this side."""
    reached = attacked(figures(board, 1 - side), occupied(board))
    return not any(reached >> prime & 1 for prime in primes(board, side))


def can_continue(state: State) -> bool:
    """Return True if a swap or a resource is still to be had; if not, the turn ends by itself."""
    return bool(swaps(state) or resources(state))
