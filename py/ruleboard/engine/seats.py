"""Seats: for each side, whether a person or a bot plays it, and the bot's level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleboard.engine.decoding import Value
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.i18n import _

PERSON: Final = 0
"""The seat of a person; the seat of a bot is its level, one of ``LEVELS``."""

_SEATS_BY_TEXT: Final = {"": PERSON} | {f"bot:{level}": level for level in LEVELS}
"""The seats by the strings that stand for them in records."""


def parse_seats(value: Value, player_count: int) -> tuple[int, ...]:
    """Parse the seats in a record; return an empty tuple if all players are people.

    Args:
        value: a list with a string for each player: empty for a person, ``bot:N`` for a bot of level N. It may be
            empty.
        player_count: the number of players.

    Raises:
        RecordError: the number of strings is wrong, or a string is not a seat.
    """
    texts = value.texts()
    if texts and len(texts) != player_count:
        raise value.error(_("each player needs exactly one seat"), f"{player_count}")
    unknown_text = next((text for text in texts if text not in _SEATS_BY_TEXT), None)
    if unknown_text is not None:
        raise value.error(
            _("{text} isn’t a seat").format(text=repr(unknown_text[:20])),
            ", ".join(f'"{text}"' for text in _SEATS_BY_TEXT),
        )
    seats = tuple(_SEATS_BY_TEXT[text] for text in texts)
    return seats if any(seats) else ()


def format_seats(seats: Sequence[int]) -> list[str]:
    """Return seats as strings for a record."""
    return [f"bot:{seat}" if seat else "" for seat in seats]


def seat_of(seats: Sequence[int], player: int) -> int:
    """Return the seat of a player (0-based): ``PERSON`` or a level."""
    return seats[player] if player < len(seats) else PERSON


def person_players(seats: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the numbers (0-based) of the players who are people.

    Args:
        seats: the seats by player number; empty if all are people.
        players: the number of players.
    """
    return tuple(player for player in range(players) if seat_of(seats, player) == PERSON)
