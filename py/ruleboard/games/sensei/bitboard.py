"""Positions of Sensei as numbers with a bit for every square: moves, whole turns, and wins within one turn.

A square is the number with its bit alone, a set of squares the number with all of theirs. A test compares the whole
turns with those that ``legal_actions`` leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from ruleboard.games.sensei.state import (
    BEARER,
    GREEN,
    HOME,
    LINES,
    MODES,
    OWN,
    RED,
    SIZE,
    STRAIGHT,
    State,
)
from ruleboard.games.sensei.unfair import LIMIT

BITS: Final = tuple(1 << place for place in range(SIZE * SIZE))
"""The bit of every square, by its number."""
_BOARD: Final = (1 << SIZE * SIZE) - 1
_RANK: Final = (1 << SIZE) - 1
_LEFT: Final = sum(BITS[0::SIZE])
_RIGHT: Final = sum(BITS[SIZE - 1 :: SIZE])
_CACHED: Final = 2048
"""The most entries of one table that is filled on demand."""


def squares(places: frozenset[int] | tuple[int, ...]) -> int:
    """Return the set of squares with these numbers."""
    return sum(BITS[place] for place in places)


HOME_BITS: Final = (squares(HOME[0]), squares(HOME[1]))
"""The home rank of each side."""


class Position(NamedTuple):
    """A position at a turn's start.

    Attributes:
        own: the stones of the side to move, the one under the character included.
        enemy: those of the other side.
        at: the square of the character of the side to move.
        foe: the square of the other character.
        side: the side to move.
    """

    own: int
    enemy: int
    at: int
    foe: int
    side: int


class End(NamedTuple):
    """The own side of the board after a turn: its stones, and the square of its character."""

    own: int
    at: int


class Goals(dict[int, tuple[int, ...]]):
    """The squares where a stone can go from one square, by the occupied squares around; worked out on demand."""

    def __init__(self, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.rays = rays

    def __missing__(self, occupied: int) -> tuple[int, ...]:
        found = []
        for ray in self.rays:
            for square in ray:
                if occupied & square:
                    break
                found.append(square)
        if len(self) >= _CACHED:
            self.clear()
        self[occupied] = goals = tuple(found)
        return goals


class Sight(dict[int, int]):
    """The squares that a character sees from one square, by the enemy stones around; worked out on demand."""

    def __init__(self, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.rays = rays

    def __missing__(self, enemy: int) -> int:
        seen = 0
        for ray in self.rays:
            for square in ray:
                if enemy & square:
                    break
                seen |= square
        if len(self) >= _CACHED:
            self.clear()
        self[enemy] = seen
        return seen


class Lane(NamedTuple):
    """A straight way of a character to the enemy's home rank: all its squares but the first, and the last."""

    squares: int
    goal: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """The tables of one mode, by square.

    Attributes:
        pits: the pits.
        around: the squares that can stop a stone.
        goals: the squares where a stone can go.
        star: the squares in line with a character.
        sight: the squares that a character sees.
        between: for two squares in line, those between them.
        lanes: for each side, the lanes of its character, at most three.
    """

    pits: int
    around: dict[int, int]
    goals: dict[int, Goals]
    star: dict[int, int]
    sight: dict[int, Sight]
    between: dict[int, dict[int, int]]
    lanes: tuple[dict[int, tuple[Lane, ...]], dict[int, tuple[Lane, ...]]]


@cache
def terrain(mode: str) -> Terrain:
    """Return the tables of a mode."""
    far = MODES[mode].far
    straight = {
        square: tuple(tuple(BITS[place] for place in (ray if far else ray[:1])) for ray in rays)
        for square, rays in zip(BITS, STRAIGHT, strict=True)
    }
    lines = {
        square: tuple(tuple(BITS[place] for place in ray) for ray in rays)
        for square, rays in zip(BITS, LINES, strict=True)
    }
    between = {
        square: {ray[at]: sum(ray[:at]) for ray in rays for at in range(len(ray))} for square, rays in lines.items()
    }
    lanes = tuple(
        {
            square: tuple(Lane(way | goal, goal) for goal, way in between[square].items() if goal & HOME_BITS[1 - side])
            if not square & HOME_BITS[1 - side]
            else ()
            for square in BITS
        }
        for side in (GREEN, RED)
    )
    return Terrain(
        squares(MODES[mode].pits),
        {square: sum(map(sum, rays)) for square, rays in straight.items()},
        {square: Goals(rays) for square, rays in straight.items()},
        {square: sum(map(sum, rays)) for square, rays in lines.items()},
        {square: Sight(rays) for square, rays in lines.items()},
        between,
        (lanes[0], lanes[1]),
    )


def each(squares: int) -> Iterator[int]:
    """Yield the squares of a set, from a1 to g7."""
    while squares:
        square = squares & -squares
        yield square
        squares ^= square


def place(square: int) -> int:
    """Return the number of a square."""
    return square.bit_length() - 1


def position(state: State) -> Position:
    """Return the position of a state for its side to move, the rest of its turn left aside."""
    own, enemy = (
        squares(tuple(place for place, letter in enumerate(state.board) if letter in OWN[side]))
        for side in (state.side, 1 - state.side)
    )
    at, foe = (BITS[state.board.index(BEARER[side])] for side in (state.side, 1 - state.side))
    return Position(own, enemy, at, foe, state.side)


def after(position: Position, end: End) -> Position:
    """Return the position after a turn, with the other side to move."""
    return Position(position.enemy, end.own, position.foe, end.at, 1 - position.side)


# --- whole turns


def _moved(ground: Terrain, own: int, fixed: int, blocked: int) -> list[int]:
    """Return a side's stones after each move of one of them but the fixed ones; ``blocked`` are all other obstacles."""
    found: list[int] = []
    occupied = own | blocked
    loose = own & ~fixed
    goals, around = ground.goals, ground.around
    while loose:
        origin = loose & -loose
        loose ^= origin
        rest = own ^ origin
        found += [rest | goal for goal in goals[origin][occupied & around[origin]]]
    return found


def single_moves(ground: Terrain, position: Position) -> list[int]:
    """Return the own stones after each move of one of them while the character stays."""
    return _moved(ground, position.own, position.at, position.enemy | ground.pits)


def arrangements(ground: Terrain, position: Position, stones: int) -> dict[int, None]:
    """Return the own stones after one up to ``stones`` moves of them while the character stays, each set once."""
    blocked = position.enemy | ground.pits
    if not stones:
        return {}
    ones = _moved(ground, position.own, position.at, blocked)
    found = dict.fromkeys(ones)
    if stones > 1:
        for one in ones:
            found.update(dict.fromkeys(_moved(ground, one, position.at, blocked)))
    return found


def _bearer_moved(ground: Terrain, position: Position, stones: int, goal: int) -> dict[int, None]:
    """Return the own stones after turns in which the character goes to a stone and the stone it has left moves.

    Args:
        goal: the square of the stone to which the character goes; it may arrive there by a move just before.
    """
    own, enemy, at, _, _ = position
    blocked = enemy | ground.pits
    found: dict[int, None] = {}
    if not own & goal:
        if stones > 1:
            for one in _moved(ground, own, at, blocked):
                if one & goal:
                    found.update(dict.fromkeys(_of_one(ground, one, at, blocked)))
        return found
    first = _of_one(ground, own, at, blocked)
    found.update(dict.fromkeys(first))
    if stones > 1:
        for one in first:
            found.update(dict.fromkeys(_moved(ground, one, goal, blocked)))
        for one in _moved(ground, own, at | goal, blocked):
            found.update(dict.fromkeys(_of_one(ground, one, at, blocked)))
    return found


def _of_one(ground: Terrain, own: int, origin: int, blocked: int) -> list[int]:
    """Return a side's stones after each move of the one on ``origin``."""
    rest = own ^ origin
    return [rest | goal for goal in ground.goals[origin][(own | blocked) & ground.around[origin]]]


def ends(
    ground: Terrain, position: Position, stones: int = 2, character: int = 1, fresh: bool = True
) -> Iterator[tuple[int, dict[int, None]]]:
    """Yield the squares where the character can stand after a turn, each with the own stones then.

    Together they are all ends of the turn, each once, but for those in which the character has reached the enemy's
    home rank: see ``home_wins``.

    Args:
        ground: the tables of the mode.
        position: the position in which the side to move is.
        stones: the number of stone moves left in the turn.
        character: the number of character moves left.
        fresh: True if something has to be done first.
    """
    staying = arrangements(ground, position, stones)
    every = {position.own: None} | staying
    if staying or not fresh:
        yield position.at, staying if fresh else every
    if not character:
        return
    _, enemy, at, _, side = position
    sight = ground.sight[at][enemy & ground.star[at]]
    for goal in each(sight & ~HOME_BITS[1 - side] & ~ground.pits):
        found = {arrangement: None for arrangement in every if arrangement & goal}
        if stones:
            found.update(_bearer_moved(ground, position, stones, goal))
        if found:
            yield goal, found


# --- ends of the game


def line(ground: Terrain, own: int) -> int:
    """Return a side's line from edge to edge, with its pits; 0 if there is none. See ``unfair``."""
    members = own | ground.pits
    rows = members | members >> 4 * SIZE
    rows |= rows >> 2 * SIZE
    if (rows | rows >> SIZE) & _RANK != _RANK:
        return 0
    return _group(members & _LEFT, members) & _group(members & _RIGHT, members)


def _group(grown: int, members: int) -> int:
    """Return the members of a set that are joined to some of them side to side or corner to corner."""
    group = 0
    while grown != group:
        group = grown
        wide = grown | (grown & ~_RIGHT) << 1 | (grown & ~_LEFT) >> 1
        grown = (wide | wide << SIZE | wide >> SIZE) & members
    return group


def beside(squares: int) -> int:
    """Return the squares that share a side with one of a set."""
    return ((squares & ~_RIGHT) << 1 | (squares & ~_LEFT) >> 1 | squares << SIZE | squares >> SIZE) & _BOARD


def unfair(ground: Terrain, own: int, enemy: int) -> bool:
    """Return True if a side has a line with which too many enemy stones are in contact."""
    joined = line(ground, own)
    return bool(joined) and (beside(joined) & enemy).bit_count() >= LIMIT


def result(ground: Terrain, position: Position) -> int | None:
    """Return 1 or -1 if the side to move has won or lost by the turn before, None if the game goes on.

    A standstill, in which neither side can move anything, is left aside: there both pass until the position repeats.
    """
    own, enemy, _, foe, side = position
    if foe & HOME_BITS[side]:
        return -1
    if unfair(ground, own, enemy):
        return -1
    return 1 if unfair(ground, enemy, own) else None


# --- wins within one turn


def home_wins(
    ground: Terrain, position: Position, stones: int = 2
) -> Iterator[tuple[Lane, tuple[tuple[int, int], ...]]]:
    """Yield the ways for the character to reach the enemy's home rank in this turn: a lane, and the stone moves first.

    For every lane the shortest ways are yielded, those of each stone.
    """
    own, enemy, at, _, side = position
    goals, around = ground.goals, ground.around
    for lane in ground.lanes[side][at]:
        goal = lane.goal
        if enemy & lane.squares or goal & ground.pits:
            continue
        if own & goal:
            yield lane, ()
            continue
        if not stones:
            continue
        occupied = own | enemy | ground.pits
        for origin in each(own & ~at):
            first = goals[origin][occupied & around[origin]]
            if goal in first:
                yield lane, ((origin, goal),)
            elif stones > 1:
                last = goals[goal][(occupied ^ origin) & around[goal]]
                for middle in first:
                    if middle in last:
                        yield lane, ((origin, middle), (middle, goal))
                        break


def unfair_win(ground: Terrain, position: Position, stones: int = 2, character: int = 1) -> End | None:
    """Return the end of a turn that brings enough stones to the enemy's line; None if there is none."""
    own, enemy, at, _, _ = position
    joined = line(ground, enemy)
    if not joined:
        return None
    near = beside(joined) & ~joined
    touching = (own & near).bit_count()
    if touching + stones < LIMIT:
        return None
    blocked = enemy | ground.pits
    ones = _moved(ground, own, at, blocked)
    for one in ones:
        if (one & near).bit_count() >= LIMIT:
            return End(one, at)
    if stones > 1:
        for one in ones:
            if (one & near).bit_count() >= LIMIT - 1:
                for two in _moved(ground, one, at, blocked):
                    if (two & near).bit_count() >= LIMIT:
                        return End(two, at)
    for goal, found in ends(ground, position, stones, character):
        for arrangement in found:
            if (arrangement & near).bit_count() >= LIMIT:
                return End(arrangement, goal)
    return None


def ways(
    ground: Terrain, position: Position, end: End, stones: int = 2, character: int = 1, fresh: bool = True
) -> tuple[tuple[int, int], ...] | None:
    """Return moves that lead to the end of a turn, as few as possible, each by its origin and its goal.

    A move whose origin is the square of the character is the character's. Returns None if no moves lead there.
    """
    for most in range(fresh, stones + character + 1):
        found = _ways(ground, position, end, min(stones, most), min(character, most), most)
        if found is not None:
            return found
    return None


def _ways(
    ground: Terrain, position: Position, end: End, stones: int, character: int, most: int
) -> tuple[tuple[int, int], ...] | None:
    own, enemy, at, foe, side = position
    if (own, at) == end and not most:
        return ()
    astray = own & ~end.own
    if astray.bit_count() > stones or most <= 0 or (at != end.at and not character):
        return None
    occupied = own | enemy | ground.pits
    if stones:
        for origin in each(own & ~at):
            if astray.bit_count() == stones and not origin & astray:
                continue
            for goal in ground.goals[origin][occupied & ground.around[origin]]:
                then = Position(own ^ origin | goal, enemy, at, foe, side)
                rest = _ways(ground, then, end, stones - 1, character, most - 1)
                if rest is not None:
                    return (origin, goal), *rest
    if character and own & end.at & ground.sight[at][enemy & ground.star[at]]:
        rest = _ways(ground, Position(own, enemy, end.at, foe, side), end, stones, 0, most - 1)
        if rest is not None:
            return (at, end.at), *rest
    return None


def win(ground: Terrain, position: Position, stones: int = 2, character: int = 1) -> End | None:
    """Return the end of a turn that wins at once, None if there is none."""
    if character:
        for lane, moves in home_wins(ground, position, stones):
            own = position.own
            for origin, goal in moves:
                own ^= origin | goal
            return End(own, lane.goal)
    return unfair_win(ground, position, stones, character)
