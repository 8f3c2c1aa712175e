"""Test the rules of the example games by positions and sets of squares."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.scene.marks import Marks
from tests.support.example_games import EXAMPLES, load_example_package
from tests.support.pictures import find_targets, iter_nodes


def find_goals(name: str, position: str, first_target: str = "") -> set[str]:
    """Return the last targets of the legal actions. With ``first_target``, only actions that begin with it count."""
    game = load_example_package(name).game
    actions = game.legal_actions(game.parse_position(position))
    return {action.targets[-1] for action in actions if action.targets[0] == first_target or not first_target}


def find_outcome(name: str, position: str) -> tuple[set[int], set[str]] | None:
    """Return the winners and the highlighted squares of a position, or None if the game continues."""
    game = load_example_package(name).game
    result = game.outcome(game.parse_position(position))
    return result and (set(result.winners), set(result.squares))


def test_noughts_marks_go_on_empty_squares() -> None:
    assert find_goals("noughts", "x1o/1x1/3 o") == {"b3", "a2", "c2", "a1", "b1", "c1"}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("xo1/xo1/x2 o", ({0}, {"a1", "a2", "a3"})),
        ("x1o/xo1/o1x x", ({1}, {"a1", "b2", "c3"})),
        ("xox/xox/oxo x", ({0, 1}, set())),
        ("xox/xo1/oxo x", None),
    ],
)
def test_noughts_three_in_a_row_win(position: str, expected: object) -> None:
    assert find_outcome("noughts", position) == expected


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("2r2/2r2/1r3/1r3/r4 b", ({0}, {"a1", "b2", "b3", "c4", "c5"})),
        ("5/5/bbbbb/5/5 r", ({1}, {"a3", "b3", "c3", "d3", "e3"})),
        ("r4/1r3/2r2/3r1/4r b", None),
        ("5/5/rrrrr/5/5 b", None),
    ],
)
def test_hex_chains_connect_edges(position: str, expected: object) -> None:
    assert find_outcome("hex", position) == expected


def test_geese_never_go_back() -> None:
    position, game = "8/2g5/8/8/8/8/8/2f5 g", load_example_package("fox").game
    assert find_goals("fox", position) == {"b6", "d6"}
    assert "never" in game.explain(game.parse_position(position), ("c7", "b8")).sentence


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("1f6/8/8/8/8/8/8/g7 g", ({0}, {"b8"})),
        ("8/8/8/8/8/8/1g6/f7 f", ({1}, {"a1"})),
        ("8/8/8/8/8/f7/8/1g6 g", ({0}, {"b1"})),
    ],
)
def test_fox_wins_at_the_edge_and_loses_shut_in(position: str, expected: object) -> None:
    assert find_outcome("fox", position) == expected


def test_players_of_ghosts_see_their_own_kinds_only() -> None:
    game = load_example_package("ghosts").game
    state = game.initial({}, 4)
    assert set(game.view(state, 0).cells) == set("geU.")
    assert set(game.view(state, None).cells) == set("uU.")
    assert game.with_hidden_redealt(game.view(state, 0), 3).cells.count("G") == 3
    assert game.is_hidden_decision(state)


def test_ghosts_are_caught() -> None:
    assert find_outcome("ghosts", "5/5/5/g1G2/3eE/5 G [g=GG]") is None
    assert find_outcome("ghosts", "5/5/5/g4/3eE/5 G [g=GGG]") == ({0}, set())
    assert find_outcome("ghosts", "5/5/5/g1G2/4E/5 g [G=eee]") == ({0}, set())


def test_amazons_move_like_queens_and_shoot_from_their_goal() -> None:
    game = load_example_package("amazons").game
    start = game.format_position(game.initial({}, 0))
    assert find_goals("amazons", start, "d1") == {
        *("d2", "d3", "d4", "d5", "d6"),
        *("a1", "b1", "c1", "e1", "f1"),
        *("c2", "b3", "e2"),
    }
    position_text = "1xx3/wx4/xx4/6/6/b5 w+1 a5"
    assert find_goals("amazons", position_text) == {"a6"}
    assert find_goals("amazons", "1xx3/wx4/xx4/6/6/b5 w", "a5") == {"a6"}


def test_amazons_side_without_moves_loses() -> None:
    assert find_outcome("amazons", "wx4/xx4/6/6/6/b5 w") == ({1}, set())


def test_amazons_turn_has_two_actions_on_one_line() -> None:
    game = load_example_package("amazons").game
    start = game.initial({}, 0)
    actions = game.parse_moves(start, "d1-d2 d3\nc6-c5 c6")
    assert [action.text for action in actions] == ["d1-d2", "d3", "c6-c5", "c6"]
    board = start
    for action in actions:
        board = game.apply(board, action)
    assert game.format_position(board) == "2x3/2b3/w4b/b2x1w/3w2/6 w"
    assert game.to_move(board) == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_pictures_have_pieces_and_targets(name: str) -> None:
    package = load_example_package(name)
    state = package.game.initial({}, 0)
    picture = package.view.picture(state, 1, Marks())
    assert find_targets(picture).keys() == set(state.squares)
    pieces = [node for node in iter_nodes(picture) if node.attrs.get("class", "").startswith("piece ")]
    assert len(pieces) == len(state.squares) - len(state.empty)


@pytest.mark.parametrize("name", EXAMPLES)
def test_opponent_plays(name: str) -> None:
    package: Any = load_example_package(name)
    state = package.game.initial({}, 0)
    choice = run_to_end(package.opponent.think(state, Question(0, 1, 3)))
    assert choice.actions[0] in package.game.legal_actions(state)
