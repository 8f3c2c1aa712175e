"""Evaluate positions as integers, mainly by how close each character is to the enemy's home rank."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from ruleboard.games.sensei.bitboard import BoardTables, TurnEnd, iter_squares, turn_ends
from ruleboard.games.sensei.state import BITS, SIZE, Position

ENDS_PER_SLICE: Final = 300
"""The number of turn ends that ``ranked_ends`` evaluates between two yields."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each feature in the value of a position. The other side's features count negatively.

    Attributes:
        open_lane_weights: the weights of 0 to 3 open lanes from the character to the enemy's home rank.
        stone_lane_weight: the weight of an open lane from a stone that the character sees.
        character_rank_weight: the weight of each rank that the character has advanced from its home rank.
        stone_rank_weight: the weight of each rank that a stone has advanced from its home rank.
        visible_stone_weight: the weight of a stone that the character sees.
    """

    open_lane_weights: tuple[int, int, int, int] = (0, 60, 90, 110)
    stone_lane_weight: int = 14
    character_rank_weight: int = 6
    stone_rank_weight: int = 2
    visible_stone_weight: int = 5


WEIGHTS: Final = Weights()

_DISTANCE_DIGITS: Final = tuple(
    tuple(
        sum(
            bit
            for number, bit in enumerate(BITS)
            if (SIZE - 1 - number // SIZE if side else number // SIZE) & 1 << digit_index
        )
        for digit_index in range(3)
    )
    for side in (0, 1)
)
"""For each side and binary digit, the squares whose distance in ranks from home has this digit set."""


def ranks_advanced(stones: int, side: int) -> int:
    """Return the total number of ranks that a side's stones have advanced from their home rank."""
    ones_mask, twos_mask, fours_mask = _DISTANCE_DIGITS[side]
    return (
        (stones & ones_mask).bit_count() + 2 * (stones & twos_mask).bit_count() + 4 * (stones & fours_mask).bit_count()
    )


def _side_value(
    tables: BoardTables, stones: int, character: int, enemy_stones: int, side: int, weights: Weights
) -> int:
    lanes = tables.lanes[side]
    visible_stones = tables.squares_in_sight(character, enemy_stones) & stones
    stone_lane_count = 0
    for square in iter_squares(visible_stones):
        for lane in lanes[square]:
            stone_lane_count += not lane.squares & enemy_stones
    open_lane_count = 0
    for lane in lanes[character]:
        open_lane_count += not lane.squares & enemy_stones
    return (
        weights.open_lane_weights[open_lane_count]
        + weights.stone_lane_weight * stone_lane_count
        + weights.character_rank_weight * ranks_advanced(character, side)
        + weights.stone_rank_weight * ranks_advanced(stones, side)
        + weights.visible_stone_weight * visible_stones.bit_count()
    )


def value(tables: BoardTables, position: Position, weights: Weights = WEIGHTS) -> int:
    """Return the value of a position from the point of view of the side to move."""
    stones, enemy_stones, character, enemy_character, side = position
    return _side_value(tables, stones, character, enemy_stones, side, weights) - _side_value(
        tables, enemy_stones, enemy_character, stones, 1 - side, weights
    )


def ranked_ends(
    tables: BoardTables,
    position: Position,
    stone_moves: int = 2,
    character_moves: int = 1,
    is_turn_start: bool = True,
    weights: Weights = WEIGHTS,
) -> Generator[int, None, list[tuple[int, TurnEnd]]]:
    """Return all results of a turn with their values for the side to move, the best first.

    Each value is the negative of ``value`` after the turn. The generator yields the number of results evaluated since
    its last yield.

    Args:
        tables: the tables of the mode.
        position: the position.
        stone_moves: the number of remaining stone moves.
        character_moves: the number of remaining character moves.
        is_turn_start: True if the side has not moved in this turn, so that it must move.
        weights: the weights of the features.
    """
    _, enemy_stones, _, _, side = position
    squares_by_open_lanes = _open_lanes(tables, enemy_stones, side)
    stones_values: dict[int, int] = {}
    evaluate_stones = _stones_evaluator(tables, position, weights)
    valued_ends: list[tuple[int, TurnEnd]] = []
    yielded_count = 0
    for character, arrangements in turn_ends(tables, position, stone_moves, character_moves, is_turn_start):
        visible_squares = tables.squares_in_sight(character, enemy_stones)
        one_lane_squares, two_lane_squares, three_lane_squares = (
            visible_squares & squares for squares in squares_by_open_lanes
        )
        open_lane_count = sum(not lane.squares & enemy_stones for lane in tables.lanes[side][character])
        character_value = weights.open_lane_weights[open_lane_count] + weights.character_rank_weight * ranks_advanced(
            character, side
        )
        lane_weight, visible_weight = weights.stone_lane_weight, weights.visible_stone_weight
        for stones in arrangements:
            stones_value = stones_values.get(stones)
            if stones_value is None:
                stones_values[stones] = stones_value = evaluate_stones(stones)
            lane_count = (
                (stones & one_lane_squares).bit_count()
                + (stones & two_lane_squares).bit_count()
                + (stones & three_lane_squares).bit_count()
            )
            sight_value = lane_weight * lane_count + visible_weight * (stones & visible_squares).bit_count()
            valued_ends.append((character_value + stones_value + sight_value, TurnEnd(stones, character)))
            if len(valued_ends) - yielded_count >= ENDS_PER_SLICE:
                yield len(valued_ends) - yielded_count
                yielded_count = len(valued_ends)
    valued_ends.sort(key=itemgetter(0), reverse=True)
    yield len(valued_ends) - yielded_count
    return valued_ends


def _open_lanes(tables: BoardTables, enemy_stones: int, side: int) -> tuple[int, int, int]:
    """Return three bit masks: the squares from which a side has at least one, at least two, and three open lanes."""
    one_lane_squares = two_lane_squares = three_lane_squares = 0
    for square, lanes in tables.lanes[side].items():
        open_lane_count = sum(not lane.squares & enemy_stones for lane in lanes)
        if open_lane_count:
            one_lane_squares |= square
            if open_lane_count > 1:
                two_lane_squares |= square
                if open_lane_count > 2:
                    three_lane_squares |= square
    return one_lane_squares, two_lane_squares, three_lane_squares


def _stones_evaluator(tables: BoardTables, position: Position, weights: Weights) -> Callable[[int], int]:
    """Return a function that evaluates the stones of the side to move, without the features of its character."""
    _, enemy_stones, _, enemy_character, side = position
    enemy_side = 1 - side
    lanes = tables.lanes[enemy_side]
    character_lanes = [lane.squares for lane in lanes[enemy_character]]
    squares_between_by_square = tables.squares_between[enemy_character]
    lines_of_sight = [
        (squares_between_by_square[square], [lane.squares for lane in lanes[square]])
        for square in iter_squares(enemy_stones & tables.aligned_squares[enemy_character])
    ]
    base_value = -weights.character_rank_weight * ranks_advanced(enemy_character, enemy_side)
    base_value -= weights.stone_rank_weight * ranks_advanced(enemy_stones, enemy_side)
    ones_mask, twos_mask, fours_mask = _DISTANCE_DIGITS[side]
    lane_weight, visible_weight = weights.stone_lane_weight, weights.visible_stone_weight
    rank_weight, open_lane_weights = weights.stone_rank_weight, weights.open_lane_weights

    def evaluate_stones(stones: int) -> int:
        value = base_value
        for squares_between, stone_lanes in lines_of_sight:
            if not stones & squares_between:
                value -= visible_weight
                for squares in stone_lanes:
                    if not stones & squares:
                        value -= lane_weight
        count = 0
        for squares in character_lanes:
            if not stones & squares:
                count += 1
        ranks_advanced = (
            (stones & ones_mask).bit_count()
            + 2 * (stones & twos_mask).bit_count()
            + 4 * (stones & fours_mask).bit_count()
        )
        return value - open_lane_weights[count] + rank_weight * ranks_advanced

    return evaluate_stones
