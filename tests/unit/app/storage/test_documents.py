"""Test that the app loses no changes of documents (settings, setups, progress) in full storage or in two tabs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.preferences import parse_settings
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.app.storage.progress import parse_progress
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import format_setups, parse_setups
from ruleboard.app.workshop.session import BoardSession
from ruleboard.registry import BOARD_EDITORS
from tests.support.stored_documents import FULL_STORAGE_TEXT, change
from tools.fake_browser import Storage, Tab, begin_sensei


@pytest.mark.parametrize("key", [SETTINGS_KEY, SETUPS_KEY, PROGRESS_KEY])
def test_unsaved_document_is_announced_and_stored_later(key: str) -> None:
    tab = Tab()
    tab.storage.has_room = False
    change(tab, key)
    assert any(FULL_STORAGE_TEXT in notice for notice in tab.notices)
    assert key not in tab.storage.texts
    tab.visit("#/")
    assert any(FULL_STORAGE_TEXT in notice for notice in tab.notices), "the document is still unsaved"
    tab.storage.has_room = True
    tab.visit("#/help")
    assert not tab.notices
    assert key in tab.storage.texts


def test_saved_game_does_not_hide_unsaved_board() -> None:
    tab = begin_sensei()
    tab.visit("#/boards/tensor-cards")
    tab.storage.has_room = False
    tab.click("workshop.new")
    tab.back()
    tab.back()
    tab.storage.has_room = True
    tab.play("a1-a4")
    assert not tab.notices
    assert parse_setups(tab.storage.texts[SETUPS_KEY])


@pytest.mark.parametrize("is_informed", [False, True])
def test_boards_of_two_tabs_are_both_saved(is_informed: bool) -> None:
    """The boards of two tabs are both saved, even if one tab is frozen and receives no storage events."""
    first = Tab(address="#/boards/tensor-cards")
    second = Tab(first.storage, "#/boards/tensor-cards")
    first.click("workshop.new")
    if is_informed:
        second.receive_storage_events()
    second.click("workshop.new")
    saved_setups = parse_setups(first.storage.texts[SETUPS_KEY])
    assert saved_setups
    assert len({setup.name for setup in saved_setups}) == 2


@pytest.mark.parametrize("is_informed", [False, True])
def test_drawings_of_two_tabs_are_merged(is_informed: bool) -> None:
    """Drawings of two tabs on the same board are merged, with or without a storage event."""
    first = Tab(address="#/boards/tensor-cards")
    first.click("workshop.new")
    second = Tab(first.storage, first.browser.address())
    first.touch("1,1")
    if is_informed:
        second.receive_storage_events()
    second.touch("2,0")
    single_tab = Tab(address="#/boards/tensor-cards")
    single_tab.click("workshop.new")
    single_tab.touch("1,1", "2,0")
    (merged_setups,), (expected,) = (parse_setups(tab.storage.texts[SETUPS_KEY]) or () for tab in (first, single_tab))
    assert merged_setups == expected
    second.key("u")
    second.key("u")
    assert isinstance(second.controller.model.page, BoardSession)
    assert second.controller.model.page.text == BOARD_EDITORS["tensor-cards"].rename(
        BOARD_EDITORS["tensor-cards"].empty_board_text(), merged_setups.name, ""
    ), "undo also reverts the other tab's drawing"


def test_board_deleted_in_other_tab_is_saved_again() -> None:
    for text in ('{"setups": []}', "broken"):
        tab = Tab(address="#/boards/tensor-cards")
        tab.click("workshop.new")
        tab.storage.texts[SETUPS_KEY] = text
        tab.touch("1,1")
        assert tab.main == "page-bench"
        assert len(parse_setups(tab.storage.texts[SETUPS_KEY]) or ()) == 1


def test_board_in_unknown_format_is_not_overwritten() -> None:
    tab = Tab(address="#/boards/tensor-cards")
    tab.click("workshop.new")
    (setup,) = parse_setups(tab.storage.texts[SETUPS_KEY]) or ()
    foreign_setup = replace(setup, text='{"format": "ruleboard/tensor-board/2"}')
    tab.storage.texts[SETUPS_KEY] = format_setups([foreign_setup])
    tab.touch("1,1")
    saved_setups = parse_setups(tab.storage.texts[SETUPS_KEY]) or ()
    assert foreign_setup in saved_setups
    assert len(saved_setups) == 2


@pytest.mark.parametrize("is_informed", [False, True])
def test_lessons_of_two_tabs_are_both_remembered(is_informed: bool) -> None:
    first = Tab(address="#/learn/sensei/goal/2")
    second = Tab(first.storage, "#/learn")
    first.touch("e1", "e7")
    if is_informed:
        second.receive_storage_events()
    second.visit("#/learn/sensei/draws/2")
    assert set(parse_progress(first.storage.texts[PROGRESS_KEY])["sensei"]) == {"goal", "draws"}


@pytest.mark.parametrize("is_informed", [False, True])
def test_settings_of_two_tabs_are_both_saved(is_informed: bool) -> None:
    first = Tab(address="#/settings")
    second = Tab(first.storage, "#/settings")
    first.change("settings.choose.theme", "dark")
    if is_informed:
        second.receive_storage_events()
    second.change("settings.choose.motion", "off")
    saved_settings = parse_settings(first.storage.texts[SETTINGS_KEY])
    assert (saved_settings.theme, saved_settings.motion) == ("dark", False)
    assert second.browser.themes[-1] == "dark"


def test_waiting_document_does_not_overwrite_other_tabs() -> None:
    first = Tab(address="#/boards/tensor-cards")
    second = Tab(first.storage, "#/boards/tensor-cards")
    first.storage.has_room = False
    first.click("workshop.new")
    first.storage.has_room = True
    second.click("workshop.new")
    second_text = first.storage.texts[SETUPS_KEY]
    first.visit("#/")
    assert parse_setups(second_text)
    assert set(parse_setups(second_text) or ()) <= set(parse_setups(first.storage.texts[SETUPS_KEY]) or ())


def test_cleared_document_is_saved_with_next_change() -> None:
    tab = Tab()
    change(tab, SETUPS_KEY)
    tab.storage.clear()
    tab.visit("#/boards/tensor-cards")
    tab.click("workshop.new")
    saved_setups = parse_setups(tab.storage.texts[SETUPS_KEY])
    assert saved_setups
    assert len(saved_setups) == 2


@pytest.mark.parametrize("field", ["title", "author"])
@pytest.mark.parametrize(
    "text", ["\U0001f468\u200d\U0001f469", "a\u00adb", "\ud83d", "tab\there", "\u202eevil", "\x00"]
)
def test_name_is_accepted_or_cleaned(field: str, text: str) -> None:
    tab = Tab(Storage(), "#/boards/tensor-cards")
    tab.click("workshop.new")
    tab.change(f"workshop.{field}", text)
    assert not tab.notices
    assert parse_setups(tab.storage.texts[SETUPS_KEY])
    assert tab.reload().main == "page-bench"
