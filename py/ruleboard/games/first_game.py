"""The first game after a course, guided or not: its record."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.games.courses import guide
from ruleboard.games.registry import GAMES

GUIDED: Final = "guided"
"""The name under which a record's metadata say that the game is guided."""
DONE: Final = "first-game"
"""The id under which a guided game that has ended is among the completed lessons."""


def first_game(id: str, seed: int, *, guided: bool) -> Record:
    """Return the record of a beginner's game: the reader begins, against opponents of the lowest level.

    Args:
        id: the game.
        seed: the seed of its random generator.
        guided: True for the guided one, with the options of the game's guide.
    """
    game = GAMES[id]
    options = {option.id: option.default for option in game.options} | (dict(guide(id).options) if guided else {})
    seats = (PERSON, *(LEVELS[0],) * (len(game.sides(game.initial(options, 0))) - 1))
    return Record(id, options, seed, ("",) * len(seats), seats=seats, meta={GUIDED: "yes"} if guided else {})
