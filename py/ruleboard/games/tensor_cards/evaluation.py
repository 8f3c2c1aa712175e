"""Evaluate positions between turns by the stars that the remaining cards can reach in this turn and the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.numbered_board import MAX_CACHE_ENTRIES, NumberedBoard
from ruleboard.games.tensor_cards.state import OFF_BOARD, Position

WIN_VALUE: Final = 10_000
"""The value of a won position for Black. It is ``-WIN_VALUE`` if White has won."""
Outlook: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""For each player, bit masks of the cards that take a piece to a star, then the value of all other features.

Pieces without such cards have no mask. After the end of a game the value is that of the won game.
"""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the features of a position.

    Attributes:
        star_in_reach_weight: the weight of a piece that at least one card in the hand can take to a star.
        star_card_weight: the weight of each card in the hand that can take a piece to a star.
        star_card_pair_weight: the weight of each pair of cards in a full hand of ten that together take a piece to a
            star.
        point_weight: the weight of a point in games to three points.
    """

    star_in_reach_weight: int
    star_card_weight: int
    star_card_pair_weight: int
    point_weight: int = 2_500


def card_mask(cards: Iterable[int]) -> int:
    """Return a bit mask of cards, with bit ``n`` for card ``n``."""
    return sum(1 << card for card in cards)


FULL_HAND_MASK: Final = card_mask(CARDS)


class Evaluation:
    """An evaluation of positions on a board. Positive values are good for Black."""

    def __init__(self, board: NumberedBoard, weights: Weights) -> None:
        self.board = board
        self.weights = weights
        self._cards_by_space = tuple(
            tuple(self._cards_near_stars(player, space) for space in range(len(board.spaces)))
            for player in (BLACK, WHITE)
        )
        self._star_cards: dict[tuple[int, int, int, int], int] = {}
        self._prospects = tuple(
            tuple(self._star_pair_count(player, space) for space in range(len(board.spaces)))
            for player in (BLACK, WHITE)
        )
        self._outlooks: dict[Position, Outlook] = {}

    def _cards_near_stars(self, player: int, space: int) -> tuple[int, ...]:
        """Return the cards that may take a piece from a space to a star that counts for the player."""
        counting_stars = self.board.counting_stars[player]
        return tuple(
            card for card in CARDS if any(counting_stars[end] for end in self.board.possible_ends(player, card, space))
        )

    def _star_pair_count(self, player: int, space: int) -> int:
        """Return the number of pairs of cards that together take a piece to a star if no other pieces interfere."""
        return sum(
            self.star_cards(player, end, OFF_BOARD, OFF_BOARD).bit_count()
            - (self.star_cards(player, end, OFF_BOARD, OFF_BOARD) >> card & 1)
            for card in CARDS
            for end, _has_moved in self.board.end_spaces(player, card, space, OFF_BOARD, OFF_BOARD)[:1]
        )

    def prospect(self, player: int, space: int) -> int:
        """Rate a space by the cards, and the pairs of cards, that take a piece from there to a star.

        The rating ignores the other pieces. It is 0 for a piece that waits off the board.
        """
        if space == OFF_BOARD:
            return 0
        card_count = self.star_cards(player, space, OFF_BOARD, OFF_BOARD).bit_count()
        return 40 * (card_count > 0) + 10 * card_count + self._prospects[player][space]

    def star_cards(self, player: int, space: int, second_space: int, third_space: int) -> int:
        """Return the cards that take a piece to a star that counts for the player, as a bit mask.

        Args:
            player: the player of the cards.
            space: the space of the piece.
            second_space: the space of another piece, or ``OFF_BOARD``.
            third_space: the space of the third piece, or ``OFF_BOARD``.
        """
        candidates = self._cards_by_space[player][space]
        if not candidates:
            return 0
        key = (player, space, second_space, third_space)
        cards = self._star_cards.get(key)
        if cards is None:
            if len(self._star_cards) >= MAX_CACHE_ENTRIES:
                self._star_cards.clear()
            counting_stars = self.board.counting_stars[player]
            cards = self._star_cards[key] = card_mask(
                card
                for card in candidates
                if any(
                    has_moved and counting_stars[end]
                    for end, has_moved in self.board.end_spaces(player, card, space, second_space, third_space)
                )
            )
        return cards

    def is_near_star(self, position: Position, piece: int, hand_masks: tuple[int, int]) -> bool:
        """Return True if a card in either player's hand can take a piece to a star. ``hand_masks`` are bit masks."""
        if position[piece] == OFF_BOARD:
            return False
        other_spaces = [position[other_piece] for other_piece in PIECES if other_piece != piece]
        return any(
            self.star_cards(player, position[piece], other_spaces[0], other_spaces[1]) & hand_masks[player]
            for player in (BLACK, WHITE)
        )

    def outlook(self, position: Position) -> Outlook:
        """Return the outlook of a position at the start of a turn, from a cache."""
        outlook = self._outlooks.get(position)
        if outlook is None:
            if len(self._outlooks) >= MAX_CACHE_ENTRIES:
                self._outlooks.clear()
            outlook = self._outlooks[position] = self._compute_outlook(position)
        return outlook

    def _compute_outlook(self, position: Position) -> Outlook:
        winner = self.board.winner(position)
        if winner is not None:
            return (), (), WIN_VALUE if winner == BLACK else -WIN_VALUE
        position = self.board.next_turn(position)
        pieces_on_board = [piece for piece in PIECES if position[piece] != OFF_BOARD]
        other_spaces = {
            piece: [position[other_piece] for other_piece in PIECES if other_piece != piece]
            for piece in pieces_on_board
        }
        black, white = (
            tuple(
                filter(
                    None, (self.star_cards(player, position[piece], *other_spaces[piece]) for piece in pieces_on_board)
                )
            )
            for player in (BLACK, WHITE)
        )
        prospects = self._prospects
        value = sum(prospects[BLACK][position[piece]] - prospects[WHITE][position[piece]] for piece in pieces_on_board)
        return (
            black,
            white,
            self.weights.star_card_pair_weight * value + self.weights.point_weight * (position[4] - position[5]),
        )

    def reach_value(self, card_masks: tuple[int, ...], hand_mask: int) -> int:
        """Return the value of the stars that a player's cards can reach.

        Args:
            card_masks: for each piece, a bit mask of all cards that take it to a star.
            hand_mask: a bit mask of the cards in the player's hand.
        """
        value = 0
        for cards in card_masks:
            cards &= hand_mask
            if cards:
                value += self.weights.star_in_reach_weight + self.weights.star_card_weight * cards.bit_count()
        return value

    def value(self, position: Position, black: int, white: int) -> int:
        """Return the value for Black of a position at the start of a turn.

        Args:
            position: the position.
            black: a bit mask of Black's hand.
            white: a bit mask of White's hand.
        """
        black_outlook, white_outlook, value = self.outlook(position)
        return value + self.reach_value(black_outlook, black) - self.reach_value(white_outlook, white)
