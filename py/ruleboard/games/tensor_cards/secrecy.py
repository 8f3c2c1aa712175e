"""Hidden cards: the part of a state that each player may know. Implements 'Secrecy'."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.engine.rng import shuffled
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import HIDDEN, NOTHING, ChooseOrder, Lay, LayCards, Move, State


def visible_state(state: State, viewer: int | None) -> State:
    """Return the part of a state that a player, or the public (None), may know.

    The cards that another player has laid or is about to lay are hidden until they are revealed.
    """
    draft = state.draft if viewer == state.laying else NOTHING
    revealed = resolve(state).revealed if len(state.laid) == 2 else 0
    laid = tuple(lay if viewer == player else _face_down(lay, revealed) for player, lay in enumerate(state.laid))
    return replace(state, draft=draft, laid=laid)


def _face_down(lay: Lay, revealed: int) -> Lay:
    red, blue, yellow = (lay[piece] if piece < revealed else HIDDEN for piece in PIECES)
    return (red, blue, yellow)


def hides_cards(state: State) -> bool:
    """Return True if a card lies where the public does not see it."""
    return state.draft != NOTHING or any(HIDDEN in lay for lay in visible_state(state, None).laid)


def with_cards_drawn(state: State, seed: int) -> State:
    """Return a state in which the cards that a view hides are drawn at random from those that may lie there."""
    laid = []
    for player, lay in enumerate(state.laid):
        left, seed = shuffled([card for card in state.hands[player] if card not in lay], seed)
        drawn = iter(left)
        red, blue, yellow = (next(drawn) if card == HIDDEN else card for card in lay)
        laid.append((red, blue, yellow))
    return replace(state, laid=tuple(laid))


def uncovers(state: State, move: Move) -> bool:
    """Return True if a legal move uncovers hidden cards, so that it cannot be undone.

    White's lay reveals cards, and so does a choice after which further cards are revealed or the game ends.
    Black's lay reveals none, but hands over the device: White could otherwise take it back and see Black's draft.
    """
    match move:
        case LayCards():
            return True
        case ChooseOrder(first):
            revealed = resolve(state).revealed
            result = resolve(state.with_order(first))
            return revealed < len(PIECES) and (result.choice is None or result.revealed > revealed)
        case _:
            return False
