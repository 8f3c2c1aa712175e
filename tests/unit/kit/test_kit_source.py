"""Test the reading of a game from the text of a file."""

from __future__ import annotations

import sys

import pytest

from ruleboard.kit.source import MAX_SOURCE_LENGTH, SAFE_MODULES, SourceError, load_source
from tests.support.example_games import EXAMPLES, FOLDER

GAME_HEAD = "from ruleboard.own import BoardGame\n\nclass Dots(BoardGame):\n"
GAME_BODY = (
    "    title = 'Dots'\n    start = '...'\n    sides = {'A': 'a', 'B': 'b'}\n    pieces = {'a': 'an a', 'b': 'a b'}\n"
)
MOVES_METHOD = "    def moves(self, board):\n        return ()\n"


@pytest.mark.parametrize("name", EXAMPLES)
def test_files_of_example_games_load(name: str) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert load_source(text, f"{name}.py", SAFE_MODULES).id == EXAMPLES[name]


def test_last_game_of_a_file_without_package_loads() -> None:
    assert (
        load_source(GAME_HEAD + GAME_BODY + MOVES_METHOD + "\nclass Spots(Dots):\n    title = 'Spots'\n", "dots.py").id
        == "spots"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1", 0),
        ("x = 1\nclass (:", 2),
        ("\n\n1 / 0", 3),
        ("def f():\n    raise KeyError\nf()", 2),
        ("import math\nimport os", 2),
        ("from ruleboard.own import *\nfrom .own import x", 2),
        ("import ruleboard.own, subprocess", 1),
        ("__import__('socket')", 1),
        (GAME_HEAD + GAME_BODY.replace("start = '...'", "start = '?'") + MOVES_METHOD, 5),
        (GAME_HEAD + GAME_BODY.replace("'b'}", "'a'}", 1) + MOVES_METHOD, 6),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    tints = {'pink': 'a1'}\n", 10),
        (GAME_HEAD + GAME_BODY, 3),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("moves", "move"), 8),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace(", board", ""), 8),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("board", "board, side"), 8),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("()", "[('a1', board.take('a1'))]"), 9),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("()", "board.lines('3')"), 9),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    tints = {'gold': 'z9'}\n", 10),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    tints = {'gold': ['a1']}\n", 10),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    looks = {'a': 'disc'}\n", 10),
        (GAME_HEAD + GAME_BODY.replace("'Dots'", "'Dots' * 1000") + MOVES_METHOD, 4),
        (GAME_HEAD + GAME_BODY.replace("an a", "a" * 1000) + MOVES_METHOD, 7),
        ("#" * (MAX_SOURCE_LENGTH + 1), 0),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("return ()", "yield board"), 9),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("return ()", "yield board, 'a1'"), 9),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("return ()", "yield 'a1', 'b1', board"), 9),
        (
            GAME_HEAD
            + GAME_BODY
            + MOVES_METHOD.replace(
                "return ()", "yield from self.all(board)\n    def all(self, board):\n        yield 1"
            ),
            11,
        ),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD.replace("return ()", "board['a1'] = 'a'"), 9),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    def prompt(board):\n        return ''\n", 10),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    def refuse(self, board):\n        return ''\n", 10),
        (GAME_HEAD + GAME_BODY + MOVES_METHOD + "    result = None\n", 10),
        (GAME_HEAD + GAME_BODY.replace("'...'", "['...']") + MOVES_METHOD, 5),
    ],
    ids=str,
)
def test_error_names_file_and_line(text: str, line: int) -> None:
    with pytest.raises(SourceError) as error_info:
        load_source(text, "dots.py", SAFE_MODULES)
    assert error_info.value.where.startswith("dots.py")
    assert error_info.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "similar_name"),
    [
        ("return ()", "return board.emtpy", "empty"),
        ("return ()", "return self.mvoes(board)", "moves"),
        ("return ()", "return bord", "board"),
        ("title =", "titel =", "title"),
        ("import BoardGame", "import BoardGame, ORTHOGNAL", "ORTHOGONAL"),
    ],
)
def test_error_suggests_the_name_that_was_meant(old: str, new: str, similar_name: str) -> None:
    with pytest.raises(SourceError) as error_info:
        load_source((GAME_HEAD + GAME_BODY + MOVES_METHOD).replace(old, new), "dots.py", SAFE_MODULES)
    if similar_name != "ORTHOGONAL" or sys.version_info >= (3, 12):
        assert error_info.value.expected == similar_name
    assert "/" not in error_info.value.what


def test_static_method_is_a_method() -> None:
    text = GAME_HEAD + GAME_BODY + MOVES_METHOD + "    @staticmethod\n    def prompt(board):\n        return 'Play.'\n"
    assert load_source(text, "dots.py", SAFE_MODULES).id == "dots"


def test_error_in_moves_reaches_the_author_through_a_broad_except() -> None:
    moves = MOVES_METHOD.replace(
        "return ()", "try:\n            yield 'A', board\n        except Exception:\n            pass"
    )
    with pytest.raises(SourceError, match="'A'"):
        load_source(GAME_HEAD + GAME_BODY + moves, "dots.py", SAFE_MODULES)


def test_winner_that_is_not_a_number_is_reported_with_its_line() -> None:
    text = GAME_HEAD.replace("BoardGame\n", "BoardGame, won\n", 1) + GAME_BODY + MOVES_METHOD
    text += "    def without_moves(self, board):\n        return won('A', 'So.')\n"
    with pytest.raises(SourceError) as error_info:
        load_source(text, "dots.py", SAFE_MODULES)
    assert error_info.value.line == 11


def test_refused_module_is_named_with_the_modules_that_are_allowed() -> None:
    with pytest.raises(SourceError) as error_info:
        load_source("import statistics", "dots.py", SAFE_MODULES)
    assert "statistics" in error_info.value.what
    assert set(SAFE_MODULES) <= set(error_info.value.expected.split(", "))


def test_file_on_the_own_machine_may_import_anything() -> None:
    assert load_source("import statistics\n" + GAME_HEAD + GAME_BODY + MOVES_METHOD, "dots.py").id == "dots"
