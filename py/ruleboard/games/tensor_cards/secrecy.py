"""Compute each player's view of a state. Implements 'Secrecy'."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.engine.rng import shuffled
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.resolution import resolve
from ruleboard.games.tensor_cards.state import (
    HIDDEN_CARD,
    NO_PLACEMENT,
    ChooseOrder,
    CommitPlacement,
    Move,
    Placement,
    State,
)


def player_view(state: State, viewer: int | None) -> State:
    """Return the state as a viewer sees it, or as the public sees it if ``viewer`` is None.

    The opponent's cards on pieces are hidden until they are revealed.
    """
    draft = state.draft if viewer == state.placing_player else NO_PLACEMENT
    revealed_count = resolve(state).revealed_count if len(state.placements) == 2 else 0
    placements = tuple(
        placement if viewer == player else _with_hidden_cards(placement, revealed_count)
        for player, placement in enumerate(state.placements)
    )
    return replace(state, draft=draft, placements=placements)


def _with_hidden_cards(placement: Placement, revealed_count: int) -> Placement:
    red, blue, yellow = (placement[piece] if piece < revealed_count else HIDDEN_CARD for piece in PIECES)
    return (red, blue, yellow)


def has_hidden_cards(state: State) -> bool:
    """Return True if any card on a piece is hidden from the public."""
    return state.draft != NO_PLACEMENT or any(
        HIDDEN_CARD in placement for placement in player_view(state, None).placements
    )


def with_hidden_cards_redealt(state: State, seed: int) -> State:
    """Return a state in which random cards from the players' hands replace hidden cards."""
    placements = []
    for player, placement in enumerate(state.placements):
        cards, seed = shuffled([card for card in state.hands[player] if card not in placement], seed)
        next_cards = iter(cards)
        red, blue, yellow = (next(next_cards) if card == HIDDEN_CARD else card for card in placement)
        placements.append((red, blue, yellow))
    return replace(state, placements=tuple(placements))


def reveals_cards(state: State, move: Move) -> bool:
    """Return True if players may not undo a legal move because it reveals hidden cards.

    White's placement reveals cards. A choice reveals cards if further cards follow or the game ends. Black's
    placement reveals no cards, but Black cannot undo it either. Otherwise White, who gets the device next, could see
    Black's cards.
    """
    match move:
        case CommitPlacement():
            return True
        case ChooseOrder(first_direction):
            revealed_count = resolve(state).revealed_count
            resolution = resolve(state.with_order(first_direction))
            return revealed_count < len(PIECES) and (
                resolution.choice is None or resolution.revealed_count > revealed_count
            )
        case _:
            return False
