"""Compute which squares figures reach, and which figures attack Primes.

Implements 'Move', 'Traits' and 'Safety of the Prime' (spec).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ruleboard.games.tesulda.board import (
    DIAGONAL_DOWN,
    DIAGONAL_UP,
    FORWARD_MASKS,
    STRAIGHT_DOWN,
    STRAIGHT_UP,
    Path,
    iter_squares,
    leap_targets,
    paths,
    slide_targets,
)
from ruleboard.games.tesulda.figures import Traits, traits
from ruleboard.games.tesulda.state import figures, prime_squares

FiguresOnSquares = Sequence[tuple[int, str]]
"""Figures with their squares."""


def occupied_squares(board: Sequence[str]) -> int:
    """Return a bit mask of the squares with figures."""
    return sum(1 << square for square, figure in enumerate(board) if figure)


def reachable_squares(abilities: Traits, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where a figure's Move can end, including squares of its own side's figures.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the paths of a Move (spec: A turn, 1).

    Args:
        abilities: the figure's abilities.
        origin: the figure's square.
        occupied: the bit mask of occupied squares.
    """
    goals = _jumper_reach(abilities, origin) if abilities.is_jumper else _sliding_reach(abilities, origin, occupied)
    return goals & FORWARD_MASKS[abilities.side][origin] if abilities.is_minion else goals


def _jumper_reach(abilities: Traits, origin: int) -> int:
    """Return a bit mask of the squares where a Jumper's Move can end."""
    straight = leap_targets(origin, abilities.straight_rating, False)
    diagonal = leap_targets(origin, abilities.diagonal_rating, True)
    result = straight | diagonal
    if abilities.is_dodger:
        for corner in iter_squares(straight):
            result |= leap_targets(corner, abilities.diagonal_rating, True)
        for corner in iter_squares(diagonal):
            result |= leap_targets(corner, abilities.straight_rating, False)
    return result


def _sliding_reach(abilities: Traits, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where the Move of a figure that is not a Jumper can end."""
    straight = (
        slide_targets(STRAIGHT_UP, STRAIGHT_DOWN, origin, abilities.straight_rating, occupied)
        if abilities.straight_rating
        else 0
    )
    diagonal = (
        slide_targets(DIAGONAL_UP, DIAGONAL_DOWN, origin, abilities.diagonal_rating, occupied)
        if abilities.diagonal_rating
        else 0
    )
    result = straight | diagonal
    if abilities.is_dodger and straight and diagonal:
        for corner in iter_squares(straight & ~occupied):
            result |= slide_targets(DIAGONAL_UP, DIAGONAL_DOWN, corner, abilities.diagonal_rating, occupied)
        for corner in iter_squares(diagonal & ~occupied):
            result |= slide_targets(STRAIGHT_UP, STRAIGHT_DOWN, corner, abilities.straight_rating, occupied)
    return result


@lru_cache(maxsize=1 << 14)
def figure_lanes(figure: str, origin: int, goal: int) -> tuple[int, ...]:
    """Return a bit mask for each path of a figure to a square: the squares that must be empty on this path."""
    abilities = traits(figure)
    if abilities.is_minion and not FORWARD_MASKS[abilities.side][origin] >> goal & 1:
        return ()
    lane_squares = (path.inner_squares for path in paths(origin, goal) if _allows_path(abilities, path))
    if abilities.is_jumper:
        return (0,) if any(True for _ in lane_squares) else ()
    return tuple(sum(1 << square for square in inner_squares) for inner_squares in lane_squares)


def _allows_path(abilities: Traits, path: Path) -> bool:
    """Return True if a figure's ratings and traits would allow a path on an empty board."""
    straight, diagonal = path.straight_length, path.diagonal_length
    if straight and diagonal and not abilities.is_dodger:
        return False
    if abilities.is_jumper:
        return straight in (0, abilities.straight_rating) and diagonal in (0, abilities.diagonal_rating)
    return straight <= abilities.straight_rating and diagonal <= abilities.diagonal_rating


def squares_between(figure: str, origin: int, goal: int, occupied: int) -> tuple[int, ...]:
    """Return the squares between the ends of the shortest path of a figure, including its corner.

    A path must exist.
    """
    abilities = traits(figure)
    free_paths = (
        path.inner_squares
        for path in paths(origin, goal)
        if _allows_path(abilities, path)
        and (abilities.is_jumper or not any(occupied >> square & 1 for square in path.inner_squares))
    )
    return min(free_paths, key=len, default=())


def open_goals(board: tuple[str, ...], square: int) -> int:
    """Return a bit mask of the squares to which a figure could move if its Prime's safety did not matter."""
    abilities = traits(board[square])
    own_squares = sum(1 << other for other, _ in figures(board, abilities.side))
    return reachable_squares(abilities, square, occupied_squares(board)) & ~own_squares


@lru_cache(maxsize=256)
def legal_goals(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return, for each figure of a side, its square and a bit mask of the goals of its legal Moves.

    A Move may not expose a Prime of its own side. If a figure leaves a path from an enemy to the Prime that only this
    figure blocked, its Move must end on that path or capture the enemy.
    """
    occupied = occupied_squares(board)
    own_figures, enemy_figures = figures(board, side), figures(board, 1 - side)
    own_squares = sum(1 << square for square, _ in own_figures)
    lanes_by_prime = {prime: enemy_lanes(enemy_figures, prime) for prime in prime_squares(board, side)}
    result = []
    for origin, figure in own_figures:
        goal_mask = reachable_squares(traits(figure), origin, occupied) & ~own_squares
        occupied_after_move = occupied & ~(1 << origin)
        if goal_mask and origin in lanes_by_prime:
            goal_mask &= ~attacked_squares(enemy_figures, occupied_after_move)
        for prime, lanes_of_enemies in lanes_by_prime.items():
            if prime == origin or not goal_mask:
                continue
            for attacker, lanes_to_prime in lanes_of_enemies:
                blocking_squares = -1
                for lane in lanes_to_prime:
                    if not lane & occupied_after_move:
                        blocking_squares &= lane
                if blocking_squares != -1:
                    goal_mask &= blocking_squares | 1 << attacker
        result.append((origin, goal_mask))
    return tuple(result)


def can_move(board: tuple[str, ...], side: int) -> bool:
    """Return True if a side has a legal Move."""
    return any(ends for _origin, ends in legal_goals(board, side))


def enemy_lanes(enemy_figures: FiguresOnSquares, prime: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the squares of the enemies that could reach a Prime on an empty board, each with its lanes."""
    return [
        (square, lanes_to_prime)
        for square, figure in enemy_figures
        if (lanes_to_prime := figure_lanes(figure, square, prime))
    ]


def attacked_squares(enemies: FiguresOnSquares, occupied: int) -> int:
    """Return a bit mask of the squares that some figures attack, including squares of their own side."""
    result = 0
    for square, figure in enemies:
        result |= reachable_squares(traits(figure), square, occupied)
    return result


def attackers(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of an enemy's square and the square of the Prime that this enemy attacks."""
    occupied = occupied_squares(board)
    enemies = figures(board, 1 - side)
    return tuple(
        (square, prime)
        for prime in prime_squares(board, side)
        for square, inner_squares in enemy_lanes(enemies, prime)
        if any(not lane & occupied for lane in inner_squares)
    )
