"""The squares that figures can reach, and attacks on Primes: 'Move', 'Traits' and 'Safety of the Prime' (spec)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ruleboard.games.tesulda.board import (
    DIAGONAL_DOWN,
    DIAGONAL_UP,
    NEARER,
    STRAIGHT_DOWN,
    STRAIGHT_UP,
    Path,
    bits,
    leaps,
    paths,
    slide,
)
from ruleboard.games.tesulda.figures import Traits, traits
from ruleboard.games.tesulda.state import figures, primes

Placed = Sequence[tuple[int, str]]
"""Figures with their squares."""


def occupied(board: Sequence[str]) -> int:
    """Return the set of squares with figures."""
    return sum(1 << square for square, figure in enumerate(board) if figure)


def reach(can: Traits, origin: int, stops: int) -> int:
    """Return the set of squares where a figure's Move can end, including squares of own figures.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the paths of a Move (spec: A turn, 1).

    Args:
        can: the figure's abilities.
        origin: the figure's square.
        stops: the set of occupied squares.
    """
    reached = _leaping(can, origin) if can.jumper else _sliding(can, origin, stops)
    return reached & NEARER[can.side][origin] if can.minion else reached


def _leaping(can: Traits, origin: int) -> int:
    """Return the set of squares where a Jumper's Move can end."""
    straight = leaps(origin, can.straight, False)
    diagonal = leaps(origin, can.diagonal, True)
    reached = straight | diagonal
    if can.dodger:
        for corner in bits(straight):
            reached |= leaps(corner, can.diagonal, True)
        for corner in bits(diagonal):
            reached |= leaps(corner, can.straight, False)
    return reached


def _sliding(can: Traits, origin: int, stops: int) -> int:
    """Return the set of squares where the Move of another figure can end."""
    straight = slide(STRAIGHT_UP, STRAIGHT_DOWN, origin, can.straight, stops) if can.straight else 0
    diagonal = slide(DIAGONAL_UP, DIAGONAL_DOWN, origin, can.diagonal, stops) if can.diagonal else 0
    reached = straight | diagonal
    if can.dodger and straight and diagonal:
        for corner in bits(straight & ~stops):
            reached |= slide(DIAGONAL_UP, DIAGONAL_DOWN, corner, can.diagonal, stops)
        for corner in bits(diagonal & ~stops):
            reached |= slide(STRAIGHT_UP, STRAIGHT_DOWN, corner, can.straight, stops)
    return reached


@lru_cache(maxsize=1 << 14)
def lanes(figure: str, origin: int, goal: int) -> tuple[int, ...]:
    """Return the paths of a figure to a square, each as the set of squares that must be empty."""
    can = traits(figure)
    if can.minion and not NEARER[can.side][origin] >> goal & 1:
        return ()
    possible = (path.between for path in paths(origin, goal) if _is_within(can, path))
    if can.jumper:
        return (0,) if any(True for _ in possible) else ()
    return tuple(sum(1 << square for square in between) for between in possible)


def _is_within(can: Traits, path: Path) -> bool:
    """Return True if a figure's ratings and traits allow a path, without regard to other figures."""
    straight, diagonal = path.straight, path.diagonal
    if straight and diagonal and not can.dodger:
        return False
    if can.jumper:
        return straight in (0, can.straight) and diagonal in (0, can.diagonal)
    return straight <= can.straight and diagonal <= can.diagonal


def squares_between(figure: str, origin: int, goal: int, stops: int) -> tuple[int, ...]:
    """Return the squares between the ends of a figure's shortest path, with the corner. It must be able to move so."""
    can = traits(figure)
    free = (
        path.between
        for path in paths(origin, goal)
        if _is_within(can, path) and (can.jumper or not any(stops >> square & 1 for square in path.between))
    )
    return min(free, key=len, default=())


def open_goals(board: tuple[str, ...], square: int) -> int:
    """Return the set of squares to which a figure could go in its turn, without regard to the safety of its Prime."""
    can = traits(board[square])
    friends = sum(1 << at for at, _ in figures(board, can.side))
    return reach(can, square, occupied(board)) & ~friends


@lru_cache(maxsize=256)
def goals(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return the square of each figure of a side with the set of squares where its legal Moves end.

    A Move may not expose the side's own Prime. It opens an enemy's path only if the figure was alone on the path. Then
    the Move must end on each path that it opens, or capture the attacker.
    """
    stops = occupied(board)
    own, enemies = figures(board, side), figures(board, 1 - side)
    mine = sum(1 << square for square, _ in own)
    guarded = {prime: threats(enemies, prime) for prime in primes(board, side)}
    found = []
    for origin, figure in own:
        ends = reach(traits(figure), origin, stops) & ~mine
        without = stops & ~(1 << origin)
        if ends and origin in guarded:
            ends &= ~attacked(enemies, without)
        for prime, possible in guarded.items():
            if prime == origin or not ends:
                continue
            for attacker, between in possible:
                stopping = -1
                for lane in between:
                    if not lane & without:
                        stopping &= lane
                if stopping != -1:
                    ends &= stopping | 1 << attacker
        found.append((origin, ends))
    return tuple(found)


def can_move(board: tuple[str, ...], side: int) -> bool:
    """Return True if a side has a legal Move."""
    return any(ends for _origin, ends in goals(board, side))


def threats(enemies: Placed, prime: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the squares of the enemies that could reach a Prime on an empty board, with their lanes to it."""
    return [(square, between) for square, figure in enemies if (between := lanes(figure, square, prime))]


def attacked(enemies: Placed, stops: int) -> int:
    """Return the set of squares that figures attack, including squares of their own side."""
    reached = 0
    for square, figure in enemies:
        reached |= reach(traits(figure), square, stops)
    return reached


def attackers(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return the enemies that attack a side's Primes, as pairs of the enemy's square and the Prime's square."""
    stops = occupied(board)
    enemies = figures(board, 1 - side)
    return tuple(
        (square, prime)
        for prime in primes(board, side)
        for square, between in threats(enemies, prime)
        if any(not lane & stops for lane in between)
    )
