"""A turn as a matrix game: Black's placements are the rows, White's the columns, and payoffs are values for Black."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import permutations
from typing import TypeAlias

from ruleboard.engine.search.matrix import Matrix, Slices
from ruleboard.games.tensor_cards.board import BLUE, RED, YELLOW
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.evaluation import WHOLE_HAND, WIN, Evaluation, mask
from ruleboard.games.tensor_cards.numbered_board import Continuations, NumberedBoard, Position
from ruleboard.games.tensor_cards.state import TURNS, Lay
from ruleboard.overriding import override

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards in Black's and White's hands."""
Leaf: TypeAlias = Callable[[Position, int, int], int]
"""A function that returns the value for Black of a position before the next turn. Its other arguments are bit masks of
Black's and White's hands."""


def lays_of(hand: Sequence[int]) -> tuple[Lay, ...]:
    """Return all placements from a hand."""
    return tuple((red, blue, yellow) for red, blue, yellow in permutations(hand, 3))


class LayMatrix(Matrix):
    """The matrix of a turn. It assumes that a player who chooses an order knows the cards that are still hidden."""

    def __init__(self, board: NumberedBoard, position: Position, hands: Hands, evaluation: Evaluation) -> None:
        self.board = board
        self.position = position
        self.hands = hands
        self.evaluation = evaluation
        self.lays = (lays_of(hands[BLACK]), lays_of(hands[WHITE]))
        self.masks = (mask(hands[BLACK]), mask(hands[WHITE]))
        self.last = len(hands[BLACK]) <= len(CARDS) - 3 * (TURNS - 1)

    @property
    @override
    def size(self) -> tuple[int, int]:
        return len(self.lays[BLACK]), len(self.lays[WHITE])

    @override
    def row(self, row: int) -> Slices:
        """Return the values of one of Black's placements against all of White's."""
        return _Answers(self, BLACK, self.lays[BLACK][row]).values()

    @override
    def column(self, column: int) -> Slices:
        """Return the values of all of Black's placements against one of White's."""
        return _Answers(self, WHITE, self.lays[WHITE][column]).values()

    def after(self, black: Lay, white: Lay) -> tuple[int, int]:
        """Return bit masks of Black's and White's hands after the turn."""
        if self.last:
            return WHOLE_HAND, WHOLE_HAND
        return self.masks[BLACK] & ~mask(black), self.masks[WHITE] & ~mask(white)

    def value(self, black: Lay, white: Lay, leaf: Leaf, chosen: Sequence[str] = ()) -> int:
        """Return the value for Black of a placement against a placement.

        Args:
            black: Black's placement.
            white: White's placement.
            leaf: the function that evaluates positions after the turn.
            chosen: the first directions of the orders that players have already chosen.
        """
        hands = self.after(black, white)
        board = self.board

        def at(position: Position, step: int, made: int) -> int:
            """Return the value before a step. Each piece has two steps, first for the higher card.

            Args:
                position: the position before the step.
                step: the number of the step, 0-based.
                made: the number of orders chosen before it.
            """
            winner = board.winner(position)
            if winner is not None:
                return WIN if winner == BLACK else -WIN
            piece, second = divmod(step, 2)
            if piece == len(black):
                return leaf(board.next_turn(position), *hands)
            cards = (black[piece], white[piece])
            if cards[BLACK] == cards[WHITE]:
                return at(position, step + 2, made)
            player = (BLACK if cards[BLACK] > cards[WHITE] else WHITE) ^ second
            after = board.acted(position, piece, player, cards[player])
            if len(after) == 1:
                return at(after[0], step + 1, made)
            if made < len(chosen):
                first = board.terms.deck[cards[player] - 1][0].direction
                return at(after[chosen[made] != first], step + 1, made + 1)
            values = [at(position, step + 1, made + 1) for position in after]
            return max(values) if player == BLACK else min(values)

        return at(self.position, 0, 0)


def _settled(first: int, answers: list[list[list[int]]]) -> list[int]:
    """Return the values of placements if both players choose their best orders.

    Args:
        first: the player whose card acts first.
        answers: the values of the placements, for each order of the first card and each order of the second card.
    """
    if len(answers) == 1 and len(answers[0]) == 1:
        return answers[0][0]
    best, worst = (max, min) if first == BLACK else (min, max)
    settled = [[worst(values) for values in zip(*orders, strict=True)] for orders in answers]
    return [best(values) for values in zip(*settled, strict=True)]


class _Answers:
    """The values of all placements of a player against one placement of the opponent."""

    def __init__(self, matrix: LayMatrix, player: int, lay: Lay) -> None:
        self.matrix = matrix
        self.player = player
        self.lay = lay
        self.own = matrix.hands[1 - player]
        self.sign = 1 if player == WHITE else -1
        self.left = WHOLE_HAND if matrix.last else matrix.masks[player] & ~mask(lay)
        self.leaves: dict[Position, tuple[int, tuple[int, ...]]] = {}
        self.yellow: dict[Position, list[tuple[int, tuple[int, ...], Continuations | None]]] = {}

    def values(self) -> Slices:
        """Return the values in the order of the placements."""
        found: list[int] = []
        for red in self.own:
            first, orders = self._continuations(RED, self.matrix.position, red)
            answers: list[list[list[int]]] = []
            for order in orders:
                answers.append([])
                for after in order:
                    answers[-1].append((yield from self._beyond_red(after, red)))
            found += _settled(first, answers)
        return found

    def _continuations(self, piece: int, position: Position, card: int) -> Continuations:
        other = self.lay[piece]
        if self.player == BLACK:
            return self.matrix.board.continuations(position, piece, other, card)
        return self.matrix.board.continuations(position, piece, card, other)

    def _beyond_red(self, position: Position, red: int) -> Generator[int, None, list[int]]:
        winner = self.matrix.board.winner(position)
        if winner is not None:
            return [WIN if winner == BLACK else -WIN] * ((len(self.own) - 1) * (len(self.own) - 2))
        found: list[int] = []
        for blue in self.own:
            if blue != red:
                first, orders = self._continuations(BLUE, position, blue)
                found += _settled(first, [[self._beyond_blue(after, red, blue) for after in order] for order in orders])
                yield len(self.own) - 2
        return found

    def _beyond_blue(self, position: Position, red: int, blue: int) -> list[int]:
        winner = self.matrix.board.winner(position)
        if winner is not None:
            return [WIN if winner == BLACK else -WIN] * (len(self.own) - 2)
        on_yellow = self.yellow.get(position)
        if on_yellow is None:
            on_yellow = self.yellow[position] = [self._on_yellow(position, card) for card in self.own]
        hand = WHOLE_HAND if self.matrix.last else self.matrix.masks[1 - self.player] & ~(1 << red | 1 << blue)
        found = []
        for card, (value, winning, continuations) in zip(self.own, on_yellow, strict=True):
            if card not in (red, blue):
                if winning or continuations:
                    left = hand if self.matrix.last else hand & ~(1 << card)
                    if continuations:
                        first, orders = continuations
                        (value,) = _settled(first, [[[self._leaf(after, left)] for after in order] for order in orders])
                    else:
                        value += self.sign * self.matrix.evaluation.within_reach(winning, left)
                found.append(value)
        return found

    def _on_yellow(self, position: Position, card: int) -> tuple[int, tuple[int, ...], Continuations | None]:
        """Return the value of a card on yellow without the own stars in reach, and bit masks of the cards for them.

        If a player must choose an order, return the positions after each order instead.
        """
        continuations = self._continuations(YELLOW, position, card)
        _first, orders = continuations
        if len(orders) == 1 and len(orders[0]) == 1:
            return (*self._half_leaf(orders[0][0]), None)
        return 0, (), continuations

    def _half_leaf(self, position: Position) -> tuple[int, tuple[int, ...]]:
        known = self.leaves.get(position)
        if known is None:
            evaluation = self.matrix.evaluation
            *winning, value = evaluation.outlook(position)
            of_own, of_other = winning[1 - self.player], winning[self.player]
            value -= self.sign * evaluation.within_reach(of_other, self.left)
            if self.matrix.last:
                value, of_own = value + self.sign * evaluation.within_reach(of_own, WHOLE_HAND), ()
            known = self.leaves[position] = (value, of_own)
        return known

    def _leaf(self, position: Position, left: int) -> int:
        value, winning = self._half_leaf(position)
        return value + self.sign * self.matrix.evaluation.within_reach(winning, left)
