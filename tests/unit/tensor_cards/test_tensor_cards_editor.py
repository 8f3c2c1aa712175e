"""Test the editor of the card game: pieces, hands, points, turn numbers, and messages about mistakes."""

from __future__ import annotations

import pytest

from ruleboard.app import positions
from ruleboard.app.editor.session import open_editor, touch
from ruleboard.games.tensor_cards import PACKAGE
from tests.support.pictures import find_targets

EDITOR = PACKAGE.editor
GAME = PACKAGE.game
START = "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"
THREE_POINTS_START = START.replace("first-star", "three-points")


def test_pieces_are_placed_moved_swapped_and_removed() -> None:
    assert EDITOR.apply_tool(START, "0,0", "red") == START.replace("r4,1", "r0,0")
    assert EDITOR.apply_tool(START, "3,3", "red") == START.replace("r4,1 b3,3", "r3,3 bout")
    assert EDITOR.apply_tool(START, "4,1", "red") == START.replace("r4,1", "rout")
    assert EDITOR.apply_tool(START, "4,1", "erase") == START.replace("r4,1", "rout")
    assert EDITOR.move_piece(START, "4,1", "5,5") == START.replace("r4,1", "r5,5")
    assert EDITOR.move_piece(START, "4,1", "3,3") == START.replace("r4,1 b3,3", "r3,3 b4,1")
    for start, goal in (("4,1", "4,1"), ("0,0", "1,1"), ("4,1", "9,9"), ("4,1", "white:3")):
        assert EDITOR.move_piece(START, start, goal) == START
    assert EDITOR.empty_position(START) == START.replace("r4,1 b3,3 y2,5", "rout bout yout")


def test_touch_toggles_a_used_card() -> None:
    session = touch(touch(open_editor("tensor-cards"), "white:10"), "black:1")
    assert session.text == START.replace("W123456789T B1", "W123456789 B")
    assert touch(touch(session, "black:1"), "white:10").text == START
    assert EDITOR.apply_tool(START, "white:10", "red") == START.replace("9T B", "9 B")


def test_custom_board_has_its_own_starts() -> None:
    text_with_short_board = EDITOR.with_switch(START, "board", "short-order")
    assert text_with_short_board.split()[0] == "short-order"
    assert positions.position_error("tensor-cards", text_with_short_board) == ""
    assert EDITOR.start_position(EDITOR.empty_position(text_with_short_board)) == text_with_short_board
    assert EDITOR.with_switch(text_with_short_board, "board", "no-board") == text_with_short_board


def test_editor_fields_change_the_position() -> None:
    assert EDITOR.with_switch(START, "white", "2") == START
    text = EDITOR.with_switch(EDITOR.with_switch(THREE_POINTS_START, "white", "2"), "black", "3")
    assert text == THREE_POINTS_START.replace("0-0", "2-3")
    assert EDITOR.with_switch(text, "goal", "first-star") == START.replace("0-0", "1-1")
    assert EDITOR.with_switch(START, "stars", "own-side").split()[1] == "first-star+own-side"
    endless = EDITOR.with_switch(START, "limit", "endless")
    assert endless.split()[1] == "first-star+endless"
    assert EDITOR.with_switch(endless, "limit", "endless") == START
    assert EDITOR.with_switch(EDITOR.with_switch(START, "hand", "12"), "turn", "3").endswith(" 12.3")
    assert EDITOR.with_switch(START, "turn", "4") == START


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (START, ""),
        (START.replace("r4,1", "rout"), "Red is out of play."),
        (THREE_POINTS_START.replace("r4,1", "rout"), "Red is waiting, but its start is free."),
        (THREE_POINTS_START.replace("r4,1 b3,3", "rout b4,1"), ""),
        (START.replace("1.1", "1.2"), "White has 10 cards left instead of 7."),
        (START.replace("B1", "B"), "Black has 9 cards left instead of 10."),
        (START.replace("0-0", "1-1"), "Both sides have won."),
        (START.replace("1.1", "61.2"), "The game ends after 60 deals."),
    ],
)
def test_message_names_the_fault(text: str, problem: str) -> None:
    assert EDITOR.normalize(text) == text
    assert positions.position_error("tensor-cards", text) == problem


def test_open_hands_and_spaces_are_touch_targets() -> None:
    hand_targets = {f"{side}:{card}" for side in ("white", "black") for card in range(1, 11)}
    assert find_targets(EDITOR.picture(START, 0, "")).keys() >= hand_targets | {"0,0", "6,6"}
