"""Test the editor of Equilibrium: tiles, cards, tokens, the round, and a shuffled pile."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.app import positions
from ruleboard.app.editor.session import open_editor, touch
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.state import tile_totals
from tests.support.pictures import find_targets

EDITOR = PACKAGE.editor
GAME = PACKAGE.game
START = EDITOR.normalize(GAME.format_position(GAME.initial({"players": "2", "start": "1"}, 0)))
EMPTY_POSITION = EDITOR.empty_position(START)


def parse_text(text: str) -> Any:
    return json.loads(text)


def test_cleared_table_is_playable() -> None:
    """A cleared table has a pile of three tiles of each type for each player, with five tiles face up (Setup)."""
    fields = parse_text(EMPTY_POSITION)
    assert positions.position_error("equilibrium", EMPTY_POSITION) == ""
    assert (fields["phase"], len(fields["tiles"]), len(fields["pile"])) == (["action", 1], 5, 25)
    assert all(player["board"] == {} for player in fields["players"])
    assert parse_text(EDITOR.start_position(EMPTY_POSITION))["phase"] == ["setup", 1]


def test_cleared_table_reports_empty_boards() -> None:
    """The editor names the players with empty boards, where a tile of any type goes to the centre (Placement)."""
    session = open_editor("equilibrium", EMPTY_POSITION)
    assert "Orange and Teal" in session.verdict_text
    assert "can play" in session.verdict_text
    text = EDITOR.apply_tool(EMPTY_POSITION, "hex:1:0,0", "I")
    assert "Orange" not in EDITOR.warning(text)
    assert "Teal" in EDITOR.warning(text)
    assert EDITOR.warning(EDITOR.apply_tool(text, "hex:2:0,0", "T")) == ""
    assert EDITOR.warning(START) == "", "in the setup the types of the card's top row go to the centre"


def test_tiles_come_from_the_supply_and_return() -> None:
    old_count = parse_text(EMPTY_POSITION)["supply"]["I"]
    text = EDITOR.apply_tool(EMPTY_POSITION, "hex:1:0,0", "I")
    assert parse_text(text)["players"][0]["board"] == {"0,0": "I"}
    assert parse_text(text)["supply"]["I"] == old_count - 1
    assert EDITOR.apply_tool(text, "hex:1:0,0", "I") == EMPTY_POSITION
    assert EDITOR.apply_tool(text, "hex:1:0,0", "erase") == EMPTY_POSITION
    turned_text = EDITOR.apply_tool(text, "hex:1:0,0", "flip")
    assert parse_text(turned_text)["players"][0]["board"] == {"0,0": "i"}
    moved_text = EDITOR.move_piece(turned_text, "hex:1:0,0", "hex:2:1,-1")
    assert [player["board"] for player in parse_text(moved_text)["players"]] == [{}, {"1,-1": "i"}]
    text_with_stored_tile = EDITOR.move_piece(moved_text, "hex:2:1,-1", "storage:1:")
    assert parse_text(text_with_stored_tile)["players"][0]["storage"] == "I"
    assert EDITOR.apply_tool(text_with_stored_tile, "storage:1:I", "erase") == EMPTY_POSITION
    assert EDITOR.move_piece(text_with_stored_tile, "storage:1:I", "storage:1:") == text_with_stored_tile
    assert EDITOR.move_piece(text_with_stored_tile, "storage:1:I", "supply:V") == EMPTY_POSITION
    assert EDITOR.move_piece(EMPTY_POSITION, "supply:I", "hex:1:0,0") == text


def test_tiles_cannot_exceed_the_supply() -> None:
    """There are at most twenty tiles of each type (Material). Further tiles are taken from the pile."""
    text = EMPTY_POSITION
    cells = [
        f"hex:{player}:{q},{r}" for player in (1, 2) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2
    ]
    for cell in cells[:20]:
        text = EDITOR.apply_tool(text, cell, "S")
    board_tile_count = sum(len(player["board"]) for player in parse_text(text)["players"])
    open_tile_count = parse_text(text)["tiles"].count("S")
    assert board_tile_count == 20 - open_tile_count
    assert parse_text(text)["supply"]["S"] == parse_text(text)["pile"].count("S") == 0
    assert set(tile_totals(GAME.parse_position(text))) == {20}


def test_operation_cards_are_held_or_on_the_action_board() -> None:
    text_with_card = EDITOR.apply_tool(EMPTY_POSITION, "hand:2:", "mul")
    assert (parse_text(text_with_card)["players"][1]["hand"], "mul" in parse_text(text_with_card)["cards"]) == (
        ["mul"],
        False,
    )
    assert EDITOR.apply_tool(text_with_card, "hand:1:", "mul") == text_with_card  # for two players there is one of each
    assert EDITOR.move_piece(text_with_card, "hand:2:mul", "hand:1:") == EDITOR.apply_tool(
        EMPTY_POSITION, "hand:1:", "mul"
    )
    assert EDITOR.apply_tool(text_with_card, "hand:2:mul", "erase") == EMPTY_POSITION
    assert EDITOR.move_piece(EMPTY_POSITION, "card:mul", "hand:2:") == text_with_card
    assert (
        EDITOR.apply_tool(EMPTY_POSITION, "hand:1:", "I")
        == EDITOR.apply_tool(EMPTY_POSITION, "storage:1:", "mul")
        == EMPTY_POSITION
    )


def test_touch_raises_and_eraser_lowers_a_token() -> None:
    session = touch(open_editor("equilibrium", EMPTY_POSITION), "weight:1:T")
    assert parse_text(session.text)["players"][0]["weights"] == [3, 4, 3, 3, 3]
    assert EDITOR.apply_tool(session.text, "weight:1:T", "erase") == EMPTY_POSITION
    text = EMPTY_POSITION
    for _ in range(11):
        text = EDITOR.apply_tool(text, "weight:2:S", "")
    assert text == EMPTY_POSITION


def test_a_tensor_card_has_four_different_types() -> None:
    card = parse_text(EMPTY_POSITION)["players"][0]["card"]
    missing_type = next(kind for kind in "ITAVS" if kind not in card)
    changed_card = parse_text(EDITOR.apply_tool(EMPTY_POSITION, f"type:1:{card[0]}", missing_type))["players"][0][
        "card"
    ]
    assert set(changed_card) == set(card) - {card[0]} | {missing_type}
    exchanged_card = parse_text(EDITOR.apply_tool(EMPTY_POSITION, f"type:1:{card[0]}", card[3]))["players"][0]["card"]
    assert sorted(exchanged_card[:2]) == sorted((card[1], card[3]))


def test_editor_fields_change_the_position() -> None:
    text_with_four_players = EDITOR.with_switch(EMPTY_POSITION, "players", "4")
    assert (len(parse_text(text_with_four_players)["players"]), parse_text(text_with_four_players)["order"]) == (
        4,
        [1, 2, 3, 4],
    )
    assert positions.position_error("equilibrium", text_with_four_players) == ""
    assert parse_text(EDITOR.with_switch(text_with_four_players, "first", "3"))["order"] == [3, 4, 1, 2]
    assert parse_text(EDITOR.with_switch(text_with_four_players, "turn", "2"))["phase"] == ["action", 2]
    assert parse_text(EDITOR.with_switch(EMPTY_POSITION, "cycles2", "15"))["players"][1]["cycles"] == 15
    assert EDITOR.with_switch(EMPTY_POSITION, "cycles2", "16") == EMPTY_POSITION
    text_after_pass = EDITOR.with_switch(EMPTY_POSITION, "passed", "1")
    assert positions.position_error("equilibrium", text_after_pass) == "It’s the turn of a player who has passed."
    assert EDITOR.with_switch(text_after_pass, "passed", "1") == EMPTY_POSITION
    text_with_short_pile = EDITOR.with_switch(EMPTY_POSITION, "pile", "2")
    assert len(parse_text(text_with_short_pile)["pile"]) == 2
    assert set(tile_totals(GAME.parse_position(text_with_short_pile))) == {20}
    text_without_pile = EDITOR.with_switch(EMPTY_POSITION, "pile", "0")
    assert (
        positions.position_error("equilibrium", text_without_pile) == "The pile is empty, but the endgame hasn’t begun."
    )


def test_all_parts_of_the_table_are_touch_targets() -> None:
    parts = {"hex:1:0,0", "hex:2:-2,2", "storage:1:", "hand:2:", "weight:1:I", "tile:4", "supply:S", "card:mul"}
    assert find_targets(EDITOR.picture(START, 1, "")).keys() >= parts
