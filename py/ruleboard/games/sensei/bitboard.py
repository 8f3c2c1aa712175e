"""Bit masks of squares: where pieces can go, whole turns, lines, and wins within one turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from ruleboard.games.sensei.state import (
    ALL_RAYS,
    BITS,
    GREEN,
    HOME_BITS,
    MODES,
    ORTHOGONAL_RAYS,
    RED,
    SIZE,
    SQUARE_NAMES,
    Position,
)

MIN_TOUCHING_STONES: Final = 3
"""The number of touching enemy stones that makes a line unfair."""
_ALL_SQUARES: Final = (1 << SIZE * SIZE) - 1
_RANK_1: Final = HOME_BITS[GREEN]
_FILE_A: Final = sum(BITS[0::SIZE])
_FILE_G: Final = sum(BITS[SIZE - 1 :: SIZE])
_MAX_TABLE_SIZE: Final = 2048
"""The maximum number of entries in a lazily computed table."""


class TurnEnd(NamedTuple):
    """The result of a turn: where the stones and the character of the side that moved now stand.

    Attributes:
        stones: the bit mask of the stones.
        character: the bit of the character.
    """

    stones: int
    character: int


class StoneGoals(dict[int, tuple[int, ...]]):
    """A lazy table of the squares (as bits) that a stone on one square can reach.

    The keys are bit masks of the occupied squares on the stone's rays.
    """

    def __init__(self, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.rays = rays

    def __missing__(self, occupied_squares: int) -> tuple[int, ...]:
        reachable_squares = []
        for ray in self.rays:
            for square in ray:
                if occupied_squares & square:
                    break
                reachable_squares.append(square)
        if len(self) >= _MAX_TABLE_SIZE:
            self.clear()
        self[occupied_squares] = goals = tuple(reachable_squares)
        return goals


class VisibleSquares(dict[int, int]):
    """A lazy table of the squares (as bit masks) that a character on one square can see.

    The keys are bit masks of the enemy stones on the character's rays.
    """

    def __init__(self, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.rays = rays

    def __missing__(self, enemy_stones: int) -> int:
        visible_squares = 0
        for ray in self.rays:
            for square in ray:
                if enemy_stones & square:
                    break
                visible_squares |= square
        if len(self) >= _MAX_TABLE_SIZE:
            self.clear()
        self[enemy_stones] = visible_squares
        return visible_squares


class Lane(NamedTuple):
    """A straight path from a character to the enemy's home rank.

    Attributes:
        squares: the bit mask of the path, without its start.
        goal: the bit of the last square.
    """

    squares: int
    goal: int


@dataclass(frozen=True, slots=True)
class BoardTables:
    """Precomputed bit masks for a mode. The keys of the tables are the bits of squares.

    Attributes:
        pits: the squares with pits.
        blocking_squares: the squares on which an obstacle can block a stone.
        stone_goals: the squares to which a stone can go.
        aligned_squares: the squares in line with a character.
        visible_squares: the squares that a character sees.
        squares_between: the squares between two squares in line.
        lanes: for each side, the lanes of its character, at most three.
    """

    pits: int
    blocking_squares: dict[int, int]
    stone_goals: dict[int, StoneGoals]
    aligned_squares: dict[int, int]
    visible_squares: dict[int, VisibleSquares]
    squares_between: dict[int, dict[int, int]]
    lanes: tuple[dict[int, tuple[Lane, ...]], dict[int, tuple[Lane, ...]]]

    def goals_of_stone(self, origin: int, occupied_squares: int) -> tuple[int, ...]:
        """Return the bits of the squares to which a stone can go. Implements 'Stone move' (spec: A turn)."""
        return self.stone_goals[origin][occupied_squares & self.blocking_squares[origin]]

    def squares_in_sight(self, character: int, enemy_stones: int) -> int:
        """Return a bit mask of the squares that a character sees. The character can leap to its side's stones there.

        Implements 'Character move' (spec: A turn).
        """
        return self.visible_squares[character][enemy_stones & self.aligned_squares[character]]


@cache
def board_tables(mode: str) -> BoardTables:
    """Return the precomputed tables of a mode."""
    stones_slide = MODES[mode].stones_slide
    orthogonal_rays = {
        square: tuple(tuple(BITS[number] for number in (ray if stones_slide else ray[:1])) for ray in rays)
        for square, rays in zip(BITS, ORTHOGONAL_RAYS, strict=True)
    }
    all_rays = {
        square: tuple(tuple(BITS[number] for number in ray) for ray in rays)
        for square, rays in zip(BITS, ALL_RAYS, strict=True)
    }
    squares_between = {
        square: {ray[index]: sum(ray[:index]) for ray in rays for index in range(len(ray))}
        for square, rays in all_rays.items()
    }
    lanes = tuple(
        {
            square: tuple(
                Lane(between_squares | goal, goal)
                for goal, between_squares in squares_between[square].items()
                if goal & HOME_BITS[1 - side]
            )
            if not square & HOME_BITS[1 - side]
            else ()
            for square in BITS
        }
        for side in (GREEN, RED)
    )
    return BoardTables(
        sum(BITS[number] for number in MODES[mode].pits),
        {square: sum(map(sum, rays)) for square, rays in orthogonal_rays.items()},
        {square: StoneGoals(rays) for square, rays in orthogonal_rays.items()},
        {square: sum(map(sum, rays)) for square, rays in all_rays.items()},
        {square: VisibleSquares(rays) for square, rays in all_rays.items()},
        squares_between,
        (lanes[0], lanes[1]),
    )


def iter_squares(squares: int) -> Iterator[int]:
    """Yield the bit of each square in a bit mask, from a1 to g7."""
    while squares:
        square = squares & -squares
        yield square
        squares ^= square


def square_number(square: int) -> int:
    """Return the number of a square, given its bit."""
    return square.bit_length() - 1


def square_name(square: int) -> str:
    """Return the name of a square, given its bit."""
    return SQUARE_NAMES[square_number(square)]


def position_after(position: Position, end: TurnEnd) -> Position:
    """Return the position after a turn, with the other side to move."""
    return Position(position.enemy_stones, end.stones, position.enemy_character, end.character, 1 - position.side)


# --- whole turns


def _arrangements_after_stone_move(
    tables: BoardTables, stones: int, immovable_stones: int, obstacles: int
) -> list[int]:
    """Return the arrangements of a side's stones, as bit masks, after each possible stone move.

    Args:
        tables: the tables of the mode.
        stones: the side's stones.
        immovable_stones: the stones that may not move.
        obstacles: the obstacles other than these stones.
    """
    arrangements_after_move: list[int] = []
    occupied_squares = stones | obstacles
    movable_stones = stones & ~immovable_stones
    goals, blocking_squares = tables.stone_goals, tables.blocking_squares
    while movable_stones:
        origin = movable_stones & -movable_stones
        movable_stones ^= origin
        other_stones = stones ^ origin
        arrangements_after_move += [
            other_stones | goal for goal in goals[origin][occupied_squares & blocking_squares[origin]]
        ]
    return arrangements_after_move


def single_move_arrangements(tables: BoardTables, position: Position) -> list[int]:
    """Return the mover's stones, as a bit mask, after each possible stone move."""
    return _arrangements_after_stone_move(
        tables, position.stones, position.character, position.enemy_stones | tables.pits
    )


def can_move(tables: BoardTables, position: Position) -> bool:
    """Return True if the side to move has any move at the start of its turn."""
    stones, enemy_stones, character, _, _ = position
    occupied_squares = stones | enemy_stones | tables.pits
    return any(tables.goals_of_stone(origin, occupied_squares) for origin in iter_squares(stones ^ character)) or bool(
        tables.squares_in_sight(character, enemy_stones) & stones
    )


def arrangements_after_stone_moves(tables: BoardTables, position: Position, stone_moves: int) -> dict[int, None]:
    """Return the mover's stones after 1 to ``stone_moves`` stone moves, as the keys (bit masks) of a dict."""
    obstacles = position.enemy_stones | tables.pits
    if not stone_moves:
        return {}
    one_move_arrangements = _arrangements_after_stone_move(tables, position.stones, position.character, obstacles)
    distinct_arrangements = dict.fromkeys(one_move_arrangements)
    if stone_moves > 1:
        for arrangement in one_move_arrangements:
            distinct_arrangements.update(
                dict.fromkeys(_arrangements_after_stone_move(tables, arrangement, position.character, obstacles))
            )
    return distinct_arrangements


def _arrangements_after_leap(tables: BoardTables, position: Position, stone_moves: int, goal: int) -> dict[int, None]:
    """Return the mover's stones after turns in which the stone under the character moves, as the keys of a dict.

    The character must leap from this stone first.

    Args:
        tables: the tables of the mode.
        stone_moves: the number of remaining stone moves.
        goal: the square to which the character moves. A stone may move there just before the character.
    """
    stones, enemy_stones, character, _, _ = position
    obstacles = enemy_stones | tables.pits
    distinct_arrangements: dict[int, None] = {}
    if not stones & goal:
        if stone_moves > 1:
            for arrangement in _arrangements_after_stone_move(tables, stones, character, obstacles):
                if arrangement & goal:
                    distinct_arrangements.update(
                        dict.fromkeys(_arrangements_after_move_from(tables, arrangement, character, obstacles))
                    )
        return distinct_arrangements
    leap_arrangements = _arrangements_after_move_from(tables, stones, character, obstacles)
    distinct_arrangements.update(dict.fromkeys(leap_arrangements))
    if stone_moves > 1:
        for arrangement in leap_arrangements:
            distinct_arrangements.update(
                dict.fromkeys(_arrangements_after_stone_move(tables, arrangement, goal, obstacles))
            )
        for arrangement in _arrangements_after_stone_move(tables, stones, character | goal, obstacles):
            distinct_arrangements.update(
                dict.fromkeys(_arrangements_after_move_from(tables, arrangement, character, obstacles))
            )
    return distinct_arrangements


def _arrangements_after_move_from(tables: BoardTables, stones: int, origin: int, obstacles: int) -> list[int]:
    other_stones = stones ^ origin
    return [other_stones | goal for goal in tables.goals_of_stone(origin, stones | obstacles)]


def turn_ends(
    tables: BoardTables, position: Position, stone_moves: int = 2, character_moves: int = 1, is_turn_start: bool = True
) -> Iterator[tuple[int, dict[int, None]]]:
    """Yield all possible results of a turn, grouped by the square of the character.

    Each item has the bit of the character's square and the distinct bit masks of the side's stones. The function omits
    results with the character on the enemy's home rank; see ``home_wins``.

    Args:
        tables: the tables of the mode.
        position: the position.
        stone_moves: the number of remaining stone moves.
        character_moves: the number of remaining character moves.
        is_turn_start: True if the side has not moved in this turn, so that it must move.
    """
    arrangements_without_leap = arrangements_after_stone_moves(tables, position, stone_moves)
    all_arrangements = {position.stones: None} | arrangements_without_leap
    if arrangements_without_leap or not is_turn_start:
        yield position.character, arrangements_without_leap if is_turn_start else all_arrangements
    if not character_moves:
        return
    _, enemy_stones, character, _, side = position
    for goal in iter_squares(tables.squares_in_sight(character, enemy_stones) & ~HOME_BITS[1 - side] & ~tables.pits):
        arrangements_with_leap = {arrangement: None for arrangement in all_arrangements if arrangement & goal}
        if stone_moves:
            arrangements_with_leap.update(_arrangements_after_leap(tables, position, stone_moves, goal))
        if arrangements_with_leap:
            yield goal, arrangements_with_leap


# --- ends of the game


def edge_line(tables: BoardTables, stones: int) -> int:
    """Return a side's line, as a bit mask, or 0 if it has none.

    A line is a group of stones and pits that touch by sides or corners and connect files a and g. A side has too few
    stones for two lines. Implements 'line' (spec: End, Unfair game).
    """
    stones_and_pits = stones | tables.pits
    occupied_ranks = stones_and_pits | stones_and_pits >> 4 * SIZE
    occupied_ranks |= occupied_ranks >> 2 * SIZE
    if (occupied_ranks | occupied_ranks >> SIZE) & _RANK_1 != _RANK_1:
        return 0
    return _connected_group(stones_and_pits & _FILE_A, stones_and_pits) & _connected_group(
        stones_and_pits & _FILE_G, stones_and_pits
    )


def _connected_group(start_squares: int, squares: int) -> int:
    group = 0
    while start_squares != group:
        group = start_squares
        widened_row = start_squares | (start_squares & ~_FILE_G) << 1 | (start_squares & ~_FILE_A) >> 1
        start_squares = (widened_row | widened_row << SIZE | widened_row >> SIZE) & squares
    return group


def orthogonal_neighbours(squares: int) -> int:
    """Return the squares that share a side with one of ``squares``."""
    return ((squares & ~_FILE_G) << 1 | (squares & ~_FILE_A) >> 1 | squares << SIZE | squares >> SIZE) & _ALL_SQUARES


def touching_stones(tables: BoardTables, stones: int, enemy_stones: int) -> int:
    """Return the enemy stones that share a side with a stone or pit of a side's line. Each stone counts once."""
    line = edge_line(tables, stones)
    return orthogonal_neighbours(line) & enemy_stones if line else 0


def is_unfair(tables: BoardTables, stones: int, enemy_stones: int) -> bool:
    """Return True if a side has a line that too many enemy stones touch. Implements 'Unfair game' (spec: End)."""
    return touching_stones(tables, stones, enemy_stones).bit_count() >= MIN_TOUCHING_STONES


def result(tables: BoardTables, position: Position) -> int | None:
    """Return 1 if the side to move has won, -1 if that side has lost, or None if the game continues.

    Positions in which neither side can move continue: both sides pass until the position repeats.
    """
    stones, enemy_stones, _, enemy_character, side = position
    if enemy_character & HOME_BITS[side] or is_unfair(tables, stones, enemy_stones):
        return -1
    return 1 if is_unfair(tables, enemy_stones, stones) else None


# --- wins within one turn


def home_wins(
    tables: BoardTables, position: Position, stone_moves: int = 2
) -> Iterator[tuple[Lane, tuple[tuple[int, int], ...]]]:
    """Yield the shortest sequences of moves that reach the enemy's home rank in this turn and so win the game.

    Each item has the lane of the character and the stone moves before the character's move. There is at most one item
    for each lane and first stone.
    """
    stones, enemy_stones, character, _, side = position
    goals, blocking_squares = tables.stone_goals, tables.blocking_squares
    for lane in tables.lanes[side][character]:
        goal = lane.goal
        if enemy_stones & lane.squares or goal & tables.pits:
            continue
        if stones & goal:
            yield lane, ()
            continue
        if not stone_moves:
            continue
        occupied_squares = stones | enemy_stones | tables.pits
        for origin in iter_squares(stones & ~character):
            first_goals = goals[origin][occupied_squares & blocking_squares[origin]]
            if goal in first_goals:
                yield lane, ((origin, goal),)
            elif stone_moves > 1:
                origins = goals[goal][(occupied_squares ^ origin) & blocking_squares[goal]]
                for middle_square in first_goals:
                    if middle_square in origins:
                        yield lane, ((origin, middle_square), (middle_square, goal))
                        break


def find_unfair_win(
    tables: BoardTables, position: Position, stone_moves: int = 2, character_moves: int = 1
) -> TurnEnd | None:
    """Return the result of a turn that makes the enemy's line unfair, or None if there is no such turn."""
    stones, enemy_stones, character, _, _ = position
    enemy_line = edge_line(tables, enemy_stones)
    if not enemy_line:
        return None
    contact_squares = orthogonal_neighbours(enemy_line) & ~enemy_line
    contact_count = (stones & contact_squares).bit_count()
    if contact_count + stone_moves < MIN_TOUCHING_STONES:
        return None
    obstacles = enemy_stones | tables.pits
    one_move_arrangements = _arrangements_after_stone_move(tables, stones, character, obstacles)
    for arrangement in one_move_arrangements:
        if (arrangement & contact_squares).bit_count() >= MIN_TOUCHING_STONES:
            return TurnEnd(arrangement, character)
    if stone_moves > 1:
        for arrangement in one_move_arrangements:
            if (arrangement & contact_squares).bit_count() >= MIN_TOUCHING_STONES - 1:
                for next_arrangement in _arrangements_after_stone_move(tables, arrangement, character, obstacles):
                    if (next_arrangement & contact_squares).bit_count() >= MIN_TOUCHING_STONES:
                        return TurnEnd(next_arrangement, character)
    for goal, end_arrangements in turn_ends(tables, position, stone_moves, character_moves):
        for arrangement in end_arrangements:
            if (arrangement & contact_squares).bit_count() >= MIN_TOUCHING_STONES:
                return TurnEnd(arrangement, goal)
    return None


def shortest_moves(
    tables: BoardTables,
    position: Position,
    end: TurnEnd,
    stone_moves: int = 2,
    character_moves: int = 1,
    is_turn_start: bool = True,
) -> tuple[tuple[int, int], ...] | None:
    """Return the shortest sequence of moves that leads to the result of a turn, or None.

    Each move is a pair of origin and goal. A move from the square of the character is a character move.
    """
    for max_moves in range(is_turn_start, stone_moves + character_moves + 1):
        moves = _find_moves(
            tables, position, end, min(stone_moves, max_moves), min(character_moves, max_moves), max_moves
        )
        if moves is not None:
            return moves
    return None


def _find_moves(
    tables: BoardTables, position: Position, end: TurnEnd, stone_moves: int, character_moves: int, max_moves: int
) -> tuple[tuple[int, int], ...] | None:
    stones, enemy_stones, character, enemy_character, side = position
    if (stones, character) == end and not max_moves:
        return ()
    misplaced_stones = stones & ~end.stones
    if (
        misplaced_stones.bit_count() > stone_moves
        or max_moves <= 0
        or (character != end.character and not character_moves)
    ):
        return None
    occupied_squares = stones | enemy_stones | tables.pits
    if stone_moves:
        for origin in iter_squares(stones & ~character):
            if misplaced_stones.bit_count() == stone_moves and not origin & misplaced_stones:
                continue
            for goal in tables.goals_of_stone(origin, occupied_squares):
                next_position = Position(stones ^ origin | goal, enemy_stones, character, enemy_character, side)
                later_moves = _find_moves(tables, next_position, end, stone_moves - 1, character_moves, max_moves - 1)
                if later_moves is not None:
                    return (origin, goal), *later_moves
    if character_moves and stones & end.character & tables.squares_in_sight(character, enemy_stones):
        later_moves = _find_moves(
            tables,
            Position(stones, enemy_stones, end.character, enemy_character, side),
            end,
            stone_moves,
            0,
            max_moves - 1,
        )
        if later_moves is not None:
            return (character, end.character), *later_moves
    return None


def find_win(tables: BoardTables, position: Position, stone_moves: int = 2, character_moves: int = 1) -> TurnEnd | None:
    """Return the result of a turn that wins at once, or None if there is no such turn."""
    if character_moves:
        for lane, moves in home_wins(tables, position, stone_moves):
            stones = position.stones
            for origin, goal in moves:
                stones ^= origin | goal
            return TurnEnd(stones, lane.goal)
    return find_unfair_win(tables, position, stone_moves, character_moves)
