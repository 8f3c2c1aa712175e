"""PettingZoo's own tests on every game, and its environments at their ends."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from ruleboard.adapters.pettingzoo import env
from ruleboard.engine.errors import IllegalAction, RuleboardError
from tests.adapters.modes import MODES, NAMES, SHORT

every_mode = pytest.mark.parametrize(("id", "options"), MODES, ids=NAMES)
NOT_MEANT = ".*(probably should be gymnasium.spaces.box|Observation is not a NumPy array).*"
"""Warnings of the library about observations with a mask, from which it exempts its own environments by name."""


@every_mode
def test_environment_passes_the_library_s_tests(id, options, capsys):
    make = partial(env, id, options, max_length=SHORT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=NOT_MEANT)
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=30)
        render_test(make)
    capsys.readouterr()


def play(made, chance):
    """Play random actions to the end; return what each agent got, and if the game was cut off."""
    got, cut = {}, False
    for agent in made.agent_iter():
        seen, reward, ended, cut_off, _info = made.last()
        got[agent] = got.get(agent, 0.0) + reward
        cut = cut or cut_off
        mask = seen["action_mask"]
        made.step(None if ended or cut_off else int(chance.choice(np.flatnonzero(mask))))
    return got, cut


def test_rewards_are_those_of_the_rules():
    made = env("sensei")
    made.reset(seed=11)
    got, cut = play(made, np.random.default_rng(11))
    assert sorted(got.values()) == [-1.0, 1.0]
    assert not cut


def test_a_long_game_is_truncated_and_nobody_is_rewarded():
    made = env("tensor-chess", max_length=5)
    made.reset(seed=1)
    assert play(made, np.random.default_rng(1)) == ({"player_0": 0.0, "player_1": 0.0}, True)


def test_wrong_numbers_and_modes_are_refused_in_words():
    made = env("sensei")
    made.reset(seed=1)
    with pytest.raises(IllegalAction, match="cannot be chosen"):
        made.step(1)
    with pytest.raises(RuleboardError, match="there is no game 'go'"):
        env("go")
    with pytest.raises(RuleboardError, match="no render_mode"):
        env("sensei", render_mode="film")
    with pytest.raises(RuleboardError, match="no seed"):
        made.reset(seed=-1)
