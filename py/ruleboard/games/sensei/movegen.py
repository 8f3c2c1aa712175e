"""The legal actions of Sensei and their effects on the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import assert_never

from ruleboard.engine.action import Action
from ruleboard.games.sensei.ending import Ending, ending
from ruleboard.games.sensei.notation import move_text
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    HOME,
    LINES,
    MODES,
    NAMES,
    OWN,
    STONE,
    STRAIGHT,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
    is_home,
    next_turn,
)

END = Action(move_text(EndTurn()), ("do:end",), EndTurn())
"""The action that ends a turn, or passes."""


@cache
def stone_action(origin: int, goal: int) -> Action[Move]:
    """Return the action that moves a stone between two squares, given by their numbers."""
    move = StoneMove(origin, goal)
    return Action(move_text(move), (NAMES[origin], NAMES[goal]), move)


@cache
def character_action(origin: int, goal: int, wins: bool) -> Action[Move]:
    """Return the action that moves a character; ``wins`` if its goal is on the enemy's home rank."""
    move = CharacterMove(origin, goal)
    kind = "special goal" if wins else "go character"
    return Action(move_text(move), (NAMES[origin], NAMES[goal]), move, kind)


@lru_cache(maxsize=256)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all actions allowed: stone moves, character moves, ``end``; each by its squares from a1 to g7.

    The turn may be ended once something was done in it, or when nothing can be. Implements 'A turn' and 'No
    action possible' (spec).
    """
    if game_end(state) is not None:
        return ()
    actions = (*_stone_actions(state), *_character_actions(state))
    return actions if state.fresh and actions else (*actions, END)


def _stone_actions(state: State) -> Iterator[Action[Move]]:
    """Implements 'Stone move' (spec: A turn)."""
    if not state.stones:
        return
    board, stone, far = state.board, STONE[state.side], MODES[state.mode].far
    for origin, letter in enumerate(board):
        if letter == stone:
            for goal in sorted(_free_squares(board, origin, far)):
                yield stone_action(origin, goal)


def _free_squares(board: str, origin: int, far: bool) -> Iterator[int]:
    for ray in STRAIGHT[origin]:
        for goal in ray if far else ray[:1]:
            if board[goal] != EMPTY:
                break
            yield goal


def _character_actions(state: State) -> Iterator[Action[Move]]:
    """Implements 'Character move' (spec: A turn)."""
    if not state.character:
        return
    board, stone, enemy = state.board, STONE[state.side], OWN[1 - state.side]
    origin = board.index(BEARER[state.side])
    goals = []
    for ray in LINES[origin]:
        for goal in ray:
            if board[goal] == stone:
                goals.append(goal)
            elif board[goal] in enemy:
                break
    for goal in sorted(goals):
        yield character_action(origin, goal, goal in HOME[1 - state.side])


def play(state: State, move: Move) -> State:
    """Return the position after a move that is known to be legal.

    The turn ends by itself when all three actions are used, but not when a character has won.
    """
    side, board = state.side, list(state.board)
    stones, character = state.stones, state.character
    match move:
        case EndTurn():
            return next_turn(state)
        case StoneMove(origin, goal):
            board[origin], board[goal] = EMPTY, STONE[side]
            stones -= 1
        case CharacterMove(origin, goal):
            board[origin], board[goal] = STONE[side], BEARER[side]
            character -= 1
        case _:
            assert_never(move)
    reached = State("".join(board), side, stones, character, state.mode)
    return reached if stones or character or is_home(reached, side) else next_turn(reached)


@lru_cache(maxsize=256)
def game_end(state: State) -> Ending | None:
    """Return how the game has ended, None while it goes on. Implements 'End' (spec), repetition left aside."""
    found = ending(state)
    if found or not state.fresh or _can_act(state) or _can_act(next_turn(state)):
        return found
    return Ending("standstill", None)


def _can_act(state: State) -> bool:
    return any(True for _ in _stone_actions(state)) or any(True for _ in _character_actions(state))
