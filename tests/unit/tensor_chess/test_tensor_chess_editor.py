"""Test the editor of Tensor Chess: touches, drags and fields, on valid and invalid positions."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import PositionError
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.board import SQUARE_NAMES
from tests.support.pictures import find_targets, iter_nodes

EDITOR = PACKAGE.editor
GAME = PACKAGE.game

START = GAME.format_position(GAME.initial({}, 0))
EMPTY_POSITION = "10/10/10/10/10/10/10/10 w - - 0 1"
POSITION_AFTER_DOUBLE_STEP = "rtnbqkbntr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RTNBQKBNTR b KQkq e3 0 1"


def test_empty_board_is_empty() -> None:
    assert EDITOR.empty_position(START) == EMPTY_POSITION
    assert EDITOR.start_position(EMPTY_POSITION) == START


@pytest.mark.parametrize(
    ("tool", "target", "board"),
    [
        ("K", "a1", "10/10/10/10/10/10/10/K9"),
        ("t", "j8", "9t/10/10/10/10/10/10/10"),
        ("P", "a1", "10/10/10/10/10/10/10/P9"),  # not valid, but may be on the way to what is
        ("erase", "a1", "10/10/10/10/10/10/10/10"),
        ("no tool", "a1", "10/10/10/10/10/10/10/10"),
        ("K", "z9", "10/10/10/10/10/10/10/10"),
    ],
)
def test_touch_places_a_piece(tool: str, target: str, board: str) -> None:
    assert EDITOR.apply_tool(EMPTY_POSITION, target, tool) == f"{board} w - - 0 1"


def test_second_touch_removes_or_replaces_a_piece() -> None:
    queen = EDITOR.apply_tool(EMPTY_POSITION, "c3", "Q")
    assert EDITOR.apply_tool(queen, "c3", "Q") == EMPTY_POSITION
    assert EDITOR.apply_tool(queen, "c3", "q") == "10/10/10/10/10/2q7/10/10 w - - 0 1"
    assert EDITOR.apply_tool(queen, "c3", "erase") == EMPTY_POSITION


def test_each_side_has_one_king() -> None:
    text_after_second_king = EDITOR.apply_tool(
        EDITOR.apply_tool(EDITOR.apply_tool(EMPTY_POSITION, "a1", "K"), "b8", "k"), "c3", "K"
    )
    assert text_after_second_king == "1k8/10/10/10/10/2K7/10/10 w - - 0 1"


def test_piece_can_be_dragged() -> None:
    assert EDITOR.has_piece(START, "a1")
    assert not EDITOR.has_piece(START, "a4")
    assert not EDITOR.has_piece(START, "nowhere")
    text_after_move = EDITOR.move_piece(START, "c1", "d3")
    assert text_after_move == "rtnbqkbntr/pppppppppp/10/10/10/3N6/PPPPPPPPPP/RT1BQKBNTR w KQkq - 0 1"
    assert EDITOR.move_piece(START, "c1", "c8").startswith("rtNbqkbntr")
    for start, target in (("a1", "a1"), ("a4", "a5"), ("a1", "?"), ("?", "a1")):
        assert EDITOR.move_piece(START, start, target) == START


@pytest.mark.parametrize(
    ("target", "remaining"), [("a1", "Kkq"), ("j1", "Qkq"), ("f1", "kq"), ("a8", "KQk"), ("f8", "KQ"), ("e1", "KQkq")]
)
def test_castling_rights_depend_on_king_and_rook(target: str, remaining: str) -> None:
    assert EDITOR.apply_tool(START, target, "erase").split()[2] == remaining


def test_any_change_clears_the_en_passant_square() -> None:
    for changed_text in (
        EDITOR.apply_tool(POSITION_AFTER_DOUBLE_STEP, "h4", "N"),
        EDITOR.move_piece(POSITION_AFTER_DOUBLE_STEP, "a2", "a3"),
        EDITOR.with_switch(POSITION_AFTER_DOUBLE_STEP, "turn", "0"),
    ):
        assert changed_text.split()[3] == "-"
    for unchanged_text in (
        EDITOR.move_piece(POSITION_AFTER_DOUBLE_STEP, "a2", "a2"),
        EDITOR.with_switch(POSITION_AFTER_DOUBLE_STEP, "turn", "1"),
        EDITOR.apply_tool(POSITION_AFTER_DOUBLE_STEP, "h4", "erase"),
    ):
        assert unchanged_text == POSITION_AFTER_DOUBLE_STEP


def test_editor_fields_change_the_position() -> None:
    turn, castling_field = EDITOR.switches(START)
    assert (turn.selected_values, castling_field.selected_values) == (("0",), ("K", "Q", "k", "q"))
    changed_position = EDITOR.with_switch(
        EDITOR.with_switch(EDITOR.with_switch(START, "turn", "1"), "castling", "Q"), "castling", "k"
    )
    turn, castling_field = EDITOR.switches(changed_position)
    assert (turn.selected_values, castling_field.selected_values) == (("1",), ("K", "q"))
    assert EDITOR.with_switch(changed_position, "castling", "Q").split()[2] == "KQq"
    for id, value in (("turn", "2"), ("castling", "x"), ("weather", "fine")):
        assert EDITOR.with_switch(START, id, value) == START


def test_invalid_positions_are_read_but_unreadable_refused() -> None:
    assert EDITOR.normalize(f"  {EMPTY_POSITION}\n") == EMPTY_POSITION
    with pytest.raises(PositionError):
        EDITOR.normalize("10/10 w - - 0 1")
    with pytest.raises(PositionError, match="no king"):
        GAME.parse_position(EMPTY_POSITION)


def test_every_square_is_a_touch_target() -> None:
    assert set(find_targets(EDITOR.picture("10/kkP7/10/10/10/10/10/10 b KQkq a1 3 9", 1, ""))) == set(SQUARE_NAMES)


def test_dragged_piece_is_marked() -> None:
    picture = list(iter_nodes(EDITOR.picture(START, 0, "a1")))
    assert [node.key for node in picture if "tint" in node.attrs.get("class", "")] == ["taken-a1"]
    assert not any("sign" in node.attrs.get("class", "").split() for node in picture)


def test_tools_have_their_own_keys() -> None:
    keys = [tool.key for tool in EDITOR.tools]
    assert len(set(keys)) == len(keys) == 15
