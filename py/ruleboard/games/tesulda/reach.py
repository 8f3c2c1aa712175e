"""Compute which squares figures reach, and which figures attack Primes.

Implements 'Move', 'Traits' and 'Safety of the Prime' (spec).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

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
from ruleboard.games.tesulda.figures import CROWN, Traits, traits
from ruleboard.games.tesulda.state import figures

FiguresBySquare: TypeAlias = dict[int, str]
"""The figures of a side by square."""


def occupied_squares(board: Sequence[str]) -> int:
    """Return a bit mask of the squares with figures."""
    return sum(1 << square for square, figure in enumerate(board) if figure)


def reachable_squares(figure: str, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where a figure's Move can end, including squares of its own side's figures.

    Args:
        figure: the figure.
        origin: the figure's square.
        occupied: the bit mask of occupied squares.
    """
    return _reach(figure, origin, occupied & _relevant_squares(figure, origin))


@lru_cache(maxsize=1 << 15)
def _reach(figure: str, origin: int, occupied: int) -> int:
    """Return the result of ``reachable_squares`` for ``_relevant_squares`` alone, since a Move changes few of them."""
    abilities = traits(figure)
    goals = _reach_without_minions(abilities, origin, occupied)
    return goals & FORWARD_MASKS[abilities.side][origin] if abilities.is_minion else goals


@cache
def _relevant_squares(figure: str, origin: int) -> int:
    """Return a bit mask of the squares where an obstacle can limit the reach of a figure."""
    abilities = traits(figure)
    return 0 if abilities.is_jumper else _reach_without_minions(abilities, origin, 0)


def _reach_without_minions(abilities: Traits, origin: int, occupied: int) -> int:
    """Return a bit mask of the squares where a Move could end if the figure were no Minion.

    Implements 'Dodger', 'Jumper', 'Minion' (spec: Traits) and the paths of a Move (spec: A turn, 1).
    """
    return _jumper_reach(abilities, origin) if abilities.is_jumper else _sliding_reach(abilities, origin, occupied)


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
    own_squares = sum(1 << other for other, _ in figures(board, traits(board[square]).side))
    return reachable_squares(board[square], square, occupied_squares(board)) & ~own_squares


class FigureMap:
    """The figures of the side to move and of the enemy. Finds the legal Moves and the attacks on Primes.

    Attributes:
        own_figures: the figures of the side to move.
        enemy_figures: the figures of the enemy.
        occupied_mask: the bit mask of occupied squares.
    """

    __slots__ = ("_goals", "_threats", "enemy_figures", "occupied_mask", "own_figures")

    def __init__(self, own_figures: FiguresBySquare, enemy_figures: FiguresBySquare) -> None:
        self.own_figures = own_figures
        self.enemy_figures = enemy_figures
        occupied = 0
        for square in own_figures:
            occupied |= 1 << square
        for square in enemy_figures:
            occupied |= 1 << square
        self.occupied_mask = occupied
        self._goals: list[tuple[int, int]] | None = None
        self._threats: list[tuple[int, int, int]] | None = None

    @property
    def threat_lanes(self) -> list[tuple[int, int, int]]:
        """The lanes from enemy figures to Primes of the side to move, with at most two figures on each lane.

        A lane is a tuple of the enemy's square, the bit mask of the squares between, and the Prime's square.
        """
        if self._threats is None:
            self._threats = list(lanes_to_primes(self.own_figures, self.enemy_figures, self.occupied_mask))
        return self._threats

    @property
    def in_check(self) -> bool:
        """True if the enemy attacks a Prime of the side to move."""
        return any(not lane & self.occupied_mask for _square, lane, _prime in self.threat_lanes)

    @property
    def is_lost(self) -> bool:
        """True if the enemy attacks a Prime of the side to move, and this side has no legal Move."""
        return self.in_check and not self.goals

    @property
    def goals(self) -> list[tuple[int, int]]:
        """The squares of the figures that have legal Moves, each with a bit mask of the goals of these Moves."""
        if self._goals is None:
            self._goals = self._find_goals()
        return self._goals

    def _find_goals(self) -> list[tuple[int, int]]:
        """Return ``goals``. A Move may not expose a Prime of its own side.

        If a figure leaves a lane from an enemy to the Prime that only this figure blocked, its Move must end on that
        lane or capture the enemy.
        """
        occupied = self.occupied_mask
        own_squares = 0
        for square in self.own_figures:
            own_squares |= 1 << square
        pins: dict[int, list[tuple[int, int, int]]] = {}
        checks: list[tuple[int, int, int]] = []
        for threat in self.threat_lanes:
            blockers = threat[1] & occupied
            if not blockers:
                checks.append(threat)
            elif not blockers & blockers - 1 and blockers & own_squares:
                pins.setdefault(blockers.bit_length() - 1, []).append(threat)
        result = []
        for origin, figure in self.own_figures.items():
            ends = _reach(figure, origin, occupied & _relevant_squares(figure, origin)) & ~own_squares
            if not ends:
                continue
            if CROWN in figure:
                ends &= ~self.attacked_squares(occupied & ~(1 << origin))
            for square, lane, prime in (*checks, *pins.get(origin, ())):
                if prime != origin:
                    ends &= lane | 1 << square
            if ends:
                result.append((origin, ends))
        return result

    def attacked_squares(self, occupied: int, captured_square: int = -1) -> int:
        """Return a bit mask of the squares that the enemy attacks, including squares of its own figures.

        Args:
            occupied: the bit mask of occupied squares.
            captured_square: the square of an enemy figure that does not count, or -1.
        """
        result = 0
        for square, figure in self.enemy_figures.items():
            if square != captured_square:
                result |= _reach(figure, square, occupied & _relevant_squares(figure, square))
        return result

    def is_defended(self, goal: int, emptied_square: int) -> bool:
        """Return True if the enemy could capture a figure that has just moved to a square.

        Args:
            goal: the square to which the figure moved.
            emptied_square: the square that the figure left.
        """
        occupied = self.occupied_mask & ~(1 << emptied_square) | 1 << goal
        for square, figure in self.enemy_figures.items():
            if square != goal and _reach(figure, square, occupied & _relevant_squares(figure, square)) >> goal & 1:
                return True
        return False


@lru_cache(maxsize=256)
def figure_map(board: tuple[str, ...], side: int) -> FigureMap:
    """Return the figures on a board with ``side`` to move."""
    return FigureMap(dict(figures(board, side)), dict(figures(board, 1 - side)))


def lanes_to_primes(
    own_figures: FiguresBySquare, enemy_figures: FiguresBySquare, occupied: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the lanes from enemy figures to the Primes of a side; see ``FigureMap.threat_lanes``.

    Args:
        own_figures: the figures of the side with the Primes.
        enemy_figures: the figures of the attacking side.
        occupied: the bit mask of occupied squares.
    """
    for prime, figure in own_figures.items():
        if CROWN in figure:
            for square, enemy_figure in enemy_figures.items():
                for lane in figure_lanes(enemy_figure, square, prime):
                    blockers = lane & occupied
                    blockers &= blockers - 1
                    if not blockers & blockers - 1:
                        yield square, lane, prime


def attackers(board: tuple[str, ...], side: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of an enemy's square and the square of the Prime that this enemy attacks."""
    position = figure_map(board, side)
    open_lanes = (threat for threat in position.threat_lanes if not threat[1] & position.occupied_mask)
    return tuple(dict.fromkeys((square, prime) for square, _lane, prime in open_lanes))
