"""Search the first turn of the card game for a placement that wins against every answer."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from ruleboard.games.tensor_cards.cards import BLACK
from ruleboard.games.tensor_cards.resolution import resolve_cards
from ruleboard.games.tensor_cards.state import FIRST_STAR, Placement, State, Terms, initial_state


def find_forced_win(terms: Terms, player: int) -> Placement | None:
    """Return a first-turn placement that wins against all placements and choices of the opponent, or None.

    The search first tries the same three cards as an answer. They cancel the placement, so with equal decks this answer
    always suffices.
    """
    state = initial_state(replace(terms, goal=FIRST_STAR))
    answers = _list_placements(state.hands[1 - player])
    for placement in _list_placements(state.hands[player]):
        if all(can_win_turn(state, player, placement, answer) for answer in (placement, *answers)):
            return placement
    return None


def _list_placements(hand: tuple[int, ...]) -> list[Placement]:
    return [(red, blue, yellow) for red, blue, yellow in permutations(hand, 3)]


def can_win_turn(
    state: State, player: int, placement: Placement, answer: Placement, choices: tuple[str, ...] = ()
) -> bool:
    """Return True if ``player`` wins the turn with ``placement`` against ``answer`` if both choose the best orders."""
    black, white = (placement, answer) if player == BLACK else (answer, placement)
    result = resolve_cards(state.terms, state.position, black, white, choices)
    if result.choice is None:
        return result.points[player] >= state.terms.points_to_win
    attempts = (
        can_win_turn(state, player, placement, answer, (*choices, first_part))
        for first_part, _end in result.choice.ends
    )
    return any(attempts) if result.choice.player == player else all(attempts)
