"""Find promising takes, resources and swaps that complete a turn after its Move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.evaluation import figure_value
from ruleboard.games.tesulda.exchange import legal_resources, legal_swaps, legal_takes
from ruleboard.games.tesulda.figures import with_pieces, without_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.position import prime_squares
from ruleboard.games.tesulda.reach import figure_lanes
from ruleboard.games.tesulda.search_rules import Turn, position_after_turn
from ruleboard.games.tesulda.state import State
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
        for pieces in sorted(legal_takes(state), key=_gain_key(state), reverse=True)[:2]:
            take = Take(pieces)
            yield from completions(next_state(state, take), swap_count, (*moves, take))
    else:
        yield Completion((*moves, EndTurn()), next_state(state, EndTurn()))
        yield from _completions_with_pool(state, swap_count, moves)
        yield from _completions_with_swap(state, swap_count, moves)


def plain_completion(state: State, turn: Turn) -> Completion | None:
    """Return a turn that only makes a Move and takes the most valuable pieces, or None if there is no such turn."""
    move = MoveFigure(*divmod(turn, SIZE * SIZE))
    return next(completions(next_state(state, move), 0, (move,)), None)


def _completions_with_pool(state: State, swap_count: int, moves: tuple[Move, ...]) -> Iterator[Completion]:
    """Yield the completions that begin with a resource, that is, with pieces from the pool."""
    for pieces in sorted(legal_resources(state), key=_gain_key(state), reverse=True)[:2]:
        resource = Resource(pieces)
        yield from completions(next_state(state, resource), swap_count, (*moves, resource))


def _completions_with_swap(state: State, swap_count: int, moves: tuple[Move, ...]) -> Iterator[Completion]:
    """Yield the completions that begin with a swap. The most valuable swap comes first."""
    ranked_swaps = sorted(legal_swaps(state), key=lambda swap: -_swap_value(state, *swap))
    for origin, goal, pieces in ranked_swaps[:swap_count]:
        swap = Swap(origin, goal, pieces)
        end_state = next_state(state, swap)
        if end_state.is_turn_start:
            yield Completion((*moves, swap), end_state)
        else:
            yield Completion((*moves, swap, EndTurn()), next_state(end_state, EndTurn()))


def wins_at_once(state: State, turn: Turn) -> bool:
    """Return True if a turn that begins with a legal Move can win, with or without a swap."""
    origin, goal = divmod(turn, SIZE * SIZE)
    return (
        position_after_turn(state.position, origin, goal).is_lost
        or winning_completion(state, MoveFigure(origin, goal)) is not None
    )


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
        take = Take(max(legal_takes(state), key=_gain_key(state)))
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
            if not end_state.position.goals:
                return Completion((*moves, swap, *end_moves), end_state)
    return None


def _gain_key(state: State) -> Callable[[str], int]:
    """Return a sort key for pieces: the value of the moved figure if it gets them."""
    figure = state.position.own_figures[state.mover_square]
    return lambda pieces: figure_value(with_pieces(figure, pieces))


def _attacks_prime(state: State, goal: int, pieces: str) -> bool:
    """Return True if a figure attacks an enemy Prime after it gets pieces in a swap.

    Args:
        state: the state before the swap.
        goal: the square of the figure.
        pieces: the pieces that the figure gets.
    """
    position = state.position
    taker = with_pieces(position.own_figures[goal], pieces)
    return any(
        not lane & position.occupied_mask
        for prime in prime_squares(position.enemy_figures)
        for lane in figure_lanes(taker, goal, prime)
    )


def _swap_value(state: State, origin: int, goal: int, pieces: str) -> int:
    """Return the value that two figures gain in total by a swap, with a bonus if the swap attacks a Prime."""
    giver, taker = (state.position.own_figures[square] for square in (origin, goal))
    value = figure_value(without_pieces(giver, pieces)) + figure_value(with_pieces(taker, pieces))
    value -= figure_value(giver) + figure_value(taker)
    if _attacks_prime(state, goal, pieces):
        value += _PRIME_ATTACK_BONUS
    return value
