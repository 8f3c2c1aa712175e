"""Apply the moves of a turn to a state: Move, take, swap, resource and end. Implements 'A turn' (spec)."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import ZONE_MASKS
from ruleboard.games.tesulda.exchange import can_continue_turn
from ruleboard.games.tesulda.figures import pieces_without, sort_pieces, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.state import EMPTY, RESOURCE_STEP, SWAP_STEP, State, prime_squares, with_figures


def next_state(state: State, move: Move) -> State:
    """Return the state after a legal move.

    A turn ends automatically if no swap or resource is possible, or if it captures the last enemy crown.
    """
    match move:
        case MoveFigure(origin, goal) if state.build is None:
            new_state = state_after_move(state, origin, goal)
            if not prime_squares(new_state.board, 1 - state.side):
                return _next_turn_state(new_state)
            return new_state if new_state.prey else _continue_turn(new_state)
        case Take(pieces):
            return _continue_turn(replace(_state_with_pool_pieces(state, pieces), prey=EMPTY))
        case Resource(pieces):
            return _continue_turn(
                replace(
                    _state_with_pool_pieces(state, pieces),
                    optional_steps=state.optional_steps.replace(RESOURCE_STEP, ""),
                )
            )
        case Swap():
            return _continue_turn(_state_after_swap(state, move))
        case EndTurn():
            return _next_turn_state(state)
        case _:
            return building.next_state(state, move)


def state_after_move(state: State, origin: int, goal: int) -> State:
    """Return the state after a Move, legal or not, and before a take.

    The captured figure's pieces are in the pool.
    """
    prey = state.board[goal]
    return State(
        board=with_figures(state.board, (origin, EMPTY), (goal, state.board[origin])),
        side=state.side,
        pool=sort_pieces(state.pool + prey[1:]),
        quiet_turns=0 if prey else state.quiet_turns + 1,
        mover_square=goal,
        prey=prey,
        optional_steps=optional_steps_after_move(state.side, goal),
    )


def optional_steps_after_move(side: int, goal: int) -> str:
    """Return the optional steps that a Move to a square allows: a swap, and a resource in the enemy's zone."""
    return SWAP_STEP + RESOURCE_STEP if ZONE_MASKS[1 - side] >> goal & 1 else SWAP_STEP


def _state_with_pool_pieces(state: State, pieces: str) -> State:
    new_figure = with_pieces(state.board[state.mover_square], pieces)
    return replace(
        state,
        board=with_figures(state.board, (state.mover_square, new_figure)),
        pool=pieces_without(state.pool, pieces),
    )


def _state_after_swap(state: State, swap: Swap) -> State:
    giver = without_pieces(state.board[swap.origin], swap.pieces)
    taker = with_pieces(state.board[swap.goal], swap.pieces)
    return replace(
        state,
        board=with_figures(state.board, (swap.origin, giver), (swap.goal, taker)),
        optional_steps=state.optional_steps.replace(SWAP_STEP, ""),
    )


def _continue_turn(state: State) -> State:
    """Return the same state if a swap or resource is possible, and otherwise the start of the next turn."""
    return state if can_continue_turn(state) else _next_turn_state(state)


def _next_turn_state(state: State) -> State:
    return replace(state, side=1 - state.side, mover_square=-1, prey="", optional_steps="")
