"""Steps per second of random play through each adapter and with the bare rules, as JSON; run in .venv-adapters.

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
    """Play STEPS of the actions that the adapters offer, by the rules alone; return their number."""
    from ruleboard.games.registry import GAMES

    game, chance, steps = GAMES[id], random.Random(SEED), 0
    while steps < STEPS:
        state = game.initial({}, chance.getrandbits(32))
        while game.to_move(state) is not None and steps < STEPS:
            legal = game.legal_actions(state)
            if id == "tensor-cards":
                legal = [action for action in legal if not action.text.startswith(("put ", "take "))]
            state = game.apply(state, chance.choice(legal))
            steps += 1
    return steps


def openspiel(id: str) -> int:
    """Play STEPS decisions through OpenSpiel; return their number."""
    import pyspiel

    import ruleboard.adapters.openspiel

    game = pyspiel.load_game(ruleboard.adapters.openspiel.PREFIX + id.replace("-", "_"))
    chance, steps = random.Random(SEED), 0
    while steps < STEPS:
        state = game.new_initial_state()
        while not state.is_terminal() and steps < STEPS:
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
    return steps


def pettingzoo(id: str) -> int:
    """Play STEPS decisions through PettingZoo; return their number."""
    import numpy as np

    from ruleboard.adapters.pettingzoo import env

    environment, chance, steps = env(id), random.Random(SEED), 0
    environment.reset(seed=SEED)
    while steps < STEPS:
        observation, _reward, ended, cut_off, _info = environment.last()
        if ended or cut_off:
            environment.reset()
            continue
        environment.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return steps


def speed(play: Callable[[str], int], id: str) -> float:
    """Return the steps per second of CPU time."""
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
