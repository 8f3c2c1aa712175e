"""Test texts in the storage that people have edited: every page opens, and the app preserves unreadable texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.preferences import Settings, format_settings
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import Setup, format_setups, parse_setups
from tests.support.edited_texts import BOARD_TEXT, LONE_SURROGATE, TEXTS, draw_edited_text
from tests.support.stored_documents import change
from tools.fake_browser import Storage, Tab

PAGES = {
    SETTINGS_KEY: ["", "#/settings", "#/new/sensei"],
    PROGRESS_KEY: ["", "#/learn", "#/learn/sensei"],
    SETUPS_KEY: ["", "#/boards/tensor-cards", "#/boards/tensor-cards/Mine", "#/new/tensor-cards"],
    KEY_PREFIX + "x": ["", "#/play/x", "#/play/x/1"],
}
HOSTILE_TEXTS = [
    "",
    "[" * 99999,
    '{"a":' * 5000,
    "9" * 5000,
    LONE_SURROGATE,
    json.dumps(LONE_SURROGATE),
    "null",
    "\x00",
    "NaN",
    "-1",
    "1e999",
]


def assert_pages_open(key: str, text: str) -> None:
    """Assert that every page that reads the text of a key opens, and that the text remains stored or quarantined."""
    storage = Storage({**TEXTS, key: text})
    for address in PAGES[key]:
        tab = Tab(storage, address)
        tab.idle()
        assert tab.text
        assert text in storage.texts.values()
        tab_with_notice = Tab(Storage(TEXTS), address)
        tab_with_notice.storage.texts[key] = text
        tab_with_notice.send("stored", key, text)
        assert tab_with_notice.text


@pytest.mark.parametrize("key", TEXTS)
@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
def test_hostile_texts_are_read_or_quarantined(key: str, text: str) -> None:
    assert_pages_open(key, text)


@pytest.mark.parametrize("place", ["game", "setup", "names"])
def test_lone_surrogates_do_not_block_page(place: str) -> None:
    """The page opens if JSON contains half of an emoji, which an address cannot contain."""
    texts = {
        "game": {KEY_PREFIX + "x" + LONE_SURROGATE: TEXTS[KEY_PREFIX + "x"]},
        "setup": {SETUPS_KEY: format_setups([Setup("tensor-cards", "M" + LONE_SURROGATE, BOARD_TEXT)])},
        "names": {SETTINGS_KEY: format_settings(Settings(names=("A" + LONE_SURROGATE, LONE_SURROGATE)))},
    }
    tab = Tab(Storage(texts[place]), "#/boards/tensor-cards" if place == "setup" else "")
    tab.idle()
    links = [a[1]["href"] for a in tab.all("a") if "%ED" in a[1].get("href", "")]
    assert len(links) == (place != "names")
    for link in links:
        tab.visit(link)
        assert tab.main == {"setup": "page-bench", "game": "page-table"}[place]
    if place == "names":
        tab.visit("#/new/sensei")
        tab.submit("new_game.begin")
        tab.play("a1-a4")
        assert tab.stored_timeline.ply == 1


def test_both_setups_of_one_name_are_listed() -> None:
    storage = Storage({SETUPS_KEY: format_setups([Setup("tensor-cards", "Mine", BOARD_TEXT)] * 2)})
    tab = Tab(storage, "#/boards/tensor-cards")
    assert len({a[1]["href"] for a in tab.all("a") if "Mine" in a[1].get("href", "")}) == 2


def test_damaged_text_is_quarantined_next_to_older_one() -> None:
    storage = Storage({SETUPS_KEY: "broken", f"{SETUPS_KEY}-unreadable": "older"})
    tab = Tab(storage, "#/boards/tensor-cards")
    tab.click("workshop.new")
    assert {"broken", "older"} < set(storage.texts.values())


def test_quarantined_text_is_announced_and_downloadable() -> None:
    tab = Tab(Storage({SETUPS_KEY: "broken"}))
    (notice,) = tab.notices
    assert "can’t be read" in notice
    tab.click("settings.export_unreadable")
    assert tab.browser.downloads[-1][2] == "broken"
    assert tab.storage.texts[SETUPS_KEY] == "broken"
    assert tab.reload().notices == [notice], "the notice stays while the text does"


def test_quarantined_text_stays_downloadable_after_replacement() -> None:
    """The settings list quarantined texts until a person deletes them, even after the notice has disappeared."""
    tab = Tab(Storage({SETUPS_KEY: "broken", f"{SETUPS_KEY}-unreadable": "older"}), "#/boards/tensor-cards")
    tab.click("workshop.new")
    reloaded_tab = tab.reload()
    assert not reloaded_tab.notices
    reloaded_tab.visit("#/settings")
    for name, text in ((f"{SETUPS_KEY}-unreadable", "older"), (f"{SETUPS_KEY}-unreadable-2", "broken")):
        reloaded_tab.click("settings.export_unreadable", name)
        assert reloaded_tab.browser.downloads[-1][2] == text


def test_saved_game_is_not_listed_as_quarantined() -> None:
    tab = Tab(Storage({f"{KEY_PREFIX}x-unreadable": "a game of that name"}), "#/settings")
    assert not tab.shows("settings.export_unreadable")


def test_damaged_text_without_backup_is_not_replaced() -> None:
    storage = Storage({SETUPS_KEY: "broken"})
    storage.has_room = False
    tab = Tab(storage, "#/boards/tensor-cards")
    tab.click("workshop.new")
    assert storage.texts[SETUPS_KEY] == "broken"
    storage.has_room = True
    tab.visit("#/")
    assert "broken" in storage.texts.values()
    assert parse_setups(storage.texts[SETUPS_KEY])


CHANGED_FIELDS = {SETTINGS_KEY: {"theme", "asked"}, PROGRESS_KEY: {"sensei"}, SETUPS_KEY: {"setups"}}
"""The fields of each text that ``test_documents.change`` writes."""


@settings(max_examples=16)
@given(st.data())
@pytest.mark.parametrize("key", CHANGED_FIELDS)
def test_saving_preserves_content_of_edited_texts(key: str, data: st.DataObject) -> None:
    """Saving preserves all unchanged fields of edited texts, and quarantines unreadable texts."""
    text = data.draw(draw_edited_text(key))
    storage = Storage({key: text})
    tab = Tab(storage)
    change(tab, key)
    if text in storage.texts.values():
        return
    before, after = json.loads(text or "{}"), json.loads(storage.texts[key])
    for name in before.keys() - CHANGED_FIELDS[key]:
        assert json.dumps(after[name]) == json.dumps(before[name])
    match key:
        case _ if key == PROGRESS_KEY:
            old_items = before.get("sensei", [])
            saved_items = {json.dumps(item) for item in after["sensei"]}
            assert {
                json.dumps(item) for item in (old_items if isinstance(old_items, list) else [[old_items]])
            } <= saved_items
        case _ if key == SETUPS_KEY:
            names = {(setup.game, setup.name) for setup in parse_setups(text) or ()}
            assert names <= {(setup.game, setup.name) for setup in parse_setups(storage.texts[key]) or ()}


@settings(max_examples=8)
@given(st.data())
@pytest.mark.parametrize("key", TEXTS)
def test_manually_edited_texts_raise_no_error(key: str, data: st.DataObject) -> None:
    assert_pages_open(key, data.draw(draw_edited_text(key)))
