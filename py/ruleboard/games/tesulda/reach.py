"""Compute the reach of figures and the attacks on Primes: 'Move', 'Traits' and 'Safety of the Prime' (spec)."""

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
    iter_squares,
    leaps,
    paths,
    slide,
)
from ruleboard.games.tesulda.figures import Traits, traits
from ruleboard.games.tesulda.state import figures, primes

FiguresOnSquares = Sequence[tuple[int, str]]
"""Figures with their squares."""


def occupied_squares(board: Sequence[str]) -> int:
    """Return a bit mask of the squares with figures."""
    return sum(1 << square for square, figure in enumerate(board) if figure)


def reach(abilities: Traits, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where a figure's Move can end, including squares of own figures.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the paths of a Move (spec: A turn, 1).

    Args:
        abilities: the figure's abilities.
        origin: the figure's square.
        occupied: the bit mask of occupied squares.
    """
    goals = _jumper_reach(abilities, origin) if abilities.jumper else _sliding_reach(abilities, origin, occupied)
    return goals & NEARER[abilities.side][origin] if abilities.minion else goals


def _jumper_reach(abilities: Traits, origin: int) -> int:
    """Return a bit mask of the squares where a Jumper's Move can end."""
    straight = leaps(origin, abilities.straight, False)
    diagonal = leaps(origin, abilities.diagonal, True)
    result = straight | diagonal
    if abilities.dodger:
        for corner in iter_squares(straight):
            result |= leaps(corner, abilities.diagonal, True)
        for corner in iter_squares(diagonal):
            result |= leaps(corner, abilities.straight, False)
    return result


def _sliding_reach(abilities: Traits, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where a Move can end, for figures that are not Jumpers."""
    straight = slide(STRAIGHT_UP, STRAIGHT_DOWN, origin, abilities.straight, occupied) if abilities.straight else 0
    diagonal = slide(DIAGONAL_UP, DIAGONAL_DOWN, origin, abilities.diagonal, occupied) if abilities.diagonal else 0
    result = straight | diagonal
    if abilities.dodger and straight and diagonal:
        for corner in iter_squares(straight & ~occupied):
            result |= slide(DIAGONAL_UP, DIAGONAL_DOWN, corner, abilities.diagonal, occupied)
        for corner in iter_squares(diagonal & ~occupied):
            result |= slide(STRAIGHT_UP, STRAIGHT_DOWN, corner, abilities.straight, occupied)
    return result


@lru_cache(maxsize=1 << 14)
def lanes(figure: str, origin: int, goal: int) -> tuple[int, ...]:
    """Return the paths of a figure to a square. Each path is a bit mask of the squares that must be empty."""
    abilities = traits(figure)
    if abilities.minion and not NEARER[abilities.side][origin] >> goal & 1:
        return ()
    free_squares = (path.between for path in paths(origin, goal) if _is_within(abilities, path))
    if abilities.jumper:
        return (0,) if any(True for _ in free_squares) else ()
    return tuple(sum(1 << square for square in between) for between in free_squares)


def _is_within(abilities: Traits, path: Path) -> bool:
    """Return True if a figure's ratings and traits allow a path on an empty board."""
    straight, diagonal = path.straight, path.diagonal
    if straight and diagonal and not abilities.dodger:
        return False
    if abilities.jumper:
        return straight in (0, abilities.straight) and diagonal in (0, abilities.diagonal)
    return straight <= abilities.straight and diagonal <= abilities.diagonal


def squares_between(figure: str, origin: int, goal: int, occupied: int) -> tuple[int, ...]:
    """Return the squares between the ends of a figure's shortest path, including the corner. A path must exist."""
    abilities = traits(figure)
    free_paths = (
        path.between
        for path in paths(origin, goal)
        if _is_within(abilities, path)
        and (abilities.jumper or not any(occupied >> square & 1 for square in path.between))
    )
    return min(free_paths, key=len, default=())


def open_goals(board: tuple[str, ...], square: int) -> int:
    """Return a bit mask of the squares to which a figure could go, without regard to the safety of its Prime."""
    abilities = traits(board[square])
    own_squares = sum(1 << other for other, _ in figures(board, abilities.side))
    return reach(abilities, square, occupied_squares(board)) & ~own_squares


@lru_cache(maxsize=256)
def goals(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return the square of each figure of a side with a bit mask of the goals of its legal Moves.

    A Move may not expose the side's own Prime. It opens an enemy's path only if its figure was the only one on the
    path. Then it must end on each path that it opens, or capture the attacker.
    """
    occupied = occupied_squares(board)
    own_figures, enemies = figures(board, side), figures(board, 1 - side)
    own_squares = sum(1 << square for square, _ in own_figures)
    lanes_by_prime = {prime: enemies_with_lanes(enemies, prime) for prime in primes(board, side)}
    result = []
    for origin, figure in own_figures:
        ends = reach(traits(figure), origin, occupied) & ~own_squares
        occupied_after = occupied & ~(1 << origin)
        if ends and origin in lanes_by_prime:
            ends &= ~attacked_squares(enemies, occupied_after)
        for prime, enemy_lanes in lanes_by_prime.items():
            if prime == origin or not ends:
                continue
            for attacker, lanes_to_prime in enemy_lanes:
                blocking_squares = -1
                for lane in lanes_to_prime:
                    if not lane & occupied_after:
                        blocking_squares &= lane
                if blocking_squares != -1:
                    ends &= blocking_squares | 1 << attacker
        result.append((origin, ends))
    return tuple(result)


def can_move(board: tuple[str, ...], side: int) -> bool:
    """Return True if a side has a legal Move."""
    return any(ends for _origin, ends in goals(board, side))


def enemies_with_lanes(enemies: FiguresOnSquares, prime: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the squares of the enemies that could reach a Prime on an empty board, with their lanes to the Prime."""
    return [(square, lanes_to_prime) for square, figure in enemies if (lanes_to_prime := lanes(figure, square, prime))]


def attacked_squares(enemies: FiguresOnSquares, occupied: int) -> int:
    """Return a bit mask of the squares that figures attack, including squares of their own side."""
    result = 0
    for square, figure in enemies:
        result |= reach(traits(figure), square, occupied)
    return result


def attackers(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return the enemies that attack a side's Primes, as pairs of the enemy's square and the Prime's square."""
    occupied = occupied_squares(board)
    enemies = figures(board, 1 - side)
    return tuple(
        (square, prime)
        for prime in primes(board, side)
        for square, between in enemies_with_lanes(enemies, prime)
        if any(not lane & occupied for lane in between)
    )
