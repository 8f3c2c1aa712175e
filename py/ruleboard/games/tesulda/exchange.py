"""Pieces changing rods: what may be taken, swapped and brought back, as 'A turn' (2, 3) says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleboard.games.tesulda.board import AROUND_OF, ZONE
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD,
    leaders_meet,
    one_or_two,
    ordered,
    removed,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.reach import attacked, occupied
from ruleboard.games.tesulda.state import EMPTY, RESOURCE, SWAP, State, figures, primes

MOST_PLAIN = 4
"""The greatest plain size after a swap."""


def takes(state: State) -> tuple[str, ...]:
    """The pieces that may be taken of the prey: none, one or two."""
    return ("", *_additions(state, state.prey[1:]))


def resources(state: State) -> tuple[str, ...]:
    """The pieces that may be brought back from the pool, one or two; none where no Resource is to be had."""
    if RESOURCE not in state.left or state.prey:
        return ()
    return tuple(_additions(state, state.pool))


def _additions(state: State, offered: str) -> Iterator[str]:
    """What the mover may add to its rod. No crown is ever offered, since a captured one has ended the game: so
    nothing that is added can open a Prime.
    """
    mover = state.board[state.moved]
    for pieces in one_or_two(offered):
        grown = with_pieces(mover, pieces)
        if traits(grown).size <= ROD and not leaders_meet(grown[1:]):
            yield pieces


def neighbours(state: State) -> tuple[int, ...]:
    """The squares of the friendly figures next to the one that moved."""
    return tuple(
        square
        for square in AROUND_OF[state.moved]
        if state.board[square] and traits(state.board[square]).side == state.side
    )


def swaps(state: State) -> tuple[tuple[int, int, str], ...]:
    """The swaps allowed: from which square to which, and the pieces, one or two."""
    if SWAP not in state.left or state.prey:
        return ()
    found = []
    for near in neighbours(state):
        for origin, goal in ((state.moved, near), (near, state.moved)):
            for pieces in one_or_two(state.board[origin][1:]):
                giver = without_pieces(state.board[origin], pieces)
                taker = with_pieces(state.board[goal], pieces)
                if not (swappable(giver) and swappable(taker)):
                    continue
                if CROWN in pieces and not is_safe(_placed(state.board, (origin, giver), (goal, taker)), state.side):
                    continue
                found.append((origin, goal, pieces))
    return tuple(found)


def swappable(figure: str) -> bool:
    """Whether a figure may be what a swap leaves behind."""
    return 1 <= traits(figure).plain <= MOST_PLAIN and len(figure) - 1 <= ROD and not leaders_meet(figure[1:])


def is_safe(board: tuple[str, ...], side: int) -> bool:
    """Whether no enemy figure could move onto a Prime of this side."""
    reached = attacked(figures(board, 1 - side), occupied(board))
    return not any(reached >> prime & 1 for prime in primes(board, side))


def _placed(board: tuple[str, ...], *changes: tuple[int, str]) -> tuple[str, ...]:
    squares = list(board)
    for square, figure in changes:
        squares[square] = figure
    return tuple(squares)


def moved(state: State, origin: int, goal: int) -> State:
    """The state after a Move, before anything is taken: the prey's pieces lie in the pool."""
    prey = state.board[goal]
    return State(
        board=_placed(state.board, (origin, EMPTY), (goal, state.board[origin])),
        side=state.side,
        pool=ordered(state.pool + prey[1:]),
        quiet=0 if prey else state.quiet + 1,
        moved=goal,
        prey=prey,
        left=allowance(state.side, goal),
    )


def allowance(side: int, goal: int) -> str:
    """What may follow a Move that ended on a square: a swap, and in the enemy's zone a resource."""
    return SWAP + RESOURCE if ZONE[1 - side] >> goal & 1 else SWAP


def taken(state: State, pieces: str) -> State:
    """The state after the mover took these pieces of its prey."""
    return replace(_added(state, pieces), prey=EMPTY)


def resourced(state: State, pieces: str) -> State:
    """The state after the mover took these pieces from the pool."""
    return replace(_added(state, pieces), left=state.left.replace(RESOURCE, ""))


def _added(state: State, pieces: str) -> State:
    grown = with_pieces(state.board[state.moved], pieces)
    return replace(state, board=_placed(state.board, (state.moved, grown)), pool=removed(state.pool, pieces))


def swapped(state: State, origin: int, goal: int, pieces: str) -> State:
    """The state after pieces went from the figure on a square to that on another."""
    giver = without_pieces(state.board[origin], pieces)
    taker = with_pieces(state.board[goal], pieces)
    return replace(
        state,
        board=_placed(state.board, (origin, giver), (goal, taker)),
        left=state.left.replace(SWAP, ""),
    )
