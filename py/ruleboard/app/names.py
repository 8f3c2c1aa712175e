"""What players and games are called."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.games import GAMES


@lru_cache(maxsize=32)
def _sides(game: str, options: tuple[tuple[str, str], ...], start: str | None) -> tuple[str, ...]:
    try:
        rules = GAMES[game]
        return rules.sides(rules.parse_position(start) if start else rules.initial(dict(options), 0))
    except (KeyError, RuleboardError):  # a damaged record still has players to be listed
        return ()


def sides(record: Record) -> tuple[str, ...]:
    """What the sides of a recorded game are called, in order; empty if the game is not known."""
    return _sides(record.game, tuple(sorted(record.options.items())), record.start)


def players(record: Record) -> tuple[str, ...]:
    """What the players of a recorded game are called: by their names, or else by their sides."""
    known = sides(record)
    return tuple(
        name or (known[number] if number < len(known) else f"Player {number + 1}")
        for number, name in enumerate(record.players)
    )


def title(record: Record) -> str:
    """What a recorded game is called: by its own title, or by who plays; a damaged one may have neither."""
    return record.meta.get("title", "")[:LONGEST_NAME] or " – ".join(players(record)) or "A game without players"
