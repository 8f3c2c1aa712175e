"""The names of players and games, and the results of games, for lists and headings."""

from __future__ import annotations

import re
from functools import lru_cache

from ruleboard.app.storage.games import GameEntry
from ruleboard.engine.endings import ending_sentence, is_ending
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import MAX_NAME_LENGTH, Record
from ruleboard.engine.seats import seat_of
from ruleboard.i18n import N_, _, cached_by_language
from ruleboard.opponents import opponent_name
from ruleboard.registry import BUILT_IN_GAMES, GAMES, VIEWS
from ruleboard.wording import clean_name, isolate_name

UNOFFICIAL_NOTICE = N_(
    "This app, Ruleboard, is unofficial. The games in it belong to their designers and publishers. The "
    "words and drawings are our own."
)


@lru_cache(maxsize=32)
def _english_side_names(game: str, options: tuple[tuple[str, str], ...], start: str | None) -> tuple[str, ...]:
    """Return the English names of the sides, so that the cache does not depend on the language."""
    try:
        rules = GAMES[game]
        return rules.sides(rules.parse_position(start) if start else rules.initial(dict(options), 0))
    except (KeyError, RuleboardError):  # A damaged record can still have names of players.
        return ()


def side_names(record: Record) -> tuple[str, ...]:
    """Return the translated names of a record's sides, in order; empty for an unknown game."""
    return tuple(
        _(side) for side in _english_side_names(record.game, tuple(sorted(record.options.items())), record.start)
    )


def player_names(record: Record) -> tuple[str, ...]:
    """Return the display names of a record's players.

    A bot without a name gets an unused name of its level, followed by its side if the game has more than two players. A
    person without a name gets the name of the side. Names from other people may contain control characters, so the
    function cleans and isolates them.
    """
    english_sides = _english_side_names(record.game, tuple(sorted(record.options.items())), record.start)
    return _players(record.players, record.seats, english_sides, is_author_game=_is_author_game(record))


@cached_by_language(32)
def _players(
    names: tuple[str, ...], seats: tuple[int, ...], sides: tuple[str, ...], *, is_author_game: bool
) -> tuple[str, ...]:
    player_names = [
        isolate_name(clean_name(name)) or _default_name(sides, number, names, seats, is_author_game=is_author_game)
        for number, name in enumerate(names)
    ]
    bot_flags = [bool(seat_of(seats, number)) and not name for number, name in enumerate(names)]
    return tuple(
        _("{player} ({side})").format(player=name, side=_(sides[number]))
        if bot_flags[number] and number < len(sides) and (len(sides) > 2 or player_names.count(name) > 1)
        else name
        for number, name in enumerate(player_names)
    )


def short_name(record: Record, player: int) -> str:
    """Return the name of a player (from 0), without the side of a bot."""
    if seat_of(record.seats, player) and not record.players[player]:
        return _bot_name(player, record.players, record.seats, is_author_game=_is_author_game(record))
    return player_names(record)[player]


def _is_author_game(record: Record) -> bool:
    """Return True if a game comes from an author's file. Its sides or pieces may have the names of our bots."""
    return record.game in GAMES and record.game not in BUILT_IN_GAMES


def _bot_name(player: int, names: tuple[str, ...], seats: tuple[int, ...], *, is_author_game: bool) -> str:
    """Return the name of a bot without a name in the record."""
    level = seat_of(seats, player)
    if is_author_game:
        return _("Level {level}").format(level=level)
    same_level_players = [number for number in range(player) if seat_of(seats, number) == level and not names[number]]
    return opponent_name(level, len(same_level_players))


def _default_name(
    sides: tuple[str, ...], player: int, names: tuple[str, ...], seats: tuple[int, ...], *, is_author_game: bool
) -> str:
    """Return the default name of a player (from 0)."""
    if seat_of(seats, player):
        return _bot_name(player, names, seats, is_author_game=is_author_game)
    return _(sides[player]) if player < len(sides) else _("Player {number}").format(number=player + 1)


def game_title(record: Record) -> str:
    """Return a record's title, or the names of its players; empty if a damaged record has neither.

    The title omits the sides of bots with unambiguous names. It is cleaned and isolated because other people may have
    written it.
    """
    return isolate_name(_stored_title(record)) or " – ".join(title_names(record)) or _("A game without players")


def title_names(record: Record) -> tuple[str, ...]:
    """Return the players' names if they form the title of a record; empty if the record has another title."""
    if _stored_title(record):
        return ()
    names = tuple(short_name(record, number) for number in range(len(record.players)))
    return names if len(set(names)) == len(names) else player_names(record)


def _stored_title(record: Record) -> str:
    return clean_name(record.meta.get("title", ""))[:MAX_NAME_LENGTH].rstrip()


def copy_title(record: Record, turn: str) -> str:
    """Return the title for a copy of a game up to a turn. The copy of a copy keeps the title of the first game.

    Args:
        record: the original.
        turn: the last copied turn, as numbered in the move list; empty if the copy has no turns.
    """
    pattern = _("{title}, after turn {n}") if turn else _("{title}, from the start")
    first_title = _original_title(_stored_title(record) or game_title(record))
    max_length = MAX_NAME_LENGTH - len(pattern.replace("{title}", "").replace("{n}", turn))
    return pattern.format(title=first_title[:max_length].rstrip(), n=turn)


def _original_title(name: str) -> str:
    """Remove the part that ``copy_title`` adds to a title."""
    # Older copies have the last two patterns.
    numbered_patterns = (_("{title}, after turn {n}"), _("{title}, from turn {n}"), _("{title}, from move {n}"))
    numbers = re.findall(r"[0-9]+(?:\.[0-9]+)*", name)
    patterns = (pattern.replace("{n}", number) for pattern in numbered_patterns for number in numbers)
    for pattern in (*patterns, _("{title}, from the start")):
        prefix, suffix = pattern.split("{title}")
        if name.startswith(prefix) and name.endswith(suffix) and len(name) > len(prefix + suffix):
            name = name[len(prefix) : len(name) - len(suffix)]
    return name


def entry_title(entry: GameEntry) -> str:
    """Return the title of a stored game, which may be unreadable."""
    match entry.unsupported_part:
        case "newer":
            return _("A game from a newer version")
        case "unknown":
            return _("An unknown game")
    if entry.is_pending:
        return _("A game that’s loading")
    return game_title(entry.record) if entry.record else _("A damaged game")


def credits_text(game: str) -> str:
    """Return the credits of a game: its designer, publisher and year, where known."""
    credits = VIEWS[game].credits
    return ", ".join(_(part) for part in (credits.designer, credits.publisher, credits.year) if part)


def result_text(record: Record) -> str:
    """Return a sentence with a record's result; empty during the game.

    The sentence comes from the last public position, so that it is in the reader's language. If the position does not
    show the result, return the sentence in the record.
    """
    record_text = clean_name(record.meta.get("result", ""))
    if not record_text:
        return ""
    try:
        game = GAMES[record.game]
        state = game.parse_position(record.meta.get("position", ""))
        entries = record.actions[: record.ply]
        if entries and is_ending(entries[-1]):
            return ending_sentence(game, state, entries[-1])
        outcome = game.outcome(state)
    except (KeyError, RuleboardError):
        return record_text
    return outcome.reason if outcome else record_text
