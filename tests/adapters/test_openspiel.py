"""Tests of the OpenSpiel adapter: OpenSpiel's own tests and algorithms, and secrecy of information states."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import ruleboard.adapters.openspiel
from ruleboard.engine.errors import RecordError
from ruleboard.registry import GAMES
from tests.adapters.modes import GAMES_WITH_OPTIONS, TEST_IDS, format_openspiel_name

assert ruleboard.adapters.openspiel.GAME_NAME_PREFIX

for_every_mode = pytest.mark.parametrize(("id", "options"), GAMES_WITH_OPTIONS, ids=TEST_IDS)
for_every_game = pytest.mark.parametrize("id", GAMES)


def state_after(game: pyspiel.Game, *texts: str) -> pyspiel.State:
    """Return the state of a game after actions."""
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == text))
    return state


@for_every_mode
def test_random_games_pass_openspiel_test(id, options):
    pyspiel.random_sim_test(
        pyspiel.load_game(format_openspiel_name(id, options)), num_sims=1, serialize=True, verbose=False
    )


@for_every_mode
def test_playthrough_is_reproducible(id, options):
    name = format_openspiel_name(id, options, 25)
    text = generate_playthrough.playthrough(name, [], seed=3)
    assert "IsTerminal() = True" in text
    assert generate_playthrough.playthrough(name, [], seed=3) == text


@for_every_game
def test_mcts_bot_plays(id):
    game = pyspiel.load_game(format_openspiel_name(id, {}, 30))
    rng = random.Random(5)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(5)))
    state = game.new_initial_state()
    move_count = 0
    while not state.is_terminal() and move_count < 8:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            move_count += 1
    assert move_count == 8 or state.is_terminal()


def test_face_down_cards_are_hidden_from_opponent():
    """Secrecy (Tensor): a player's cards are hidden from the other player until the reveal."""
    game = pyspiel.load_game("ruleboard_tensor_cards")
    first, second = state_after(game, "lay r1 b2 y3"), state_after(game, "lay r4 b5 y6")
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.observation_string(1) == second.observation_string(1)
    assert first.observation_tensor(1) == second.observation_tensor(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.observation_tensor(0) != second.observation_tensor(0)
    for state in (first, second):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == "lay r7 b8 y9"))
    assert first.information_state_string(1) != second.information_state_string(1)


def test_army_is_built_in_secret():
    """Setup (Tesulda): Light's army is hidden from Dark, and so is the number of actions that built it."""
    game = pyspiel.load_game("ruleboard_tesulda(setup=build)")
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(7)

    def state_after_building(*texts: str) -> pyspiel.State:
        state = start.clone()
        for text in texts:
            state.apply_action(
                next(action for action in state.legal_actions() if state.action_to_string(action) == text)
            )
        return state

    first, second = state_after_building("default", "done"), state_after_building("shuffle", "mirror", "done")
    assert first.current_player() == second.current_player() == 1
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.observation_tensor(1) == second.observation_tensor(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def random_states(game: pyspiel.Game, seed: int, step_count: int) -> list[pyspiel.State]:
    """Play a random game and return its states."""
    rng, state = random.Random(seed), game.new_initial_state()
    states = [state.clone()]
    while len(states) < step_count and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@for_every_mode
def test_information_refines_observations(id, options):
    """States with equal information for a player have equal observations and actions."""
    game = pyspiel.load_game(format_openspiel_name(id, options, 40))
    rng, observations = random.Random(id), {}
    for before in random_states(game, 0, 40):
        if before.is_chance_node() or before.is_terminal():
            continue
        numbers = before.legal_actions()
        for state in (before, *map(before.child, rng.sample(numbers, min(3, len(numbers))))):
            for viewer in () if state.is_chance_node() else range(game.num_players()):
                actions = state.legal_actions() if state.current_player() == viewer else None
                observation = state.observation_string(viewer), str(state.observation_tensor(viewer)), actions
                assert (
                    observations.setdefault((viewer, state.information_state_string(viewer)), observation)
                    == observation
                )


@for_every_mode
def test_first_number_of_two_is_observed(id, options):
    """A player who chooses two numbers observes the first, since the next legal actions depend on it."""
    game = pyspiel.load_game(format_openspiel_name(id, options, 60))
    actions: dict[str, list[int]] = {}
    for state in random_states(game, 3, 50):
        player = state.current_player()
        if player < 0:
            continue
        for number in state.legal_actions()[-5:]:
            after = state.child(number)
            if after.current_player() == player and after.legal_actions():
                observation = str(after.observation_tensor(player))
                assert actions.setdefault(observation, after.legal_actions()) == after.legal_actions()


GAMES_WITH_SECRETS = [
    ("ruleboard_tensor_cards(max_length=12)", 0),
    ("ruleboard_tesulda(setup=build,max_length=60)", 8),
]


@pytest.mark.parametrize(("name", "first_decision"), GAMES_WITH_SECRETS)
def test_resampling_keeps_information_and_redraws_secrets(name, first_decision):
    """Resampling keeps the player's information and actions and deals the secrets again, as ISMCTS requires."""
    game = pyspiel.load_game(name)
    rng, equality_results = random.Random(1), set()
    for state in random_states(game, 5, first_decision + 12):
        player = state.current_player()
        if player < 0:
            continue
        for viewer in range(2):
            resampled_state = state.resample_from_infostate(viewer, rng.random)
            assert resampled_state.information_state_string(viewer) == state.information_state_string(viewer)
            assert resampled_state.observation_tensor(viewer) == state.observation_tensor(viewer)
            if player == viewer:
                assert resampled_state.legal_actions() == state.legal_actions()
            equality_results.add(str(resampled_state) == str(state))
    assert equality_results == {False, True}


@pytest.mark.parametrize(("name", "first_decision"), GAMES_WITH_SECRETS)
def test_ismcts_bot_plays(name, first_decision):
    game = pyspiel.load_game(name)
    rng = random.Random(5)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(5)),
        max_simulations=4,
        random_state=np.random.RandomState(5),
    )
    state = game.new_initial_state()
    for _ in range(first_decision + 4):
        number = rng.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)


def test_tile_chances_follow_remaining_counts():
    """In a game of two, 26 of the 30 tiles remain after the setup, in which each player places two (Setup)."""
    game = pyspiel.load_game("ruleboard_equilibrium")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _player in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    odds = dict(state.chance_outcomes())
    assert sum(odds.values()) == pytest.approx(1)
    assert all(round(26 * probability) in range(1, 7) for probability in odds.values())
    assert sum(round(26 * probability) for probability in odds.values()) == 26


def test_wrong_option_values_raise_readable_errors():
    with pytest.raises(RecordError, match="choice for mode"):
        pyspiel.load_game("ruleboard_sensei(mode=storm)")
