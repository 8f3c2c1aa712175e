"""The views of a state, in which cards are hidden from players. Implements 'Secrecy'."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import HIDDEN, NOTHING, ChooseOrder, Lay, LayCards, Move, State


def visible_state(state: State, viewer: int | None) -> State:
    """Return the part of a state that a viewer may know. None stands for the public.

    The other player's cards on the pieces are hidden until their reveal.
    """
    draft = state.draft if viewer == state.laying else NOTHING
    revealed = resolve(state).revealed if len(state.laid) == 2 else 0
    laid = tuple(lay if viewer == player else _face_down(lay, revealed) for player, lay in enumerate(state.laid))
    return replace(state, draft=draft, laid=laid)


def _face_down(lay: Lay, revealed: int) -> Lay:
    red, blue, yellow = (lay[piece] if piece < revealed else HIDDEN for piece in PIECES)
    return (red, blue, yellow)


def uncovers(state: State, move: Move) -> bool:
    """Return True if players may not undo a legal move, since it uncovers hidden cards.

    White's placement reveals cards. A choice does if further cards follow or the game ends. Black's placement reveals
    no cards, but then the device goes to White, who could otherwise undo the move and see Black's draft.
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
