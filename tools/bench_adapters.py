"""Print the steps per second of random play through each adapter and without an adapter, as JSON.

Run it in .venv-adapters. A step is one action and the list of the next legal actions; with PettingZoo it includes the
observation for the agent to move.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import process_time

from tools.setup import ROOT

sys.path.insert(0, str(ROOT / "py"))

STEP_COUNT = 1500
"""The number of steps in one measurement."""
SEED = 7


def play_with_rules(id: str) -> int:
    """Play ``STEP_COUNT`` actions without an adapter, and return the number of actions."""
    from ruleboard.registry import GAMES

    game, rng, steps = GAMES[id], random.Random(SEED), 0
    while steps < STEP_COUNT:
        state = game.initial({}, rng.getrandbits(32))
        while game.to_move(state) is not None and steps < STEP_COUNT:
            legal_actions = game.legal_actions(state)
            if id == "tensor-cards":
                legal_actions = [action for action in legal_actions if not action.text.startswith(("put ", "take "))]
            state = game.apply(state, rng.choice(legal_actions))
            steps += 1
    return steps


def play_with_openspiel(id: str) -> int:
    """Play ``STEP_COUNT`` actions through OpenSpiel, and return the number of actions."""
    import pyspiel

    import ruleboard.adapters.openspiel

    game = pyspiel.load_game(ruleboard.adapters.openspiel.GAME_NAME_PREFIX + id.replace("-", "_"))
    rng, steps = random.Random(SEED), 0
    while steps < STEP_COUNT:
        state = game.new_initial_state()
        while not state.is_terminal() and steps < STEP_COUNT:
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
    return steps


def play_with_pettingzoo(id: str) -> int:
    """Play ``STEP_COUNT`` actions through PettingZoo, and return the number of actions."""
    import numpy as np

    from ruleboard.adapters.pettingzoo import env

    environment, rng, step_count = env(id), random.Random(SEED), 0
    environment.reset(seed=SEED)
    while step_count < STEP_COUNT:
        observation, _reward, is_terminated, is_truncated, _info = environment.last()
        if is_terminated or is_truncated:
            environment.reset()
            continue
        environment.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        step_count += 1
    return step_count


PLAY_FUNCTIONS = {"bare": play_with_rules, "openspiel": play_with_openspiel, "pettingzoo": play_with_pettingzoo}
"""The functions that play, by the names of their speeds in the output."""


def measure_speed(play: Callable[[str], int], id: str) -> float:
    """Return the number of steps that ``play`` makes per second of CPU time."""
    play(id)  # fills the caches
    start_time = process_time()
    return play(id) / (process_time() - start_time)


def main() -> None:
    """Measure the speed of every game through each adapter, and print the results."""
    from ruleboard.registry import GAMES

    speeds: dict[str, dict[str, float]] = {}
    for id in GAMES:
        speeds[id] = {name: measure_speed(play, id) for name, play in PLAY_FUNCTIONS.items()}
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
