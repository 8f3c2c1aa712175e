"""The promising ways to complete a turn after its Move: pieces to take, pieces of the pool, and a swap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.games.tesulda.evaluation import worth
from ruleboard.games.tesulda.exchange import resources, swaps, takes
from ruleboard.games.tesulda.figures import with_pieces, without_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.reach import lanes, occupied
from ruleboard.games.tesulda.search_rules import position
from ruleboard.games.tesulda.state import State, primes
from ruleboard.games.tesulda.turn import next_state

_CHECK = 60
"""The value of a swap after which a figure attacks the enemy's Prime."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A way to complete a turn.

    Attributes:
        moves: the decisions up to the end of the turn.
        state: the state after them, at the start of the other side's turn.
    """

    moves: tuple[Move, ...]
    state: State


def completions(state: State, ways: int, before: tuple[Move, ...] = ()) -> Iterator[Completion]:
    """Return ways to complete a turn, by decisions the contract allows; those of little promise are left out.

    Args:
        state: a state within a turn, or the start of the next one.
        ways: the number of swaps that are tried.
        before: the decisions of this turn so far.
    """
    if state.is_turn_start:
        yield Completion(before, state)
    elif state.prey:
        found = sorted(takes(state), key=lambda pieces: -worth(with_pieces(state.board[state.moved], pieces)))
        for pieces in found[:2]:
            take = Take(pieces)
            yield from completions(next_state(state, take), ways, (*before, take))
    else:
        yield Completion((*before, EndTurn()), next_state(state, EndTurn()))
        yield from _with_pool(state, ways, before)
        yield from _with_swap(state, ways, before)


def _with_pool(state: State, ways: int, before: tuple[Move, ...]) -> Iterator[Completion]:
    """Return the ways that begin with pieces of the pool."""
    found = sorted(resources(state), key=lambda pieces: -worth(with_pieces(state.board[state.moved], pieces)))
    for pieces in found[:2]:
        resource = Resource(pieces)
        yield from completions(next_state(state, resource), ways, (*before, resource))


def _with_swap(state: State, ways: int, before: tuple[Move, ...]) -> Iterator[Completion]:
    """Return the ways that begin with a swap, the most valuable first."""
    found = sorted(swaps(state), key=lambda swap: -_swap_value(state, *swap))
    for origin, goal, pieces in found[:ways]:
        swap = Swap(origin, goal, pieces)
        after = next_state(state, swap)
        if after.is_turn_start:
            yield Completion((*before, swap), after)
        else:
            yield Completion((*before, swap, EndTurn()), next_state(after, EndTurn()))


def winning(state: State, move: MoveFigure) -> Completion | None:
    """Return a way to complete a Move by a swap that wins the game, None if there is none.

    After an Attack only the most valuable pieces are taken.

    Args:
        state: the state at a turn's start.
        move: a legal Move.
    """
    before: tuple[Move, ...] = (move,)
    state = next_state(state, move)
    if state.prey:
        take = Take(max(takes(state), key=lambda pieces: worth(with_pieces(state.board[state.moved], pieces))))
        before, state = (move, take), next_state(state, take)
    if state.is_turn_start:
        return None
    for origin, goal, pieces in swaps(state):
        if _gives_check(state, goal, pieces):
            swap = Swap(origin, goal, pieces)
            after = next_state(state, swap)
            end: tuple[Move, ...] = () if after.is_turn_start else (EndTurn(),)
            if end:
                after = next_state(after, EndTurn())
            if not position(after, after.side).goals:
                return Completion((*before, swap, *end), after)
    return None


def _gives_check(state: State, goal: int, pieces: str) -> bool:
    """Return True if the figure that gets pieces in a swap can then go to a Prime of the other side."""
    taker = with_pieces(state.board[goal], pieces)
    stops = occupied(state.board)
    return any(not lane & stops for prime in primes(state.board, 1 - state.side) for lane in lanes(taker, goal, prime))


def _swap_value(state: State, origin: int, goal: int, pieces: str) -> int:
    """Return the value that a swap adds to two figures, and that of a check that it gives."""
    board = state.board
    giver, taker = without_pieces(board[origin], pieces), with_pieces(board[goal], pieces)
    value = worth(giver) + worth(taker) - worth(board[origin]) - worth(board[goal])
    if _gives_check(state, goal, pieces):
        value += _CHECK
    return value
