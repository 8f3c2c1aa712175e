"""What may be done, and what comes of it: the only source of legality."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.layout import PIECES
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.notation import (
    CARD_SIGNS,
    HAND,
    IN_A_ROW,
    LAY,
    LETTERS,
    card_sign,
    card_target,
    lay_words,
    piece_target,
    slot_target,
)
from ruleboard.games.tensor_cards.resolve import next_state, resolution
from ruleboard.games.tensor_cards.state import FIRST_STAR, HIDDEN, LAST_HAND, NO_CARD, NOTHING, Lay, State
from ruleboard.i18n import _


def to_move(state: State) -> int | None:
    """Whose decision it is: Black lays, then White; then whoever must choose an order."""
    if state.over:
        return None
    if state.laying is not None:
        return state.laying
    choice = resolution(state).choice
    return choice.player if choice else None


@lru_cache(maxsize=512)
def legal_actions(state: State) -> tuple[Action[Any], ...]:
    """All actions allowed.

    While laying: ``put r9`` (lay or move a card), ``take r`` (take it back), and ``lay r9 b8 yT``, which
    makes it final: whatever lies on all three pieces, or all three at once while nothing lies. When a
    two-part card waits for its owner: ``order right-first`` and the like. Implements 'Play'.
    """
    if state.over:
        return ()
    if state.laying is None:
        return _orders(state)
    draft = state.draft
    actions = [
        _put(draft, piece, card) for piece in PIECES for card in state.hands[state.laying] if draft[piece] != card
    ]
    actions += [
        Action(f"take {LETTERS[piece]}", (card_target(draft[piece]), HAND), None)
        for piece in PIECES
        if draft[piece] != NO_CARD
    ]
    if draft == NOTHING:
        actions += _whole_lays(state.hands[state.laying])
    elif NO_CARD not in draft:
        actions.append(Action(f"lay {lay_words(draft)}", (LAY,), None, "special"))
    return tuple(actions)


def _put(draft: Lay, piece: int, card: int) -> Action[Any]:
    onto, slot, this = piece_target(piece), slot_target(piece), card_target(card)
    ways = [(this, slot), (onto, this), (slot, this)]
    if draft[piece] != NO_CARD:
        ways.append((this, card_target(draft[piece])))
    return Action(f"put {LETTERS[piece]}{card_sign(card)}", (this, onto), None, ways=tuple(ways))


@lru_cache(maxsize=64)
def _whole_lays(hand: tuple[int, ...]) -> tuple[Action[Any], ...]:
    return tuple(
        Action(f"lay {lay_words(lay)}", (IN_A_ROW, *map(card_target, lay), LAY), None, "special")
        for lay in permutations(hand, 3)
    )


def _orders(state: State) -> tuple[Action[Any], ...]:
    choice = resolution(state).choice
    if choice is None:  # a view in which the cards to come are hidden
        return ()
    return tuple(
        Action(f"order {direction}-first", (str(end),), None, ways=((f"do:{direction}-first",),))
        for direction, end in choice.ends
    )


def apply(state: State, action: Action[Any]) -> State:
    """The state after an action.

    Raises:
        IllegalAction: it is not allowed.
    """
    if action not in legal_actions(state):
        raise IllegalAction(_("{text} is not possible here").format(text=repr(action.text[:40])))
    verb, _space, rest = action.text.partition(" ")
    if verb == "put":
        return replace(state, draft=_draft_with(state.draft, LETTERS.index(rest[0]), CARD_SIGNS.index(rest[1]) + 1))
    if verb == "take":
        return replace(state, draft=_changed(state.draft, {LETTERS.index(rest): NO_CARD}))
    if verb == "order":
        if any(HIDDEN in lay for lay in state.laid):
            raise IllegalAction(_("the cards to come are hidden in this view of the game"))
        return next_state(replace(state, choices=(*state.choices, rest.removesuffix("-first"))))
    laid = with_lay(state, action)
    if laid.laying == WHITE:
        return laid
    if HIDDEN in laid.laid[BLACK]:
        raise IllegalAction(_("Black's cards are hidden in this view of the game"))
    return next_state(laid)


def with_lay(state: State, action: Action[Any]) -> State:
    """The state with the cards of an action ``lay …`` face down, before anything is turned over."""
    red, blue, yellow = (CARD_SIGNS.index(word[1]) + 1 for word in action.text.split()[1:])
    return replace(state, draft=NOTHING, laid=(*state.laid, (red, blue, yellow)))


def _draft_with(draft: Lay, piece: int, card: int) -> Lay:
    """The draft after a card was put on a piece; the one that lay there takes its place, or goes back."""
    places = {piece: card}
    if card in draft:
        places[draft.index(card)] = draft[piece]
    return _changed(draft, places)


def _changed(draft: Lay, places: dict[int, int]) -> Lay:
    red, blue, yellow = (places.get(piece, draft[piece]) for piece in PIECES)
    return (red, blue, yellow)


def outcome(state: State) -> Outcome | None:
    """How the game has ended, None while it goes on. Implements 'Winning' and 'Variants' (draw)."""
    winner = state.winner
    if winner is not None:
        returns = (1.0, -1.0) if winner == BLACK else (-1.0, 1.0)
        loser = state.points[1 - winner]
        if state.terms.goal == FIRST_STAR:
            reason = _("{side} wins: a card of theirs took a piece to a star.").format(side=side_name(winner))
        else:
            reason = _("{side} wins by {won} stars to {lost}.")
            reason = reason.format(side=side_name(winner), won=state.points[winner], lost=loser)
        stars = tuple(
            str(space)
            for space in state.pieces
            if space is not None and space in state.terms.layout.stars and state.terms.counts(winner, space)
        )
        return Outcome(returns, reason, stars)
    if state.over:
        return Outcome((0.0, 0.0), _("Drawn: {n} hands were played and nobody has won.").format(n=LAST_HAND))
    return None


def view(state: State, viewer: int | None) -> State:
    """What a player, or the public (None), may know: no cards of others before they are revealed.

    Implements 'Secrecy': neither what lies laid, nor what somebody is about to lay.
    """
    draft = state.draft if viewer == state.laying else NOTHING
    revealed = resolution(state).revealed if len(state.laid) == 2 else 0
    laid = tuple(lay if viewer == player else _veiled(lay, revealed) for player, lay in enumerate(state.laid))
    return replace(state, draft=draft, laid=laid)


def _veiled(lay: Lay, revealed: int) -> Lay:
    red, blue, yellow = (lay[piece] if piece < revealed else HIDDEN for piece in PIECES)
    return (red, blue, yellow)


def secret(state: State) -> bool:
    """Whether the player to move decides unseen: while laying."""
    return not state.over and state.laying is not None


def reveals(state: State, action: Action[Any]) -> bool:
    """Whether an action cannot be undone.

    White's lay turns cards over, and so does a choice after which further cards are turned or the game ends.
    Black's lay shows nothing, but the device changes hands with it: White could otherwise take it back and
    look at what Black had put down.
    """
    if action.text.startswith("lay "):
        return True
    if not action.text.startswith("order "):
        return False
    seen = resolution(state).revealed
    after = apply(state, action)
    return seen < len(PIECES) and (after.between_turns or resolution(after).revealed > seen)
