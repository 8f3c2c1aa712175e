"""The promising completions of a turn after its Move: takes, resources and swaps."""

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
"""The value of a swap that attacks the enemy's Prime."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A sequence of moves that completes a turn.

    Attributes:
        moves: the moves from the start of the turn to its end.
        state: the state after them, at the start of the opponent's turn.
    """

    moves: tuple[Move, ...]
    state: State


def completions(state: State, ways: int, before: tuple[Move, ...] = ()) -> Iterator[Completion]:
    """Yield promising completions of a turn.

    Args:
        state: a state during the turn, or at the start of the next turn.
        ways: the number of swaps to try.
        before: the earlier moves of the turn.
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
    """Yield the completions that begin with pieces of the pool."""
    found = sorted(resources(state), key=lambda pieces: -worth(with_pieces(state.board[state.moved], pieces)))
    for pieces in found[:2]:
        resource = Resource(pieces)
        yield from completions(next_state(state, resource), ways, (*before, resource))


def _with_swap(state: State, ways: int, before: tuple[Move, ...]) -> Iterator[Completion]:
    """Yield the completions that begin with a swap, the most valuable first."""
    found = sorted(swaps(state), key=lambda swap: -_swap_value(state, *swap))
    for origin, goal, pieces in found[:ways]:
        swap = Swap(origin, goal, pieces)
        after = next_state(state, swap)
        if after.is_turn_start:
            yield Completion((*before, swap), after)
        else:
            yield Completion((*before, swap, EndTurn()), next_state(after, EndTurn()))


def winning(state: State, move: MoveFigure) -> Completion | None:
    """Return a completion of a Move that wins the game by a swap, or None.

    After an Attack the completion takes the most valuable pieces.

    Args:
        state: the state at the start of a turn.
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
    """Return True if a figure attacks an enemy Prime after it gets pieces in a swap.

    Args:
        state: the state before the swap.
        goal: the square of the figure.
        pieces: the pieces that it gets.
    """
    taker = with_pieces(state.board[goal], pieces)
    stops = occupied(state.board)
    return any(not lane & stops for prime in primes(state.board, 1 - state.side) for lane in lanes(taker, goal, prime))


def _swap_value(state: State, origin: int, goal: int, pieces: str) -> int:
    """Return the value that a swap adds to its two figures, with a bonus for an attack on a Prime."""
    board = state.board
    giver, taker = without_pieces(board[origin], pieces), with_pieces(board[goal], pieces)
    value = worth(giver) + worth(taker) - worth(board[origin]) - worth(board[goal])
    if _gives_check(state, goal, pieces):
        value += _CHECK
    return value
