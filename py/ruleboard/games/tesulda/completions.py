"""Find promising takes, resources and swaps that complete a turn after its Move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.games.tesulda.evaluation import figure_value
from ruleboard.games.tesulda.exchange import legal_resources, legal_swaps, legal_takes
from ruleboard.games.tesulda.figures import with_pieces, without_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.reach import figure_lanes, occupied_squares
from ruleboard.games.tesulda.search_rules import search_position
from ruleboard.games.tesulda.state import State, prime_squares
from ruleboard.games.tesulda.turn import next_state

_PRIME_ATTACK_BONUS = 60
"""The bonus of a swap that attacks the enemy's Prime."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A sequence of moves that completes a turn.

    Attributes:
        moves: the moves from the start of the turn to its end.
        state: the state after these moves, at the start of the opponent's turn.
    """

    moves: tuple[Move, ...]
    state: State


def completions(state: State, swap_count: int, moves: tuple[Move, ...] = ()) -> Iterator[Completion]:
    """Yield promising completions of a turn.

    Args:
        state: a state during the turn, or at the start of the next turn.
        swap_count: the number of swaps to try.
        moves: the moves that the turn already contains.
    """
    if state.is_turn_start:
        yield Completion(moves, state)
    elif state.prey:
        choices = sorted(
            legal_takes(state), key=lambda pieces: -figure_value(with_pieces(state.board[state.mover_square], pieces))
        )
        for pieces in choices[:2]:
            take = Take(pieces)
            yield from completions(next_state(state, take), swap_count, (*moves, take))
    else:
        yield Completion((*moves, EndTurn()), next_state(state, EndTurn()))
        yield from _completions_with_pool(state, swap_count, moves)
        yield from _completions_with_swap(state, swap_count, moves)


def _completions_with_pool(state: State, swap_count: int, moves: tuple[Move, ...]) -> Iterator[Completion]:
    """Yield the completions that begin with a resource, which brings back pieces from the pool."""
    choices = sorted(
        legal_resources(state), key=lambda pieces: -figure_value(with_pieces(state.board[state.mover_square], pieces))
    )
    for pieces in choices[:2]:
        resource = Resource(pieces)
        yield from completions(next_state(state, resource), swap_count, (*moves, resource))


def _completions_with_swap(state: State, swap_count: int, moves: tuple[Move, ...]) -> Iterator[Completion]:
    """Yield the completions that begin with a swap. The most valuable swap comes first."""
    choices = sorted(legal_swaps(state), key=lambda swap: -_swap_value(state, *swap))
    for origin, goal, pieces in choices[:swap_count]:
        swap = Swap(origin, goal, pieces)
        end_state = next_state(state, swap)
        if end_state.is_turn_start:
            yield Completion((*moves, swap), end_state)
        else:
            yield Completion((*moves, swap, EndTurn()), next_state(end_state, EndTurn()))


def winning_completion(state: State, move: MoveFigure) -> Completion | None:
    """Return a completion that wins the game with a swap after a Move, or None.

    After an Attack the completion takes the most valuable pieces.

    Args:
        state: the state at the start of a turn.
        move: a legal Move.
    """
    moves: tuple[Move, ...] = (move,)
    state = next_state(state, move)
    if state.prey:
        take = Take(
            max(
                legal_takes(state),
                key=lambda pieces: figure_value(with_pieces(state.board[state.mover_square], pieces)),
            )
        )
        moves, state = (move, take), next_state(state, take)
    if state.is_turn_start:
        return None
    for origin, goal, pieces in legal_swaps(state):
        if _attacks_prime(state, goal, pieces):
            swap = Swap(origin, goal, pieces)
            end_state = next_state(state, swap)
            end_moves: tuple[Move, ...] = () if end_state.is_turn_start else (EndTurn(),)
            if end_moves:
                end_state = next_state(end_state, EndTurn())
            if not search_position(end_state, end_state.side).goals:
                return Completion((*moves, swap, *end_moves), end_state)
    return None


def _attacks_prime(state: State, goal: int, pieces: str) -> bool:
    """Return True if a figure attacks an enemy Prime after it gets pieces in a swap.

    Args:
        state: the state before the swap.
        goal: the square of the figure.
        pieces: the pieces that the figure gets.
    """
    taker = with_pieces(state.board[goal], pieces)
    occupied = occupied_squares(state.board)
    return any(
        not lane & occupied
        for prime in prime_squares(state.board, 1 - state.side)
        for lane in figure_lanes(taker, goal, prime)
    )


def _swap_value(state: State, origin: int, goal: int, pieces: str) -> int:
    """Return the value that two figures gain in total by a swap, with a bonus if the swap attacks a Prime."""
    board = state.board
    giver, taker = without_pieces(board[origin], pieces), with_pieces(board[goal], pieces)
    value = figure_value(giver) + figure_value(taker) - figure_value(board[origin]) - figure_value(board[goal])
    if _attacks_prime(state, goal, pieces):
        value += _PRIME_ATTACK_BONUS
    return value
