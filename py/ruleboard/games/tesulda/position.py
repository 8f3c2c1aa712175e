"""The figures of both sides: legal Moves, attacks on Primes, and changes of figures during a turn.

Implements 'Move' and 'Safety of the Prime' (spec).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from ruleboard.engine.search.thinking import hash_mix
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.evaluation import figure_value, square_bonus
from ruleboard.games.tesulda.figures import CROWN, with_pieces, without_pieces
from ruleboard.games.tesulda.reach import cached_reach, figure_lanes, reachable_squares, relevant_squares

EMPTY: Final = ""
EMPTY_BOARD: Final = (EMPTY,) * (SIZE * SIZE)
_SIDE_HASH: Final = hash_mix(1, 2, 3)

FiguresBySquare: TypeAlias = dict[int, str]
"""The figures of a side by square."""


@lru_cache(maxsize=1 << 15)
def _figure_hash(figure: str, square: int) -> int:
    return hash_mix(square, *figure.encode())


@dataclass(slots=True)
class Position:
    """The figures of both sides, for play and search. A position does not change: each step makes a new position.

    Attributes:
        own_figures: the figures of the side to move.
        enemy_figures: the figures of the enemy.
        own_mask, enemy_mask, occupied_mask: the bit masks of the squares with figures of one side or of both sides.
        side: the side to move.
        quiet_turns: the number of turns without an Attack. A turn counts as soon as the figure has moved.
        key: the hash of the figures and the side to move.
        score: the value of the mover's figures and their squares, minus that of the enemy's.
    """

    own_figures: FiguresBySquare
    enemy_figures: FiguresBySquare
    own_mask: int
    enemy_mask: int
    side: int
    quiet_turns: int
    key: int
    score: int
    occupied_mask: int = field(init=False)
    _board: tuple[str, ...] | None = field(default=None, init=False, compare=False, repr=False)
    _goals: list[tuple[int, int]] | None = field(default=None, init=False, compare=False, repr=False)
    _threats: list[tuple[int, int, int]] | None = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.occupied_mask = self.own_mask | self.enemy_mask

    def __hash__(self) -> int:
        return self.key

    @property
    def board(self) -> tuple[str, ...]:
        """The figure on each square, by number, or ``""`` for an empty square."""
        if self._board is None:
            board = list(EMPTY_BOARD)
            for square, figure in (*self.own_figures.items(), *self.enemy_figures.items()):
                board[square] = figure
            self._board = tuple(board)
        return self._board

    @property
    def crownless_side(self) -> int | None:
        """The side without a crown, or None. If both sides have no crown, it is the side to move."""
        if not any(CROWN in figure for figure in self.own_figures.values()):
            return self.side
        return None if any(CROWN in figure for figure in self.enemy_figures.values()) else 1 - self.side

    @property
    def threat_lanes(self) -> list[tuple[int, int, int]]:
        """The lanes from enemy figures to Primes of the side to move, with at most two figures on each lane.

        A lane is a tuple of the enemy's square, the bit mask of the squares between, and the Prime's square.
        """
        if self._threats is None:
            self._threats = list(lanes_to_primes(self.own_figures, self.enemy_figures, self.occupied_mask))
        return self._threats

    @property
    def attackers(self) -> tuple[tuple[int, int], ...]:
        """Pairs of an enemy's square and the square of a Prime that it attacks, sorted by Prime, then by enemy."""
        attacker_pairs = {(prime, square) for square, lane, prime in self.threat_lanes if not lane & self.occupied_mask}
        return tuple((square, prime) for prime, square in sorted(attacker_pairs))

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
        """The squares of the figures that have legal Moves, each with a bit mask of the goals of these Moves.

        A Move may not expose a Prime of the side to move. If a figure leaves a lane from an enemy to the Prime that
        only this figure blocked, its Move must end on that lane or capture the enemy.
        """
        if self._goals is None:
            self._goals = self._find_goals()
        return self._goals

    def _find_goals(self) -> list[tuple[int, int]]:
        occupied_mask, own_mask = self.occupied_mask, self.own_mask
        pins: dict[int, list[tuple[int, int, int]]] = {}
        checks: list[tuple[int, int, int]] = []
        for threat in self.threat_lanes:
            blocker_mask = threat[1] & occupied_mask
            if not blocker_mask:
                checks.append(threat)
            elif not blocker_mask & blocker_mask - 1 and blocker_mask & own_mask:
                pins.setdefault(blocker_mask.bit_length() - 1, []).append(threat)
        goals = []
        for origin, figure in self.own_figures.items():
            goal_mask = cached_reach(figure, origin, occupied_mask & relevant_squares(figure, origin)) & ~own_mask
            if not goal_mask:
                continue
            if CROWN in figure:
                goal_mask &= ~self.attacked_squares(occupied_mask & ~(1 << origin))
            for square, lane, prime in (*checks, *pins.get(origin, ())):
                if prime != origin:
                    goal_mask &= lane | 1 << square
            if goal_mask:
                goals.append((origin, goal_mask))
        return goals

    def open_goals(self, square: int) -> int:
        """Return a bit mask of the squares to which a figure could move if its Prime's safety did not matter."""
        figures, mask = (
            (self.own_figures, self.own_mask) if square in self.own_figures else (self.enemy_figures, self.enemy_mask)
        )
        return reachable_squares(figures[square], square, self.occupied_mask) & ~mask

    def attacked_squares(self, occupied_mask: int) -> int:
        """Return a bit mask of the squares that the enemy attacks, including squares of enemy figures.

        Args:
            occupied_mask: the bit mask of occupied squares.
        """
        attacked_mask = 0
        for square, figure in self.enemy_figures.items():
            attacked_mask |= cached_reach(figure, square, occupied_mask & relevant_squares(figure, square))
        return attacked_mask

    def can_be_recaptured(self, goal: int, emptied_square: int) -> bool:
        """Return True if the enemy could capture a figure that has just moved to ``goal``.

        Args:
            goal: the square to which the figure moved.
            emptied_square: the square that the figure left.
        """
        occupied_mask = self.occupied_mask & ~(1 << emptied_square) | 1 << goal
        for square, figure in self.enemy_figures.items():
            if square != goal and reachable_squares(figure, square, occupied_mask) >> goal & 1:
                return True
        return False

    def figures_of(self, side: int) -> FiguresBySquare:
        """Return the figures of a side."""
        return self.own_figures if side == self.side else self.enemy_figures

    def with_side(self, side: int) -> Position:
        """Return the position with the same figures and ``side`` to move."""
        return self if side == self.side else self.with_other_side()

    def with_other_side(self, passed_turns: int = 0) -> Position:
        """Return the position with the same figures and the other side to move.

        Args:
            passed_turns: the number to add to ``quiet_turns``.
        """
        return Position(
            self.enemy_figures,
            self.own_figures,
            self.enemy_mask,
            self.own_mask,
            1 - self.side,
            self.quiet_turns + passed_turns,
            self.key ^ _SIDE_HASH,
            -self.score,
        )

    def after_move(self, origin: int, goal: int) -> Position:
        """Return the position after a Move or an Attack by the side to move, which continues its turn."""
        own_figures, enemy_figures, enemy_mask = self.own_figures.copy(), self.enemy_figures, self.enemy_mask
        figure = own_figures[goal] = own_figures.pop(origin)
        quiet_turns = self.quiet_turns + 1
        key = self.key ^ _figure_hash(figure, origin) ^ _figure_hash(figure, goal)
        score = self.score - square_bonus(figure, origin) + square_bonus(figure, goal)
        prey = enemy_figures.get(goal)
        if prey is not None:
            enemy_figures = enemy_figures.copy()
            del enemy_figures[goal]
            enemy_mask ^= 1 << goal
            quiet_turns = 0
            key ^= _figure_hash(prey, goal)
            score += figure_value(prey) + square_bonus(prey, goal)
        own_mask = self.own_mask & ~(1 << origin) | 1 << goal
        return Position(own_figures, enemy_figures, own_mask, enemy_mask, self.side, quiet_turns, key, score)

    def after_gain(self, square: int, pieces: str) -> Position:
        """Return the position after a figure of the side to move gets pieces."""
        return self._with_figures((square, with_pieces(self.own_figures[square], pieces)))

    def after_swap(self, origin: int, goal: int, pieces: str) -> Position:
        """Return the position after a figure of the side to move gives pieces to another figure of this side."""
        giver, taker = self.own_figures[origin], self.own_figures[goal]
        return self._with_figures((origin, without_pieces(giver, pieces)), (goal, with_pieces(taker, pieces)))

    def _with_figures(self, *changes: tuple[int, str]) -> Position:
        """Replace figures of the side to move, given pairs of an occupied square and its new figure."""
        figures, key, score = self.own_figures.copy(), self.key, self.score
        for square, figure in changes:
            old_figure = figures[square]
            key ^= _figure_hash(old_figure, square) ^ _figure_hash(figure, square)
            score += figure_value(figure) - figure_value(old_figure)
            score += square_bonus(figure, square) - square_bonus(old_figure, square)
            figures[square] = figure
        return Position(
            figures, self.enemy_figures, self.own_mask, self.enemy_mask, self.side, self.quiet_turns, key, score
        )


def lanes_to_primes(
    own_figures: FiguresBySquare, enemy_figures: FiguresBySquare, occupied_mask: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the lanes from enemy figures to the Primes of a side; see ``Position.threat_lanes``.

    Args:
        own_figures: the figures of the side with the Primes.
        enemy_figures: the figures of the attacking side.
        occupied_mask: the bit mask of occupied squares.
    """
    for prime in prime_squares(own_figures):
        for square, enemy_figure in enemy_figures.items():
            for lane in figure_lanes(enemy_figure, square, prime):
                blocker_mask = lane & occupied_mask
                blocker_mask &= blocker_mask - 1
                if not blocker_mask & blocker_mask - 1:
                    yield square, lane, prime


def prime_squares(figures: FiguresBySquare) -> list[int]:
    """Return the squares of the Primes, which are the figures with crowns, in ascending order."""
    return sorted([square for square, figure in figures.items() if CROWN in figure])


def position_of(board: Sequence[str], side: int, quiet_turns: int = 0) -> Position:
    """Return the position of the figures on a board; see ``Position.board``."""
    figures: tuple[FiguresBySquare, FiguresBySquare] = ({}, {})
    scores_by_side, masks_by_side, key = [0, 0], [0, 0], _SIDE_HASH if side else 0
    for square, figure in enumerate(board):
        if figure:
            owner = figure[0].islower()
            figures[owner][square] = figure
            masks_by_side[owner] |= 1 << square
            scores_by_side[owner] += figure_value(figure) + square_bonus(figure, square)
            key ^= _figure_hash(figure, square)
    return Position(
        figures[side],
        figures[1 - side],
        masks_by_side[side],
        masks_by_side[1 - side],
        side,
        quiet_turns,
        key,
        scores_by_side[side] - scores_by_side[1 - side],
    )
