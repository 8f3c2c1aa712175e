"""The legal actions of Sensei and their effects on the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import assert_never

from ruleboard.engine.action import Action, ActionKind
from ruleboard.games.sensei.ending import Ending, ending
from ruleboard.games.sensei.notation import move_text
from ruleboard.games.sensei.state import (
    ALL_RAYS,
    CHARACTER_LETTERS,
    EMPTY,
    HOME_SQUARES,
    MODES,
    ORTHOGONAL_RAYS,
    SIDE_LETTERS,
    SQUARE_NAMES,
    STONE_LETTERS,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
    has_reached_home,
    next_turn,
)

END_TURN = Action(move_text(EndTurn()), ("do:end",), EndTurn())
"""The action that ends a turn, or passes."""


@cache
def stone_action(origin: int, goal: int) -> Action[Move]:
    """Return the action that moves a stone. ``origin`` and ``goal`` are square numbers."""
    move = StoneMove(origin, goal)
    return Action(move_text(move), (SQUARE_NAMES[origin], SQUARE_NAMES[goal]), move)


@cache
def character_action(origin: int, goal: int, is_win: bool) -> Action[Move]:
    """Return the action that moves a character.

    ``is_win`` is True if the goal is on the enemy's home rank.
    """
    move = CharacterMove(origin, goal)
    kind: ActionKind = "special goal" if is_win else "go character"
    return Action(move_text(move), (SQUARE_NAMES[origin], SQUARE_NAMES[goal]), move, kind)


@lru_cache(maxsize=256)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions: stone moves, then character moves, then ``end``. Moves are sorted by square.

    A side may end its turn after a move, or if it cannot move. Implements 'A turn' and 'No action possible' (spec).
    """
    if game_end(state) is not None:
        return ()
    actions = (*_stone_actions(state), *_character_actions(state))
    return actions if state.is_turn_start and actions else (*actions, END_TURN)


def _stone_actions(state: State) -> Iterator[Action[Move]]:
    """Yield the legal stone moves. Implements 'Stone move' (spec: A turn)."""
    if not state.stone_moves:
        return
    board, stone, stones_slide = state.board, STONE_LETTERS[state.side], MODES[state.mode].stones_slide
    for origin, letter in enumerate(board):
        if letter == stone:
            for goal in sorted(_free_squares(board, origin, stones_slide)):
                yield stone_action(origin, goal)


def _free_squares(board: str, origin: int, stones_slide: bool) -> Iterator[int]:
    for ray in ORTHOGONAL_RAYS[origin]:
        for goal in ray if stones_slide else ray[:1]:
            if board[goal] != EMPTY:
                break
            yield goal


def _character_actions(state: State) -> Iterator[Action[Move]]:
    """Yield the legal character moves. Implements 'Character move' (spec: A turn)."""
    if not state.character_moves:
        return
    board, stone, enemy_letters = state.board, STONE_LETTERS[state.side], SIDE_LETTERS[1 - state.side]
    origin = board.index(CHARACTER_LETTERS[state.side])
    goals = []
    for ray in ALL_RAYS[origin]:
        for goal in ray:
            if board[goal] == stone:
                goals.append(goal)
            elif board[goal] in enemy_letters:
                break
    for goal in sorted(goals):
        yield character_action(origin, goal, goal in HOME_SQUARES[1 - state.side])


def state_after(state: State, move: Move) -> State:
    """Return the state after a legal move.

    The turn ends automatically after all three moves, unless the character has won.
    """
    side, board = state.side, list(state.board)
    stone_moves, character_moves = state.stone_moves, state.character_moves
    match move:
        case EndTurn():
            return next_turn(state)
        case StoneMove(origin, goal):
            board[origin], board[goal] = EMPTY, STONE_LETTERS[side]
            stone_moves -= 1
        case CharacterMove(origin, goal):
            board[origin], board[goal] = STONE_LETTERS[side], CHARACTER_LETTERS[side]
            character_moves -= 1
        case _:
            assert_never(move)
    next_state = State("".join(board), side, stone_moves, character_moves, state.mode)
    return next_state if stone_moves or character_moves or has_reached_home(next_state, side) else next_turn(next_state)


@lru_cache(maxsize=256)
def game_end(state: State) -> Ending | None:
    """Return the ending of the game, or None if it continues. Implements 'End' (spec) except repetition."""
    board_ending = ending(state)
    if board_ending or not state.is_turn_start or _can_act(state) or _can_act(next_turn(state)):
        return board_ending
    return Ending("standstill", None)


def _can_act(state: State) -> bool:
    return any(True for _ in _stone_actions(state)) or any(True for _ in _character_actions(state))
