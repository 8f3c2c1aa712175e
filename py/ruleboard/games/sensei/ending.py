"""The ends of a game of Sensei that show on the board: a character at home, an unfair line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ruleboard.games.sensei.state import BEARER, GREEN, RED, State, is_home
from ruleboard.games.sensei.unfair import Contact, unfair


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game, without words.

    Attributes:
        kind: the clause of the rules that ended it.
        winner: the side that has won, None in a draw.
        places: the numbers of the squares that show it.
        touching: the number of enemy stones that touch the unfair line.
    """

    kind: Literal["home", "unfair", "both unfair", "standstill"]
    winner: int | None
    places: tuple[int, ...] = ()
    touching: int = 0


def ending(state: State) -> Ending | None:
    """Return the end that shows on the board, None if there is none.

    A line is judged at a turn's start, when the other side has just moved.
    """
    if is_home(state, state.side):
        return Ending("home", state.side, (state.board.index(BEARER[state.side]),))
    return _unfair_game(state) if state.fresh else None


def _unfair_game(state: State) -> Ending | None:
    """Implements 'Unfair game' (spec: End)."""
    found = {side: contact for side in (GREEN, RED) if (contact := unfair(state.board, side))}
    if not found:
        return None
    if len(found) == 2:
        return Ending("both unfair", 1 - state.side, _places(*found.values()))
    ((loser, contact),) = found.items()
    return Ending("unfair", 1 - loser, _places(contact), len(contact.touching))


def _places(*contacts: Contact) -> tuple[int, ...]:
    return tuple(sorted({place for contact in contacts for place in contact.line | contact.touching}))
