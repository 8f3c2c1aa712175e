"""The legal actions: to put, take back and commit cards, and to choose orders. Implements 'Play'."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.notation import format_move
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
    order_target,
    piece_target,
    slot_target,
)


@lru_cache(maxsize=512)
def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all legal actions, in a fixed order.

    A player puts cards on pieces, takes them back, and finally commits the placement. With no card on the pieces, a
    player can also commit any placement at once. During a reveal, the owner of a two-part card may have to choose its
    order.
    """
    if state.over:
        return ()
    if state.laying is None:
        return _orders(state)
    draft, hand = state.draft, state.hands[state.laying]
    actions = [_put(piece, card, draft[piece]) for piece in PIECES for card in hand if draft[piece] != card]
    actions += [_take(piece, draft[piece]) for piece in PIECES if draft[piece] != NO_CARD]
    if draft == NOTHING:
        actions += _lays_at_once(hand)
    elif NO_CARD not in draft:
        actions.append(_lay(draft, (LAY,)))
    return tuple(actions)


@lru_cache(maxsize=512)
def _put(piece: int, card: int, covered: int) -> Action[Move]:
    """Return the action that puts a card on a piece. ``covered`` is the card on the piece so far, or ``NO_CARD``."""
    move = PutCard(piece, card)
    onto, slot, this = piece_target(piece), slot_target(piece), card_target(card)
    ways = [(this, slot), (onto, this), (slot, this)]
    if covered != NO_CARD:
        ways.append((this, card_target(covered)))
    return Action(format_move(move), (this, onto), move, ways=tuple(ways))


@lru_cache(maxsize=64)
def _take(piece: int, card: int) -> Action[Move]:
    move = TakeCard(piece)
    return Action(format_move(move), (card_target(card), HAND), move)


def _lay(cards: Lay, targets: tuple[str, ...]) -> Action[Move]:
    move = LayCards(cards)
    return Action(format_move(move), targets, move, "special")


@lru_cache(maxsize=64)
def _lays_at_once(hand: tuple[int, ...]) -> tuple[Action[Move], ...]:
    return tuple(_lay(cards, (IN_A_ROW, *map(card_target, cards), LAY)) for cards in permutations(hand, 3))


def _orders(state: State) -> tuple[Action[Move], ...]:
    choice = resolve(state).choice
    if choice is None:  # a view hides the next cards
        return ()
    return tuple(_order(direction, str(end)) for direction, end in choice.ends)


def _order(first: str, end: str) -> Action[Move]:
    move = ChooseOrder(first)
    return Action(format_move(move), (end,), move, ways=((order_target(first),),))
