"""Test the workshop: drawing, storing, naming, importing, exporting, deleting, printing and playing."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.setups import STORAGE_KEY, parse_setups
from ruleboard.registry import BOARD_EDITORS
from tools.fake_browser import Storage, Tab

GAME = "tensor-cards"
WORKSHOP = BOARD_EDITORS[GAME]
LIST_ADDRESS = f"#/boards/{GAME}"


def read_stored_boards(tab: Tab) -> dict[str, str]:
    """Return the texts of the stored custom boards by their names."""
    return {setup.name: setup.text for setup in parse_setups(tab.storage.texts.get(STORAGE_KEY)) or ()}


def tab_with_new_board() -> Tab:
    """Return a tab with a new board."""
    tab = Tab(address=LIST_ADDRESS)
    tab.click("workshop.new")
    return tab


def test_new_board_is_stored_immediately() -> None:
    tab = tab_with_new_board()
    assert read_stored_boards(tab) == {"New board": WORKSHOP.rename(WORKSHOP.empty_board_text(), "New board", "")}
    assert tab.browser.address() == f"{LIST_ADDRESS}/New%20board"
    assert "This board is fair and can be played." in tab.text


def test_every_touch_is_stored() -> None:
    tab = tab_with_new_board()
    tab.touch("1,1")
    assert "r" in read_stored_boards(tab)["New board"]
    assert WORKSHOP.parse(read_stored_boards(tab)["New board"]).text == WORKSHOP.rename(
        WORKSHOP.apply_tool(WORKSHOP.empty_board_text(), "1,1", "grid", is_mirrored=True), "New board", ""
    )
    reopened_tab = Tab(tab.storage, tab.browser.address())
    assert "data-target" in json.dumps(reopened_tab.browser.page)
    assert "New board" in reopened_tab.text


def test_faulty_board_cannot_be_played() -> None:
    tab = tab_with_new_board()
    tab.click("workshop.tool", "star")
    tab.send("do", "workshop.mirrored", "on")
    tab.touch("0,0")
    assert "Column 1, row 1: " in tab.text
    assert not tab.shows("workshop.play")
    tab.click("workshop.undo")
    assert "This board is fair and can be played." in tab.text


def test_changed_standard_board_gets_new_name() -> None:
    tab = Tab(address=f"{LIST_ADDRESS}/Short%20Order")
    assert read_stored_boards(tab) == {}
    tab.touch("0,0-1,0")
    assert list(read_stored_boards(tab)) == ["Short Order (my copy)"]
    assert tab.browser.address() == f"{LIST_ADDRESS}/Short%20Order%20%28my%20copy%29"
    tab.key("u")
    assert list(read_stored_boards(tab)) == ["Short Order (my copy)"]


def test_board_names_are_unique() -> None:
    tab = tab_with_new_board()
    tab.visit(LIST_ADDRESS)
    tab.click("workshop.new")
    assert list(read_stored_boards(tab)) == ["New board", "New board 2"]
    tab.send("do", "workshop.title", "Equilibrium Point")
    assert list(read_stored_boards(tab)) == ["New board", "Equilibrium Point 2"]
    tab.send("do", "workshop.title", "  ")
    assert list(read_stored_boards(tab)) == ["New board", "Equilibrium Point 2"]
    tab.send("do", "workshop.author", " Ann ")
    assert WORKSHOP.parse(read_stored_boards(tab)["Equilibrium Point 2"]).author == "Ann"


def test_new_game_uses_board() -> None:
    tab = tab_with_new_board()
    tab.touch("1,1")
    tab.click("workshop.play")
    assert tab.browser.address() == f"#/new/{GAME}"
    assert "New board" in tab.text
    tab.send("do", "new_game.begin", "{}")
    (record,) = [json.loads(text) for key, text in tab.storage.texts.items() if "/game/" in key]
    assert record["options"]["board"] == WORKSHOP.parse(read_stored_boards(tab)["New board"]).value
    assert record["meta"]["position"].startswith("new-board=")


def test_faulty_boards_are_not_offered() -> None:
    tab = tab_with_new_board()
    tab.visit(f"#/new/{GAME}")
    assert "New board" in tab.text
    tab.visit(f"{LIST_ADDRESS}/New%20board")
    tab.send("do", "workshop.mirrored", "on")
    tab.touch("1,1")
    tab.visit(f"#/new/{GAME}")
    assert "New board" not in tab.text


def test_import_is_stored_or_error_has_line_and_field() -> None:
    tab = Tab(address=LIST_ADDRESS)
    tab.send("do", "workshop.import_pasted", json.dumps({"text": WORKSHOP.empty_board_text().replace('"o-', '"x-', 1)}))
    assert read_stored_boards(tab) == {}
    assert "Nothing was imported." in tab.text
    assert "Line 12, field drawing[1]: column 1" in tab.text
    tab.send("do", "workshop.import_file", json.dumps([None]))
    assert "Nothing was imported. The browser couldn’t read the file" in tab.text
    tab.send(
        "do", "workshop.import_file", json.dumps([WORKSHOP.rename(WORKSHOP.empty_board_text(), "From Bob", "Bob")])
    )
    assert list(read_stored_boards(tab)) == ["From Bob"]
    assert "Nothing was imported." not in tab.text


def test_deck_is_stored_and_offered() -> None:
    deck = next(sheet for sheet in WORKSHOP.presets() if sheet.option == "deck")
    tab = Tab(address=LIST_ADDRESS)
    text = WORKSHOP.rename(deck.text.replace("3 toward", "2 away"), "Mine", "")
    tab.send("do", "workshop.import_pasted", json.dumps({"text": text}))
    assert list(read_stored_boards(tab)) == ["Mine"]
    assert "Cards: Mine" in tab.text
    tab.visit(f"#/new/{GAME}")
    assert "Mine" in tab.text


def test_exported_board_can_be_imported() -> None:
    tab = tab_with_new_board()
    tab.touch("1,1")
    tab.click("workshop.export")
    name, kind, text = tab.browser.downloads[-1]
    assert (name, kind) == ("board-new-board.json", "application/json")
    second_tab = Tab(address=LIST_ADDRESS)
    second_tab.send("do", "workshop.import_file", json.dumps([text]))
    assert read_stored_boards(second_tab) == read_stored_boards(tab)


def test_board_is_deleted_on_page_or_in_list() -> None:
    tab = tab_with_new_board()
    tab.click("workshop.delete", "New board")
    assert read_stored_boards(tab) == {}
    assert tab.browser.address() == LIST_ADDRESS
    tab.click("workshop.new")
    tab.visit(LIST_ADDRESS)
    tab.click("workshop.delete", "New board")
    assert read_stored_boards(tab) == {}


def test_board_is_printed_in_selected_size() -> None:
    tab = tab_with_new_board()
    tab.send("do", "workshop.space", "35")
    (sheet,) = [part for part in tab.all("div") if part[1].get("class") == "sheet"]
    assert sheet[2][0][1]["width"].endswith("mm")
    assert float(sheet[2][0][1]["width"][:-2]) == pytest.approx(6 * 35 + 2 * 0.84 * 35)
    tab.click("workshop.print")
    assert tab.browser.prints == 1


@pytest.mark.parametrize("address", [f"{LIST_ADDRESS}/nothing", "#/boards/sensei", "#/boards/nothing"])
def test_unknown_board_or_game_has_no_page(address: str) -> None:
    tab = Tab(address=address)
    assert any(
        word in tab.text
        for word in ("has no board editor", "There’s no board", "has no boards to draw", "There’s no game")
    )


def test_board_from_other_tab_is_listed() -> None:
    storage = Storage()
    first, second = Tab(storage, LIST_ADDRESS), Tab(storage, LIST_ADDRESS)
    first.click("workshop.new")
    second.receive_storage_events()
    assert "New board" in second.text


@pytest.mark.parametrize(("message", "value"), [("columns", "4"), ("rows", "99"), ("space", "7"), ("tool", "x")])
def test_unavailable_value_changes_nothing(message: str, value: str) -> None:
    tab = tab_with_new_board()
    before, page = read_stored_boards(tab), tab.controller.model.page
    tab.send("do", f"workshop.{message}", value)
    assert (read_stored_boards(tab), tab.controller.model.page) == (before, page)


def test_board_can_be_resized() -> None:
    tab = tab_with_new_board()
    tab.send("do", "workshop.columns", "5")
    assert WORKSHOP.parse(read_stored_boards(tab)["New board"]).size == (5, 7)
    tab.send("do", "workshop.rows", "5")
    assert WORKSHOP.parse(read_stored_boards(tab)["New board"]).size == (5, 5)
    tab.click("workshop.undo")
    assert WORKSHOP.parse(read_stored_boards(tab)["New board"]).size == (5, 7)


def test_author_of_standard_board_is_stored() -> None:
    tab = Tab(address=f"{LIST_ADDRESS}/Short%20Order")
    tab.send("do", "workshop.author", "Ann")
    (text,) = read_stored_boards(tab).values()
    assert (WORKSHOP.parse(text).title, WORKSHOP.parse(text).author) == ("Short Order (my copy)", "Ann")
