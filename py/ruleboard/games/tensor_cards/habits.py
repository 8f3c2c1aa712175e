"""Choose placements as beginners do: piece by piece towards stars, with favourite cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from ruleboard.engine.search.thinking import hash_mix
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tensor_cards.evaluation import Evaluation
from ruleboard.games.tensor_cards.state import Placement, State

_STAR_VALUE: Final = 1000
"""The value of a card that takes a piece to a star."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of a player.

    Attributes:
        favourite_value: the value of a favourite card. A player has up to two in each game.
        max_noise: the maximum random value of a card on a piece.
        defence_value: the value of a card that stops all cards with which the opponent can take a piece to a star.
        speed_value: the value of each number of a card on a piece that either player can take to a star, since higher
            numbers act first.
    """

    favourite_value: int
    max_noise: int
    defence_value: int = 0
    speed_value: int = 0


def habitual_placement(
    state: State, player: int, evaluation: Evaluation, habits: Habits, seed: int, game_seed: int
) -> Placement:
    """Return the placement that a player with some habits prefers.

    The player judges each piece as if no other piece moved, but avoids cards that block each other's path to a star.

    Args:
        state: the state in which the player places cards. The function ignores cards that the opponent has placed.
        player: the player.
        evaluation: the evaluation of spaces.
        habits: the habits of the player.
        seed: the seed of the noise.
        game_seed: the seed of the favourite cards.
    """
    board, position, hand = evaluation.board, state.position, state.hands[player]
    favourite_cards = {hash_mix(game_seed, player, number) % len(CARDS) + 1 for number in range(2)}
    values: dict[tuple[int, int], int] = {}
    for piece in PIECES:
        enemy_cards = [
            card
            for card in state.hands[1 - player]
            if _card_value(evaluation, state, piece, 1 - player, card) == _STAR_VALUE
        ]
        for card in hand:
            value = _card_value(evaluation, state, piece, player, card)
            if enemy_cards or value == _STAR_VALUE:
                value += habits.speed_value * card
            value += hash_mix(seed, piece, card) % (habits.max_noise + 1)
            value += habits.favourite_value * (card in favourite_cards)
            if habits.defence_value and enemy_cards:
                stopped_count = sum(
                    not board.opponent_can_score(position, piece, player, card, enemy_card)
                    for enemy_card in enemy_cards
                )
                value += habits.defence_value * stopped_count // len(enemy_cards)
            values[piece, card] = value
    placements = sorted(
        permutations(hand, 3), key=lambda cards: -sum(values[piece, card] for piece, card in enumerate(cards))
    )
    red, blue, yellow = next(
        (
            cards
            for cards in placements
            if all(values[piece, card] < _STAR_VALUE for piece, card in enumerate(cards))
            or board.scores_alone(position, player, (cards[0], cards[1], cards[2]))
        ),
        placements[0],
    )
    return red, blue, yellow


def _card_value(evaluation: Evaluation, state: State, piece: int, player: int, card: int) -> int:
    """Rate a card on a piece by the space to which it would take the piece if no other piece moved."""
    position = state.position
    return max(
        _STAR_VALUE if after[4 + player] > position[4 + player] else evaluation.prospect(player, after[piece])
        for after in evaluation.board.positions_after_card(position, piece, player, card)
    )
