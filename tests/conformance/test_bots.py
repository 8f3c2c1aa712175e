"""Tests that the bot of every game, and the default bot, meet the contract of bots."""

from __future__ import annotations

import itertools
import random
import re
from functools import cache
from typing import Any

import pytest

from ruleboard.contract.bots import Bot, SampledBot
from ruleboard.contract.package import Package
from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.search.thinking import LEVELS, MAX_SCORE, Question, TurnChoice
from ruleboard.engine.steps import run_to_end
from ruleboard.registry import PACKAGES
from ruleboard.scene.marks import Marks
from tests.support.pictures import find_targets
from tests.support.playouts import iter_option_combinations, select_evenly_spaced
from tests.support.sentences import is_sentence

MAX_POSITIONS_BETWEEN_YIELDS = 1000
"""In the fastest game this many positions take about 3 ms."""
MAX_POSITIONS = dict(zip(LEVELS, (50_000, 200_000, 500_000, 1_000_000, 3_000_000), strict=True))
"""The number of positions that a level may search in any game, by level."""

for_every_package = pytest.mark.parametrize("package", PACKAGES.values(), ids=PACKAGES.keys())


@cache
def create_sample_states(game_id: str) -> tuple[Any, ...]:
    """Return states from the start, the middle and the end of random games with several options."""
    game = PACKAGES[game_id].game
    states = []
    options_cycle = itertools.cycle(select_evenly_spaced(list(iter_option_combinations(game)), 4))
    for number, (options, length) in enumerate(zip(options_cycle, (0, 5, 14, 30), strict=False)):
        rng = random.Random(f"{game_id} {number}")
        state = game.initial(options, number)
        for _ in range(length):
            next_state = game.apply(state, rng.choice(game.legal_actions(state)))
            if game.to_move(next_state) is None:
                break
            state = next_state
        states.append(state)
    return tuple(states)


def view_of_mover(game: Game[Any, Any], state: Any) -> tuple[Any, int]:
    """Return the state as the player to move sees it, and the number of that player."""
    player = game.to_move(state)
    assert player is not None
    return game.view(state, player), player


def think(bot: Bot[Any, Any], state: Any, question: Question) -> tuple[TurnChoice[Any], list[int]]:
    """Run a search. Return the bot's choice, and the number of searched positions at each yield."""
    search = bot.think(state, question)
    counts = [0]
    while True:
        try:
            counts.append(next(search))
        except StopIteration as stop:
            return stop.value, counts


def check_choice(package: Package[Any, Any], bot: Bot[Any, Any], state: Any, level: int) -> None:
    """Check that a bot's choice is legal, and that the search stays within its limits and yields often."""
    game = package.game
    view, player = view_of_mover(game, state)
    occurrences = {key: 1 for key in [game.key(state)] if key is not None}
    choice, counts = think(bot, view, Question(player, level, 11, occurrences))
    assert choice.actions
    for action in choice.actions:
        assert game.to_move(state) == player
        assert action in game.legal_actions(state)
        state = game.apply(state, action)
    assert -MAX_SCORE <= choice.score <= MAX_SCORE
    assert isinstance(choice.score, int)
    assert choice.line[: len(choice.actions)] in ((), choice.actions)
    differences = [after - before for before, after in itertools.pairwise([*counts, choice.position_count])]
    assert min(differences) >= 0
    assert max(differences) <= MAX_POSITIONS_BETWEEN_YIELDS
    assert choice.position_count <= MAX_POSITIONS[level]


@for_every_package
@pytest.mark.parametrize("level", [1, 2, 3])
def test_choices_are_legal_and_within_budget(package: Package[Any, Any], level: int) -> None:
    for state in create_sample_states(package.id):
        check_choice(package, package.opponent, state, level)


@for_every_package
def test_highest_level_follows_contract(package: Package[Any, Any]) -> None:
    check_choice(package, package.opponent, create_sample_states(package.id)[-1], 5)


@for_every_package
def test_same_question_has_same_answer(package: Package[Any, Any]) -> None:
    """A bot gives the same answer to the same question, even after other questions."""
    bot = package.opponent
    start_state, *later_states = create_sample_states(package.id)
    view, player = view_of_mover(package.game, later_states[0])
    choice = run_to_end(bot.think(view, Question(player, 2, 3)))
    start, start_player = view_of_mover(package.game, start_state)
    run_to_end(bot.think(start, Question(start_player, 1, 4)))
    assert run_to_end(bot.think(view, Question(player, 2, 3))) == choice


def state_after_turn(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Play random actions, often buttons, until another player is to move, and return the state."""
    rng = random.Random(seed)
    player = game.to_move(state)
    for _ in range(120):
        legal = game.legal_actions(state)
        buttons = [action for action in legal if action.targets[0].startswith("do:")]
        state = game.apply(state, rng.choice(buttons if buttons and rng.random() < 0.5 else legal))
        if game.to_move(state) != player:
            break
    return state


def find_pairs_with_equal_views(game: Game[Any, Any]) -> list[tuple[Any, Any, int]]:
    """Return tuples of two states and the player to move, who cannot tell the states apart."""
    result = []
    for state in create_sample_states(game.id):
        view, player = view_of_mover(game, state)
        redealt_state = game.with_hidden_redealt(state, 12345)
        if (
            redealt_state != state
            and game.to_move(redealt_state) == player
            and game.view(redealt_state, player) == view
        ):
            result.append((state, redealt_state, player))
        later_states = (
            [state_after_turn(game, state, seed) for seed in range(8)] if game.is_hidden_decision(state) else []
        )
        result += [
            (first, second, game.to_move(first))
            for first, second in itertools.combinations(later_states, 2)
            if first != second
            and game.to_move(first) == game.to_move(second) != player
            and game.view(first, game.to_move(first)) == game.view(second, game.to_move(second))
        ]
    return result


@for_every_package
def test_choices_ignore_hidden_information(package: Package[Any, Any]) -> None:
    """A bot makes the same choice with the same score in two states that look equal to it."""
    game, bot = package.game, package.opponent
    state_pairs = find_pairs_with_equal_views(game)
    if not state_pairs:
        assert all(game.view(state, None) == state for state in create_sample_states(game.id))
        pytest.skip("nothing is hidden")
    for first, second, player in state_pairs[:2]:
        question = Question(player, 2, 8)
        choices = [run_to_end(bot.think(game.view(state, player), question)) for state in (first, second)]
        assert choices[0] == choices[1]


@for_every_package
def test_threats_are_sentences_about_visible_targets(package: Package[Any, Any]) -> None:
    """In every state, the threats that a bot reports for each player are sentences about visible targets."""
    game = package.game
    for state, player in itertools.product(create_sample_states(package.id), range(2)):
        view = game.view(state, player)
        picture_targets = {*find_targets(package.view.picture(view, player, Marks()))}
        for threat in package.opponent.threats(view, player):
            assert is_sentence(threat.sentence), threat
            assert threat.targets
            assert {*threat.targets, *threat.path} <= picture_targets, threat


@for_every_package
def test_reasons_are_sentences(package: Package[Any, Any]) -> None:
    """The reasons for a bot's choice and for any other legal action are sentences. Each choice has at least one.

    Each sentence names who or what acts: it does not begin with a verb, as in "Threatens to win".
    """
    game, bot = package.game, package.opponent
    for state in create_sample_states(package.id):
        view, player = view_of_mover(game, state)
        choices: list[tuple[Action[Any], ...]] = [(game.legal_actions(state)[0],)]
        choices.append(run_to_end(bot.think(view, Question(player, 1, 2))).actions)
        assert bot.reasons(view, choices[-1]) or isinstance(bot, SampledBot), choices[-1]
        for actions in choices:
            reasons = bot.reasons(view, actions)
            assert all(is_sentence(reason) for reason in reasons), reasons
            assert len(set(reasons)) == len(reasons)
            assert not [reason for reason in reasons if re.match(r"(?!This )[A-Z][a-z]+s\b|Can’t ", reason)]


@pytest.mark.parametrize("game_id", ["sensei", "tesulda"])
def test_default_bot_plays_games_without_own_bot(game_id: str) -> None:
    package = PACKAGES[game_id]
    bot = SampledBot(package.game)
    check_choice(package, bot, create_sample_states(game_id)[2], 2)
    assert Package(package.game, package.view).opponent.threats(create_sample_states(game_id)[0], 0) == ()
