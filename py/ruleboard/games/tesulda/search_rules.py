"""The rules for the search. A turn of the search is a Move, in which an Attack takes the best pieces.

The search includes one kind of swap: a figure that the enemy could recapture gives its best pieces to a safe
neighbour. The search ignores other swaps and the pool; ``completions`` adds them after the choice of a Move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ruleboard.games.tesulda.board import NEIGHBOUR_SQUARES, SIZE
from ruleboard.games.tesulda.evaluation import figure_value, square_bonus
from ruleboard.games.tesulda.exchange import broken_swap_rule, can_gain
from ruleboard.games.tesulda.figures import CROWN, piece_choices, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import MoveFigure, Swap, Take
from ruleboard.games.tesulda.position import Position, lanes_to_primes, position_of
from ruleboard.games.tesulda.state import CLAIM_TURN_COUNT

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
_MIN_RESCUE_GAIN: Final = 15
"""The minimum gain of a neighbour that gets pieces from a figure in danger."""
_MAX_RESCUE_LOSS: Final = 20
"""The maximum loss of both figures together in such a swap."""


def position_after_turn(position: Position, origin: int, goal: int, with_rescue: bool = False) -> Position:
    """Return the position after a turn with a Move. An Attack takes the best pieces.

    Args:
        position: the position at the start of the turn.
        origin, goal: the squares where the Move begins and ends.
        with_rescue: True to include the swap after an Attack that gives pieces to a safe neighbour.
    """
    next_position = position.after_move(origin, goal)
    prey = position.enemy_figures.get(goal)
    if prey is not None:
        pieces = _best_take(position.own_figures[origin], prey)
        if pieces:
            next_position = next_position.after_gain(goal, pieces)
        swap = _rescue_swap(next_position, goal) if with_rescue else None
        if swap is not None:
            next_position = next_position.after_swap(swap.origin, swap.goal, swap.pieces)
    return next_position.with_other_side()


def attack_with_rescue(position: Position, turn: Turn) -> tuple[MoveFigure | Take | Swap, ...]:
    """Return the moves of an Attack and of its rescue swap, or an empty tuple if there is no rescue swap."""
    origin, goal = divmod(turn, SIZE * SIZE)
    if CROWN in position.enemy_figures.get(goal, CROWN):
        return ()
    pieces = _best_take(position.own_figures[origin], position.enemy_figures[goal])
    swap = _rescue_swap(position.after_move(origin, goal).after_gain(goal, pieces), goal)
    return (MoveFigure(origin, goal), Take(pieces), swap) if swap else ()


def _rescue_swap(position: Position, square: int) -> Swap | None:
    """Return the swap that gives pieces to a safe neighbour after an Attack, or None if no enemy can recapture.

    Args:
        position: the position after the Attack and its take.
        square: the attacker's square.
    """
    figures = position.own_figures
    rescue_options = [
        (gain, neighbour, pieces)
        for neighbour in NEIGHBOUR_SQUARES[square]
        if neighbour in figures
        for pieces, gain in (_rescue_pieces(figures[square], figures[neighbour]),)
        if pieces
    ]
    if not rescue_options:
        return None
    attacked_mask = position.attacked_squares(position.occupied_mask)
    if not attacked_mask >> square & 1:
        return None
    safe_options = [option for option in rescue_options if not attacked_mask >> option[1] & 1]
    if not safe_options:
        return None
    _gain, neighbour, pieces = max(safe_options)
    return Swap(square, neighbour, pieces)


@lru_cache(maxsize=1 << 14)
def _best_take(figure: str, prey: str) -> str:
    """Return the pieces of a captured figure that add the most value to its captor."""
    best_value, best_pieces = figure_value(figure), ""
    for pieces in piece_choices(prey[1:].replace(CROWN, "")):
        new_figure = with_pieces(figure, pieces)
        if can_gain(figure, pieces) and figure_value(new_figure) > best_value:
            best_value, best_pieces = figure_value(new_figure), pieces
    return best_pieces


@lru_cache(maxsize=1 << 14)
def _rescue_pieces(giver: str, taker: str) -> tuple[str, int]:
    """Return the best pieces that a figure in danger can give to a neighbour, and the neighbour's gain in value.

    If no pieces are worth giving, return an empty string and 0.
    """
    best_gain, best_pieces = _MIN_RESCUE_GAIN - 1, ""
    for pieces in piece_choices(giver[1:].replace(CROWN, "")):
        new_giver, new_taker = without_pieces(giver, pieces), with_pieces(taker, pieces)
        if not (broken_swap_rule(new_giver) or broken_swap_rule(new_taker)):
            gain = figure_value(new_taker) - figure_value(taker)
            if gain > best_gain and gain + figure_value(new_giver) - figure_value(giver) >= -_MAX_RESCUE_LOSS:
                best_gain, best_pieces = gain, pieces
    return best_pieces, best_gain if best_pieces else 0


def repetition_counts(earlier_counts: Mapping[Hashable, int], pool: str) -> dict[Hashable, int]:
    """Convert counts keyed by ``Game.key`` to counts keyed by ``Position.key``.

    Args:
        earlier_counts: the number of times each position has occurred, by ``Game.key``.
        pool: the current pool. Positions with another pool cannot occur again.
    """
    counts_by_key: dict[Hashable, int] = {}
    for game_key, count in earlier_counts.items():
        if isinstance(game_key, tuple) and len(game_key) == 3 and game_key[2] == pool:
            counts_by_key[position_of(game_key[0], game_key[1]).key] = count
    return counts_by_key


MoveFilter: TypeAlias = Callable[[Position, Turn], bool]
"""A function that returns False for a Move that the search ignores."""


class TesuldaSearchRules:
    """The rules for a search; see ``engine.search.selective.Rules``.

    Args:
        completed_turns: the positions after complete turns, from which the search may start.
        is_visible: the filter for Moves, or None to allow all Moves.
        with_rescues: True to include swaps after Attacks that give pieces to a safe neighbour.
    """

    margin = 50

    def __init__(
        self,
        completed_turns: Sequence[Position] = (),
        is_visible: MoveFilter | None = None,
        with_rescues: bool = False,
    ) -> None:
        self._completed_turns = completed_turns
        self._is_visible = is_visible
        self._with_rescues = with_rescues

    def turns(self, position: Position) -> tuple[Sequence[Turn], Sequence[Turn]]:
        """Return the Attacks that seem to lose no material, and all other Moves, the most promising first.

        Attacks are sorted by the value of the captured figure, other Moves by the gain in the square's value.
        """
        own_figures, enemy_figures, is_visible = position.own_figures, position.enemy_figures, self._is_visible
        attacks: list[tuple[int, Turn]] = []
        other_turns: list[tuple[int, Turn]] = []
        for origin, goal_mask in position.goals:
            figure = own_figures[origin]
            mover_value = figure_value(figure)
            origin_value = square_bonus(figure, origin)
            base = origin * SIZE * SIZE
            while goal_mask:
                lowest_bit = goal_mask & -goal_mask
                goal_mask ^= lowest_bit
                goal = lowest_bit.bit_length() - 1
                if is_visible is not None and not is_visible(position, base + goal):
                    continue
                if goal not in enemy_figures:
                    other_turns.append((origin_value - square_bonus(figure, goal), base + goal))
                elif figure_value(enemy_figures[goal]) + _MAX_EXCHANGE_LOSS >= mover_value:
                    attacks.append((mover_value - 4 * figure_value(enemy_figures[goal]), base + goal))
                else:
                    other_turns.append((-_MAX_EXCHANGE_LOSS, base + goal))
        if not attacks and not other_turns and is_visible is not None:
            return TesuldaSearchRules().turns(position)
        attacks.sort()
        other_turns.sort()
        return [turn for _rank, turn in attacks], [turn for _rank, turn in other_turns]

    def gain(self, position: Position, turn: Turn) -> int:
        """Return the maximum value that a Move can gain by a capture."""
        figure = position.enemy_figures.get(turn % (SIZE * SIZE))
        return figure_value(figure) + _MAX_TAKE_GAIN if figure else 0

    def after_null_move(self, position: Position) -> Position | None:
        """Return the position after a pass, or None if the side to move has too few figures to pass in the search."""
        if len(position.own_figures) <= _MAX_FIGURES_TO_PASS:
            return None
        return position.with_other_side(passed_turns=1)

    def in_check(self, position: Position) -> bool:
        """Return True if the enemy attacks a Prime of the side to move."""
        return position.in_check

    def position_after(self, position: Position, turn: Turn) -> Position:
        """Return the position after a Move or a complete turn."""
        if turn >= FIRST_COMPLETED_TURN:
            return self._completed_turns[turn - FIRST_COMPLETED_TURN]
        return position_after_turn(position, *divmod(turn, SIZE * SIZE), self._with_rescues)

    def value(self, position: Position) -> int:
        """Return the value of figures and threats to Primes, from the point of view of the side to move."""
        occupied_mask = position.occupied_mask
        value = position.score
        for _square, lane, _prime in position.threat_lanes:
            blockers = lane & occupied_mask
            value -= _LANE_VALUES[blockers.bit_count()] if blockers else _PRIME_ATTACK_VALUE
        for _square, lane, _prime in lanes_to_primes(position.enemy_figures, position.own_figures, occupied_mask):
            blockers = lane & occupied_mask
            value += _LANE_VALUES[blockers.bit_count()] if blockers else _PRIME_ATTACK_VALUE
        return value + 5

    def result(self, position: Position) -> int | None:
        """Return -1 if the side to move has no crown, 1 if the enemy has none, or 0 for a possible draw.

        Return None if the game continues.
        """
        loser = position.crownless_side
        if loser is not None:
            return -1 if loser == position.side else 1
        return 0 if position.quiet_turns >= CLAIM_TURN_COUNT else None

    def forcing_turns(self, position: Position) -> Sequence[Turn]:
        """Return the Attacks that seem to win material, the best first."""
        own_figures, enemy_figures = position.own_figures, position.enemy_figures
        enemy_mask = position.enemy_mask
        ranked_attacks: list[tuple[int, Turn]] = []
        for origin, goal_mask in position.goals:
            goal_mask &= enemy_mask
            while goal_mask:
                lowest_bit = goal_mask & -goal_mask
                goal_mask ^= lowest_bit
                goal = lowest_bit.bit_length() - 1
                gain = figure_value(enemy_figures[goal]) - figure_value(own_figures[origin])
                if gain >= -_MAX_EXCHANGE_LOSS or not position.can_be_recaptured(goal, origin):
                    turn = origin * SIZE * SIZE + goal
                    if self._is_visible is None or self._is_visible(position, turn):
                        ranked_attacks.append((-gain - figure_value(enemy_figures[goal]), turn))
        ranked_attacks.sort()
        return [turn for _rank, turn in ranked_attacks]

    def key(self, position: Position) -> Hashable:
        """Return the hash of the position."""
        return position.key
