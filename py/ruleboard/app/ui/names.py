"""What players and games are called, and how a game went."""

from __future__ import annotations

import re
from functools import lru_cache

from ruleboard.app.storage.games import Entry
from ruleboard.engine.endings import ending_words, is_ending
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import N_, _

UNOFFICIAL = N_(
    "Ruleboard is unofficial: the games belong to their designers and publishers, the words and drawings here are its"
    " own."
)


@lru_cache(maxsize=32)
def _sides(game: str, options: tuple[tuple[str, str], ...], start: str | None) -> tuple[str, ...]:
    """In English: they are looked up where they are used."""
    try:
        rules = GAMES[game]
        return rules.sides(rules.parse_position(start) if start else rules.initial(dict(options), 0))
    except (KeyError, RuleboardError):  # a damaged record still has players to be listed
        return ()


def sides(record: Record) -> tuple[str, ...]:
    """What the sides of a recorded game are called, in order; empty if the game is not known."""
    return tuple(_(side) for side in _sides(record.game, tuple(sorted(record.options.items())), record.start))


def players(record: Record) -> tuple[str, ...]:
    """What the players of a recorded game are called: by their names, or else by their sides."""
    known = sides(record)
    return tuple(
        name or (known[number] if number < len(known) else _("Player {number}").format(number=number + 1))
        for number, name in enumerate(record.players)
    )


def title(record: Record) -> str:
    """What a recorded game is called: by its own title, or by who plays; a damaged one may have neither."""
    return record.meta.get("title", "")[:LONGEST_NAME] or " – ".join(players(record)) or _("A game without players")


def copy_title(record: Record, at: int) -> str:
    """The title of a game that goes on from a move of another one; a copy of a copy is named after the first game.

    Args:
        record: the other game.
        at: how many entries of it the copy has.
    """
    pattern = _("{title}, from move {n}") if at else _("{title}, from the start")
    name = title(record)
    for earlier in (_("{title}, from move {n}"), _("{title}, from the start")):
        form = re.escape(earlier).replace(r"\{title\}", "(.+)").replace(r"\{n\}", r"\d+")
        if found := re.fullmatch(form, name):
            name = found[1]
    room = LONGEST_NAME - len(pattern.format(title="", n=at))
    return pattern.format(title=name[:room].rstrip(), n=at)


def called(entry: Entry) -> str:
    """What a kept game is called, one that cannot be read too."""
    match entry.unsupported:
        case "newer":
            return _("A game of a newer version")
        case "unknown":
            return _("A game that is not known here")
    return title(entry.record) if entry.record else _("A damaged game")


def makers(game: str) -> str:
    """Who made a game, and when, as far as it is known."""
    credits = VIEWS[game].credits
    return ", ".join(_(part) for part in (credits.designer, credits.publisher, credits.year) if part)


def result(record: Record) -> str:
    """How a recorded game ended, as a sentence, from what the list tells of it; empty if it goes on.

    It is read off the last position, so that it is told in the reader's language and not in that of who played.
    Where the public position does not tell it, the record's own words have to do.
    """
    told = record.meta.get("result", "")
    if not told:
        return ""
    try:
        game = GAMES[record.game]
        state = game.parse_position(record.meta.get("position", ""))
        standing = record.actions[: record.at]
        if standing and is_ending(standing[-1]):
            return ending_words(game, state, standing[-1])
        outcome = game.outcome(state)
    except (KeyError, RuleboardError):
        return told
    return outcome.reason if outcome else told
