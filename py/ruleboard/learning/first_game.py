"""The record of a beginner's first game, with or without guidance."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.learning.courses import guide
from ruleboard.registry import GAMES

GUIDED_KEY: Final = "guided"
"""The metadata key of records of guided games."""
FIRST_GAME_ID: Final = "first-game"
"""The id of a finished guided game in the list of completed lessons."""


def first_game_record(id: str, seed: int, *, is_guided: bool) -> Record:
    """Return the record of a game in which a person moves first against bots of the lowest level.

    Args:
        id: the game's id.
        seed: the seed of the record.
        is_guided: True for a guided game with the options from ``guide.toml``.
    """
    game = GAMES[id]
    options = {option.id: option.default for option in game.options} | (dict(guide(id).options) if is_guided else {})
    seats = (PERSON, *(LEVELS[0],) * (len(game.sides(game.initial(options, 0))) - 1))
    return Record(id, options, seed, ("",) * len(seats), seats=seats, meta={GUIDED_KEY: "yes"} if is_guided else {})
