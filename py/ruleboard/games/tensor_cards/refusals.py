"""Explain why a touch or a move is illegal. Each refusal names the lesson that teaches the rule."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import Refusal
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.names import piece_name
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import (
    NO_CARD,
    NO_PLACEMENT,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    PutCard,
    State,
    TakeCard,
)
from ruleboard.games.tensor_cards.targets import (
    COMMIT_BUTTON,
    HAND_TARGET,
    ROW_BUTTON,
    card_from_target,
    card_target,
    piece_from_target,
    piece_target,
    space_from_target,
)
from ruleboard.i18n import _
from ruleboard.wording import join_as_list

# the ids of lessons
_PLACEMENT_LESSON, _HANDS_LESSON, _ORDERS_LESSON, _SECRECY_LESSON, _WINNING_LESSON = (
    "laying",
    "hands",
    "either-order",
    "secret",
    "winning",
)


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Explain why no legal action begins with the selected targets."""
    if state.is_over:
        return Refusal(_("The game is over."), _WINNING_LESSON)
    if state.placing_player is None:
        return _pending_order_refusal(state)
    target = targets[-1] if targets else ""
    card, piece = card_from_target(target), piece_from_target(target)
    selected_cards = [selected for selected in map(card_from_target, targets[:-1]) if selected is not None]
    if card is not None:
        return _explain_card(state.hands[state.placing_player], card, selected_cards)
    if piece is not None:
        return _explain_piece(state, piece, selected_cards)
    if target == HAND_TARGET:
        return _explain_hand(state, selected_cards)
    if target == COMMIT_BUTTON:
        return _explain_commit(state)
    if target == ROW_BUTTON:
        return Refusal(_("You’ve already put down a card. Place the others one by one."), _PLACEMENT_LESSON)
    if space_from_target(state.terms.board, target) is not None:
        return Refusal(_("Only cards move pieces. Put a card on each one."), _PLACEMENT_LESSON)
    return Refusal(_("There’s nothing to touch here."), _PLACEMENT_LESSON)


def _explain_card(hand: Sequence[int], card: int, selected_cards: Sequence[int]) -> Refusal:
    if card in selected_cards:
        return _duplicate_card_refusal(card)
    if card not in hand:
        return _used_card_refusal(card)
    return Refusal(_("Put this card on a piece."), _PLACEMENT_LESSON)


def _explain_piece(state: State, piece: int, selected_cards: Sequence[int]) -> Refusal:
    if not selected_cards or state.placing_player is None:
        return Refusal(_("Pick up one of your cards first."), _PLACEMENT_LESSON)
    card = selected_cards[-1]
    if card not in state.hands[state.placing_player]:
        return _used_card_refusal(card)
    if state.draft[piece] == card:
        text = _("Your {card} is already on {piece}.").format(card=card, piece=piece_name(piece))
        return Refusal(text, _PLACEMENT_LESSON)
    return Refusal(_("Place one card at a time."), _PLACEMENT_LESSON)


def _explain_hand(state: State, selected_cards: Sequence[int]) -> Refusal:
    if selected_cards:
        return Refusal(_("This card is already in your hand."), _PLACEMENT_LESSON)
    if state.draft == NO_PLACEMENT:
        return Refusal(_("Pick up one of your cards first."), _PLACEMENT_LESSON)
    return Refusal(_("First pick up a card from one of the pieces."), _PLACEMENT_LESSON)


def _explain_commit(state: State) -> Refusal:
    empty_piece_names = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
    if not empty_piece_names:
        return Refusal(_("First put down the card you’ve picked up."), _PLACEMENT_LESSON)
    return Refusal(_("Put a card on {pieces} first.").format(pieces=join_as_list(empty_piece_names)), _PLACEMENT_LESSON)


def explain_move(state: State, move: Move) -> Refusal:
    """Explain why a move is illegal."""
    if state.is_over:
        return explain(state, ())
    if state.placing_player is None:
        return _pending_order_refusal(state)
    match move:
        case ChooseOrder():
            return Refusal(_("You don’t have to choose an order now."), _ORDERS_LESSON)
        case TakeCard(piece):
            return Refusal(_("There’s no card on {piece}.").format(piece=piece_name(piece)), _PLACEMENT_LESSON)
        case PutCard(piece, card):
            return explain(state, (card_target(card), piece_target(piece)))
        case CommitPlacement(cards):
            return _explain_placement(state, state.hands[state.placing_player], cards)


def _explain_placement(state: State, hand: Sequence[int], cards: Placement) -> Refusal:
    if state.draft != NO_PLACEMENT:
        return (
            _explain_commit(state)
            if NO_CARD in state.draft
            else Refusal(_("You’ve put other cards on the pieces."), _PLACEMENT_LESSON)
        )
    for card in cards:
        if card not in hand:
            return _used_card_refusal(card)
    return _duplicate_card_refusal(next(card for card in cards if cards.count(card) > 1))


def _used_card_refusal(card: int) -> Refusal:
    text = _("You’ve used your {card}. You get it back after this deal.")
    return Refusal(text.format(card=card), _HANDS_LESSON)


def _duplicate_card_refusal(card: int) -> Refusal:
    return Refusal(_("You can put your {card} on one piece only.").format(card=card), _PLACEMENT_LESSON)


def _pending_order_refusal(state: State) -> Refusal:
    choice = resolve(state).choice
    if choice is None:
        return Refusal(_("You can’t see the cards that decide this."), _SECRECY_LESSON)
    text = _("First choose where {piece} goes.")
    return Refusal(text.format(piece=piece_name(choice.piece)), _ORDERS_LESSON)
