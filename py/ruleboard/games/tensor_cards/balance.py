"""Whether a board is fair in its first turn: who can win it at once, and how surely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.layout import PIECES
from ruleboard.games.tensor_cards.resolve import carry_out, turn_of_events
from ruleboard.games.tensor_cards.state import FIRST_STAR, Lay, State, Terms, opening


@dataclass(frozen=True, slots=True)
class Threat:
    """A card that takes a piece from its start to a star that counts, if nobody interferes."""

    player: int
    piece: int
    card: int


def threats(terms: Terms) -> tuple[Threat, ...]:
    """The cards that win in the first turn unless somebody interferes; a board is better without."""
    start = opening(terms)
    found = []
    for player in (BLACK, WHITE):
        for piece in PIECES:
            for card in CARDS:
                parts = terms.deck[card - 1]
                ends = {
                    carry_out(terms.layout, start.pieces, piece, player, order)[-1].path[-1]
                    for order in (parts, parts[::-1])
                }
                if any(end in terms.layout.stars and terms.counts(player, end) for end in ends):
                    found.append(Threat(player, piece, card))
    return tuple(found)


def forced_win(terms: Terms, player: int) -> Lay | None:
    """A lay in the first turn that takes a piece to a star that counts, whatever the other lays and chooses.

    None if there is no such lay. The first answer tried is the same three cards, which cancels them: with
    equal decks it always suffices. Implements the check 'no first-turn forced win' of a board.
    """
    state = opening(replace(terms, goal=FIRST_STAR))
    answers = lays(state.hands[1 - player])
    for lay in lays(state.hands[player]):
        if all(wins(state, player, lay, answer) for answer in (lay, *answers)):
            return lay
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
