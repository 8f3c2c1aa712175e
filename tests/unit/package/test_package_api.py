"""Test the public interface of the Python package: its documented examples, and the errors after wrong use."""

from __future__ import annotations

import copy
import doctest
import importlib
import pickle
from pathlib import Path

import pytest

import ruleboard
from ruleboard.api import position as position_module
from ruleboard.api import rules
from ruleboard.registry import GAMES, remove_package

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("module", [position_module, rules], ids=lambda module: module.__name__)
def test_docstring_examples_run(module):
    results = doctest.testmod(module)
    assert results.attempted > 10
    assert results.failed == 0


def test_documentation_examples_run():
    results = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    remove_package("fox-and-geese")
    assert results.attempted > 30
    assert results.failed == 0


@pytest.mark.parametrize("id", GAMES)
def test_game_is_played_undone_saved_and_loaded(id, tmp_path):
    position = ruleboard.play(id, seed=3)
    start = str(position)
    for _number in range(6):
        position.push(position.legal_actions()[-1])
    file = tmp_path / "game.json"
    position.save(file)
    for equal_position in (
        ruleboard.load(file),
        eval(repr(position), {"Position": ruleboard.Position}),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
    ):
        assert equal_position == position
        assert str(equal_position) == str(position)
    for _number in range(6):
        position.pop()
    assert str(position) == start


def test_copy_is_independent():
    position = ruleboard.play("sensei")
    position_copy = position.copy()
    position_copy.push("a1-a4")
    assert position.actions == ()
    assert position != position_copy


def test_old_record_keeps_its_rules():
    """A record without an option that was added later keeps the rules of its time, and so does its repr."""
    text = ruleboard.play("equilibrium").to_json().replace('"end":"dry",', "")
    old_position = ruleboard.Position.from_json(text)
    assert "end" not in old_position.to_json()
    assert eval(repr(old_position), {"Position": ruleboard.Position}) == old_position


@pytest.mark.parametrize(
    ("call_wrongly", "error", "message"),
    [
        (lambda: ruleboard.game("go"), ruleboard.RecordError, "there is no game 'go'"),
        (lambda: ruleboard.game(7), ruleboard.RecordError, "there is no game '7'"),
        (lambda: ruleboard.play("sensei", {"size": "9"}), ruleboard.RecordError, "no option 'size'"),
        (lambda: ruleboard.play("sensei", "arashi"), ruleboard.RecordError, "options are names with values"),
        (lambda: ruleboard.play("equilibrium", {"players": 3}), ruleboard.RecordError, "is not text"),
        (lambda: ruleboard.play("sensei", seed=-1), ruleboard.RecordError, "'-1' is not a seed"),
        (lambda: ruleboard.play("sensei", seed=1.5), ruleboard.RecordError, "is not a seed"),
        (lambda: ruleboard.game("sensei").position("?"), ruleboard.PositionError, "4 parts"),
        (lambda: ruleboard.game("sensei").position(None).push(3), ruleboard.ActionError, "'3' is not an action"),
        (lambda: ruleboard.Position("sensei", start=3), ruleboard.PositionError, "a position is a text"),
        (lambda: ruleboard.Position("sensei", actions=["a1-a4", "x"]), ruleboard.RecordError, "action 2"),
        (lambda: ruleboard.Position("sensei", actions=[4]), ruleboard.RecordError, "action 1: '4' is not text"),
        (lambda: ruleboard.Position.from_json("{"), ruleboard.RecordError, "not JSON"),
        (lambda: ruleboard.Position.from_json(None), ruleboard.RecordError, "a record is a text"),
        (lambda: ruleboard.load("/nowhere/at/all"), ruleboard.RecordError, "cannot be read"),
        (lambda: ruleboard.play("sensei").save("/nowhere/at/all"), ruleboard.RecordError, "cannot be written"),
        (lambda: ruleboard.play("sensei").pop(), ruleboard.IllegalAction, "nothing has been done"),
        (lambda: ruleboard.play("sensei").push("resign 3"), ruleboard.RecordError, "n’t a way to end"),
        (lambda: ruleboard.play("sensei").view(2), ruleboard.RuleboardError, "there is no player 2"),
        (lambda: ruleboard.play("sensei").choose(6), ruleboard.RuleboardError, "there is no level 6"),
        (lambda: ruleboard.play("sensei").perft(-1), ruleboard.RuleboardError, "-1 is not a depth"),
        (lambda: ruleboard.play("sensei").score(), ruleboard.RuleboardError, "no such notation"),
        (lambda: ruleboard.play("sensei").svg(marks="z9"), ruleboard.RuleboardError, "no place 'z9'"),
        (lambda: ruleboard.play("sensei").svg(look="blue"), ruleboard.RuleboardError, "no look 'blue'"),
        (lambda: ruleboard.play("sensei").svg(width=3), ruleboard.RuleboardError, "3 is not a width"),
        (lambda: ruleboard.play("sensei").svg(seat=2), ruleboard.RuleboardError, "no player 2"),
    ],
)
def test_wrong_use_raises_readable_errors(call_wrongly, error, message):
    with pytest.raises(error) as error_info:
        call_wrongly()
    assert message in str(error_info.value)


def test_finished_game_rejects_actions():
    position = ruleboard.play("sensei")
    position.push("resign 1")
    assert position.turn is None
    assert position.legal_actions() == ()
    for text in ("a1-a4", "resign 2"):
        with pytest.raises(ruleboard.RuleboardError, match="over"):
            position.push(text)
    with pytest.raises(ruleboard.IllegalAction, match="over"):
        position.choose(1)


def test_only_api_names_are_public():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        ruleboard.chess  # noqa: B018
    assert set(ruleboard.__all__) <= set(dir(ruleboard.api))


@pytest.mark.parametrize("extra", ["openspiel", "pettingzoo"])
def test_adapter_without_library_says_what_to_install(extra):
    with pytest.raises(ModuleNotFoundError, match=rf"ruleboard\[{extra}\]"):
        importlib.import_module(f"ruleboard.adapters.{extra}")
