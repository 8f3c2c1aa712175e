"""Small notation: cards and pieces as characters, targets and action texts, written and read."""

from __future__ import annotations

from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.state import HIDDEN, Lay

LETTERS = "rby"
CARD_SIGNS = "123456789T"
UNKNOWN = "?"

HAND = "hand"
LAY = "do:lay"
IN_A_ROW = "do:row"


def card_sign(card: int) -> str:
    """A card as one character: 10 is ``T``, one that is hidden ``?``."""
    return UNKNOWN if card == HIDDEN else CARD_SIGNS[card - 1]


def card_target(card: int) -> str:
    """What is touched to take up a card of one's own."""
    return f"card:{card}"


def piece_target(piece: int) -> str:
    """What is touched to lay a card on a piece: the piece itself."""
    return f"piece:{PIECE_NAMES[piece]}"


def slot_target(piece: int) -> str:
    """The place for the card on a piece, at one's own edge of the board."""
    return f"slot:{PIECE_NAMES[piece]}"


def target_card(target: str) -> int | None:
    """The card a target stands for, None if it is no card."""
    return next((card for card in CARDS if card_target(card) == target), None)


def target_piece(target: str) -> int | None:
    """The piece a target (the piece or its slot) stands for, None if it is neither."""
    return next((piece for piece in PIECES if target in (piece_target(piece), slot_target(piece))), None)


def lay_words(lay: Lay) -> str:
    """The cards on the three pieces, as in ``r9 b8 yT``."""
    return " ".join(letter + card_sign(card) for letter, card in zip(LETTERS, lay, strict=True))
