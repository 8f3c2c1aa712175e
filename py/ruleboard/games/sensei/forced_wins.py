"""Search for forced wins: turns after which no reply can prevent a win next turn. The search is exhaustive."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from ruleboard.games.sensei.bitboard import (
    BoardTables,
    TurnEnd,
    edge_line,
    find_unfair_win,
    find_win,
    home_wins,
    position_after,
    result,
    single_move_arrangements,
    turn_ends,
)
from ruleboard.games.sensei.state import Position

POSITIONS_PER_SLICE: Final = 60
"""The number of positions that the search evaluates between two yields."""
_ALL_SQUARES: Final = -1
"""The bit mask of all squares."""


def squares_needed_to_win(tables: BoardTables, position: Position) -> int | None:
    """Find a win this turn, and return the squares that enemy stones must leave free for it; None without a win.

    For a win by an unfair line, return all squares, since any move of the enemy's stones can break the line.
    """
    for lane, moves in home_wins(tables, position):
        squares = lane.squares
        for origin, goal in moves:
            squares |= goal | tables.squares_between[origin][goal]
        return squares
    return None if find_unfair_win(tables, position) is None else _ALL_SQUARES


def find_forcing_turn(
    tables: BoardTables, position: Position, candidates: Sequence[TurnEnd]
) -> Generator[int, None, TurnEnd | None]:
    """Return the first candidate turn that forces a win next turn, or None.

    The generator yields the number of positions evaluated since its last yield.

    Args:
        tables: the tables of the mode.
        position: the position.
        candidates: results of turns that do not win at once.
    """
    position_count = 0
    for end in candidates:
        position_count += 1
        if position_count >= POSITIONS_PER_SLICE:
            yield position_count
            position_count = 0
        squares = _threat_squares(tables, position, end)
        if squares is None:
            continue
        next_position = position_after(position, end)
        if result(tables, next_position) is not None or find_win(tables, next_position) is not None:
            continue
        if not (yield from _has_defence(tables, next_position, squares)):
            return end
    yield position_count
    return None


def _threat_squares(tables: BoardTables, position: Position, end: TurnEnd) -> int | None:
    """Return the squares that must stay free for a win next turn, or None if there is no such win.

    The search assumes that the other side passes.
    """
    enemy_stones, side = position.enemy_stones, position.side
    if not edge_line(tables, enemy_stones) and all(
        lane.squares & enemy_stones for lane in tables.lanes[side][end.character]
    ):
        return None
    return squares_needed_to_win(
        tables, Position(end.stones, enemy_stones, end.character, position.enemy_character, side)
    )


def _has_defence(tables: BoardTables, position: Position, squares: int) -> Generator[int, None, bool]:
    """Return True if the side to move can prevent the other side from winning next turn.

    Args:
        tables: the tables of the mode.
        position: a position in which the other side would win if the side to move passed.
        squares: the squares that must stay free for one such win. The defence must occupy one of these squares.
    """
    checked_arrangements = set()
    position_count = 0
    for arrangement in _reply_arrangements(tables, position):
        if not arrangement & squares or arrangement in checked_arrangements:
            continue
        checked_arrangements.add(arrangement)
        position_count += 1
        if position_count >= POSITIONS_PER_SLICE:
            yield position_count
            position_count = 0
        # The square of this side's character does not matter for the other side's wins.
        next_position = Position(
            position.enemy_stones, arrangement, position.enemy_character, position.character, 1 - position.side
        )
        if result(tables, next_position) is None and find_win(tables, next_position) is None:
            yield position_count
            return True
    yield position_count
    return False


def _reply_arrangements(tables: BoardTables, position: Position) -> Iterator[int]:
    """Yield the mover's stones, as bit masks, after each turn. Short turns come first. Some masks repeat."""
    yield from single_move_arrangements(tables, position)
    for _character, arrangements in turn_ends(tables, position):
        yield from arrangements
