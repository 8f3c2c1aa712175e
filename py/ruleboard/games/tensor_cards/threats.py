"""Find the stars that players can reach in the first turn, to assess boards."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.resolution import move_piece
from ruleboard.games.tensor_cards.state import Terms


@dataclass(frozen=True, slots=True)
class FirstTurnThreat:
    """A card that takes a piece from its start to a star that counts, if no other card interferes."""

    player: int
    piece: int
    card: int


def first_turn_threats(terms: Terms) -> tuple[FirstTurnThreat, ...]:
    """Return the cards that can reach a star in the first turn; empty for a good board."""
    return tuple(
        FirstTurnThreat(player, piece, card)
        for player in (BLACK, WHITE)
        for piece in PIECES
        for card in CARDS
        if _is_threat(terms, player, piece, card)
    )


def _is_threat(terms: Terms, player: int, piece: int, card: int) -> bool:
    """Return True if a card can take a piece from its start to a star that counts, in some order of its parts."""
    board, parts = terms.board, terms.deck[card - 1]
    ends = {move_piece(board, board.starts, piece, player, order)[-1].path[-1] for order in (parts, parts[::-1])}
    return any(end in board.stars and terms.star_counts(player, end) for end in ends)
