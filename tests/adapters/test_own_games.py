"""Test both adapters on games from files: squares, hexes, turns of several actions, chance and hidden pieces."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator

import pyspiel
import pytest
from pettingzoo.test import api_test

import ruleboard.adapters.openspiel
import ruleboard.own
from ruleboard.adapters.pettingzoo import env
from ruleboard.engine.errors import RuleboardError
from ruleboard.registry import remove_package
from tests.adapters.modes import IRRELEVANT_WARNINGS, format_openspiel_name
from tests.support.example_games import EXAMPLES, FOLDER

OPTIONS = {"sprint": {"players": "3", "track": "16"}}


@pytest.fixture(scope="module", params=EXAMPLES)
def id(request: pytest.FixtureRequest) -> Iterator[str]:
    """Load an example game, and return its id."""
    rules = ruleboard.own.load(FOLDER / f"{request.param}.py")
    ruleboard.adapters.openspiel.register()
    yield rules.id
    remove_package(rules.id)


def test_random_games_pass_openspiel_test(id):
    game = pyspiel.load_game(format_openspiel_name(id, OPTIONS.get(id, {})))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_environments_pass_pettingzoo_test(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=IRRELEVANT_WARNINGS)
        api_test(env(id, OPTIONS.get(id, {}), max_length=80), num_cycles=60)


def test_games_with_secrets_are_not_resampled(id):
    state = pyspiel.load_game(format_openspiel_name(id, {})).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    if id in ("sprint", "ghosts"):
        with pytest.raises(RuleboardError):
            state.resample_from_infostate(0, random.random)
    else:
        assert str(state.resample_from_infostate(0, random.random)) == str(state)
