"""Refusals: sentences that explain why a touch or a move is not allowed, with their lessons."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import Refusal
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import (
    NO_CARD,
    NOTHING,
    ChooseOrder,
    Lay,
    LayCards,
    Move,
    PutCard,
    State,
    TakeCard,
)
from ruleboard.games.tensor_cards.targets import (
    HAND,
    IN_A_ROW,
    LAY,
    card_target,
    piece_target,
    target_card,
    target_piece,
    target_space,
)
from ruleboard.i18n import _
from ruleboard.wording import listed

# Ids of lessons.
_LAYING, _HANDS, _ORDERS, _SECRET, _WINNING = "laying", "hands", "either-order", "secret", "winning"


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the refusal of targets with which no legal action begins."""
    if state.over:
        return Refusal(_("The game is over."), _WINNING)
    if state.laying is None:
        return _order_is_due(state)
    target = targets[-1] if targets else ""
    card, piece = target_card(target), target_piece(target)
    taken_up = [found for found in map(target_card, targets[:-1]) if found is not None]
    if card is not None:
        return _explain_card(state.hands[state.laying], card, taken_up)
    if piece is not None:
        return _explain_piece(state, piece, taken_up)
    if target == HAND:
        return _explain_hand(state, taken_up)
    if target == LAY:
        return _explain_lay(state)
    if target == IN_A_ROW:
        return Refusal(_("Some cards are laid already: lay the others one by one."), _LAYING)
    if target_space(state.terms.board, target) is not None:
        return Refusal(_("Only cards move the pieces: lay a card on each of them."), _LAYING)
    return Refusal(_("There is nothing to be touched here."), _LAYING)


def _explain_card(hand: Sequence[int], card: int, taken_up: Sequence[int]) -> Refusal:
    if card in taken_up:
        return _used_twice(card)
    if card not in hand:
        return _used_before(card)
    return Refusal(_("Lay this card on a piece."), _LAYING)


def _explain_piece(state: State, piece: int, taken_up: Sequence[int]) -> Refusal:
    if not taken_up or state.laying is None:
        return Refusal(_("Take up one of your cards first."), _LAYING)
    card = taken_up[-1]
    if card not in state.hands[state.laying]:
        return _used_before(card)
    if state.draft[piece] == card:
        text = _("Card {card} already lies on {piece}.").format(card=card, piece=piece_name(piece))
        return Refusal(text, _LAYING)
    return Refusal(_("One card is laid at a time."), _LAYING)


def _explain_hand(state: State, taken_up: Sequence[int]) -> Refusal:
    if taken_up:
        return Refusal(_("This card is in your hand."), _LAYING)
    if state.draft == NOTHING:
        return Refusal(_("Take up one of your cards first."), _LAYING)
    return Refusal(_("First take up a card that you have laid."), _LAYING)


def _explain_lay(state: State) -> Refusal:
    empty = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
    if not empty:
        return Refusal(_("Put down the card in your hand first."), _LAYING)
    return Refusal(_("A card is still missing on {pieces}.").format(pieces=listed(empty)), _LAYING)


def explain_move(state: State, move: Move) -> Refusal:
    """Return the refusal of a move that is not legal."""
    if state.over:
        return explain(state, ())
    if state.laying is None:
        return _order_is_due(state)
    match move:
        case ChooseOrder():
            return Refusal(_("No order has to be chosen now."), _ORDERS)
        case TakeCard(piece):
            return Refusal(_("No card lies on {piece}.").format(piece=piece_name(piece)), _LAYING)
        case PutCard(piece, card):
            return explain(state, (card_target(card), piece_target(piece)))
        case LayCards(cards):
            return _explain_lay_of(state, state.hands[state.laying], cards)


def _explain_lay_of(state: State, hand: Sequence[int], cards: Lay) -> Refusal:
    """Return the refusal of a placement."""
    if state.draft != NOTHING:
        return _explain_lay(state) if NO_CARD in state.draft else Refusal(_("Other cards lie on the pieces."), _LAYING)
    for card in cards:
        if card not in hand:
            return _used_before(card)
    return _used_twice(next(card for card in cards if cards.count(card) > 1))


def _used_before(card: int) -> Refusal:
    text = _("Card {card} has been used in this hand; it comes back when the hand is over.")
    return Refusal(text.format(card=card), _HANDS)


def _used_twice(card: int) -> Refusal:
    return Refusal(_("Card {card} can be used for one piece only.").format(card=card), _LAYING)


def _order_is_due(state: State) -> Refusal:
    choice = resolve(state).choice
    if choice is None:
        return Refusal(_("The cards that decide are hidden from you."), _SECRET)
    text = _("{side} has to choose first where {piece} goes.")
    return Refusal(text.format(side=side_name(choice.player), piece=piece_name(choice.piece)), _ORDERS)
