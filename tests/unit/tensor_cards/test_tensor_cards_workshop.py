"""Test the workshop of the card game: tools, symmetry, notes and printed boards."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_cards import PACKAGE, board_editor, library
from ruleboard.games.tensor_cards.board import Board, Space, board_faults, line_between
from ruleboard.games.tensor_cards.data_files import format_board, parse_draft_board
from ruleboard.scene.serialize import to_svg
from tests.support.pictures import iter_nodes
from tests.unit.tensor_cards.positions import rotate_board

GAME = PACKAGE.game
BOARD_EDITOR = PACKAGE.board_editor

NEW_BOARD = board_editor.new_board()


def touch(board: Board, *targets: str, tool: str = "grid", is_mirrored: bool = True) -> Board:
    for target in targets:
        board = board_editor.board_after_touch(board, target, tool, is_mirrored=is_mirrored)
    return board


def list_targets(board: Board) -> list[str]:
    places = [f"{x},{y}" for x in range(board.width) for y in range(board.height)]
    return places + [board_editor.line_target(line) for line in board_editor.possible_lines(board)]


def test_new_board_is_fair() -> None:
    assert board_faults(NEW_BOARD) == ()
    assert not BOARD_EDITOR.parse(BOARD_EDITOR.empty_board_text()).faults
    assert len(NEW_BOARD.spaces) == 49
    assert len(NEW_BOARD.lines) == 84


def test_deleting_a_space_deletes_its_lines_and_image() -> None:
    board = touch(NEW_BOARD, "1,1")
    assert board.spaces == NEW_BOARD.spaces - {Space(1, 1), Space(5, 5)}
    assert not [line for line in board.lines if Space(1, 1) in line or Space(5, 5) in line]
    assert board_faults(board) == ()


def test_restored_space_connects_to_its_neighbours() -> None:
    assert touch(NEW_BOARD, "1,1", "1,1") == NEW_BOARD


def test_start_space_cannot_be_deleted() -> None:
    assert touch(NEW_BOARD, "4,1", "3,3", "2,5", is_mirrored=False) == NEW_BOARD


def test_line_is_toggled_on_both_sides() -> None:
    line, image = line_between(Space(5, 1), Space(5, 2)), line_between(Space(1, 4), Space(1, 5))
    board = touch(NEW_BOARD, "5,1-5,2")
    assert board.lines == NEW_BOARD.lines - {line, image}
    assert touch(board, "5,1-5,2") == NEW_BOARD
    assert touch(NEW_BOARD, "5,1-5,2", is_mirrored=False).lines == NEW_BOARD.lines - {line}


def test_star_is_toggled_on_both_sides_except_on_starts() -> None:
    board = touch(NEW_BOARD, "0,0", tool="star")
    assert board.stars == NEW_BOARD.stars | {Space(0, 0), Space(6, 6)}
    assert touch(board, "6,6", tool="star") == NEW_BOARD
    assert touch(NEW_BOARD, "4,1", tool="star") == NEW_BOARD


def test_red_and_yellow_start_opposite_each_other() -> None:
    board = touch(NEW_BOARD, "5,1", tool="red")
    assert board.starts == (Space(5, 1), Space(3, 3), Space(1, 5))
    assert touch(NEW_BOARD, "1,5", tool="yellow") == board
    assert touch(NEW_BOARD, "3,2", tool="blue") == NEW_BOARD  # blue keeps the centre
    assert touch(NEW_BOARD, "3,3", tool="red") == NEW_BOARD  # taken
    assert touch(NEW_BOARD, "6,0", tool="red") == NEW_BOARD  # a star


def test_tool_without_mirror_changes_one_side_and_leaves_a_fault() -> None:
    text = BOARD_EDITOR.apply_tool(BOARD_EDITOR.empty_board_text(), "0,0", "star", is_mirrored=False)
    (fault,) = BOARD_EDITOR.parse(text).faults
    assert fault.startswith("Column 1, row 1: there’s a star here, but no star at column 7, row 7.")
    assert fault.endswith(".")


@pytest.mark.parametrize("target", ["", "9,9", "0,0-1,1", "-1,0", "hand", "0,0-0,2", "x"])
def test_unknown_targets_change_nothing(target: str) -> None:
    assert touch(NEW_BOARD, target) == NEW_BOARD


@given(st.integers(0, 10**9), st.sampled_from(sorted(library.boards())))
@settings(max_examples=60)
def test_mirrored_changes_keep_a_board_symmetrical(seed: int, name: str) -> None:
    """After any touch, the board stays the same under a half turn, with red and yellow exchanged."""
    chance = random.Random(seed)
    board = library.boards()[name].board
    for _ in range(12):
        tool = chance.choice([tool.id for tool in BOARD_EDITOR.tools])
        board = touch(board, chance.choice(list_targets(board)), tool=tool)
        image = rotate_board(board)
        assert (image.spaces, image.lines, image.stars) == (board.spaces, board.lines, board.stars)
        assert image.starts == board.starts[::-1]
        assert not set(board.starts) & board.stars
        assert set(board.starts) <= board.spaces


@given(st.integers(0, 10**9))
@settings(max_examples=60)
def test_any_edited_board_can_be_read_again(seed: int) -> None:
    chance = random.Random(seed)
    text = BOARD_EDITOR.empty_board_text()
    for _ in range(10):
        board = parse_draft_board(text).board
        if chance.random() < 0.2:
            text = BOARD_EDITOR.resize(text, chance.choice(BOARD_EDITOR.sizes), chance.choice(BOARD_EDITOR.sizes))
        else:
            tool = chance.choice([tool.id for tool in BOARD_EDITOR.tools])
            target = chance.choice(list_targets(board))
            text = BOARD_EDITOR.apply_tool(text, target, tool, is_mirrored=chance.random() < 0.5)
        sheet = BOARD_EDITOR.parse(text)
        assert BOARD_EDITOR.parse(sheet.text) == sheet
        assert all(fault[0].isupper() and fault.endswith(".") for fault in (*sheet.faults, *sheet.notes))
        if not sheet.faults:
            GAME.initial({"board": sheet.value}, 0)


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (5, 7), (7, 5), (9, 9), (15, 15)])
def test_resizing_keeps_centre_and_fairness(columns: int, rows: int) -> None:
    sheet = BOARD_EDITOR.parse(BOARD_EDITOR.resize(BOARD_EDITOR.empty_board_text(), columns, rows))
    assert sheet.size == (columns, rows)
    board = parse_draft_board(sheet.text).board
    assert board.starts[1] == Space((columns - 1) // 2, (rows - 1) // 2)
    assert [fault for fault in sheet.faults if "star" not in fault] == []


def test_unsupported_sizes_change_nothing() -> None:
    assert BOARD_EDITOR.resize(BOARD_EDITOR.empty_board_text(), 4, 7) == BOARD_EDITOR.empty_board_text()
    assert BOARD_EDITOR.resize(BOARD_EDITOR.empty_board_text(), 7, 99) == BOARD_EDITOR.empty_board_text()


def test_built_in_boards_and_deck_are_playable() -> None:
    for sheet in BOARD_EDITOR.presets():
        assert not sheet.faults
        assert sheet.value in {choice.value for option in GAME.options for choice in option.choices}
        assert GAME.initial({sheet.option: sheet.value}, 0)


def test_notes_name_a_boards_sources() -> None:
    default = BOARD_EDITOR.presets()[0]
    assert default.title == "Equilibrium Point"
    assert any("rulebook" in note for note in default.notes)
    changed_board = BOARD_EDITOR.parse(BOARD_EDITOR.apply_tool(default.text, "0,0", "star", is_mirrored=True))
    assert not any("rulebook" in note for note in changed_board.notes)


def test_notes_name_an_immediately_winning_card() -> None:
    """The notes name White's 1, which goes 3 toward White, from red's start (3,1) to the star (6,1)."""
    board = touch(touch(NEW_BOARD, "3,1", tool="red"), "6,1", tool="star")
    sheet = BOARD_EDITOR.parse(format_board(replace(parse_draft_board(BOARD_EDITOR.empty_board_text()), board=board)))
    assert "White’s 1 takes red to a star on the first turn if nothing stops it." in sheet.notes


def test_cards_have_their_sources() -> None:
    deck = next(sheet for sheet in BOARD_EDITOR.presets() if sheet.option == "deck")
    cards = BOARD_EDITOR.reference_entries(deck.text)
    assert [card.title for card in cards] == [f"Card {number}" for number in range(1, 11)]
    rulebook_cards = [number for number, card in enumerate(cards, 1) if card.source_text == "From the rulebook."]
    assert rulebook_cards == [2, 5, 8, 9]  # the rulebook's worked example
    assert all(
        card.source_text.startswith("Reconstructed")
        for card_number, card in enumerate(cards, 1)
        if card_number not in rulebook_cards
    )
    assert cards[1].effect == "1 toward you and 1 to your right, in either order."
    assert BOARD_EDITOR.picture(deck.text) is None
    assert BOARD_EDITOR.print_picture(deck.text, 20) is None


def test_custom_deck_is_read_named_and_playable() -> None:
    deck = next(sheet for sheet in BOARD_EDITOR.presets() if sheet.option == "deck")
    custom_deck = BOARD_EDITOR.parse(BOARD_EDITOR.rename(deck.text.replace("3 toward", "2 away"), "Mine", "Me"))
    assert (custom_deck.title, custom_deck.author, custom_deck.option) == ("Mine", "Me", "deck")
    assert GAME.initial({"deck": custom_deck.value}, 0) != GAME.initial({}, 0)
    assert BOARD_EDITOR.reference_entries(custom_deck.text)[0].effect == "2 away from you."


def test_import_errors_name_line_and_field() -> None:
    text = BOARD_EDITOR.empty_board_text().replace('"o-o-o-o-r-o-o"', '"o-o-o-x-r-o-o"')
    with pytest.raises(RuleboardError) as error_info:
        BOARD_EDITOR.parse(text)
    assert "line " in error_info.value.where
    assert "drawing" in error_info.value.where


# --- pictures


def test_every_space_and_joint_is_a_named_target() -> None:
    picture = BOARD_EDITOR.picture(BOARD_EDITOR.empty_board_text())
    assert picture is not None
    node_by_target = {node.attrs["data-target"]: node for node in iter_nodes(picture) if "data-target" in node.attrs}
    assert set(node_by_target) == set(list_targets(NEW_BOARD))
    assert node_by_target["6,0"].attrs["aria-label"] == "column 7, row 1: a star"
    assert node_by_target["4,1"].attrs["aria-label"] == "column 5, row 2: red starts here"
    assert node_by_target["0,0-1,0"].attrs["aria-label"] == "column 1, row 1 to column 2, row 1: a line"


@pytest.mark.parametrize("space", BOARD_EDITOR.space_widths)
def test_printed_board_has_its_true_size(space: int) -> None:
    """Neighbouring spaces are printed ``space`` millimetres apart, and the printed scale is 5 cm long."""
    picture = BOARD_EDITOR.print_picture(BOARD_EDITOR.empty_board_text(), space)
    assert picture is not None
    width = float(picture.attrs["width"].removesuffix("mm"))
    pixels_per_unit = width / float(picture.attrs["viewBox"].split()[2])
    assert float(picture.attrs["height"].removesuffix("mm")) == pytest.approx(
        pixels_per_unit * float(picture.attrs["viewBox"].split()[3]), abs=0.1
    )
    assert pixels_per_unit * 100 == pytest.approx(space, abs=0.01)
    (scale_node,) = [node for node in iter_nodes(picture) if node.attrs.get("class") == "sheet-scale"]
    assert (float(scale_node.attrs["x2"]) - float(scale_node.attrs["x1"])) * pixels_per_unit == pytest.approx(
        50, abs=0.1
    )
    assert re.findall(r">([RBY])<", to_svg(picture)) == ["R", "B", "Y"]  # the pieces' starts
    assert BOARD_EDITOR.printed_size(BOARD_EDITOR.empty_board_text(), space)[0] == pytest.approx(width, abs=1)
