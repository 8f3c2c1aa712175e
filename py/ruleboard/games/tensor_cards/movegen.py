"""Generate the legal actions, which put, take back and commit cards, and choose orders. Implements 'Play'."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.notation import format_move
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
    card_target,
    order_target,
    piece_target,
    slot_target,
)


@lru_cache(maxsize=512)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions, in a fixed order.

    A player puts cards on pieces, takes cards back, and finally commits the placement. While no cards are on the
    pieces, a player can also commit any placement in one action. During a reveal, the owner of a card with two
    parts may have to choose the order of the parts.
    """
    if state.is_over:
        return ()
    if state.placing_player is None:
        return _order_actions(state)
    draft, hand = state.draft, state.hands[state.placing_player]
    actions = [_put_action(piece, card, draft[piece]) for piece in PIECES for card in hand if draft[piece] != card]
    actions += [_take_action(piece, draft[piece]) for piece in PIECES if draft[piece] != NO_CARD]
    if draft == NO_PLACEMENT:
        actions += _direct_commit_actions(hand)
    elif NO_CARD not in draft:
        actions.append(_commit_action(draft, (COMMIT_BUTTON,)))
    return tuple(actions)


def put_actions(state: State, placement: Placement) -> tuple[Action[Move], ...]:
    """Return the actions that put the cards of a placement on the pieces that do not have them yet."""
    return tuple(
        _put_action(piece, card, state.draft[piece])
        for piece, card in enumerate(placement)
        if state.draft[piece] != card
    )


@lru_cache(maxsize=512)
def _put_action(piece: int, card: int, previous_card: int) -> Action[Move]:
    """Return the action that puts a card on a piece.

    ``previous_card`` is the card that is already on the piece, or ``NO_CARD``.
    """
    move = PutCard(piece, card)
    piece_touch, slot_touch, card_touch = piece_target(piece), slot_target(piece), card_target(card)
    alternatives = [(card_touch, slot_touch), (piece_touch, card_touch), (slot_touch, card_touch)]
    if previous_card != NO_CARD:
        alternatives.append((card_touch, card_target(previous_card)))
    return Action(format_move(move), (card_touch, piece_touch), move, alternative_targets=tuple(alternatives))


@lru_cache(maxsize=64)
def _take_action(piece: int, card: int) -> Action[Move]:
    move = TakeCard(piece)
    return Action(format_move(move), (card_target(card), HAND_TARGET), move)


def _commit_action(cards: Placement, targets: tuple[str, ...]) -> Action[Move]:
    move = CommitPlacement(cards)
    return Action(format_move(move), targets, move, "special")


@lru_cache(maxsize=64)
def _direct_commit_actions(hand: tuple[int, ...]) -> tuple[Action[Move], ...]:
    return tuple(
        _commit_action(cards, (ROW_BUTTON, *map(card_target, cards), COMMIT_BUTTON)) for cards in permutations(hand, 3)
    )


def _order_actions(state: State) -> tuple[Action[Move], ...]:
    choice = resolve(state).choice
    if choice is None:  # a view hides the next cards
        return ()
    return tuple(_order_action(direction, str(end)) for direction, end in choice.ends)


def _order_action(first_direction: str, end: str) -> Action[Move]:
    move = ChooseOrder(first_direction)
    return Action(format_move(move), (end,), move, alternative_targets=((order_target(first_direction),),))
