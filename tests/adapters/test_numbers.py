"""Tests of action numbers and observations, on all positions of long random games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ruleboard.adapters.tensors import layout, observe
from ruleboard.adapters.walk import Setting, Walk
from ruleboard.registry import GAMES
from tests.adapters.modes import iter_option_sets

ACTIONS = 20_000
"""The number of actions in each of the five games."""


@pytest.mark.parametrize("id", GAMES)
def test_actions_and_observations_fit_their_spaces(id):
    """In each position, every action has a number (``Walk`` raises otherwise) and the observations fit their space."""
    rng, count = random.Random(id), 0
    settings = [Setting(id, options) for options in iter_option_sets(id)]
    while count < ACTIONS:
        setting = rng.choice(settings)
        walk = Walk.start(setting, rng.getrandbits(64))
        observation = np.zeros(layout(setting).size, np.float32)
        while walk.player is not None and count < ACTIONS:
            numbers = walk.legal_numbers
            assert numbers[0] >= 0
            assert numbers[-1] < setting.space.size
            if count % 20 == 0:
                observe(walk, rng.randrange(setting.players), observation)
                assert observation.min() >= 0
                assert observation.max() <= 1
            walk = walk.step(rng.choice(numbers))
            count += 1
    assert count == ACTIONS
