"""Compute which squares a figure reaches. Implements 'Move' and 'Traits' (spec)."""

from __future__ import annotations

from functools import cache, lru_cache

from ruleboard.games.tesulda.board import (
    DIAGONAL_LINES_DOWN,
    DIAGONAL_LINES_UP,
    FORWARD_MASKS,
    STRAIGHT_LINES_DOWN,
    STRAIGHT_LINES_UP,
    Path,
    iter_squares,
    leap_targets,
    paths,
    slide_targets,
)
from ruleboard.games.tesulda.figures import Traits, traits


def reachable_squares(figure: str, origin: int, occupied_mask: int) -> int:
    """Return a bit mask of the squares where a figure's Move can end, including squares of figures of the same side.

    Args:
        figure: the figure.
        origin: the figure's square.
        occupied_mask: the bit mask of occupied squares.
    """
    return cached_reach(figure, origin, occupied_mask & relevant_squares(figure, origin))


@lru_cache(maxsize=1 << 15)
def cached_reach(figure: str, origin: int, occupied_mask: int) -> int:
    """Return a bit mask of the squares that a figure reaches, given the occupied squares among ``relevant_squares``.

    Most Moves leave these occupied squares unchanged, so the cache often has the result.
    """
    abilities = traits(figure)
    goals = _reach_ignoring_minion(abilities, origin, occupied_mask)
    return goals & FORWARD_MASKS[abilities.side][origin] if abilities.is_minion else goals


@cache
def relevant_squares(figure: str, origin: int) -> int:
    """Return a bit mask of the squares where an obstacle can limit the reach of a figure."""
    abilities = traits(figure)
    return 0 if abilities.is_jumper else _reach_ignoring_minion(abilities, origin, 0)


def _reach_ignoring_minion(abilities: Traits, origin: int, occupied_mask: int) -> int:
    """Return a bit mask of the squares where a Move could end if the figure were not a Minion.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the paths of a Move (spec: A turn, 1).
    """
    return _jumper_reach(abilities, origin) if abilities.is_jumper else _sliding_reach(abilities, origin, occupied_mask)


def _jumper_reach(abilities: Traits, origin: int) -> int:
    """Return a bit mask of the squares where a Jumper's Move can end."""
    straight_mask = leap_targets(origin, abilities.straight_rating, False)
    diagonal_mask = leap_targets(origin, abilities.diagonal_rating, True)
    reach_mask = straight_mask | diagonal_mask
    if abilities.is_dodger:
        for corner in iter_squares(straight_mask):
            reach_mask |= leap_targets(corner, abilities.diagonal_rating, True)
        for corner in iter_squares(diagonal_mask):
            reach_mask |= leap_targets(corner, abilities.straight_rating, False)
    return reach_mask


def _sliding_reach(abilities: Traits, origin: int, occupied_mask: int) -> int:
    """Return a bit mask of the squares that a figure without the trait Jumper can reach in a Move."""
    straight_mask = (
        slide_targets(STRAIGHT_LINES_UP, STRAIGHT_LINES_DOWN, origin, abilities.straight_rating, occupied_mask)
        if abilities.straight_rating
        else 0
    )
    diagonal_mask = (
        slide_targets(DIAGONAL_LINES_UP, DIAGONAL_LINES_DOWN, origin, abilities.diagonal_rating, occupied_mask)
        if abilities.diagonal_rating
        else 0
    )
    reach_mask = straight_mask | diagonal_mask
    if abilities.is_dodger and straight_mask and diagonal_mask:
        for corner in iter_squares(straight_mask & ~occupied_mask):
            reach_mask |= slide_targets(
                DIAGONAL_LINES_UP, DIAGONAL_LINES_DOWN, corner, abilities.diagonal_rating, occupied_mask
            )
        for corner in iter_squares(diagonal_mask & ~occupied_mask):
            reach_mask |= slide_targets(
                STRAIGHT_LINES_UP, STRAIGHT_LINES_DOWN, corner, abilities.straight_rating, occupied_mask
            )
    return reach_mask


@lru_cache(maxsize=1 << 14)
def figure_lanes(figure: str, origin: int, goal: int) -> tuple[int, ...]:
    """Return a bit mask for each path of a figure to a square: the squares that must be empty."""
    abilities = traits(figure)
    if abilities.is_minion and not FORWARD_MASKS[abilities.side][origin] >> goal & 1:
        return ()
    lane_squares = (path.inner_squares for path in paths(origin, goal) if _allows_path(abilities, path))
    if abilities.is_jumper:
        return (0,) if any(True for _ in lane_squares) else ()
    return tuple(sum(1 << square for square in inner_squares) for inner_squares in lane_squares)


def _allows_path(abilities: Traits, path: Path) -> bool:
    """Return True if a figure's ratings and traits would allow a path on an empty board."""
    straight_length, diagonal_length = path.straight_length, path.diagonal_length
    if straight_length and diagonal_length and not abilities.is_dodger:
        return False
    if abilities.is_jumper:
        return straight_length in (0, abilities.straight_rating) and diagonal_length in (0, abilities.diagonal_rating)
    return straight_length <= abilities.straight_rating and diagonal_length <= abilities.diagonal_rating


def squares_between(figure: str, origin: int, goal: int, occupied_mask: int) -> tuple[int, ...]:
    """Return the squares that a figure crosses on its shortest path, including the corner.

    A path must exist.
    """
    abilities = traits(figure)
    free_paths = (
        path.inner_squares
        for path in paths(origin, goal)
        if _allows_path(abilities, path)
        and (abilities.is_jumper or not any(occupied_mask >> square & 1 for square in path.inner_squares))
    )
    return min(free_paths, key=len, default=())
