"""Generate the legal actions of a turn, and the building actions before the first turn."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import SQUARE_NAMES, iter_squares
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.exchange import legal_resources, legal_swaps, legal_takes
from ruleboard.games.tesulda.moves import EndTurn, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.notation import format_move
from ruleboard.games.tesulda.piece_targets import target_sequences
from ruleboard.games.tesulda.state import State

END_ACTION: Final[Action[Move]] = Action(format_move(EndTurn()), ("do:end",), EndTurn())
_TAKE_NOTHING_ACTION: Final[Action[Move]] = Action(format_move(Take("")), ("do:none",), Take(""))


def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions of a state in a fixed order. Implements 'A turn' and 'Setup' (spec)."""
    return building.legal_actions(state) if state.build else _turn_actions(state)


@lru_cache(maxsize=256)
def _turn_actions(state: State) -> tuple[Action[Move], ...]:
    if find_ending(state) is not None:
        return ()
    if state.is_turn_start:
        return _move_actions(state)
    if state.prey:
        return tuple(_take_action(state.prey, pieces, state.mover_square) for pieces in legal_takes(state))
    return (*_optional_actions(state), END_ACTION)


def find_action(state: State, move: Move) -> Action[Move] | None:
    """Return the legal action for a move, or None if the move is not legal.

    For a Move of a figure this is faster than a search of ``legal_actions``.
    """
    if not (isinstance(move, MoveFigure) and state.build is None and state.is_turn_start):
        return next((action for action in legal_actions(state) if action.move == move), None)
    if find_ending(state) is not None or not dict(state.position.goals).get(move.origin, 0) >> move.goal & 1:
        return None
    return _move_action(move.origin, move.goal, move.goal in state.position.enemy_figures)


def _move_actions(state: State) -> tuple[Action[Move], ...]:
    """Return the Moves of the side to move, sorted by their squares. Implements 'Move' (spec)."""
    enemy_figures = state.position.enemy_figures
    return tuple(
        _move_action(origin, goal, goal in enemy_figures)
        for origin, goal_mask in sorted(state.position.goals)
        for goal in iter_squares(goal_mask)
    )


def _optional_actions(state: State) -> tuple[Action[Move], ...]:
    swap_actions = (
        _swap_action(origin, goal, state.position.own_figures[origin][1:], pieces, state.mover_square)
        for origin, goal, pieces in legal_swaps(state)
    )
    return (*swap_actions, *(_resource_action(pieces, state.mover_square) for pieces in legal_resources(state)))


@cache
def _move_action(origin: int, goal: int, is_attack: bool) -> Action[Move]:
    move = MoveFigure(origin, goal)
    return Action(format_move(move), (SQUARE_NAMES[origin], SQUARE_NAMES[goal]), move, "capture" if is_attack else "go")


@lru_cache(maxsize=4096)
def _take_action(prey: str, pieces: str, square: int) -> Action[Move]:
    if not pieces:
        return _TAKE_NOTHING_ACTION
    move = Take(pieces)
    targets, *alternatives = (
        (*selection, SQUARE_NAMES[square]) for selection in target_sequences("prey", prey[1:], pieces)
    )
    return Action(format_move(move), targets, move, "special take", tuple(alternatives))


@lru_cache(maxsize=4096)
def _swap_action(origin: int, goal: int, rod: str, pieces: str, mover_square: int) -> Action[Move]:
    """Return the action that moves pieces from one figure to another.

    The targets are the giver, the pieces, and the taker. If the giver is the figure that has moved, the selection can
    also begin with the pieces, since the picture enlarges this figure.

    Args:
        origin: the square of the giver.
        goal: the square of the taker.
        rod: all pieces of the giver.
        pieces: the pieces to give.
        mover_square: the square of the figure that has moved.
    """
    move = Swap(origin, goal, pieces)
    origin_name, goal_name = SQUARE_NAMES[origin], SQUARE_NAMES[goal]
    piece_selections = target_sequences("piece", rod, pieces)
    targets, *alternatives = ((origin_name, *selection, goal_name) for selection in piece_selections)
    short_sequences = [(*selection, goal_name) for selection in piece_selections] if origin == mover_square else []
    return Action(format_move(move), targets, move, "special swap", (*alternatives, *short_sequences))


@cache
def _resource_action(pieces: str, square: int) -> Action[Move]:
    move = Resource(pieces)
    targets, *alternatives = dict.fromkeys(
        (*(f"pool:{piece}" for piece in piece_order), SQUARE_NAMES[square]) for piece_order in permutations(pieces)
    )
    return Action(format_move(move), targets, move, "special resource", tuple(alternatives))
