"""Targets: the ids of the cards, pieces, spaces and buttons that players touch."""

from __future__ import annotations

import re

from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import CARDS, DIRECTIONS, SIDES

HAND = "hand"
LAY = "do:lay"
IN_A_ROW = "do:row"

_SPACE = re.compile(r"(\d{1,2}),(\d{1,2})", re.ASCII)


def card_target(card: int) -> str:
    """Return the target of a card of the player who is laying."""
    return f"card:{card}"


def held_target(player: int, card: int) -> str:
    """Return the target of a card of either player while a position is set up."""
    return f"{SIDES[player].lower()}:{card}"


def piece_target(piece: int) -> str:
    """Return the target of a piece, on which cards are laid."""
    return f"piece:{PIECE_NAMES[piece]}"


def slot_target(piece: int) -> str:
    """Return the target of the slot for the card on a piece, at the player's own edge of the board."""
    return f"slot:{PIECE_NAMES[piece]}"


def order_target(direction: str) -> str:
    """Return the target of the button that chooses the part in this direction to come first."""
    return f"do:{direction}-first"


def target_card(target: str) -> int | None:
    """Return the card of a target, None if it is no card."""
    return next((card for card in CARDS if card_target(card) == target), None)


def target_piece(target: str) -> int | None:
    """Return the piece of a target (a piece or its slot), None if it is neither."""
    return next((piece for piece in PIECES if target in (piece_target(piece), slot_target(piece))), None)


def target_order(target: str) -> str | None:
    """Return the direction that a target chooses to come first, None if it is no such button."""
    return next((direction for direction in DIRECTIONS if order_target(direction) == target), None)


def target_space(board: Board, target: str) -> Space | None:
    """Return the space of a target, None if it is no space of the board."""
    match = _SPACE.fullmatch(target)
    if match is None:
        return None
    space = Space(int(match[1]), int(match[2]))
    return space if space in board.spaces else None
