"""OpenSpiel's own tests and algorithms on every game and mode, and secrets that information states keep."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

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


def played(game: pyspiel.Game, seed: int, steps: int) -> list[pyspiel.State]:
    """Return the states of a random game, the first of which is drawn."""
    dice, state = random.Random(seed), game.new_initial_state()
    states = [state.clone()]
    while len(states) < steps and not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@every_mode
def test_information_refines_observations(id, options):
    """States with equal information of a player have equal observations, texts and tensors, and equal decisions."""
    game = pyspiel.load_game(spiel(id, options, 40))
    dice, known = random.Random(id), {}
    for before in played(game, 0, 40):
        if before.is_chance_node() or before.is_terminal():
            continue
        numbers = before.legal_actions()
        for state in (before, *map(before.child, dice.sample(numbers, min(3, len(numbers))))):
            for viewer in () if state.is_chance_node() else range(game.num_players()):
                due = state.legal_actions() if state.current_player() == viewer else None
                seen = state.observation_string(viewer), str(state.observation_tensor(viewer)), due
                assert known.setdefault((viewer, state.information_state_string(viewer)), seen) == seen


@every_mode
def test_the_first_number_of_two_is_observed(id, options):
    """What the player may choose next depends on nothing but the observation."""
    game = pyspiel.load_game(spiel(id, options, 60))
    due: dict[str, list[int]] = {}
    for state in played(game, 3, 50):
        player = state.current_player()
        if player < 0:
            continue
        for number in state.legal_actions()[-5:]:
            after = state.child(number)
            if after.current_player() == player and after.legal_actions():
                seen = str(after.observation_tensor(player))
                assert due.setdefault(seen, after.legal_actions()) == after.legal_actions()


HIDING = [
    ("ruleboard_tensor_cards(max_length=12)", 0),
    ("ruleboard_tesulda(setup=build,max_length=60)", 8),
]


@pytest.mark.parametrize(("name", "dealt"), HIDING)
def test_resampling_keeps_the_information_and_draws_the_rest(name, dealt):
    """ISMCTS asks for it: the player's information and decisions stay, what it does not know differs."""
    game = pyspiel.load_game(name)
    dice, others = random.Random(1), set()
    for state in played(game, 5, dealt + 12):
        player = state.current_player()
        if player < 0:
            continue
        for viewer in range(2):
            drawn = state.resample_from_infostate(viewer, dice.random)
            assert drawn.information_state_string(viewer) == state.information_state_string(viewer)
            assert drawn.observation_tensor(viewer) == state.observation_tensor(viewer)
            if player == viewer:
                assert drawn.legal_actions() == state.legal_actions()
            others.add(str(drawn) == str(state))
    assert others == {False, True}


@pytest.mark.parametrize(("name", "dealt"), HIDING)
def test_ismcts_bot_plays(name, dealt):
    game = pyspiel.load_game(name)
    dice = random.Random(5)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(5)),
        max_simulations=4,
        random_state=np.random.RandomState(5),
    )
    state = game.new_initial_state()
    for _ in range(dealt + 4):
        number = dice.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)


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
