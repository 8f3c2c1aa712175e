"""Steps a second of random play through each adapter against the bare rules, as JSON; run in .venv-adapters.

A step is a decision and the list of the next ones; for PettingZoo also the observation of the agent to move.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from tools.setup import ROOT

sys.path.insert(0, str(ROOT / "py"))

STEPS = 1500
"""The steps of one measurement."""
SEED = 7


def bare(id: str) -> int:
    """Play STEPS actions by the rules alone, those that the adapters offer too; return their number."""
    from ruleboard.games.registry import GAMES

    game, chance, done = GAMES[id], random.Random(SEED), 0
    while done < STEPS:
        state = game.initial({}, chance.getrandbits(32))
        while game.to_move(state) is not None and done < STEPS:
            legal = game.legal_actions(state)
            if id == "tensor-cards":
                legal = [action for action in legal if not action.text.startswith(("put ", "take "))]
            state = game.apply(state, chance.choice(legal))
            done += 1
    return done


def openspiel(id: str) -> int:
    """Play STEPS decisions through OpenSpiel; return their number."""
    import pyspiel

    import ruleboard.adapters.openspiel

    game = pyspiel.load_game(ruleboard.adapters.openspiel.PREFIX + id.replace("-", "_"))
    chance, done = random.Random(SEED), 0
    while done < STEPS:
        state = game.new_initial_state()
        while not state.is_terminal() and done < STEPS:
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                done += 1
    return done


def pettingzoo(id: str) -> int:
    """Play STEPS decisions through PettingZoo; return their number."""
    import numpy as np

    from ruleboard.adapters.pettingzoo import env

    environment, chance, done = env(id), random.Random(SEED), 0
    environment.reset(seed=SEED)
    while done < STEPS:
        observation, _reward, ended, cut_off, _info = environment.last()
        if ended or cut_off:
            environment.reset()
            continue
        environment.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        done += 1
    return done


def speed(play: Callable[[str], int], id: str) -> float:
    """Return the steps a second of CPU time."""
    play(id)  # fills the caches
    began = process_time()
    return play(id) / (process_time() - began)


def main() -> None:
    """Measure all games."""
    from ruleboard.games.registry import GAMES

    speeds: dict[str, dict[str, Any]] = {}
    for id in GAMES:
        speeds[id] = {play.__name__: speed(play, id) for play in (bare, openspiel, pettingzoo)}
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
