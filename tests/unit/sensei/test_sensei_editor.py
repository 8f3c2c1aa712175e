"""Test the editor of Sensei: stones, characters, pits, fields, and messages about missing pieces."""

from __future__ import annotations

import pytest

from ruleboard.app import positions
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import SQUARE_NAMES
from tests.support.pictures import find_targets

EDITOR = PACKAGE.editor
GAME = PACKAGE.game
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
EMPTY_POSITION = "7/7/7/7/7/7/7 g 21 arashi"
POSITION_WITH_PITS = "7/7/1o3o1/3o3/1o3o1/7/7 g 21 arashi-expert"


def test_board_and_start_keep_the_mode() -> None:
    """Clearing or resetting the board keeps the mode: the expert mode has pits on b3, f3, d4, b5 and f5.

    The source is 'Material and start'.
    """
    assert EDITOR.empty_position(START) == EMPTY_POSITION
    assert EDITOR.with_switch(EMPTY_POSITION, "mode", "arashi-expert") == POSITION_WITH_PITS
    assert EDITOR.with_switch(POSITION_WITH_PITS, "mode", "shizukana") == EMPTY_POSITION.replace("arashi", "shizukana")
    assert EDITOR.empty_position(EDITOR.apply_tool(POSITION_WITH_PITS, "a1", "g")) == POSITION_WITH_PITS
    assert EDITOR.start_position(POSITION_WITH_PITS) == "rrrRrrr/7/1o3o1/3o3/1o3o1/7/gggGggg g 21 arashi-expert"


def test_stones_cannot_stand_on_a_pit() -> None:
    assert EDITOR.apply_tool(POSITION_WITH_PITS, "d4", "g") == POSITION_WITH_PITS
    assert EDITOR.apply_tool(POSITION_WITH_PITS, "d4", "erase") == POSITION_WITH_PITS
    assert EDITOR.move_piece(EDITOR.apply_tool(POSITION_WITH_PITS, "a1", "g"), "a1", "d4") == EDITOR.empty_position(
        POSITION_WITH_PITS
    )
    assert not EDITOR.has_piece(POSITION_WITH_PITS, "d4")
    text_after_stone_on_pit = EDITOR.apply_tool(EMPTY_POSITION, "b3", "r")
    assert EDITOR.with_switch(text_after_stone_on_pit, "mode", "arashi-expert") == POSITION_WITH_PITS


def test_character_needs_a_stone_and_is_unique() -> None:
    text_with_one_stone = EDITOR.apply_tool(EMPTY_POSITION, "d1", "G")
    assert text_with_one_stone == "7/7/7/7/7/7/3G3 g 21 arashi"
    assert EDITOR.apply_tool(text_with_one_stone, "c3", "G") == "7/7/7/7/2G4/7/3g3 g 21 arashi"
    assert EDITOR.apply_tool(text_with_one_stone, "d1", "G") == "7/7/7/7/7/7/3g3 g 21 arashi"
    assert EDITOR.apply_tool(text_with_one_stone, "d1", "erase") == EMPTY_POSITION
    assert EDITOR.apply_tool(text_with_one_stone, "d1", "r") == "7/7/7/7/7/7/3r3 g 21 arashi"


def test_character_moves_with_or_without_its_stone() -> None:
    text_with_two_stones = EDITOR.apply_tool(EDITOR.apply_tool(EMPTY_POSITION, "d1", "G"), "e2", "g")
    assert EDITOR.move_piece(text_with_two_stones, "d1", "e2") == "7/7/7/7/7/4G2/3g3 g 21 arashi"
    assert EDITOR.move_piece(text_with_two_stones, "d1", "d3") == "7/7/7/7/3G3/4g2/7 g 21 arashi"
    assert EDITOR.move_piece(text_with_two_stones, "e2", "e2") == text_with_two_stones


def test_editor_fields_change_the_position() -> None:
    assert EDITOR.with_switch(START, "turn", "1") == START.replace(" g ", " r ")
    assert EDITOR.with_switch(EDITOR.with_switch(START, "stones", "0"), "character", "0").endswith(" g 00 arashi")
    for id, value in (("turn", "2"), ("stones", "3"), ("stones", "-1"), ("stones", ""), ("mode", "storm"), ("x", "1")):
        assert EDITOR.with_switch(START, id, value) == START


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (START, ""),
        (EMPTY_POSITION, "Green has no characters."),
        ("7/7/7/7/7/7/3G3 g 21 arashi", "Red has no characters."),
        ("3R3/7/7/7/7/7/3G3 g 00 arashi", "Green has used all 3 actions, so the turn is over."),
        ("3R3/ggggggg/7/7/7/7/3G3 g 21 arashi", "Green has 8 stones."),
    ],
)
def test_message_names_the_missing_piece(text: str, problem: str) -> None:
    assert positions.position_error("sensei", text) == problem


def test_every_square_is_a_touch_target() -> None:
    assert set(find_targets(EDITOR.picture(POSITION_WITH_PITS, 0, "a1"))) == set(SQUARE_NAMES)
