"""A very long game of Sensei, for performance tests."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from ruleboard.engine.record import Record
from ruleboard.registry import GAMES


@lru_cache(maxsize=1)
def create_long_record(action_count: int = 1400) -> Record:
    """Return the record of a random game that has not been won and repeats no position."""
    game, rng = GAMES["sensei"], random.Random(5)
    options = {"mode": "arashi"}
    state = game.initial(options, 0)
    occurrences, texts = Counter([game.key(state)]), list[str]()
    while len(texts) < action_count:
        legal = list(game.legal_actions(state))
        rng.shuffle(legal)
        for action in legal:
            next_state = game.apply(state, action)
            if game.outcome(next_state) is None and (
                game.key(next_state) is None or not occurrences[game.key(next_state)]
            ):
                break
        else:
            raise AssertionError("the game is stuck: take another seed")
        texts.append(action.text)
        state = next_state
        occurrences[game.key(state)] += 1
    return Record("sensei", options, 0, ("Ann", "Bob"), tuple(texts), meta={"title": "Endless"})
