"""Setting up positions: what touches, keys, fields and addresses make of them, and what follows at the table."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.editor import session as editings
from ruleboard.app.editor.session import EditorSession, opened
from ruleboard.app.editor.update import MESSAGES
from ruleboard.app.messages import Input
from ruleboard.games.registry import EDITORS, GAMES
from tools.fake_browser import Tab

GAME = GAMES["tensor-chess"]
CONTEXT = Tab().controller._app.context
START = GAME.format_position(GAME.initial({}, 0))
BARE = "10/10/10/10/10/10/10/10 w - - 0 1"
ENDGAME = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"
PAGE = "#/edit/tensor-chess"


def after(editing: EditorSession, *steps: str) -> EditorSession:
    """The editor after steps such as "tool N" (a button), "key N", or a square that is touched."""
    for step in steps:
        what, _, value = step.partition(" ")
        if what == "key":
            editing = editings.pressed(editing, value)
        elif (message := what.partition("-")[0]) in MESSAGES:
            editing = MESSAGES[message](editing, Input(value, what.partition("-")[2]), CONTEXT).session
        else:
            editing = editings.touched(editing, step)
    return editing


# --- the hand ------------------------------------------------------------------------------------------------------


def test_a_tool_is_held_until_another_is() -> None:
    editing = after(opened("tensor-chess", BARE), "tool N", "a1", "b2", "tool q", "c3")
    assert editing.text == "10/10/10/10/10/2q7/1N8/N9 w - - 0 1"
    assert after(editing, "tool q").tool == ""
    assert after(editing, "tool nothing") == editing


def test_the_hand_carries() -> None:
    editing = after(opened("tensor-chess"), "c1")
    assert editing.taken == "c1"
    assert after(editing, "d3").text.startswith("rtnbqkbntr/pppppppppp/10/10/10/3N6/")
    assert after(editing, "c1").text == START
    assert after(editing, "c1").taken == ""
    assert after(editing, "key Escape").taken == ""
    assert after(opened("tensor-chess"), "c4").taken == ""


def test_what_is_let_go_beside_the_board_is_gone() -> None:
    editing = editings.thrown_away(after(opened("tensor-chess"), "c1"))
    assert editing.text.split()[0].endswith("/RT1BQKBNTR")
    assert editings.thrown_away(editing) == editing


def test_keys() -> None:
    editing = opened("tensor-chess")
    assert [after(editing, f"key {key}").tool for key in ("N", "n", "Delete", "Backspace")] == [
        "N",
        "n",
        "erase",
        "erase",
    ]
    assert after(editing, "key n", "key Escape").tool == ""
    assert after(editing, "key f").turned
    assert after(editing, "key n", "e5", "key u").text == START
    assert after(editing, "key x") == editing


# --- changing and taking back ----------------------------------------------------------------------------------------


def test_undo_goes_back_through_everything() -> None:
    editing = after(opened("tensor-chess"), "tool erase", "a1", "switch-turn 1", "clear", "start", f"text {ENDGAME}")
    assert len(editing.past) == 5
    assert editing.text == ENDGAME
    for _ in range(5):
        editing = after(editing, "undo")
    assert (editing.text, editing.past) == (START, ())
    assert after(editing, "undo") == editing


def test_what_is_typed_is_taken_over_as_soon_as_it_can_be_read() -> None:
    editing = editings.typed(opened("tensor-chess"), ENDGAME[:-2])
    assert (editing.text, editing.typed) == (START, ENDGAME[:-2])
    assert "six parts" in editing.problem
    editing = editings.typed(editing, ENDGAME + " ")
    assert (editing.text, editing.typed) == (ENDGAME, None)
    assert not editing.problem
    spaced = editings.typed(editing, ENDGAME.replace(" w", "   w"))
    assert (spaced.text, spaced.problem) == (ENDGAME, "")


def test_the_board_wins_over_what_was_typed() -> None:
    editing = editings.typed(opened("tensor-chess"), "rubbish")
    assert after(editing, "undo").typed is None
    assert after(editing, "tool N", "e5").typed is None


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (ENDGAME, ""),
        (BARE, "White has no king."),
        ("9k/9k/10/10/10/10/10/K9 w - - 0 1", "Black has 2 kings."),
        ("P8k/10/10/10/10/10/10/K9 w - - 0 1", "A pawn stands on a8."),
        ("R8k/10/10/10/10/10/10/K9 w - - 0 1", "Black's king is in check although it is White's turn."),
        ("R8k/8pp/10/10/10/10/10/K9 b - - 0 1", "In this position the game is already over: Checkmate: White wins."),
        ("9k/10/10/10/10/10/10/K8 w - - 0 1", "Rank 1: it has 9 squares (expected 10 squares)."),
    ],
)
def test_whether_it_can_be_played_is_said_in_words(text: str, trouble: str) -> None:
    assert opened("tensor-chess", text).problem == trouble


_STEPS = st.one_of(
    st.sampled_from(["clear", "start", "undo", "turn", "switch-turn 1", "switch-castling K", "text x", "key f", "a1"]),
    st.sampled_from([f"tool {tool.id}" for tool in EDITORS["tensor-chess"].tools]),
    st.sampled_from(["a1", "f1", "j1", "e4", "f8", "j8", "key Escape"]),
)


@given(st.lists(_STEPS, max_size=25))
@settings(deadline=None, max_examples=60)
def test_whatever_is_done_the_text_can_be_read(steps: list[str]) -> None:
    editing = after(opened("tensor-chess"), *steps)
    assert editing.editor.read(editing.text) == editing.text
    assert editing.problem == "" or editing.problem.endswith((".", ")"))


# --- on the page -----------------------------------------------------------------------------------------------------


def test_from_the_new_game_page_and_back_to_a_table() -> None:
    tab = Tab(address="#/new/tensor-chess")
    tab.change("new_game.name.0", "Ada")
    assert PAGE in [link[1]["href"] for link in tab.all("a")]
    tab.visit(PAGE)
    assert tab.main == "page-edit"
    tab.click("editor.clear")
    assert "White has no king." in tab.text
    assert not tab.shows("editor.play")
    for tool, square in (("K", "f1"), ("R", "a1"), ("k", "j8")):
        tab.click("editor.tool", tool)
        tab.touch(square)
    tab.change("editor.switch.castling", "Q")
    assert tab.position == ENDGAME
    assert "This position can be played." in tab.text
    tab.click("editor.play")
    assert tab.main == "page-new"
    assert tab.position == ENDGAME
    assert tab.all("input")[0][1]["value"] == "Ada"
    tab.submit("new_game.begin")
    assert tab.timeline.record.start == ENDGAME
    tab.touch("f1", "b1")
    assert tab.position.startswith("9k/10/10/10/10/10/10/1KR7 b")


def test_the_address_names_the_position() -> None:
    tab = Tab(address=PAGE)
    tab.click("editor.clear")
    assert tab.browser.address() == f"{PAGE}/{quote(BARE, safe='')}"
    again = tab.reloaded()
    assert again.position == BARE
    assert len(tab.browser.history) == 1


def test_a_start_that_is_typed_can_be_set_up_further() -> None:
    tab = Tab(address="#/new/tensor-chess")
    tab.change("new_game.start", ENDGAME)
    (address,) = [link[1]["href"] for link in tab.all("a") if link[1]["href"].startswith(PAGE)]
    tab.visit(address)
    assert tab.position == ENDGAME
    (back,) = [link[1]["href"] for link in tab.all("a") if link[1]["href"].startswith("#/new")]
    tab.visit(back)
    assert tab.position == ENDGAME


def test_what_cannot_be_read_stays_in_the_field() -> None:
    tab = Tab(address=f"{PAGE}/nonsense")
    assert tab.position == START
    (field,) = tab.all("textarea")
    assert field[2] == "nonsense"
    assert "six parts" in tab.text


def test_a_piece_is_dragged_and_thrown_away() -> None:
    tab = Tab(address=PAGE)
    tab.send("take", "c1")
    tab.send("drop", "d3")
    assert "3N6" in tab.position
    tab.send("take", "d3")
    tab.send("away", "d3")
    assert "3N6" not in tab.position


def test_there_is_no_editor_for_every_game() -> None:
    for name in ("sensei", "checkers"):
        assert Tab(address=f"#/edit/{name}").main == "page-missing"


def test_the_text_can_be_copied() -> None:
    tab = Tab(address=PAGE)
    tab.click("app.copy", "edit-text")
    tab.idle()
    assert tab.browser.copied == [START]
    assert "Copied" in tab.text
