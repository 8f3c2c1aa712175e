"""Tests of the PettingZoo adapter: PettingZoo's own tests, rewards, truncation and errors."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from ruleboard.adapters.pettingzoo import env
from ruleboard.engine.errors import IllegalAction, RuleboardError
from tests.adapters.modes import GAMES_WITH_OPTIONS, IRRELEVANT_WARNINGS, MAX_LENGTH, TEST_IDS

for_every_mode = pytest.mark.parametrize(("id", "options"), GAMES_WITH_OPTIONS, ids=TEST_IDS)


@for_every_mode
def test_environments_pass_pettingzoo_tests(id, options, capsys):
    make = partial(env, id, options, max_length=MAX_LENGTH)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=IRRELEVANT_WARNINGS)
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=30)
        render_test(make)
    capsys.readouterr()


def play_randomly(environment, rng):
    """Play random actions to the end. Return the reward of each agent, and True after a truncation."""
    rewards, is_truncated = {}, False
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _info = environment.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        is_truncated = is_truncated or truncated
        mask = observation["action_mask"]
        environment.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
    return rewards, is_truncated


def test_rewards_follow_rules():
    environment = env("sensei")
    environment.reset(seed=11)
    rewards, is_truncated = play_randomly(environment, np.random.default_rng(11))
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert not is_truncated


def test_truncated_game_has_no_rewards():
    environment = env("tensor-chess", max_length=5)
    environment.reset(seed=1)
    assert play_randomly(environment, np.random.default_rng(1)) == ({"player_0": 0.0, "player_1": 0.0}, True)


def test_wrong_numbers_and_modes_raise_readable_errors():
    environment = env("sensei")
    environment.reset(seed=1)
    with pytest.raises(IllegalAction, match="cannot be chosen"):
        environment.step(1)
    with pytest.raises(RuleboardError, match="there is no game 'go'"):
        env("go")
    with pytest.raises(RuleboardError, match="no render_mode"):
        env("sensei", render_mode="film")
    with pytest.raises(RuleboardError, match="not a seed"):
        environment.reset(seed=-1)
