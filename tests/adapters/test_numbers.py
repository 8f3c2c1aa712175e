"""The numbering and the observations, on all positions of long random play."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ruleboard.adapters.tensors import layout, observe
from ruleboard.adapters.walk import Setting, Walk
from ruleboard.games.registry import GAMES
from tests.adapters.modes import modes

ACTIONS = 20_000
"""The actions in each of the five games."""


@pytest.mark.parametrize("id", GAMES)
def test_every_action_met_in_random_play_has_a_number_of_its_own(id):
    """All legal actions of each position, and what everybody sees there, fit; ``Walk`` raises where they do not."""
    chance, done = random.Random(id), 0
    settings = [Setting(id, options) for options in modes(id)]
    while done < ACTIONS:
        setting = chance.choice(settings)
        walk = Walk.start(setting, chance.getrandbits(64))
        seen = np.zeros(layout(setting).size, np.float32)
        while walk.player is not None and done < ACTIONS:
            numbers = walk.legal_numbers
            assert numbers[0] >= 0
            assert numbers[-1] < setting.space.size
            if done % 20 == 0:
                observe(walk, chance.randrange(setting.players), seen)
                assert seen.min() >= 0
                assert seen.max() <= 1
            walk = walk.step(chance.choice(numbers))
            done += 1
    assert done == ACTIONS
