"""Find the stars that players can reach in the first turn, to assess boards."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.numbered_board import numbered_board
from ruleboard.games.tensor_cards.state import Terms


@dataclass(frozen=True, slots=True)
class FirstTurnThreat:
    """A card that takes a piece from its start to a star that counts, if no other card interferes."""

    player: int
    piece: int
    card: int


def first_turn_threats(terms: Terms) -> tuple[FirstTurnThreat, ...]:
    """Return the cards that can reach a star in the first turn; empty for a good board."""
    board = numbered_board(terms)
    return tuple(
        FirstTurnThreat(player, piece, card)
        for player in (BLACK, WHITE)
        for piece in PIECES
        for card in CARDS
        if any(
            board.counting_stars[player][end]
            for end, _moved in board.end_spaces(
                player,
                card,
                board.starts[piece],
                *(board.starts[other_piece] for other_piece in PIECES if other_piece != piece),
            )
        )
    )
