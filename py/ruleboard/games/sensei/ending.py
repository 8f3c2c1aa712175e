"""Detect the end of a game from the board alone: a character on the enemy's home rank, or an unfair line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ruleboard.games.sensei.state import CHARACTER_LETTERS, GREEN, RED, State, has_reached_home
from ruleboard.games.sensei.unfair import Contact, unfair_line


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    Attributes:
        kind: the reason for the end, a clause of the rules.
        winner: the winner, or None for a draw.
        squares: the numbers of the squares to highlight.
        touching_count: the number of enemy stones that touch the unfair line.
    """

    kind: Literal["home", "unfair", "both unfair", "standstill"]
    winner: int | None
    squares: tuple[int, ...] = ()
    touching_count: int = 0


def ending(state: State) -> Ending | None:
    """Return the ending that the board shows, or None if the game continues.

    A line counts only at the start of a turn, after the other side has moved.
    """
    if has_reached_home(state, state.side):
        return Ending("home", state.side, (state.board.index(CHARACTER_LETTERS[state.side]),))
    return _unfair_ending(state) if state.is_turn_start else None


def _unfair_ending(state: State) -> Ending | None:
    """Return the end of the game by an unfair line, or None. Implements 'Unfair game' (spec: End)."""
    contacts = {side: contact for side in (GREEN, RED) if (contact := unfair_line(state.board, side))}
    if not contacts:
        return None
    if len(contacts) == 2:
        return Ending("both unfair", 1 - state.side, _contact_squares(*contacts.values()))
    ((loser, contact),) = contacts.items()
    return Ending("unfair", 1 - loser, _contact_squares(contact), len(contact.touching_stones))


def _contact_squares(*contacts: Contact) -> tuple[int, ...]:
    return tuple(sorted({square for contact in contacts for square in contact.line | contact.touching_stones}))
