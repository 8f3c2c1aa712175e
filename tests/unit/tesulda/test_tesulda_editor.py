"""Test the editor of Tesulda: parts of figures, the pool, fields, and messages about missing parts."""

from __future__ import annotations

import pytest

from ruleboard.app import positions
from ruleboard.app.editor.session import open_editor, touch, with_tool
from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import SQUARE_NAMES
from tests.support.pictures import find_targets

EDITOR = PACKAGE.editor
GAME = PACKAGE.game
START = GAME.format_position(GAME.initial({"setup": "default", "first": "light"}, 0))
EMPTY_BOARD_TEXT = "/".join(["10"] * 10) + " l - 0"
TEXT_WITH_FIGURE = EMPTY_BOARD_TEXT.replace("/10 l", "/(Scct)9 l")
TEXT_WITH_TWO_FIGURES = "/".join(["10"] * 8) + "/9(ck)/(Sck)9 l - 0"


def test_figure_consists_of_base_and_pieces() -> None:
    text = EMPTY_BOARD_TEXT
    for tool in ("base:S", "piece:t", "piece:c", "piece:c"):
        text = EDITOR.apply_tool(text, "a1", tool)
    assert text == TEXT_WITH_FIGURE
    assert EDITOR.apply_tool(text, "a1", "base:t") == TEXT_WITH_FIGURE.replace("(Scct)", "(tcct)")
    assert EDITOR.apply_tool(text, "a1", "base:S") == TEXT_WITH_FIGURE
    assert EDITOR.apply_tool(text, "a1", "erase") == EMPTY_BOARD_TEXT
    text_with_base = EDITOR.apply_tool(EMPTY_BOARD_TEXT, "a1", "base:S")
    assert EDITOR.apply_tool(text_with_base, "a1", "base:S") == EMPTY_BOARD_TEXT


def test_rod_holds_five_pieces_and_needs_a_base() -> None:
    """A rod has at most five pieces (Figures)."""
    text = TEXT_WITH_FIGURE
    for _ in range(4):
        text = EDITOR.apply_tool(text, "a1", "piece:z")
    assert "(Scczzt)" in text
    assert EDITOR.apply_tool(EMPTY_BOARD_TEXT, "a1", "piece:c") == EMPTY_BOARD_TEXT


def test_parts_can_be_removed_and_moved() -> None:
    assert EDITOR.has_piece(TEXT_WITH_FIGURE, "a1:t1")
    assert not EDITOR.has_piece(TEXT_WITH_FIGURE, "a1:z1")
    assert EDITOR.apply_tool(TEXT_WITH_FIGURE, "a1:t1", "erase") == TEXT_WITH_FIGURE.replace("(Scct)", "(Scc)")
    text = EDITOR.apply_tool(TEXT_WITH_FIGURE, "b1", "base:c")
    assert EDITOR.move_piece(text, "a1:t1", "b1") == TEXT_WITH_FIGURE.replace("(Scct)9", "(Scc)(ct)8")
    assert EDITOR.move_piece(text, "a1:t1", "c1") == text
    assert EDITOR.move_piece(text, "a1:t1", "a1") == text
    text_after_move = EDITOR.move_piece(TEXT_WITH_FIGURE, "a1:c2", "pool:z")
    assert text_after_move == TEXT_WITH_FIGURE.replace("(Scct)", "(Sct)").replace("l -", "l c")
    assert EDITOR.move_piece(text_after_move, "pool:c", "a1") == TEXT_WITH_FIGURE
    assert EDITOR.apply_tool(text_after_move, "pool:c", "erase") == TEXT_WITH_FIGURE.replace("(Scct)", "(Sct)")
    assert EDITOR.apply_tool(text_after_move, "pool:c", "piece:z").endswith(" l cz 0")
    assert EDITOR.move_piece(TEXT_WITH_FIGURE, "a1", "pool:c") == EMPTY_BOARD_TEXT.replace("l -", "l cct")


def test_part_is_selected_after_its_figure() -> None:
    session = touch(touch(open_editor("tesulda", TEXT_WITH_FIGURE), "a1"), "a1:t1")
    assert session.selected_target == "a1:t1"
    session_with_eraser = with_tool(session, "erase")
    assert (session_with_eraser.text, session_with_eraser.tool) == (TEXT_WITH_FIGURE.replace("(Scct)", "(Scc)"), "")
    assert touch(touch(open_editor("tesulda", TEXT_WITH_FIGURE), "a1"), "d4").text.startswith(
        "10/10/10/10/10/10/3(Scct)6"
    )


def test_editor_fields_change_the_position() -> None:
    assert EDITOR.with_switch(TEXT_WITH_TWO_FIGURES, "turn", "1") == TEXT_WITH_TWO_FIGURES.replace(" l ", " d ")
    assert EDITOR.with_switch(TEXT_WITH_TWO_FIGURES, "quiet", "150") == TEXT_WITH_TWO_FIGURES.replace("- 0", "- 150")
    for id, value in (("quiet", "151"), ("turn", "2"), ("weather", "1")):
        assert EDITOR.with_switch(TEXT_WITH_TWO_FIGURES, id, value) == TEXT_WITH_TWO_FIGURES


def test_any_change_ends_an_unfinished_turn() -> None:
    mid_turn_text = "10/10/10/10/10/10/10/10/9(ck)/(Sckss)9 l - 3 then:a1:s"
    with pytest.raises(PositionError):
        EDITOR.normalize(mid_turn_text)
    mid_turn_text = "9(ck)/10/10/10/10/10/10/10/1(Scc)8/(Scssk)9 l - 3 then:a1:s"
    assert EDITOR.normalize(mid_turn_text) == mid_turn_text
    assert EDITOR.apply_tool(mid_turn_text, "c5", "base:T").endswith(" l - 3")
    assert EDITOR.with_switch(mid_turn_text, "turn", "1").endswith(" d - 3")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (START, ""),
        (EMPTY_BOARD_TEXT, "Neither side has a crown."),
        (EMPTY_BOARD_TEXT.replace("/10 l", "/(Sck)(Ttk)8 l"), "b1: the crown and the star share a figure."),
        (
            EMPTY_BOARD_TEXT.replace("/10 l", "/(Sck)9 l"),
            "In this position the game is already over. Light wins: Dark has no crown left.",
        ),
        (EMPTY_BOARD_TEXT.replace("/10 l", "/(S)(S)(S)(S)(S)(S)(Sk)3 l"), "Light has 7 square bases."),
        (EMPTY_BOARD_TEXT.replace("/10 l", "/(Sk)(Sk)(Sk)7 l"), "There are 3 crowns on the board and in the pool."),
    ],
)
def test_problem_message_names_the_square(text: str, problem: str) -> None:
    assert positions.position_error("tesulda", text) == problem


@pytest.mark.parametrize("selected_target", ["", "a1", "a1:c1", "pool:c"])
@pytest.mark.parametrize("seat", [0, 1])
def test_any_board_has_a_picture(selected_target: str, seat: int) -> None:
    text = TEXT_WITH_FIGURE.replace("(Scct)", "(Scctk)").replace("l -", "l cc")
    picture = EDITOR.picture(text, seat, selected_target)
    assert picture.attrs["data-position"] == text
    drawn_targets = find_targets(picture)
    legal = {target for target, node in drawn_targets.items() if "data-legal" in node.attrs}
    parts = {"a1:c1", "a1:c2", "a1:t1", "a1:k1"} if selected_target.startswith("a1") else set()
    assert legal == {"a1", "pool:c"} | parts
    assert all(EDITOR.has_piece(text, target) for target in legal)
    assert drawn_targets.keys() >= {*SQUARE_NAMES, "pool:z"}
