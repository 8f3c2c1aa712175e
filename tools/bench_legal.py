"""Runs in the browser for the benchmark: how long `legal_actions` takes in each game's mid-game positions, at worst.

What comes out is written into the page, as JSON by game: milliseconds at worst and in the middle, and how many
positions.
"""

import json
import time
from typing import Any

import js  # type: ignore[import-not-found]

from ruleboard.games import GAMES

POSITIONS = 200
SKIPPED = 8  # actions at the start of each game, when it is not yet mid-game
LONGEST = 120  # actions after which a game is left


def times(game: Any, seed: int = 1) -> list[float]:
    """Play at random (always in the same way) and time the first look at each position."""
    found: list[float] = []
    number = 0
    while len(found) < POSITIONS:
        number += 1
        state = game.initial({option.id: option.default for option in game.options}, number)
        for count in range(LONGEST):
            if len(found) == POSITIONS:
                break
            began = time.perf_counter()
            actions = game.legal_actions(state)
            took = 1000 * (time.perf_counter() - began)
            if count >= SKIPPED:
                found.append(took)  # before anything else has asked, since what was asked once is remembered
            if not actions or game.outcome(state) is not None:
                break
            seed = (seed * 1103515245 + 12345) % 2**31
            state = game.apply(state, actions[(seed >> 8) % len(actions)])
    return sorted(found)


results = {}
for id, game in GAMES.items():
    took = times(game)
    results[id] = {"worst": took[-1], "median": took[len(took) // 2], "positions": len(took)}
js.document.documentElement.dataset.results = json.dumps(results)
