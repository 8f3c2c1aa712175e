"""Explain why a touch or a move is illegal. Each refusal names the lesson that teaches the rule."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import Refusal
from ruleboard.games.tensor_cards.board import PIECES, Space
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import (
    FIRST_STAR,
    NO_CARD,
    NO_PLACEMENT,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    PutCard,
    State,
    TakeCard,
    Terms,
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
from ruleboard.i18n import _, ngettext
from ruleboard.kit.reasons import Reasons, first_refusal
from ruleboard.wording import join_as_list

# the ids of lessons
_PLACEMENT_LESSON, _HANDS_LESSON, _ORDERS_LESSON, _SECRECY_LESSON, _WINNING_LESSON = (
    "laying",
    "hands",
    "either-order",
    "secret",
    "winning",
)
_GOAL_LESSON, _SIDES_LESSON, _POINTS_LESSON = "goal", "sides", "points"


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Explain why no legal action begins with the selected targets."""
    return first_refusal(_touch_reasons(state, targets), Refusal)


def explain_move(state: State, move: Move) -> Refusal:
    """Explain why a move is illegal."""
    return first_refusal(_move_reasons(state, move), Refusal)


def _touch_reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield state.is_over, _("The game is over."), _WINNING_LESSON
    if state.placing_player is None:
        yield from _pending_order_reasons(state)
        return
    hand, target = state.hands[state.placing_player], targets[-1] if targets else ""
    card, piece = card_from_target(target), piece_from_target(target)
    selected_cards = [
        selected_card for selected_card in map(card_from_target, targets[:-1]) if selected_card is not None
    ]
    if card is not None:
        if card in selected_cards:
            yield _duplicate_card_reason(card)
        if card not in hand:
            yield _used_card_reason(card)
        yield True, _("Put this card on a piece."), _PLACEMENT_LESSON
    if piece is not None:
        yield not selected_cards, _("Pick up one of your cards first."), _PLACEMENT_LESSON
        card = selected_cards[-1]
        if card not in hand:
            yield _used_card_reason(card)
        text = _("Your {card} is already on {piece}.").format(card=card, piece=piece_name(piece))
        yield state.draft[piece] == card, text, _PLACEMENT_LESSON
        yield True, _("Place one card at a time."), _PLACEMENT_LESSON
    if target == HAND_TARGET:
        yield selected_cards, _("This card is already in your hand."), _PLACEMENT_LESSON
        yield state.draft == NO_PLACEMENT, _("Pick up one of your cards first."), _PLACEMENT_LESSON
        yield True, _("First pick up a card from one of the pieces."), _PLACEMENT_LESSON
    if target == COMMIT_BUTTON:
        yield from _commit_reasons(state)
    text = _("You’ve already put down a card. Place the others one by one.")
    yield target == ROW_BUTTON, text, _PLACEMENT_LESSON
    space = space_from_target(state.terms.board, target)
    if space is not None and space in state.terms.board.stars:
        yield from _star_reasons(state.terms, space, state.placing_player)
    yield space is not None, _("Only cards move pieces. Put a card on each piece."), _PLACEMENT_LESSON
    yield True, _("There’s nothing to touch here."), _PLACEMENT_LESSON


def _star_reasons(terms: Terms, star: Space, player: int) -> Reasons:
    """Say what the star is for the player, who has touched it, since a card and not a touch takes a piece there."""
    text = _("This star counts only for {side}.").format(side=side_name(1 - player))
    yield not terms.is_counting_star(player, star), text, _SIDES_LESSON
    text = _("If your card takes a piece to this star, you win. Put a card on each piece.")
    yield terms.goal == FIRST_STAR, text, _GOAL_LESSON
    text = _("If your card takes a piece to this star, you score a point. Put a card on each piece.")
    yield True, text, _POINTS_LESSON


def _commit_reasons(state: State) -> Reasons:
    empty_piece_names = [piece_name(piece) for piece in PIECES if state.draft[piece] == NO_CARD]
    yield not empty_piece_names, _("First put down the card you’ve picked up."), _PLACEMENT_LESSON
    text = ngettext("First put a card on {pieces}.", "First put one card each on {pieces}.", len(empty_piece_names))
    yield True, text.format(pieces=join_as_list(empty_piece_names)), _PLACEMENT_LESSON


def _move_reasons(state: State, move: Move) -> Reasons:
    if state.is_over or state.placing_player is None:
        yield from _touch_reasons(state, ())
        return
    match move:
        case ChooseOrder():
            yield True, _("You don’t have to choose an order now."), _ORDERS_LESSON
        case TakeCard(piece):
            yield True, _("There’s no card on {piece}.").format(piece=piece_name(piece)), _PLACEMENT_LESSON
        case PutCard(piece, card):
            yield from _touch_reasons(state, (card_target(card), piece_target(piece)))
        case CommitPlacement(cards):
            yield from _placement_reasons(state, state.hands[state.placing_player], cards)


def _placement_reasons(state: State, hand: Sequence[int], cards: Placement) -> Reasons:
    if NO_CARD in state.draft and state.draft != NO_PLACEMENT:
        yield from _commit_reasons(state)
    yield state.draft != NO_PLACEMENT, _("Those aren’t the cards you put on the pieces."), _PLACEMENT_LESSON
    for card in cards:
        if card not in hand:
            yield _used_card_reason(card)
    yield _duplicate_card_reason(next(card for card in cards if cards.count(card) > 1))


def _used_card_reason(card: int) -> tuple[bool, str, str]:
    return True, _("You’ve used your {card}. You get it back after this deal.").format(card=card), _HANDS_LESSON


def _duplicate_card_reason(card: int) -> tuple[bool, str, str]:
    return True, _("You can put your {card} on one piece only.").format(card=card), _PLACEMENT_LESSON


def _pending_order_reasons(state: State) -> Reasons:
    choice = resolve(state).choice
    if choice is None:
        yield True, _("What happens next depends on cards that you can’t see yet."), _SECRECY_LESSON
    else:
        yield True, _("First choose where {piece} goes.").format(piece=piece_name(choice.piece)), _ORDERS_LESSON
