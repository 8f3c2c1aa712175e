"""OpenSpiel's own tests and algorithms on every game and mode, and secrets that information states keep."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import ruleboard.adapters.openspiel
from ruleboard.engine.errors import RecordError
from ruleboard.games.registry import GAMES
from tests.adapters.modes import MODES, NAMES, spiel

assert ruleboard.adapters.openspiel.PREFIX

every_mode = pytest.mark.parametrize(("id", "options"), MODES, ids=NAMES)
every_game = pytest.mark.parametrize("id", GAMES)


def state_after(game: pyspiel.Game, *texts: str) -> pyspiel.State:
    """Return the state after actions given by their texts."""
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(next(one for one in state.legal_actions() if state.action_to_string(one) == text))
    return state


@every_mode
def test_random_games_pass_the_library_s_test(id, options):
    pyspiel.random_sim_test(pyspiel.load_game(spiel(id, options)), num_sims=1, serialize=True, verbose=False)


@every_mode
def test_playthrough_is_generated_and_repeats(id, options):
    name = spiel(id, options, 25)
    text = generate_playthrough.playthrough(name, [], seed=3)
    assert "IsTerminal() = True" in text
    assert generate_playthrough.playthrough(name, [], seed=3) == text


@every_game
def test_mcts_bot_plays(id):
    game = pyspiel.load_game(spiel(id, {}, 30))
    chance = random.Random(5)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(5)))
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal() and moves < 8:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, odds)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            moves += 1
    assert moves == 8 or state.is_terminal()


def test_cards_face_down_are_in_nobody_else_s_information():
    """Secrecy (Tensor): a lay is hidden from the other player until it is revealed, then both know it."""
    game = pyspiel.load_game("ruleboard_tensor_cards")
    one, other = state_after(game, "lay r1 b2 y3"), state_after(game, "lay r4 b5 y6")
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_string(1) == other.observation_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.observation_tensor(0) != other.observation_tensor(0)
    for state in (one, other):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == "lay r7 b8 y9"))
    assert one.information_state_string(1) != other.information_state_string(1)


def test_an_army_is_built_in_secret():
    """Setup (Tesulda): Light builds unseen; Dark knows neither the army nor the number of actions it took."""
    game = pyspiel.load_game("ruleboard_tesulda(setup=build)")
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(7)

    def built(*texts: str) -> pyspiel.State:
        state = dealt.clone()
        for text in texts:
            state.apply_action(next(one for one in state.legal_actions() if state.action_to_string(one) == text))
        return state

    one, other = built("default", "done"), built("shuffle", "mirror", "done")
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_tiles_are_drawn_by_chance_as_many_as_are_left_of_each_kind():
    """Setup (Equilibrium): each of two players brings three tiles of each of five types, and puts two of them down."""
    game = pyspiel.load_game("ruleboard_equilibrium")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _player in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    odds = dict(state.chance_outcomes())
    assert sum(odds.values()) == pytest.approx(1)
    assert all(round(26 * chance) in range(1, 7) for chance in odds.values())
    assert sum(round(26 * chance) for chance in odds.values()) == 26


def test_wrong_values_of_options_are_refused_in_words():
    with pytest.raises(RecordError, match="not a choice for mode"):
        pyspiel.load_game("ruleboard_sensei(mode=storm)")
