"""Texts about saved games in lists: the game, the day of the last change, and the length."""

from __future__ import annotations

from datetime import date, timedelta

from ruleboard.app.storage.games import GameEntry
from ruleboard.app.storage.summaries import TURNS_KEY
from ruleboard.app.ui.forms import is_number
from ruleboard.app.ui.names import entry_title
from ruleboard.i18n import N_, _, ngettext
from ruleboard.learning.daily import local_date
from ruleboard.registry import GAMES

_MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
"""The names of the months."""
_MAX_DIGITS = 6
"""The maximum number of digits in a number of turns. A longer text is not a valid number."""


def entry_line(entry: GameEntry, today: date | None) -> str:
    """Return a line that distinguishes a game from others of the same players: its title, game, day and length."""
    parts = (entry_title(entry), entry_game_title(entry), day_text(entry.changed_at, today), length_text(entry))
    return " · ".join(part for part in parts if part)


def entry_game_title(entry: GameEntry) -> str:
    """Return the title of the game that was played; empty for an unknown game."""
    return _(GAMES[entry.record.game].title) if entry.record and entry.record.game in GAMES else ""


def day_text(time: str, today: date | None) -> str:
    """Return "today", "yesterday" or the date of a UTC time in the reader's time zone; empty for an invalid time."""
    try:
        day = local_date(time)
    except (ValueError, OverflowError, OSError):  # It is not a time, or outside the years of a date.
        return ""
    if day == today:
        return _("today")
    if today and today - day == timedelta(days=1):
        return _("yesterday")
    text = ngettext("{day} {month} {year}", "{day} {month} {year}", day.day)  # French has a form for the first.
    return text.format(day=day.day, month=_(_MONTHS[day.month - 1]), year=day.year)


def length_text(entry: GameEntry) -> str:
    """Return a text with the number of turns of a finished game; empty if the game goes on or the number is unknown."""
    turn_count = entry.record.meta.get(TURNS_KEY, "") if entry.record and not entry.damage else ""
    if len(turn_count) > _MAX_DIGITS or not is_number(turn_count) or not int(turn_count):
        return ""
    return ngettext("{n} turn", "{n} turns", int(turn_count)).format(n=int(turn_count))
