"""Generate and apply the legal actions of Sensei, and detect the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, assert_never

from ruleboard.engine.action import Action, ActionKind
from ruleboard.games.sensei.bitboard import (
    MIN_TOUCHING_STONES,
    board_tables,
    can_move,
    edge_line,
    iter_squares,
    square_number,
    touching_stones,
)
from ruleboard.games.sensei.notation import move_text
from ruleboard.games.sensei.state import (
    BITS,
    HOME_BITS,
    SQUARE_NAMES,
    CharacterMove,
    EndTurn,
    Move,
    Position,
    State,
    StoneMove,
    turn_start,
)

END_TURN = Action(move_text(EndTurn()), ("do:end",), EndTurn())
"""The action that ends a turn, or passes."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    Attributes:
        kind: the rule that ended the game.
        winner: the winner, or None for a draw.
        squares: the bit mask of the squares to highlight.
        touching_count: the number of enemy stones that touch the unfair line.
    """

    kind: Literal["home", "unfair", "both unfair", "standstill"]
    winner: int | None
    squares: int = 0
    touching_count: int = 0


@cache
def stone_action(origin: int, goal: int) -> Action[Move]:
    """Return the action that moves a stone. ``origin`` and ``goal`` are the bits of squares."""
    move = StoneMove(square_number(origin), square_number(goal))
    return Action(move_text(move), (SQUARE_NAMES[move.origin], SQUARE_NAMES[move.goal]), move)


@cache
def character_action(origin: int, goal: int, side: int) -> Action[Move]:
    """Return the action that moves a side's character. ``origin`` and ``goal`` are the bits of squares."""
    move = CharacterMove(square_number(origin), square_number(goal))
    kind: ActionKind = "special goal" if goal & HOME_BITS[1 - side] else "go character"
    return Action(move_text(move), (SQUARE_NAMES[move.origin], SQUARE_NAMES[move.goal]), move, kind)


@lru_cache(maxsize=4096)
def _stone_actions(origin: int, goals: tuple[int, ...]) -> tuple[Action[Move], ...]:
    return tuple(stone_action(origin, goal) for goal in sorted(goals))


@lru_cache(maxsize=256)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions: stone moves, then character moves, then ``end``. Moves are sorted by square.

    A side may end its turn after a move, or if it cannot move. Implements 'A turn' and 'No action possible' (spec).
    """
    if game_end(state) is not None:
        return ()
    tables = board_tables(state.mode)
    stones, enemy_stones, character, _, side = state.position
    actions: list[Action[Move]] = []
    if state.stone_moves:
        occupied_squares = stones | enemy_stones | tables.pits
        for origin in iter_squares(stones ^ character):
            actions += _stone_actions(origin, tables.goals_of_stone(origin, occupied_squares))
    if state.character_moves:
        for goal in iter_squares(tables.squares_in_sight(character, enemy_stones) & stones):
            actions.append(character_action(character, goal, side))
    return tuple(actions) if state.is_turn_start and actions else (*actions, END_TURN)


def state_after(state: State, move: Move) -> State:
    """Return the state after a legal move.

    The turn ends automatically after all three moves, unless the character has won.
    """
    stones, enemy_stones, character, enemy_character, side = state.position
    stone_moves, character_moves = state.stone_moves, state.character_moves
    match move:
        case EndTurn():
            return turn_start(state, 1 - side)
        case StoneMove(origin, goal):
            stones ^= BITS[origin] | BITS[goal]
            stone_moves -= 1
        case CharacterMove(_, goal):
            character = BITS[goal]
            character_moves -= 1
        case _:
            assert_never(move)
    position = Position(stones, enemy_stones, character, enemy_character, side)
    next_state = State(position, stone_moves, character_moves, state.mode)
    return next_state if stone_moves or character_moves or position.is_home_win else turn_start(next_state, 1 - side)


@lru_cache(maxsize=256)
def game_end(state: State) -> Ending | None:
    """Return the ending of the game, or None if it continues. Implements 'End' (spec) except repetition.

    A line counts only at the start of a turn, after the other side has moved.
    """
    position, tables = state.position, board_tables(state.mode)
    if position.is_home_win:
        return Ending("home", position.side, position.character)
    if not state.is_turn_start:
        return None
    previous_side = 1 - position.side
    unfair_lines = [
        (winner, edge_line(tables, stones) | touching_mask, touching_mask.bit_count())
        for winner, stones, enemy_stones in (
            (previous_side, position.stones, position.enemy_stones),
            (position.side, position.enemy_stones, position.stones),
        )
        if (touching_mask := touching_stones(tables, stones, enemy_stones)).bit_count() >= MIN_TOUCHING_STONES
    ]
    match unfair_lines:
        case [(_, line, _), (_, other_line, _)]:
            return Ending("both unfair", previous_side, line | other_line)
        case [(winner, line, touching_count)]:
            return Ending("unfair", winner, line, touching_count)
    if can_move(tables, position) or can_move(tables, position.with_other_side()):
        return None
    return Ending("standstill", None)


def stones_around_line(state: State, side: int) -> int:
    """Return a bit mask of the enemy stones that touch a side's line.

    The mask is 0 unless one more stone would make the line unfair.
    """
    position = turn_start(state, side).position
    stones = touching_stones(board_tables(state.mode), position.stones, position.enemy_stones)
    return stones if stones.bit_count() == MIN_TOUCHING_STONES - 1 else 0
