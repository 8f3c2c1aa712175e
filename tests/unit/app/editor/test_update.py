"""Test the position editor's messages, its address, and the game that begins from a position."""

from __future__ import annotations

from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.editor import update as editor
from ruleboard.app.editor.session import EditorSession, open_editor
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.runtime import dispatch
from ruleboard.registry import EDITORS, GAMES
from tools.fake_browser import Storage, Tab

GAME = GAMES["tensor-chess"]
APP = Tab().controller._app
START = GAME.format_position(GAME.initial({}, 0))
EMPTY_POSITION = "10/10/10/10/10/10/10/10 w - - 0 1"
ENDGAME_POSITION = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"
EDITOR_ADDRESS = "#/edit/tensor-chess"

INPUT_STRATEGY = st.one_of(
    st.sampled_from(
        [
            ("editor.clear", ""),
            ("editor.start", ""),
            ("editor.undo", ""),
            ("editor.turn", ""),
            ("editor.zoom", ""),
            ("editor.switch.turn", "1"),
            ("editor.switch.castling", "K"),
            ("editor.text", "x"),
        ]
    ),
    st.sampled_from([("editor.tool", tool.id) for tool in EDITORS["tensor-chess"].tools]),
    st.sampled_from([("touch", square) for square in ("a1", "f1", "j1", "e4", "f8", "j8")]),
    st.sampled_from([("key", "f"), ("key", "Escape")]),
)


@given(st.lists(INPUT_STRATEGY, max_size=25))
@settings(deadline=None, max_examples=60)
def test_position_is_well_formed_after_any_input(inputs: list[tuple[str, str]]) -> None:
    session = open_editor("tensor-chess")
    for name, value in inputs:
        session = handle_input(session, name, value)
    assert session.editor.normalize(session.text) == session.text
    assert session.error == "" or session.error.endswith((".", ")"))


def handle_input(session: EditorSession, name: str, value: str) -> EditorSession:
    """Return the session after one input: "touch", "key", or the name of a message."""
    match name:
        case "touch":
            page = editor.on_gesture(session, Gesture(GestureKind.TOUCH, value), APP.context, APP.services).session
        case "key":
            page = dispatch.handle_key(session, value, APP.context, APP.services).session
        case _:
            page = dispatch.handle_message(session, name, value, APP.context, APP.services).session
    assert isinstance(page, EditorSession)
    return page


def test_position_is_edited_from_new_game_and_played() -> None:
    tab = Tab(address="#/new/tensor-chess")
    tab.change("new_game.name.0", "Ada")
    assert EDITOR_ADDRESS in [link[1]["href"] for link in tab.all("a")]
    tab.visit(EDITOR_ADDRESS)
    assert tab.main == "page-edit"
    tab.click("editor.clear")
    assert "White has no king." in tab.text
    assert not tab.shows("editor.play")
    for tool, square in (("K", "f1"), ("R", "a1"), ("k", "j8")):
        tab.click("editor.tool", tool)
        tab.touch(square)
    tab.change("editor.switch.castling", "Q")
    assert tab.position == ENDGAME_POSITION
    assert "You can play this position." in tab.text
    tab.click("editor.play")
    assert tab.main == "page-new"
    assert tab.position == ENDGAME_POSITION
    assert "Ada" in [field[1].get("value") for field in tab.all("input") if field[1].get("name") == "name-0"]
    tab.submit("new_game.begin")
    assert tab.timeline.record.start == ENDGAME_POSITION
    tab.touch("f1", "b1")
    assert tab.position.startswith("9k/10/10/10/10/10/10/1KR7 b")


def test_address_contains_position() -> None:
    tab = Tab(address=EDITOR_ADDRESS)
    tab.click("editor.clear")
    assert tab.browser.address() == f"{EDITOR_ADDRESS}/{quote(EMPTY_POSITION, safe='')}"
    reloaded_tab = tab.reload()
    assert reloaded_tab.position == EMPTY_POSITION
    assert len(tab.browser.history) == 1


def test_typed_start_position_can_be_edited() -> None:
    tab = Tab(address="#/new/tensor-chess")
    tab.change("new_game.start", ENDGAME_POSITION)
    (address,) = [link[1]["href"] for link in tab.all("a") if link[1]["href"].startswith(EDITOR_ADDRESS)]
    tab.visit(address)
    assert tab.position == ENDGAME_POSITION
    (back_link,) = [link[1]["href"] for link in tab.all("a") if link[1]["href"].startswith("#/new")]
    tab.visit(back_link)
    assert tab.position == ENDGAME_POSITION


def test_malformed_text_stays_in_field() -> None:
    tab = Tab(address=f"{EDITOR_ADDRESS}/nonsense")
    assert tab.position == START
    (field,) = tab.all("textarea")
    assert field[2] == "nonsense"
    assert "6 parts" in tab.text


def test_piece_is_dragged_to_square_and_off_board() -> None:
    tab = Tab(address=EDITOR_ADDRESS)
    tab.send("take", "c1")
    tab.send("drop", "d3")
    assert "3N6" in tab.position
    tab.send("take", "d3")
    tab.send("away", "d3")
    assert "3N6" not in tab.position


def test_game_without_editor_has_no_page() -> None:
    assert Tab(address="#/edit/checkers").main == "page-missing"


def test_tool_is_dragged_from_palette() -> None:
    tab = Tab(address=f"{EDITOR_ADDRESS}/{quote(EMPTY_POSITION, safe='')}")
    tab.send("take", "tool:N")
    tab.send("drop", "e4")
    assert tab.position == "10/10/10/10/4N5/10/10/10 w - - 0 1"
    tab.touch("e5")  # a dragged tool is used once and does not stay selected
    assert tab.position.count("N") == 1
    before = tab.position
    tab.send("take", "tool:N")
    tab.send("away", "tool:N")
    tab.touch("e6")
    assert tab.position == before


def test_position_of_table_is_edited() -> None:
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin")
    tab.touch("a1", "a4")
    (address,) = [link[1]["href"] for link in tab.all("a") if link[1]["href"].startswith("#/edit/sensei")]
    tab.visit(address)
    assert tab.position == "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"
    tab.click("editor.table")
    assert (tab.main, tab.position) == ("page-table", "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi")


def test_position_text_can_be_copied() -> None:
    tab = Tab(address=EDITOR_ADDRESS)
    tab.click("app.copy", "edit-text")
    tab.idle()
    assert tab.browser.copied == [START]
    assert "Copied" in tab.text


def test_impossible_position_is_not_copied() -> None:
    tab = Tab(address=EDITOR_ADDRESS)
    tab.send("do", "editor.text", "9/9 w")
    (button,) = [attrs for _tag, attrs, _inside in tab.all("button") if attrs.get("data-do") == "app.copy"]
    assert "disabled" in button
    tab.send("do", "editor.text", START)
    (button,) = [attrs for _tag, attrs, _inside in tab.all("button") if attrs.get("data-do") == "app.copy"]
    assert "disabled" not in button


def test_card_coordinates_next_to_text_match_board() -> None:
    tab = Tab(Storage(), "#/edit/tensor-cards")
    assert "As Black sees it, by column and row: red piece (column 2, row 3)" in tab.text
    tab.click("editor.turn")
    tab.touch("4,1", "0,0")
    assert "As White sees it, by column and row: red piece (column 7, row 1)" in tab.text
    assert "Seen by" not in Tab(Storage(), "#/edit/sensei").text


def test_study_changes_in_other_tab_are_listed() -> None:
    storage = Storage()
    tab, second_tab = Tab(storage, EDITOR_ADDRESS), Tab(storage)
    assert "Study: A new study" not in tab.text
    second_tab.click("study.new")
    tab.receive_storage_events()
    assert "Study: A new study" in tab.text
    second_tab.click("study.panel", "chapters")
    second_tab.change("study.title", "Forks")
    tab.receive_storage_events()
    assert "Study: Forks" in tab.text
    second_tab.click("study.delete")
    tab.receive_storage_events()
    assert "Study:" not in tab.text


def test_originating_study_is_offered() -> None:
    tab = Tab(Storage(), "#/study/open-doors")
    tab.click("study.mode", "edit")
    tab.click("study.panel", "chapters")
    tab.send("do", "study.set_up", "sensei")
    assert tab.browser.address().startswith("#/edit/sensei")
    (value,) = (
        attrs["value"] for _tag, attrs, inside in tab.all("option") if "".join(map(str, inside)) == "Study: Open doors"
    )
    tab.change("study.from_position", value)
    assert tab.browser.address() == "#/study/open-doors/2"
