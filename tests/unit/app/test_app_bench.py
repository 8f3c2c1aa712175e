"""Boards of one's own: drawn, kept at once, named, exchanged, played on and printed."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.storage.setups import KEY, Setup, parse_setups
from ruleboard.app.workshop import session as benches
from ruleboard.games.registry import WORKSHOPS
from tools.fake_browser import Storage, Tab

GAME = "tensor-cards"
SHOP = WORKSHOPS[GAME]
ALL = f"#/boards/{GAME}"


def kept(tab: Tab) -> dict[str, str]:
    """The kept boards, by name."""
    return {setup.name: setup.text for setup in parse_setups(tab.storage.texts.get(KEY)) or ()}


def drawing() -> Tab:
    """A tab with a new board on the bench."""
    tab = Tab(address=ALL)
    tab.click("workshop.new")
    return tab


def test_a_new_board_is_kept_before_anything_is_drawn() -> None:
    tab = drawing()
    assert kept(tab) == {"New board": SHOP.named(SHOP.fresh(), "New board", "")}
    assert tab.browser.address() == f"{ALL}/New%20board"
    assert "This board is fair and can be played." in tab.text


def test_every_touch_is_kept_and_a_reload_loses_nothing() -> None:
    tab = drawing()
    tab.touch("1,1")
    assert "r" in kept(tab)["New board"]
    assert SHOP.read(kept(tab)["New board"]).text == SHOP.named(
        SHOP.touched(SHOP.fresh(), "1,1", "grid", mirrored=True), "New board", ""
    )
    again = Tab(tab.storage, tab.browser.address())
    assert "data-target" in json.dumps(again.browser.page)
    assert "New board" in again.text


def test_faults_are_said_as_they_arise_and_keep_one_from_playing() -> None:
    tab = drawing()
    tab.click("workshop.tool", "star")
    tab.send("do", "workshop.mirrored", "on")
    tab.touch("0,0")
    assert "Column 1, row 1: there is a star, but none at column 7, row 7." in tab.text
    assert not tab.shows("workshop.play")
    tab.click("workshop.undo")
    assert "This board is fair and can be played." in tab.text


def test_a_board_of_the_game_becomes_ones_own_when_it_is_changed() -> None:
    tab = Tab(address=f"{ALL}/Short%20Order")
    assert kept(tab) == {}
    tab.touch("0,0-1,0")
    assert list(kept(tab)) == ["Short Order, my own"]
    assert tab.browser.address() == f"{ALL}/Short%20Order%2C%20my%20own"
    tab.key("u")
    assert list(kept(tab)) == ["Short Order, my own"]


def test_names_are_never_taken_twice() -> None:
    tab = drawing()
    tab.visit(ALL)
    tab.click("workshop.new")
    assert list(kept(tab)) == ["New board", "New board 2"]
    tab.send("do", "workshop.title", "Equilibrium Point")
    assert list(kept(tab)) == ["New board", "Equilibrium Point 2"]
    tab.send("do", "workshop.title", "  ")
    assert list(kept(tab)) == ["New board", "Equilibrium Point 2"]
    tab.send("do", "workshop.author", " Ann ")
    assert SHOP.read(kept(tab)["Equilibrium Point 2"]).author == "Ann"


def test_a_board_is_played_on_in_a_new_game() -> None:
    tab = drawing()
    tab.touch("1,1")
    tab.click("workshop.play")
    assert tab.browser.address() == f"#/new/{GAME}"
    assert "New board" in tab.text
    tab.send("do", "new_game.begin", "{}")
    (record,) = [json.loads(text) for key, text in tab.storage.texts.items() if "/game/" in key]
    assert record["options"]["board"] == SHOP.read(kept(tab)["New board"]).value
    assert record["meta"]["position"].startswith("new-board=")


def test_only_finished_boards_are_offered_for_a_new_game() -> None:
    tab = drawing()
    tab.visit(f"#/new/{GAME}")
    assert "New board" in tab.text
    tab.visit(f"{ALL}/New%20board")
    tab.send("do", "workshop.mirrored", "on")
    tab.touch("1,1")
    tab.visit(f"#/new/{GAME}")
    assert "New board" not in tab.text


def test_an_import_is_kept_or_says_line_and_field() -> None:
    tab = Tab(address=ALL)
    tab.send("do", "workshop.import_pasted", json.dumps({"text": SHOP.fresh().replace('"o-', '"x-', 1)}))
    assert kept(tab) == {}
    assert "Nothing was imported." in tab.text
    assert "Line 12, field drawing[1]: column 1" in tab.text
    tab.send("do", "workshop.import_file", json.dumps([None]))
    assert "Nothing was imported. The browser could not read the file" in tab.text
    tab.send("do", "workshop.import_file", json.dumps([SHOP.named(SHOP.fresh(), "From Bob", "Bob")]))
    assert list(kept(tab)) == ["From Bob"]
    assert "Nothing was imported." not in tab.text


def test_a_deck_is_kept_and_offered() -> None:
    deck = next(sheet for sheet in SHOP.ready() if sheet.option == "deck")
    tab = Tab(address=ALL)
    text = SHOP.named(deck.text.replace("3 toward", "2 away"), "Mine", "")
    tab.send("do", "workshop.import_pasted", json.dumps({"text": text}))
    assert list(kept(tab)) == ["Mine"]
    assert "Cards: Mine" in tab.text
    tab.visit(f"#/new/{GAME}")
    assert "Mine" in tab.text


def test_a_board_is_exported_as_it_is_imported() -> None:
    tab = drawing()
    tab.touch("1,1")
    tab.click("workshop.export")
    name, kind, text = tab.browser.downloads[-1]
    assert (name, kind) == ("board-new-board.json", "application/json")
    other = Tab(address=ALL)
    other.send("do", "workshop.import_file", json.dumps([text]))
    assert kept(other) == kept(tab)


def test_a_board_is_deleted_where_it_is_drawn_or_listed() -> None:
    tab = drawing()
    tab.click("workshop.delete", "New board")
    assert kept(tab) == {}
    assert tab.browser.address() == ALL
    tab.click("workshop.new")
    tab.visit(ALL)
    tab.click("workshop.delete", "New board")
    assert kept(tab) == {}


def test_a_board_is_printed_in_the_size_chosen() -> None:
    tab = drawing()
    tab.send("do", "workshop.space", "35")
    (sheet,) = [part for part in tab.all("div") if part[1].get("class") == "sheet"]
    assert sheet[2][0][1]["width"].endswith("mm")
    assert float(sheet[2][0][1]["width"][:-2]) == pytest.approx(6 * 35 + 2 * 0.84 * 35)
    tab.click("workshop.print")
    assert tab.browser.prints == 1


@pytest.mark.parametrize("address", [f"{ALL}/nothing", "#/boards/sensei", "#/boards/nothing"])
def test_what_is_not_there_is_said(address: str) -> None:
    tab = Tab(address=address)
    assert any(word in tab.text for word in ("There is no board", "No boards are drawn", "There is no game"))


def test_what_another_tab_has_drawn_is_listed() -> None:
    storage = Storage()
    first, second = Tab(storage, ALL), Tab(storage, ALL)
    first.click("workshop.new")
    second.listen()
    assert "New board" in second.text


def test_what_cannot_be_read_is_left_out_and_left_alone() -> None:
    setups = (Setup(GAME, "bad", "nonsense"), Setup("tesulda", "army", "x"))
    assert benches.own(GAME, setups) == ()
    assert benches.choices("sensei", "mode", setups) == ()


@pytest.mark.parametrize(("what", "value"), [("tool", "x"), ("columns", "4"), ("space", "7"), ("nothing", "")])
def test_unknown_wishes_change_nothing(what: str, value: str) -> None:
    bench = benches.begun(GAME, ())
    assert benches.done(bench, what, value, ()) == bench
    assert benches.touched(bench, "nowhere", ()) == bench
    assert benches.undone(bench) == bench


def test_keys_take_up_tools() -> None:
    bench = benches.begun(GAME, ())
    assert benches.pressed(bench, "t").tool == "star"
    assert benches.pressed(bench, "2").tool == "blue"
    assert benches.pressed(bench, "x") == bench
