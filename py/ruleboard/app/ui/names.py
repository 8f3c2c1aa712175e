"""Names of players and games, and results of games, as they are listed."""

from __future__ import annotations

import re
from functools import lru_cache
from gettext import NullTranslations

from ruleboard.app.storage.games import Entry
from ruleboard.engine.endings import ending_words, is_ending
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.engine.seats import seat_of
from ruleboard.games.opponents import opponent_name
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import N_, _, spoken
from ruleboard.wording import cleaned, isolated

UNOFFICIAL = N_(
    "Ruleboard is unofficial: the games belong to their designers and publishers, the words and drawings here are its"
    " own."
)


@lru_cache(maxsize=32)
def _sides(game: str, options: tuple[tuple[str, str], ...], start: str | None) -> tuple[str, ...]:
    """Return the sides in English, so that the cache does not depend on the language."""
    try:
        rules = GAMES[game]
        return rules.sides(rules.parse_position(start) if start else rules.initial(dict(options), 0))
    except (KeyError, RuleboardError):  # a damaged record still has players to be listed
        return ()


def sides(record: Record) -> tuple[str, ...]:
    """Return the names of the sides of a recorded game, in order; empty if the game is unknown."""
    return tuple(_(side) for side in _sides(record.game, tuple(sorted(record.options.items())), record.start))


def players(record: Record) -> tuple[str, ...]:
    """Return the names of the players of a recorded game.

    Opponents without a name have that of their level, with their side if several have it; persons that of their side.
    Names are cleaned and isolated, since they may come from outside.
    """
    english = _sides(record.game, tuple(sorted(record.options.items())), record.start)
    return _players(record.players, record.seats, english, spoken())


@lru_cache(maxsize=32)
def _players(
    names: tuple[str, ...], seats: tuple[int, ...], sides: tuple[str, ...], _spoken: NullTranslations
) -> tuple[str, ...]:
    found = [
        isolated(cleaned(name)) or _unnamed(sides, number, seat_of(seats, number)) for number, name in enumerate(names)
    ]
    return tuple(
        _("{player} ({side})").format(player=name, side=_(sides[number]))
        if found.count(name) > 1 and seat_of(seats, number) and not names[number] and number < len(sides)
        else name
        for number, name in enumerate(found)
    )


def bare_name(record: Record, number: int) -> str:
    """Return the name of a player, 0-based, without the side that tells opponents of one level apart."""
    level = seat_of(record.seats, number)
    return opponent_name(level) if level and not record.players[number] else players(record)[number]


def _unnamed(sides: tuple[str, ...], number: int, seat: int) -> str:
    """Return the name of a player who was given none."""
    if seat:
        return opponent_name(seat)
    return _(sides[number]) if number < len(sides) else _("Player {number}").format(number=number + 1)


def title(record: Record) -> str:
    """Return the title of a recorded game: its own, or the names of its players; a damaged one may have neither.

    It is cleaned and isolated, since it may come from outside.
    """
    return isolated(_own_title(record)) or " – ".join(players(record)) or _("A game without players")


def _own_title(record: Record) -> str:
    return cleaned(record.meta.get("title", ""))[:LONGEST_NAME].rstrip()


def copy_title(record: Record, turn: str) -> str:
    """Return the title of a copy of a game from one of its turns; a copy of a copy is named after the first game.

    Args:
        record: the original.
        turn: the last turn that is copied, as the move list counts it; empty for none.
    """
    pattern = _("{title}, from turn {n}") if turn else _("{title}, from the start")
    original = _original_title(_own_title(record) or title(record))
    room = LONGEST_NAME - len(pattern.format(title="", n=turn))
    return pattern.format(title=original[:room].rstrip(), n=turn)


def _original_title(name: str) -> str:
    """Return the title of the game that a game was copied from; the title itself if it is not that of a copy."""
    numbered = (_("{title}, from turn {n}"), _("{title}, from move {n}"))  # the latter is that of older copies
    numbers = re.findall(r"[0-9]+(?:\.[0-9]+)*", name)
    patterns = (pattern.replace("{n}", number) for pattern in numbered for number in numbers)
    for pattern in (*patterns, _("{title}, from the start")):
        before, after = pattern.split("{title}")
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after):
            name = name[len(before) : len(name) - len(after)]
    return name


def called(entry: Entry) -> str:
    """Return the title of a stored game, also of one that cannot be read."""
    match entry.unsupported:
        case "newer":
            return _("A game of a newer version")
        case "unknown":
            return _("A game that is not known here")
    if entry.is_pending:
        return _("A game that is being read")
    return title(entry.record) if entry.record else _("A damaged game")


def makers(game: str) -> str:
    """Return the designer, the publisher and the year of a game, as far as they are known."""
    credits = VIEWS[game].credits
    return ", ".join(_(part) for part in (credits.designer, credits.publisher, credits.year) if part)


def result(record: Record) -> str:
    """Return the result of a recorded game as a sentence; empty if it goes on.

    It is derived from the last public position, so that it is in the reader's language and not in that of the players.
    If the position does not show the result, the sentence in the record is returned.
    """
    recorded = cleaned(record.meta.get("result", ""))
    if not recorded:
        return ""
    try:
        game = GAMES[record.game]
        state = game.parse_position(record.meta.get("position", ""))
        entries = record.actions[: record.at]
        if entries and is_ending(entries[-1]):
            return ending_words(game, state, entries[-1])
        outcome = game.outcome(state)
    except (KeyError, RuleboardError):
        return recorded
    return outcome.reason if outcome else recorded
