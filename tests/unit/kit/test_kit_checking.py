"""Test the check of authors' games: good games have no faults, and faults have the line of the method."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.steps import run_to_end
from ruleboard.kit.checking import Fault, check_steps
from ruleboard.kit.source import load_source
from tests.support.example_games import EXAMPLES, FOLDER, load_example_package


def find_faults_after_replacement(name: str, old: str, new: str) -> tuple[Fault, ...]:
    """Return the faults of an example game with a replacement."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert old in text
    return run_to_end(check_steps(load_source(text.replace(old, new), "game.py"), 60))


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_games_have_no_faults(name: str) -> None:
    assert run_to_end(check_steps(load_example_package(name), 60)) == ()


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("noughts", '"{side}: three in a row."', '"three in a row"', "def result"),
        (
            "noughts",
            "in board.empty:",
            "in board.empty if len(board.empty) > 5 else board.nothing:",
            "else board.nothing",
        ),
        ("noughts", "in board.empty:", "in __import__('random').sample(board.empty, len(board.empty)):", "def moves"),
        ("noughts", "if not board.empty:", "if len(board.empty) == 9:", "def result"),
        ("noughts", '"{side}: three in a row.", line', '"Three in a row.", ["z9"]', "def result"),
        ("noughts", 'draw("The board is full: a draw.")', "True", "def result"),
        ("noughts", ".passed", "", "def moves"),
        ("amazons", 'f"Shoot an arrow from {board.note}."', "3", "def prompt"),
        ("amazons", '"An amazon moves in a straight line, and nothing may be in its way."', "3", "def refuse"),
        ("fox", 'if len(board.where("f")) != 1:', "if board.side:", "def fault"),
        ("amazons", 'f"Shoot an arrow from {board.note}."', "'shoot'", "def prompt"),
        ("amazons", '"An amazon moves in a straight line, and nothing may be in its way."', "'no'", "def refuse"),
        ("ghosts", "put(square, kind)", 'put(square, "g")', "zip(board.where"),
        ("sprint", 'yield "roll"', 'yield "roll" if number < 4 else "throw"', "def moves"),
        ("sprint", 'yield "roll", after.noted', 'yield "roll", board.noted', "def moves"),
        (
            "noughts",
            "yield square, board.put(square, board.letters).passed",
            'yield square, board.put(square, __import__("random").choice("xo")).passed',
            "def moves",
        ),
    ],
)
def test_faults_have_lines(name: str, old: str, new: str, line: str) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8").replace(old, new)
    (expected,) = [number for number, code in enumerate(text.splitlines(), 1) if line in code]
    assert expected in {fault.line for fault in find_faults_after_replacement(name, old, new)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if not board.empty:", "if len(board.empty) == 4 and board.nothing:"),
        ("if not board.empty:", "if len(board.empty) == 4:\n            return True\n        if not board.empty:"),
        ("yield square, board", "yield square if len(board.empty) > 4 else 3, board"),
    ],
)
def test_fault_has_the_position_in_which_it_occurs(old: str, new: str) -> None:
    [fault] = find_faults_after_replacement("noughts", old, new)
    cells = fault.position.split()[0]
    assert sum(map(int, re.findall(r"\d", cells))) == 4


def test_fault_is_named_in_a_file_with_two_games() -> None:
    text = (FOLDER / "noughts.py").read_text(encoding="utf-8")
    game = text[text.index("class Noughts") :]
    other = game.replace("Noughts(", "Spots(")
    child = "\n\nclass Large(Noughts):\n    start = '4 / 4 / 4'\n"
    for source, names in ((text + "\n\n" + other, ["Noughts"]), (text + child, [])):
        result = run_to_end(check_steps(load_source(source, "game.py"), 30))
        assert [name for name in ("Noughts", "Spots", "Large") for fault in result if name in fault.message] == names


def test_game_with_cached_moves_has_no_faults() -> None:
    cached_moves_method = (
        "@__import__('functools').cache\n    def moves(self, board):\n        return tuple(self.all_moves(board))\n\n"
        "    def all_moves("
    )
    assert find_faults_after_replacement("noughts", "def moves(", cached_moves_method) == ()


def test_check_counts_positions_and_ends_early() -> None:
    counts = list(check_steps(load_example_package("noughts"), 30))
    assert counts == list(range(1, 31))
