"""A game of Sensei that is much longer than people play, for what must not take longer with the length of a game."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from ruleboard.engine.record import Record
from ruleboard.games.registry import GAMES


@lru_cache(maxsize=1)
def long_record(actions: int = 1400) -> Record:
    """Return the record of a game that goes on: of random actions, those that neither win nor repeat a position."""
    game, dice = GAMES["sensei"], random.Random(5)
    options = {"mode": "arashi"}
    state = game.initial(options, 0)
    seen, played = Counter([game.key(state)]), list[str]()
    while len(played) < actions:
        legal = list(game.legal_actions(state))
        dice.shuffle(legal)
        for action in legal:
            after = game.apply(state, action)
            if game.outcome(after) is None and (game.key(after) is None or not seen[game.key(after)]):
                break
        else:
            raise AssertionError("the game is stuck: take another seed")
        played.append(action.text)
        state = after
        seen[game.key(state)] += 1
    return Record("sensei", options, 0, ("Ann", "Bob"), tuple(played), meta={"title": "Endless"})
