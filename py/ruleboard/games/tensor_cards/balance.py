"""Whether a board is fair in its first turn: no three cards may win against whatever is laid."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.resolve import turn_of_events
from ruleboard.games.tensor_cards.state import FIRST_STAR, Lay, State, Terms, opening


def forced_win(terms: Terms, player: int) -> Lay | None:
    """A lay in the first turn that takes a piece to a star that counts, whatever the other lays and chooses.

    None if there is no such lay. Implements the check 'no first-turn forced win' of a board.
    """
    state = opening(replace(terms, goal=FIRST_STAR))
    refuters: list[Lay] = []
    for lay in lays(state.hands[player]):
        found = next((other for other in refuters if not wins(state, player, lay, other)), None)
        if found is None:
            found = next(
                (other for other in lays(state.hands[1 - player]) if not wins(state, player, lay, other)),
                None,
            )
            if found is None:
                return lay
            refuters.append(found)
    return None


def lays(hand: tuple[int, ...]) -> list[Lay]:
    """All ways to lay three cards of a hand."""
    return [(red, blue, yellow) for red, blue, yellow in permutations(hand, 3)]


def wins(state: State, player: int, lay: Lay, other: Lay, choices: tuple[str, ...] = ()) -> bool:
    """Whether ``player`` can win this turn by ``lay`` against ``other``, all choosing as suits them."""
    black, white = (lay, other) if player == BLACK else (other, lay)
    found = turn_of_events(state.terms, state.pieces, state.points, black, white, choices)
    if found.choice is None:
        return found.points[player] >= state.terms.points_to_win
    tries = (wins(state, player, lay, other, (*choices, direction)) for direction, _ in found.choice.ends)
    return any(tries) if found.choice.player == player else all(tries)


def fair_first_turn(terms: Terms) -> bool:
    """Whether neither side has a forced win in the first turn."""
    return forced_win(terms, BLACK) is None and forced_win(terms, WHITE) is None
