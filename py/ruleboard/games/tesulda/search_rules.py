"""The rules for the search. A turn of the search is a Move, in which an Attack takes the best pieces.

The search includes one kind of swap: a figure that the enemy could recapture gives its best pieces to a safe
neighbour. The search ignores other swaps and the pool; ``completions`` adds them after the choice of a Move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ruleboard.engine.search.thinking import hash_mix
from ruleboard.games.tesulda.board import NEIGHBOUR_SQUARES, SIZE
from ruleboard.games.tesulda.evaluation import best_take, figure_value, rescue_pieces, square_bonus
from ruleboard.games.tesulda.figures import CROWN, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import MoveFigure, Swap, Take
from ruleboard.games.tesulda.reach import FigureMap, FiguresBySquare, lanes_to_primes
from ruleboard.games.tesulda.state import CLAIM_TURN_COUNT, State, figures

Turn: TypeAlias = int
"""A Move as 100 times its start plus its goal, or the number of a complete turn from ``FIRST_COMPLETED_TURN``."""
FIRST_COMPLETED_TURN: Final = 10_000

_PRIME_ATTACK_VALUE: Final = 45
_LANE_VALUES: Final = (0, 9, 3)
"""The value of a lane to a Prime, by the number of figures on the lane."""
_MAX_FIGURES_TO_PASS: Final = 3
"""The maximum number of a side's figures at which a pass may be better than any Move."""
_MAX_EXCHANGE_LOSS: Final = 15
"""The maximum loss in an even exchange by an Attack."""
_MAX_TAKE_GAIN: Final = 30
"""The maximum expected gain from pieces that a figure takes after an Attack."""


@lru_cache(maxsize=1 << 15)
def _figure_hash(figure: str, square: int) -> int:
    return hash_mix(square, *figure.encode())


class SearchPosition(FigureMap):
    """A position at the start of a turn.

    Attributes:
        side: the side to move.
        quiet_turns: the number of turns without an Attack.
        key: the hash of the figures and the side to move.
        score: the value of the side to move's figures and their squares, minus the same value for the enemy.
    """

    __slots__ = ("key", "quiet_turns", "score", "side")

    def __init__(
        self,
        own_figures: FiguresBySquare,
        enemy_figures: FiguresBySquare,
        side: int,
        quiet_turns: int,
        key: int,
        score: int,
    ) -> None:
        super().__init__(own_figures, enemy_figures)
        self.side = side
        self.quiet_turns = quiet_turns
        self.key = key
        self.score = score

    def rescue_swap(self, figure: str, origin: int, goal: int) -> Swap | None:
        """Return the swap that gives pieces to a safe neighbour after an Attack, or None if no enemy can recapture.

        Args:
            figure: the attacker with the pieces that it has taken.
            origin: the attacker's square before the Attack.
            goal: the attacked square.
        """
        rescue_options = [
            (gain, neighbour, pieces)
            for neighbour in NEIGHBOUR_SQUARES[goal]
            if neighbour != origin and neighbour in self.own_figures
            for pieces, gain in (rescue_pieces(figure, self.own_figures[neighbour]),)
            if pieces
        ]
        if not rescue_options:
            return None
        attacked_mask = self.attacked_squares(self.occupied_mask & ~(1 << origin), captured_square=goal)
        if not attacked_mask >> goal & 1:
            return None
        safe_options = [
            (gain, neighbour, pieces)
            for gain, neighbour, pieces in rescue_options
            if not attacked_mask >> neighbour & 1
        ]
        if not safe_options:
            return None
        _gain, neighbour, pieces = max(safe_options)
        return Swap(goal, neighbour, pieces)

    def after(self, origin: int, goal: int, with_rescue: bool = False) -> SearchPosition:
        """Return the position after a Move. An Attack takes the best pieces.

        Args:
            origin, goal: the squares where the Move begins and ends.
            with_rescue: True to include the swap that ``rescue_swap`` returns.
        """
        own_figures, enemy_figures = self.own_figures.copy(), self.enemy_figures
        figure = own_figures.pop(origin)
        score = self.score - square_bonus(figure, origin)
        key = self.key ^ _figure_hash(figure, origin) ^ _SIDE_HASH
        prey = enemy_figures.get(goal)
        quiet = self.quiet_turns + 1
        if prey is not None:
            enemy_figures = enemy_figures.copy()
            del enemy_figures[goal]
            score += figure_value(prey) + square_bonus(prey, goal)
            key ^= _figure_hash(prey, goal)
            score -= figure_value(figure)
            figure = with_pieces(figure, best_take(figure, prey))
            swap = self.rescue_swap(figure, origin, goal) if with_rescue else None
            if swap is not None:
                neighbour, taker = swap.goal, own_figures[swap.goal]
                new_taker = own_figures[neighbour] = with_pieces(taker, swap.pieces)
                score += (
                    figure_value(new_taker)
                    + square_bonus(new_taker, neighbour)
                    - figure_value(taker)
                    - square_bonus(taker, neighbour)
                )
                key ^= _figure_hash(taker, neighbour) ^ _figure_hash(new_taker, neighbour)
                figure = without_pieces(figure, swap.pieces)
            score += figure_value(figure)
            quiet = 0
        own_figures[goal] = figure
        score += square_bonus(figure, goal)
        return SearchPosition(
            enemy_figures, own_figures, 1 - self.side, quiet, key ^ _figure_hash(figure, goal), -score
        )

    def attack_with_rescue(self, turn: Turn) -> tuple[MoveFigure | Take | Swap, ...]:
        """Return the moves of an Attack and of its rescue swap, or an empty tuple if there is no rescue swap."""
        origin, goal = divmod(turn, SIZE * SIZE)
        if CROWN in self.enemy_figures.get(goal, CROWN):
            return ()
        pieces = best_take(self.own_figures[origin], self.enemy_figures[goal])
        swap = self.rescue_swap(with_pieces(self.own_figures[origin], pieces), origin, goal)
        return (MoveFigure(origin, goal), Take(pieces), swap) if swap else ()


_SIDE_HASH: Final = hash_mix(1, 2, 3)


def search_position(state: State, side: int) -> SearchPosition:
    """Convert a state to a search position with ``side`` to move."""
    own_figures, enemy_figures = dict(figures(state.board, side)), dict(figures(state.board, 1 - side))
    score = sum(figure_value(figure) + square_bonus(figure, square) for square, figure in own_figures.items())
    score -= sum(figure_value(figure) + square_bonus(figure, square) for square, figure in enemy_figures.items())
    return SearchPosition(own_figures, enemy_figures, side, state.quiet_turns, board_hash(state.board, side), score)


def board_hash(board: Sequence[str], side: int) -> int:
    """Return the hash of a board with a side to move."""
    key = _SIDE_HASH if side else 0
    for square, figure in enumerate(board):
        if figure:
            key ^= _figure_hash(figure, square)
    return key


def repetition_counts(earlier_counts: Mapping[Hashable, int], pool: str) -> dict[Hashable, int]:
    """Convert counts keyed by ``Game.key`` to counts keyed by ``SearchPosition.key``.

    Args:
        earlier_counts: the number of times each position has occurred, by ``Game.key``.
        pool: the current pool. Positions with another pool cannot occur again.
    """
    result: dict[Hashable, int] = {}
    for game_key, count in earlier_counts.items():
        if isinstance(game_key, tuple) and len(game_key) == 3 and game_key[2] == pool:
            result[board_hash(game_key[0], game_key[1])] = count
    return result


MoveFilter: TypeAlias = Callable[[SearchPosition, Turn], bool]
"""A function that returns False for a Move that the search ignores."""


class TesuldaSearchRules:
    """The rules for a search; see ``engine.search.selective.Rules``.

    Args:
        completed_turns: the positions after complete turns, from which the search may start.
        is_visible: the filter for Moves, or None to allow all Moves.
        with_rescues: True to include the swaps that ``SearchPosition.rescue_swap`` returns.
    """

    margin = 50

    def __init__(
        self,
        completed_turns: Sequence[SearchPosition] = (),
        is_visible: MoveFilter | None = None,
        with_rescues: bool = False,
    ) -> None:
        self._completed_turns = completed_turns
        self._is_visible = is_visible
        self._with_rescues = with_rescues

    def turns(self, position: SearchPosition) -> tuple[Sequence[Turn], Sequence[Turn]]:
        """Return the Attacks that seem to lose no material, and all other Moves, the most promising first.

        Attacks are sorted by the value of the captured figure, other Moves by the gain in the square's value.
        """
        own_figures, enemy_figures, is_visible = position.own_figures, position.enemy_figures, self._is_visible
        attacks: list[tuple[int, Turn]] = []
        other_turns: list[tuple[int, Turn]] = []
        for origin, ends in position.goals:
            figure = own_figures[origin]
            cost = figure_value(figure)
            origin_value = square_bonus(figure, origin)
            base = origin * SIZE * SIZE
            while ends:
                lowest_bit = ends & -ends
                ends ^= lowest_bit
                goal = lowest_bit.bit_length() - 1
                if is_visible is not None and not is_visible(position, base + goal):
                    continue
                if goal not in enemy_figures:
                    other_turns.append((origin_value - square_bonus(figure, goal), base + goal))
                elif figure_value(enemy_figures[goal]) + _MAX_EXCHANGE_LOSS >= cost:
                    attacks.append((cost - 4 * figure_value(enemy_figures[goal]), base + goal))
                else:
                    other_turns.append((-_MAX_EXCHANGE_LOSS, base + goal))
        if not attacks and not other_turns and is_visible is not None:
            return TesuldaSearchRules().turns(position)
        attacks.sort()
        other_turns.sort()
        return [turn for _rank, turn in attacks], [turn for _rank, turn in other_turns]

    def gain(self, position: SearchPosition, turn: Turn) -> int:
        """Return the most that a Move can gain by a capture."""
        figure = position.enemy_figures.get(turn % (SIZE * SIZE))
        return figure_value(figure) + _MAX_TAKE_GAIN if figure else 0

    def after_null_move(self, position: SearchPosition) -> SearchPosition | None:
        """Return the position after a pass, or None if the side to move has too few figures for one."""
        if len(position.own_figures) <= _MAX_FIGURES_TO_PASS:
            return None
        key = position.key ^ _SIDE_HASH
        return SearchPosition(
            position.enemy_figures,
            position.own_figures,
            1 - position.side,
            position.quiet_turns + 1,
            key,
            -position.score,
        )

    def in_check(self, position: SearchPosition) -> bool:
        """Return True if the enemy attacks a Prime of the side to move."""
        return position.in_check

    def after(self, position: SearchPosition, turn: Turn) -> SearchPosition:
        """Return the position after a Move or a complete turn."""
        if turn >= FIRST_COMPLETED_TURN:
            return self._completed_turns[turn - FIRST_COMPLETED_TURN]
        return position.after(*divmod(turn, SIZE * SIZE), self._with_rescues)

    def value(self, position: SearchPosition) -> int:
        """Return the value of figures and threats to Primes, from the point of view of the side to move."""
        occupied = position.occupied_mask
        value = position.score
        for _square, lane, _prime in position.threat_lanes:
            blockers = lane & occupied
            value -= _LANE_VALUES[blockers.bit_count()] if blockers else _PRIME_ATTACK_VALUE
        for _square, lane, _prime in lanes_to_primes(position.enemy_figures, position.own_figures, occupied):
            blockers = lane & occupied
            value += _LANE_VALUES[blockers.bit_count()] if blockers else _PRIME_ATTACK_VALUE
        return value + 5

    def result(self, position: SearchPosition) -> int | None:
        """Return -1 if the side to move has no crown, 1 if the enemy has none, or 0 for a possible draw.

        Return None if the game continues.
        """
        if not any(CROWN in figure for figure in position.own_figures.values()):
            return -1
        if not any(CROWN in figure for figure in position.enemy_figures.values()):
            return 1
        return 0 if position.quiet_turns >= CLAIM_TURN_COUNT else None

    def forcing_turns(self, position: SearchPosition) -> Sequence[Turn]:
        """Return the Attacks that seem to win material, the best first."""
        own_figures, enemy_figures = position.own_figures, position.enemy_figures
        enemy_squares = 0
        for square in enemy_figures:
            enemy_squares |= 1 << square
        ranked_attacks: list[tuple[int, Turn]] = []
        for origin, ends in position.goals:
            ends &= enemy_squares
            while ends:
                lowest_bit = ends & -ends
                ends ^= lowest_bit
                goal = lowest_bit.bit_length() - 1
                gain = figure_value(enemy_figures[goal]) - figure_value(own_figures[origin])
                if gain >= -_MAX_EXCHANGE_LOSS or not position.is_defended(goal, origin):
                    turn = origin * SIZE * SIZE + goal
                    if self._is_visible is None or self._is_visible(position, turn):
                        ranked_attacks.append((-gain - figure_value(enemy_figures[goal]), turn))
        ranked_attacks.sort()
        return [turn for _rank, turn in ranked_attacks]

    def key(self, position: SearchPosition) -> Hashable:
        """Return the hash of the position."""
        return position.key
