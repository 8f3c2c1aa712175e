"""The steps of a turn as changes of the state: Move, take, swap, resource and end. Implements 'A turn' (spec)."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import ZONE
from ruleboard.games.tesulda.exchange import can_continue
from ruleboard.games.tesulda.figures import ordered, removed, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.state import EMPTY, RESOURCE, SWAP, State, primes, with_figures


def next_state(state: State, move: Move) -> State:
    """Return the state after the move of a legal action.

    A turn ends by itself once no swap or resource is left, or the last enemy crown is captured.
    """
    match move:
        case MoveFigure(origin, goal) if state.build is None:
            reached = after_move(state, origin, goal)
            if not primes(reached.board, 1 - state.side):
                return _next_turn(reached)
            return reached if reached.prey else _continued(reached)
        case Take(pieces):
            return _continued(replace(_with_added(state, pieces), prey=EMPTY))
        case Resource(pieces):
            return _continued(replace(_with_added(state, pieces), left=state.left.replace(RESOURCE, "")))
        case Swap():
            return _continued(_after_swap(state, move))
        case EndTurn():
            return _next_turn(state)
        case _:
            return building.next_state(state, move)


def after_move(state: State, origin: int, goal: int) -> State:
    """Return the state after a Move, legal or not, before anything is taken: the prey's pieces lie in the pool."""
    prey = state.board[goal]
    return State(
        board=with_figures(state.board, (origin, EMPTY), (goal, state.board[origin])),
        side=state.side,
        pool=ordered(state.pool + prey[1:]),
        quiet=0 if prey else state.quiet + 1,
        moved=goal,
        prey=prey,
        left=steps_after(state.side, goal),
    )


def steps_after(side: int, goal: int) -> str:
    """Return the steps that may follow a Move to a square: a swap, and in the enemy's zone a resource."""
    return SWAP + RESOURCE if ZONE[1 - side] >> goal & 1 else SWAP


def _with_added(state: State, pieces: str) -> State:
    """Return the state with pieces of the pool on the rod of the figure that has moved."""
    grown = with_pieces(state.board[state.moved], pieces)
    return replace(state, board=with_figures(state.board, (state.moved, grown)), pool=removed(state.pool, pieces))


def _after_swap(state: State, swap: Swap) -> State:
    giver = without_pieces(state.board[swap.origin], swap.pieces)
    taker = with_pieces(state.board[swap.goal], swap.pieces)
    return replace(
        state,
        board=with_figures(state.board, (swap.origin, giver), (swap.goal, taker)),
        left=state.left.replace(SWAP, ""),
    )


def _continued(state: State) -> State:
    """Return the state itself while the turn goes on, else the next player's."""
    return state if can_continue(state) else _next_turn(state)


def _next_turn(state: State) -> State:
    return replace(state, side=1 - state.side, moved=-1, prey="", left="")
