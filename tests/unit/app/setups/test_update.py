"""Test the dialog with Tesulda's saved armies: saving, using, pasting, exporting, and hiding them from opponents."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.board import advice
from ruleboard.app.storage.setups import STORAGE_KEY, Setup, format_setups, parse_setups
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, mirror_image
from tools.fake_browser import Storage, Tab

WHOLE_ARMY = format_army(DEFAULT_ARMY)
HALF_ARMY = "(Tsh)9/4(Sck)5"


def open_building_tab(storage: Storage | None = None) -> Tab:
    """Return a tab in which the first player is building an army."""
    tab = Tab(storage, "#/new/tesulda")
    tab.change("new_game.option.setup", "build")
    tab.submit("new_game.begin", name_0="Ann", name_1="Bob")
    tab.click("play.uncover")
    return tab


def read_army(tab: Tab) -> str:
    """Return the army of the player to move, as the dialog shows it."""
    (area,) = [area for area in tab.all("textarea") if area[1].get("name") == "text"]
    return str(area[2])


def test_army_is_saved_used_mirrored_and_deleted() -> None:
    tab = open_building_tab()
    tab.touch("do:default")
    tab.submit("setups.keep", name=" Wings ")
    tab.touch("do:clear")
    tab.click("setups.use", "Wings")
    assert read_army(tab) == WHOLE_ARMY
    assert tab.stored_timeline.ply == tab.timeline.ply
    tab.touch("do:mirror")
    assert read_army(tab) == format_army(mirror_image(DEFAULT_ARMY))
    next_game = open_building_tab(tab.storage)
    next_game.click("setups.use", "Wings")
    assert read_army(next_game) == WHOLE_ARMY
    next_game.click("setups.delete", "Wings")
    assert not next_game.shows("setups.use")
    assert parse_setups(tab.storage.texts[STORAGE_KEY]) == ()


def test_used_army_is_undone_and_redone_at_once() -> None:
    tab = open_building_tab()
    tab.touch("base:S", "e1")
    tab.submit("setups.paste", text=WHOLE_ARMY)
    tab.click("play.undo")
    assert read_army(tab) == "10/4(S)5"
    tab.click("play.redo")
    assert read_army(tab) == WHOLE_ARMY
    tab.click("play.undo")
    tab.click("play.undo")
    assert read_army(tab) == "10/10"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(Tcx)9/10", "Front rank, square 1: 'x' isn’t a piece"),
        ("10", "There’s 1 rank (expected the front rank and the home rank, separated by /)."),
        ("(Tcsh)9/10", "a2: there are 3 pieces besides the crown (expected at most 2)."),
        ("10/(Stt)9", "Army: there are 2 stars (expected at most 1)."),
        (f"One: {WHOLE_ARMY}\nTwo: 10/11", "Line 2, home rank"),
        ("", "There’s 1 rank"),
    ],
)
def test_invalid_text_reports_its_error(text: str, message: str) -> None:
    tab = open_building_tab()
    tab.touch("base:S", "e1")
    tab.submit("setups.paste", text=text)
    assert message in tab.text
    assert tab.announcement.startswith(message)
    assert tab.timeline.ply == 1
    assert STORAGE_KEY not in tab.storage.texts
    tab.touch("base:C", "d1")
    assert message not in tab.text


def test_faulty_army_is_used_with_list_of_mistakes() -> None:
    tab = open_building_tab()
    tab.submit("setups.paste", text="10/(T)3(Skt)5")
    assert "The triangle on a1" in tab.text
    assert "share the figure on e1" in tab.text
    assert "do:done" not in tab.targets


def test_named_armies_are_saved_and_exported() -> None:
    tab = open_building_tab()
    tab.submit("setups.paste", text=f"One: {WHOLE_ARMY}\n\nTwo: {HALF_ARMY}\n")
    tab.click("setups.export")
    name, kind, text = tab.browser.downloads[-1]
    assert (name, kind) == ("tesulda-armies.txt", "text/plain")
    assert text == f"One: {WHOLE_ARMY}\nTwo: {HALF_ARMY}\n"


def test_second_player_cannot_see_first_players_armies() -> None:
    tab = open_building_tab()
    tab.touch("do:default", "do:mirror")
    tab.submit("setups.keep", name="Secret")
    tab.touch("do:done")
    for page in (tab, tab.reload()):
        assert "Secret" not in json.dumps(page.browser.page)
    tab.click("play.uncover")
    assert "Secret" not in json.dumps(tab.browser.page)
    tab.send("do", "setups.use", "Secret")
    assert read_army(tab) == "10/10"
    tab.touch("do:default", "do:done")
    assert not tab.all("textarea")
    next_game = open_building_tab(tab.storage)
    assert next_game.shows("setups.use", "Secret")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(Tcx)9/10", "Can’t be opened: front rank, square 1: 'x' isn’t a piece"),
        ("(Tcsh)9/10", "Can’t be opened: a2: there are 3 pieces besides the crown (expected at most 2)."),
    ],
)
def test_unreadable_army_is_marked_exported_deleted_and_restored(text: str, message: str) -> None:
    saved_setups = (Setup("tesulda", "By hand", text), Setup("tesulda", "Wings", WHOLE_ARMY))
    tab = open_building_tab(Storage({STORAGE_KEY: format_setups(saved_setups)}))
    assert message in tab.text
    assert tab.shows("setups.use", "Wings")
    assert not tab.shows("setups.use", "By hand")
    tab.click("setups.export", "By hand")
    assert tab.browser.downloads[-1][1:] == ("text/plain", f"By hand: {text}\n")
    tab.click("setups.delete", "By hand")
    assert message not in tab.text
    tab.click("app.undelete")
    assert message in tab.text
    assert set(parse_setups(tab.storage.texts[STORAGE_KEY]) or ()) == set(saved_setups)


def test_full_storage_is_reported_and_army_stays_in_memory() -> None:
    tab = open_building_tab()
    tab.touch("do:default")
    tab.storage.has_room = False
    tab.submit("setups.keep", name="Wings")
    assert tab.shows("setups.use", "Wings")
    assert any("storage is full" in notice for notice in tab.notices)


def test_unreadable_armies_document_is_quarantined() -> None:
    tab = open_building_tab(Storage({STORAGE_KEY: "broken"}))
    tab.touch("do:default")
    tab.submit("setups.keep", name="Wings")
    assert tab.storage.texts[f"{STORAGE_KEY}-unreadable"] == "broken"
    assert parse_setups(tab.storage.texts[STORAGE_KEY])


def test_other_tabs_list_saved_army() -> None:
    storage = Storage()
    first_tab, second_tab = open_building_tab(storage), open_building_tab(storage)
    first_tab.touch("do:default")
    first_tab.submit("setups.keep", name="Wings")
    second_tab.receive_storage_events()
    assert second_tab.shows("setups.use", "Wings")


def test_hint_names_button_for_whole_army() -> None:
    tab = open_building_tab()
    board = advice.with_hint(advice.request_hint(tab.play_page.table), ["default"])
    assert advice.advice_text(board) == "Look here: Default army (in “Armies”)."


def test_pasted_armies_of_one_name_are_all_saved() -> None:
    tab = open_building_tab()
    tab.submit("setups.paste", text=f"\ufeffWings: {WHOLE_ARMY}\u200b\r\nWings:\u00a0{HALF_ARMY}\r\n")
    saved_setups = parse_setups(tab.storage.texts[STORAGE_KEY]) or ()
    assert {(setup.name, setup.text) for setup in saved_setups} == {("Wings", WHOLE_ARMY), ("Wings 2", HALF_ARMY)}


def test_long_names_of_pasted_armies_are_cut_with_notice() -> None:
    tab = open_building_tab()
    tab.submit("setups.paste", text=f"Short: {WHOLE_ARMY}\n{'x' * 60}: {HALF_ARMY}\n")
    assert {setup.name for setup in parse_setups(tab.storage.texts[STORAGE_KEY]) or ()} == {"Short", "x" * 40}
    assert "Line 2" in tab.text
