"""A turn as a matrix game.

The rows are Black's placements, the columns are White's, and the payoffs are values for Black.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import permutations
from typing import TypeAlias

from ruleboard.engine.search.matrix import Matrix, Slices
from ruleboard.games.tensor_cards.board import BLUE, RED, YELLOW
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.evaluation import FULL_HAND_MASK, WIN_VALUE, Evaluation, card_mask
from ruleboard.games.tensor_cards.numbered_board import Continuations, NumberedBoard
from ruleboard.games.tensor_cards.state import TURNS_PER_HAND, Placement, Position
from ruleboard.overriding import override

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards in Black's and White's hands."""
LeafValue: TypeAlias = Callable[[Position, int, int], int]
"""A function that returns the value of a position before the next turn, for Black.

Its other arguments are bit masks of Black's and White's hands.
"""


def all_placements(hand: Sequence[int]) -> tuple[Placement, ...]:
    """Return all placements of cards from a hand."""
    return tuple((red, blue, yellow) for red, blue, yellow in permutations(hand, 3))


class PlacementMatrix(Matrix):
    """The payoff matrix of a turn.

    It assumes that players know the hidden cards when they choose the order of a card's parts.
    """

    def __init__(self, board: NumberedBoard, position: Position, hands: Hands, evaluation: Evaluation) -> None:
        self.board = board
        self.position = position
        self.hands = hands
        self.evaluation = evaluation
        self.placements = (all_placements(hands[BLACK]), all_placements(hands[WHITE]))
        self.hand_masks = (card_mask(hands[BLACK]), card_mask(hands[WHITE]))
        self.is_last_turn = len(hands[BLACK]) <= len(CARDS) - 3 * (TURNS_PER_HAND - 1)

    @property
    @override
    def size(self) -> tuple[int, int]:
        return len(self.placements[BLACK]), len(self.placements[WHITE])

    @override
    def row(self, row: int) -> Slices:
        return _PlacementValues(self, BLACK, self.placements[BLACK][row]).values()

    @override
    def column(self, column: int) -> Slices:
        return _PlacementValues(self, WHITE, self.placements[WHITE][column]).values()

    def hands_after(self, black: Placement, white: Placement) -> tuple[int, int]:
        """Return bit masks of Black's and White's hands after the turn."""
        if self.is_last_turn:
            return FULL_HAND_MASK, FULL_HAND_MASK
        return self.hand_masks[BLACK] & ~card_mask(black), self.hand_masks[WHITE] & ~card_mask(white)

    def value(self, black: Placement, white: Placement, leaf_value: LeafValue, choices: Sequence[str] = ()) -> int:
        """Return the value for Black if both players commit the given placements.

        Args:
            black: Black's placement.
            white: White's placement.
            leaf_value: the function that evaluates positions after the turn.
            choices: the first directions of the orders that players have already chosen.
        """
        hands = self.hands_after(black, white)
        board = self.board

        def value_at(position: Position, step: int, choice_count: int) -> int:
            """Return the value of a position before a step of the turn.

            Each piece has two steps, and the higher card acts in the first.

            Args:
                position: the position before the step.
                step: the number of the step, 0-based.
                choice_count: the number of orders that players have chosen before the step.
            """
            winner = board.winner(position)
            if winner is not None:
                return WIN_VALUE if winner == BLACK else -WIN_VALUE
            piece, is_second_step = divmod(step, 2)
            if piece == len(black):
                return leaf_value(board.next_turn(position), *hands)
            cards = (black[piece], white[piece])
            if cards[BLACK] == cards[WHITE]:
                return value_at(position, step + 2, choice_count)
            player = (BLACK if cards[BLACK] > cards[WHITE] else WHITE) ^ is_second_step
            next_positions = board.positions_after_card(position, piece, player, cards[player])
            if len(next_positions) == 1:
                return value_at(next_positions[0], step + 1, choice_count)
            if choice_count < len(choices):
                first_direction = board.terms.deck[cards[player] - 1][0].direction
                return value_at(next_positions[choices[choice_count] != first_direction], step + 1, choice_count + 1)
            values = [value_at(position, step + 1, choice_count + 1) for position in next_positions]
            return max(values) if player == BLACK else min(values)

        return value_at(self.position, 0, 0)


def _best_values(first_player: int, values_by_order_pair: list[list[list[int]]]) -> list[int]:
    """Return the value of each placement if both players choose the best orders of their cards' parts.

    Args:
        first_player: the player whose card acts first.
        values_by_order_pair: the values of the placements, by the order of the first card, then of the second card.
    """
    if len(values_by_order_pair) == 1 and len(values_by_order_pair[0]) == 1:
        return values_by_order_pair[0][0]
    choose_first, choose_second = (max, min) if first_player == BLACK else (min, max)
    chosen_values = [[choose_second(values) for values in zip(*orders, strict=True)] for orders in values_by_order_pair]
    return [choose_first(values) for values in zip(*chosen_values, strict=True)]


class _PlacementValues:
    def __init__(self, matrix: PlacementMatrix, player: int, placement: Placement) -> None:
        self.matrix = matrix
        self.player = player
        self.placement = placement
        self.hand = matrix.hands[1 - player]
        self.sign = 1 if player == WHITE else -1
        self.remaining_hand_mask = (
            FULL_HAND_MASK if matrix.is_last_turn else matrix.hand_masks[player] & ~card_mask(placement)
        )
        self.leaf_cache: dict[Position, tuple[int, tuple[int, ...]]] = {}
        self.yellow_results: dict[Position, list[tuple[int, tuple[int, ...], Continuations | None]]] = {}

    def values(self) -> Slices:
        placement_values: list[int] = []
        for red in self.hand:
            first_player, orders = self._continuations(RED, self.matrix.position, red)
            values_by_order_pair: list[list[list[int]]] = []
            for order in orders:
                values_by_order_pair.append([])
                for next_position in order:
                    values_by_order_pair[-1].append((yield from self._values_after_red(next_position, red)))
            placement_values += _best_values(first_player, values_by_order_pair)
        return placement_values

    def _continuations(self, piece: int, position: Position, card: int) -> Continuations:
        other_card = self.placement[piece]
        if self.player == BLACK:
            return self.matrix.board.continuations(position, piece, other_card, card)
        return self.matrix.board.continuations(position, piece, card, other_card)

    def _values_after_red(self, position: Position, red: int) -> Generator[int, None, list[int]]:
        winner = self.matrix.board.winner(position)
        if winner is not None:
            return [WIN_VALUE if winner == BLACK else -WIN_VALUE] * ((len(self.hand) - 1) * (len(self.hand) - 2))
        placement_values: list[int] = []
        for blue in self.hand:
            if blue != red:
                first_player, orders = self._continuations(BLUE, position, blue)
                placement_values += _best_values(
                    first_player,
                    [
                        [self._values_after_blue(next_position, red, blue) for next_position in order]
                        for order in orders
                    ],
                )
                yield len(self.hand) - 2
        return placement_values

    def _values_after_blue(self, position: Position, red: int, blue: int) -> list[int]:
        winner = self.matrix.board.winner(position)
        if winner is not None:
            return [WIN_VALUE if winner == BLACK else -WIN_VALUE] * (len(self.hand) - 2)
        yellow_results = self.yellow_results.get(position)
        if yellow_results is None:
            yellow_results = self.yellow_results[position] = [self._yellow_result(position, card) for card in self.hand]
        hand_mask = (
            FULL_HAND_MASK
            if self.matrix.is_last_turn
            else self.matrix.hand_masks[1 - self.player] & ~(1 << red | 1 << blue)
        )
        placement_values = []
        for card, (value, card_masks, continuations) in zip(self.hand, yellow_results, strict=True):
            if card not in (red, blue):
                if card_masks or continuations:
                    remaining_hand_mask = hand_mask if self.matrix.is_last_turn else hand_mask & ~(1 << card)
                    if continuations:
                        first_player, orders = continuations
                        (value,) = _best_values(
                            first_player,
                            [
                                [[self._leaf_value(next_position, remaining_hand_mask)] for next_position in order]
                                for order in orders
                            ],
                        )
                    else:
                        value += self.sign * self.matrix.evaluation.reach_value(card_masks, remaining_hand_mask)
                placement_values.append(value)
        return placement_values

    def _yellow_result(self, position: Position, card: int) -> tuple[int, tuple[int, ...], Continuations | None]:
        """Return the value of a card on the yellow piece, and bit masks of the cards that can reach stars afterwards.

        The value does not yet include the stars in reach of the player whose placements are evaluated. If a player must
        choose an order, return 0, no masks, and the positions after each order.
        """
        continuations = self._continuations(YELLOW, position, card)
        _first_player, orders = continuations
        if len(orders) == 1 and len(orders[0]) == 1:
            return (*self._leaf_parts(orders[0][0]), None)
        return 0, (), continuations

    def _leaf_parts(self, position: Position) -> tuple[int, tuple[int, ...]]:
        leaf_parts = self.leaf_cache.get(position)
        if leaf_parts is None:
            evaluation = self.matrix.evaluation
            *card_masks, value = evaluation.outlook(position)
            own_masks, other_masks = card_masks[1 - self.player], card_masks[self.player]
            value -= self.sign * evaluation.reach_value(other_masks, self.remaining_hand_mask)
            if self.matrix.is_last_turn:
                value, own_masks = value + self.sign * evaluation.reach_value(own_masks, FULL_HAND_MASK), ()
            leaf_parts = self.leaf_cache[position] = (value, own_masks)
        return leaf_parts

    def _leaf_value(self, position: Position, hand_mask: int) -> int:
        value, card_masks = self._leaf_parts(position)
        return value + self.sign * self.matrix.evaluation.reach_value(card_masks, hand_mask)
