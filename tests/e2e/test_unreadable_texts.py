"""Test unreadable stored texts: the app lists them, exports them, and deletes them only on request."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ruleboard.registry import BOARD_EDITORS
from tests.e2e.helpers import KEY_PREFIX, begin_game, download, go, read_saved_games, read_storage, reload, tap

SETTINGS_KEY, PROGRESS_KEY, SETUPS_KEY = "ruleboard/1/settings", "ruleboard/1/progress", "ruleboard/1/setups"


@pytest.mark.core
@pytest.mark.parametrize("is_full", [False, True])
def test_unreadable_texts_are_reported_and_preserved(tablet: Page, open_with_storage, is_full):
    texts = {SETTINGS_KEY: '{"theme": "da', PROGRESS_KEY: "not even JSON"}
    if is_full:
        tablet.add_init_script(
            "if (!location.pathname.endsWith('/empty')) Storage.prototype.setItem ="
            " () => { throw new DOMException('full', 'QuotaExceededError'); };"
        )
    open_with_storage(tablet, texts)
    notices = tablet.locator(".notice.warning")
    expect(notices).to_have_count(2)
    expect(notices.filter(has_text="settings can’t be read")).to_be_visible()
    expect(notices.filter(has_text="progress in the lessons can’t be read")).to_be_visible()
    export_button = notices.filter(has_text="settings").get_by_role("button", name="Download what was saved")
    assert set(download(tablet, lambda: tap(export_button)).read_text().splitlines()) == set(texts.values())
    go(tablet, "#/settings")
    tablet.get_by_text("Dark", exact=True).click()
    expect(tablet.locator("html")).to_have_attribute("data-theme", "dark")
    if is_full:
        expect(tablet.locator(".notice", has_text="not everything is saved")).to_be_visible()
        assert read_storage(tablet) == texts
        return
    texts_after = read_storage(tablet)
    assert '"dark"' in texts_after[SETTINGS_KEY]
    assert (texts_after[f"{SETTINGS_KEY}-unreadable"], texts_after[PROGRESS_KEY]) == tuple(texts.values())
    reload(tablet)
    expect(tablet.locator("html")).to_have_attribute("data-theme", "dark")
    expect(tablet.locator(".notice.warning")).to_have_count(1)  # for the lessons, which have no new text yet
    entries = tablet.get_by_role("listitem").filter(has=tablet.get_by_role("button", name=re.compile("^Download:")))
    expect(entries).to_have_count(2)
    for key, name in ((SETTINGS_KEY, "Settings"), (PROGRESS_KEY, "Lessons you’ve done")):
        download_button = entries.get_by_role("button", name=f"Download: {name}")
        assert download(tablet, lambda download_button=download_button: tap(download_button)).read_text() == texts[key]
    tap(entries.get_by_role("button", name="Delete: Settings"))
    expect(entries).to_have_count(1)
    tap(tablet.locator(".notice.undo").get_by_role("button", name="Undo"))
    expect(entries).to_have_count(2)
    for name in ("Settings", "Lessons you’ve done"):
        tap(entries.get_by_role("button", name=f"Delete: {name}"))
        tablet.wait_for_timeout(500)  # the page ignores a quick second tap on the next button, which moves up
    expect(tablet.get_by_role("heading", name="What couldn’t be read")).to_have_count(0)
    expect(tablet.locator(".notice.warning")).to_have_count(0)
    assert not set(texts.values()) & set(read_storage(tablet).values())
    assert read_storage(tablet)[SETTINGS_KEY] == texts_after[SETTINGS_KEY]


def test_games_of_other_versions_have_names(phone: Page, open_with_storage):
    texts = {
        "newer": '{"format":"ruleboard/2","all":"new"}',
        "other": '{"format":"ruleboard/1","game":"ludo","seed":1,"players":["A","B"],"actions":[]}',
        "older": '{"format":"ruleboard/0"}',
    }
    names = {"newer": "A game from a newer version", "other": "An unknown game", "older": "A damaged game"}
    open_with_storage(phone, {KEY_PREFIX + id: text for id, text in texts.items()})
    for id, name in names.items():
        entry = phone.locator(".entry", has_text=name)
        expect(entry).to_contain_text("Can’t be opened")
        assert entry.locator("strong").evaluate("name => name.scrollWidth <= name.clientWidth"), (
            "the name is not cut off"
        )
        expect(entry).to_have_class("entry damaged" if id == "older" else "entry")
        tap(entry.locator("a"))
        expect(phone.locator(".page-missing")).to_contain_text("hasn’t changed")
        file = download(phone, phone.get_by_role("button", name="Download what was saved").click)
        assert file.read_text() == texts[id]
        phone.go_back()
        expect(phone.locator(".page-home")).to_be_visible()
    assert read_saved_games(phone) == texts


def test_unreadable_boards_and_armies_are_listed_with_errors(phone: Page, open_with_storage):
    empty_board_text = BOARD_EDITORS["tensor-cards"].empty_board_text()
    texts = {
        "By hand": empty_board_text.replace('"o-', '"x-', 1),
        "From tomorrow": '{"format": "ruleboard/tensor-board/2"}',
    }
    setups = [{"game": "tensor-cards", "name": name, "text": text} for name, text in texts.items()]
    setups.append({"game": "tesulda", "name": "Wings", "text": "(Tcx)9/10"})
    open_with_storage(phone, {SETUPS_KEY: json.dumps({"setups": setups})})
    expect(phone.locator(".notice")).to_have_count(0)
    go(phone, "#/boards/tensor-cards")
    reasons = {"By hand": "line 12, field drawing[1]: column 1", "From tomorrow": "this needs a newer version"}
    for name, reason in reasons.items():
        entry = phone.locator(".sheet-entry", has_text=name)
        expect(entry).to_contain_text(f"Can’t be opened: {reason}")
        file = download(phone, entry.get_by_role("button", name="Export").click)
        assert file.read_text() == texts[name]
    tap(phone.locator(".sheet-entry", has_text="By hand").get_by_role("button", name="Delete"))
    expect(phone.locator(".sheet-entry.damaged")).to_have_count(1)
    tap(phone.locator(".notice.undo").get_by_role("button", name="Undo"))
    expect(phone.locator(".sheet-entry.damaged")).to_have_count(2)
    begin_game(phone, "tesulda", setup="build")
    phone.locator('[data-do="play.uncover"]').click()
    tap(phone.locator("[data-opens=setups]"))
    army = phone.locator(".setups li", has_text="Wings")
    expect(army).to_contain_text("Can’t be opened: front rank, square 1: 'x' isn’t a piece")
    assert download(phone, army.get_by_role("button", name="Export").click).read_text() == "Wings: (Tcx)9/10\n"
    army.get_by_role("button", name="Delete Wings").click()
    expect(army).to_have_count(0)
    assert "Wings" not in read_storage(phone)[SETUPS_KEY]
