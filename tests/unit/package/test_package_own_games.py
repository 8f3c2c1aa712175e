"""Test that Python programs and the command line play games from their authors' files."""

from __future__ import annotations

import doctest
import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ruleboard
import ruleboard.own
from ruleboard.adapters.walk import Setting, Walk
from ruleboard.api.boards import board_text
from ruleboard.console.main import main
from ruleboard.engine.errors import RuleboardError
from ruleboard.kit.source import SourceError
from ruleboard.own import Board, BoardGame
from ruleboard.registry import GAMES, remove_package
from tests.support.example_games import EXAMPLES, FOLDER
from tools.setup import ROOT


@pytest.fixture(autouse=True)
def built_in_games_only() -> Iterator[None]:
    """Remove the games that a test has loaded."""
    ids = set(GAMES)
    yield
    for id in set(GAMES) - ids:
        remove_package(id)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes noughts and crosses with a replacement into a file."""

    def write_file(old: str, new: str) -> Path:
        text = (FOLDER / "noughts.py").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "game.py"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return write_file


@pytest.mark.parametrize("name", EXAMPLES)
def test_loaded_games_are_played(name):
    rules = ruleboard.own.load(FOLDER / f"{name}.py")
    assert rules.id == EXAMPLES[name]
    position = ruleboard.play(rules.id, seed=3)
    for text in position.choose(level=1):
        position.push(text)
    assert ruleboard.Position.from_json(position.to_json()) == position
    assert board_text(rules.id, position.view().state).count("\n") >= 3
    assert position.svg().startswith("<?xml")


@pytest.mark.parametrize("name", EXAMPLES)
def test_actions_of_loaded_games_have_numbers(name):
    setting = Setting(ruleboard.own.load(FOLDER / f"{name}.py").id)
    rng, walk = random.Random(name), Walk.start(setting, 5)
    for _ in range(60):
        if walk.player is None:
            break
        assert 0 <= walk.legal_numbers[0] <= walk.legal_numbers[-1] < setting.space.size
        walk = walk.step(rng.choice(walk.legal_numbers))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("title =", "title :", 7), ("in board.empty", "in board.empties", 15), ('start = "', 'start = "?', 9)],
)
def test_errors_name_file_and_line(write, old, new, line, capsys):
    path = write(old, new)
    assert main(["play", "--game", str(path)]) == 2
    assert f"{path}, line {line}:" in capsys.readouterr().err


def test_load_raises_for_mistakes_and_missing_files(write, tmp_path):
    with pytest.raises(SourceError) as error_info:
        ruleboard.own.load(write("class Noughts", "clas Noughts"))
    assert error_info.value.line == 6
    with pytest.raises(RuleboardError):
        ruleboard.own.load(tmp_path / "missing.py")


def test_changed_file_replaces_its_game_but_no_other(write):
    ruleboard.own.load(FOLDER / "noughts.py")
    assert ruleboard.own.load(write("Noughts and crosses", "Tic-tac-toe")).title == "Tic-tac-toe"
    with pytest.raises(RuleboardError):
        ruleboard.own.load(write("class Noughts", "class Sensei"))
    assert GAMES["sensei"].title == "Sensei"


def test_command_line_plays_a_file(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\nquit\n"))
    assert main(["play", "--game", str(FOLDER / "noughts.py"), "--letters"]) == 0
    assert "\n 2 . x .\n" in capsys.readouterr().out
    assert main(["play", "sensei", "--game", str(FOLDER / "noughts.py")]) == 2


def test_command_line_checks_a_file(write, capsys):
    assert main(["check", str(FOLDER / "noughts.py")]) == 0
    path = write("three in a row.", "three in a row")
    assert main(["check", str(path)]) == 1
    assert f"{path}, line 18:" in capsys.readouterr().err


def test_page_teaches_by_whole_examples():
    page = (ROOT / "docs" / "own-games.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert blocks == [(FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in ("noughts", "fox", "amazons")]
    assert doctest.testfile(str(ROOT / "docs" / "own-games.md"), module_relative=False).failed == 0
    lines = {line.strip() for path in FOLDER.glob("*.py") for line in path.read_text(encoding="utf-8").splitlines()}
    samples = re.findall(r"(?m)^    (?!python|>>>|\s|\')(.*)$", page.partition("## What boards")[2])
    assert len(samples) >= 3
    assert {sample for sample in samples if sample not in lines} == {'yield "end", board.passed'}


def test_documentation_lists_attributes_of_games_and_boards():
    page = (ROOT / "docs" / "own-games.md").read_text(encoding="utf-8")
    game_names = {name for name in (*vars(BoardGame), *BoardGame.__annotations__) if not name.startswith("_")}
    board_names = {name for name in vars(Board) if not name.startswith("_")} - {"type", "cells", "seed", "hands"}
    missing_names = {
        name for name in game_names - {"id", "repetition_rule", "has_hidden_pieces"} if f"`{name}" not in page
    }
    missing_names |= {name for name in board_names if f"board.{name}" not in page}
    assert missing_names == set()
