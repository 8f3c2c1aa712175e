"""Format and parse action texts. Implements 'Text formats' (Action text).

Position texts are in ``position_text``, move lists in ``move_list``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError
from ruleboard.games.tensor_cards.cards import DIRECTIONS
from ruleboard.games.tensor_cards.state import (
    HIDDEN_CARD,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    PutCard,
    TakeCard,
)
from ruleboard.i18n import _

PIECE_LETTERS = "rby"
"""The letters of red, blue and yellow."""
CARD_SIGNS = "123456789T"
HIDDEN_SIGN = "?"

_PUT_PATTERN = re.compile(rf"put ([{PIECE_LETTERS}])([{CARD_SIGNS}])")
_TAKE_PATTERN = re.compile(rf"take ([{PIECE_LETTERS}])")
_PLACEMENT_PATTERN = re.compile(rf"lay r([{CARD_SIGNS}]) b([{CARD_SIGNS}]) y([{CARD_SIGNS}])")
_ORDER_PATTERN = re.compile(rf"order ({'|'.join(DIRECTIONS)})-first")
_EXAMPLES_TEXT = "'put r9', 'take r', 'lay r9 b8 yT', 'order right-first'"


def card_sign(card: int) -> str:
    """Return the character that represents a card, such as ``T`` for card 10 or ``?`` for a hidden card."""
    return HIDDEN_SIGN if card == HIDDEN_CARD else CARD_SIGNS[card - 1]


def card_from_sign(sign: str) -> int:
    """Return the card that a character from ``CARD_SIGNS`` represents."""
    return CARD_SIGNS.index(sign) + 1


def format_cards(cards: Placement) -> str:
    """Format a placement, such as ``r9 b8 yT``."""
    return f"r{card_sign(cards[0])} b{card_sign(cards[1])} y{card_sign(cards[2])}"


def format_order(first_direction: str) -> str:
    """Format the choice of an order by the direction of the first part, such as ``right-first``."""
    return f"{first_direction}-first"


def format_move(move: Move) -> str:
    """Format a move as an action text."""
    match move:
        case CommitPlacement(cards):
            return f"lay {format_cards(cards)}"
        case PutCard(piece, card):
            return f"put {PIECE_LETTERS[piece]}{card_sign(card)}"
        case TakeCard(piece):
            return f"take {PIECE_LETTERS[piece]}"
        case ChooseOrder(first_direction):
            return f"order {format_order(first_direction)}"


def parse_move(text: str) -> Move:
    """Parse an action text into a move, which may be illegal.

    Raises:
        ActionError: the text is malformed.
    """
    if match := _PUT_PATTERN.fullmatch(text):
        return PutCard(PIECE_LETTERS.index(match[1]), card_from_sign(match[2]))
    if match := _TAKE_PATTERN.fullmatch(text):
        return TakeCard(PIECE_LETTERS.index(match[1]))
    if match := _PLACEMENT_PATTERN.fullmatch(text):
        return CommitPlacement((card_from_sign(match[1]), card_from_sign(match[2]), card_from_sign(match[3])))
    if match := _ORDER_PATTERN.fullmatch(text):
        return ChooseOrder(match[1])
    raise ActionError(_("{text} isn’t an action in this game").format(text=repr(text[:40])), expected=_EXAMPLES_TEXT)


def find_action(actions: Iterable[Action[Move]], text: str) -> Action[Move] | None:
    """Return the action with the given text, or None."""
    return next((action for action in actions if action.text == text), None)
