"""The contract of opponents: the bot of every registered game, and the one of games without a bot of their own."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.search.thinking import LEVELS, WON, Choice, Question, concluded
from ruleboard.games.bots import Bot, SampledBot
from ruleboard.games.package import Package
from ruleboard.games.registry import PACKAGES
from ruleboard.scene.marks import Marks
from tests.support.pictures import targets
from tests.support.playouts import combinations, spread

MOST_BETWEEN = 1000
"""The most positions between two yields: those of the fastest game take some 3 ms."""
MOST_POSITIONS = dict(zip(LEVELS, (50_000, 200_000, 500_000, 1_000_000, 3_000_000), strict=True))
"""The most positions that a level may look at in any game."""

every_package = pytest.mark.parametrize("package", PACKAGES.values(), ids=PACKAGES.keys())


@cache
def middles(game_id: str) -> tuple[Any, ...]:
    """Return states of random games in which somebody is to move: a start, early and later ones, of several options."""
    game = PACKAGES[game_id].game
    found = []
    every = itertools.cycle(spread(list(combinations(game)), 4))
    for number, (options, length) in enumerate(zip(every, (0, 5, 14, 30), strict=False)):
        chance = random.Random(f"{game_id} {number}")
        state = game.initial(options, number)
        for _ in range(length):
            then = game.apply(state, chance.choice(game.legal_actions(state)))
            if game.to_move(then) is None:
                break
            state = then
        found.append(state)
    return tuple(found)


def seen(game: Game[Any, Any], state: Any) -> tuple[Any, int]:
    """Return a state as the player to move may see it, and that player."""
    player = game.to_move(state)
    assert player is not None
    return game.view(state, player), player


def thought(bot: Bot[Any, Any], state: Any, question: Question) -> tuple[Choice[Any], list[int]]:
    """Return the answer to a question, and the numbers of positions at each pause."""
    thinking = bot.think(state, question)
    counts = [0]
    while True:
        try:
            counts.append(next(thinking))
        except StopIteration as done:
            return done.value, counts


def check(package: Package[Any, Any], bot: Bot[Any, Any], state: Any, level: int) -> None:
    """Ask a bot for a choice: legal, within its budget, in short slices."""
    game = package.game
    view, player = seen(game, state)
    earlier = {key: 1 for key in [game.key(state)] if key is not None}
    choice, counts = thought(bot, view, Question(player, level, 11, earlier))
    assert choice.actions
    for action in choice.actions:
        assert game.to_move(state) == player
        assert action in game.legal_actions(state)
        state = game.apply(state, action)
    assert -WON <= choice.score <= WON
    assert isinstance(choice.score, int)
    assert choice.line[: len(choice.actions)] in ((), choice.actions)
    gaps = [later - earlier for earlier, later in itertools.pairwise([*counts, choice.positions])]
    assert min(gaps) >= 0
    assert max(gaps) <= MOST_BETWEEN
    assert choice.positions <= MOST_POSITIONS[level]


@every_package
@pytest.mark.parametrize("level", [1, 2, 3])
def test_choices_are_legal_in_short_slices_and_within_a_budget(package: Package[Any, Any], level: int) -> None:
    for state in middles(package.id):
        check(package, package.opponent, state, level)


@every_package
def test_the_highest_level_keeps_the_contract(package: Package[Any, Any]) -> None:
    check(package, package.opponent, middles(package.id)[-1], 5)


@every_package
def test_the_same_question_has_the_same_answer(package: Package[Any, Any]) -> None:
    """Whatever the bot was asked in between."""
    bot = package.opponent
    first, *others = middles(package.id)
    view, player = seen(package.game, others[0])
    one = concluded(bot.think(view, Question(player, 2, 3)))
    start, beginner = seen(package.game, first)
    concluded(bot.think(start, Question(beginner, 1, 4)))
    assert concluded(bot.think(view, Question(player, 2, 3))) == one


def decided(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Return the state after random actions of the player to move, buttons before all, until another is to move."""
    chance = random.Random(seed)
    player = game.to_move(state)
    for _ in range(120):
        legal = game.legal_actions(state)
        buttons = [action for action in legal if action.targets[0].startswith("do:")]
        state = game.apply(state, chance.choice(buttons if buttons and chance.random() < 0.5 else legal))
        if game.to_move(state) != player:
            break
    return state


def pairs(game: Game[Any, Any]) -> list[tuple[Any, Any, int]]:
    """Return pairs of states that differ in secrets alone, and the player to move, to whom both look the same."""
    found = []
    for state in middles(game.id):
        view, player = seen(game, state)
        other = game.reshuffled(state, 12345)
        if other != state and game.to_move(other) == player and game.view(other, player) == view:
            found.append((state, other, player))
        after = [decided(game, state, seed) for seed in range(8)] if game.secret(state) else []
        found += [
            (one, two, game.to_move(one))
            for one, two in itertools.combinations(after, 2)
            if one != two
            and game.to_move(one) == game.to_move(two) != player
            and game.view(one, game.to_move(one)) == game.view(two, game.to_move(two))
        ]
    return found


@every_package
def test_what_is_hidden_does_not_decide(package: Package[Any, Any]) -> None:
    """Games that differ in secrets alone look alike to a player, and lead to the same choice, threats and score."""
    game, bot = package.game, package.opponent
    found = pairs(game)
    if not found:
        assert all(game.view(state, None) == state for state in middles(game.id))
        pytest.skip("nothing is hidden")
    for one, two, player in found[:2]:
        question = Question(player, 2, 8)
        choices = [concluded(bot.think(game.view(state, player), question)) for state in (one, two)]
        assert choices[0] == choices[1]


def is_sentence(text: str) -> bool:
    """Return True if a text begins and ends like a sentence."""
    return len(text) > 2 and text == text.strip() and not text[0].islower() and text[-1] in ".!?"


@every_package
def test_threats_are_sentences_about_what_is_there(package: Package[Any, Any]) -> None:
    """Of every player, in every state, also where another is to move; all targets are in the picture."""
    game = package.game
    for state, player in itertools.product(middles(package.id), range(2)):
        view = game.view(state, player)
        there = {*targets(package.view.picture(view, player, Marks()))}
        for threat in package.opponent.threats(view, player):
            assert is_sentence(threat.sentence), threat
            assert threat.targets
            assert {*threat.targets, *threat.path} <= there, threat


@every_package
def test_reasons_are_sentences(package: Package[Any, Any]) -> None:
    """For the bot's own choices and for any action at all."""
    game, bot = package.game, package.opponent
    for state in middles(package.id):
        view, player = seen(game, state)
        choices: list[tuple[Action[Any], ...]] = [(game.legal_actions(state)[0],)]
        choices.append(concluded(bot.think(view, Question(player, 1, 2))).actions)
        for actions in choices:
            reasons = bot.reasons(view, actions)
            assert all(is_sentence(reason) for reason in reasons), reasons
            assert len(set(reasons)) == len(reasons)


@pytest.mark.parametrize("game_id", ["sensei", "tesulda"])
def test_a_game_without_a_bot_of_its_own_is_played_all_the_same(game_id: str) -> None:
    package = PACKAGES[game_id]
    bot = SampledBot(package.game)
    check(package, bot, middles(game_id)[2], 2)
    assert Package(package.game, package.view).opponent.threats(middles(game_id)[0], 0) == ()
