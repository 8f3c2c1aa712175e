"""Apply the moves of a turn to a state: Move, take, swap, resource and end. Implements 'A turn' (spec)."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import ZONE_MASKS
from ruleboard.games.tesulda.exchange import can_continue_turn
from ruleboard.games.tesulda.figures import pieces_without, sort_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.position import EMPTY
from ruleboard.games.tesulda.state import RESOURCE_STEP, SWAP_STEP, State, turn_start


def next_state(state: State, move: Move) -> State:
    """Return the state after a legal move.

    A turn ends automatically if no swap or resource is possible, or if it captures the last enemy crown.
    """
    match move:
        case MoveFigure(origin, goal) if state.build is None:
            new_state = state_after_move(state, origin, goal)
            if new_state.position.crownless_side is not None:
                return turn_start(new_state, 1 - state.side)
            return new_state if new_state.prey else _continue_turn(new_state)
        case Take(pieces):
            return _continue_turn(replace(_state_with_pool_pieces(state, pieces), prey=EMPTY))
        case Resource(pieces):
            remaining_steps = state.optional_steps.replace(RESOURCE_STEP, "")
            return _continue_turn(replace(_state_with_pool_pieces(state, pieces), optional_steps=remaining_steps))
        case Swap(origin, goal, pieces):
            position = state.position.after_swap(origin, goal, pieces)
            remaining_steps = state.optional_steps.replace(SWAP_STEP, "")
            return _continue_turn(replace(state, position=position, optional_steps=remaining_steps))
        case EndTurn():
            return turn_start(state, 1 - state.side)
        case _:
            return building.next_state(state, move)


def state_after_move(state: State, origin: int, goal: int) -> State:
    """Return the state after a Move of the side to move, legal or not, and before a take.

    The captured figure's pieces are in the pool.
    """
    prey = state.position.enemy_figures.get(goal, EMPTY)
    return State(
        state.position.after_move(origin, goal),
        sort_pieces(state.pool + prey[1:]),
        mover_square=goal,
        prey=prey,
        optional_steps=optional_steps_after_move(state.side, goal),
    )


def optional_steps_after_move(side: int, goal: int) -> str:
    """Return the optional steps that a Move to a square allows: a swap, and a resource in the enemy's zone."""
    return SWAP_STEP + RESOURCE_STEP if ZONE_MASKS[1 - side] >> goal & 1 else SWAP_STEP


def _state_with_pool_pieces(state: State, pieces: str) -> State:
    position = state.position.after_gain(state.mover_square, pieces)
    return replace(state, position=position, pool=pieces_without(state.pool, pieces))


def _continue_turn(state: State) -> State:
    """Return the same state if a swap or resource is possible, otherwise the start of the next turn."""
    return state if can_continue_turn(state) else turn_start(state, 1 - state.side)
