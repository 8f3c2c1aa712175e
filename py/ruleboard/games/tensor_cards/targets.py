"""Convert cards, pieces, spaces and buttons to targets and back."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import CARDS, DIRECTIONS, SIDES

HAND_TARGET = "hand"
COMMIT_BUTTON = "do:lay"
ROW_BUTTON = "do:row"

_SPACE_PATTERN = re.compile(r"(\d{1,2}),(\d{1,2})", re.ASCII)


def card_target(card: int) -> str:
    """Return the touch target for a card of the player to move."""
    return f"card:{card}"


def owned_card_target(player: int, card: int) -> str:
    """Return the target for a player's card in the position editor and in marks on cards of the opponent."""
    return f"{SIDES[player].lower()}:{card}"


def piece_target(piece: int) -> str:
    """Return the touch target for a piece."""
    return f"piece:{PIECE_NAMES[piece]}"


def slot_target(piece: int) -> str:
    """Return the touch target for the slot in which the player to move places a card for a piece."""
    return f"slot:{PIECE_NAMES[piece]}"


def order_target(direction: str) -> str:
    """Return the touch target for the button that chooses the direction of the first part."""
    return f"do:{direction}-first"


_CARDS_BY_TARGET: Final = {card_target(card): card for card in CARDS}
_OWNED_CARDS_BY_TARGET: Final = {
    owned_card_target(player, card): (player, card) for player in range(len(SIDES)) for card in CARDS
}
_PIECES_BY_TARGET: Final = {name(piece): piece for piece in PIECES for name in (piece_target, slot_target)}
_DIRECTIONS_BY_TARGET: Final = {order_target(direction): direction for direction in DIRECTIONS}


def card_from_target(target: str) -> int | None:
    """Return the card that a target stands for, or None for other targets."""
    return _CARDS_BY_TARGET.get(target)


def owned_card_from_target(target: str) -> tuple[int, int] | None:
    """Return the player and the card that a target from ``owned_card_target`` stands for, or None for others."""
    return _OWNED_CARDS_BY_TARGET.get(target)


def piece_from_target(target: str) -> int | None:
    """Return the piece of a target that stands for a piece or its slot, or None for other targets."""
    return _PIECES_BY_TARGET.get(target)


def direction_from_target(target: str) -> str | None:
    """Return the direction that an order button's target chooses, or None for other targets."""
    return _DIRECTIONS_BY_TARGET.get(target)


def space_from_target(board: Board, target: str) -> Space | None:
    """Return the space that a target stands for, or None if the target is not a space of the board."""
    match = _SPACE_PATTERN.fullmatch(target)
    if match is None:
        return None
    space = Space(int(match[1]), int(match[2]))
    return space if space in board.spaces else None
