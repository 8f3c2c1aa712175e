"""Settings and progress that cannot be read are told, put aside before anything is kept instead, and handed out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import download, fill_storage, go, kept, reload, storage, store, tap

SETTINGS, PROGRESS = "ruleboard/1/settings", "ruleboard/1/progress"


@pytest.mark.core
@pytest.mark.parametrize("full", [False, True])
def test_what_cannot_be_read_is_told_and_not_lost(tablet: Page, open_app, full):
    open_app(tablet)
    texts = {SETTINGS: '{"theme": "da', PROGRESS: "not even JSON"}
    fill_storage(tablet, texts)
    if full:
        tablet.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
        )
    reload(tablet)
    notices = tablet.locator(".notice.warning")
    expect(notices).to_have_count(2)
    expect(notices.filter(has_text="settings kept in this browser cannot be read")).to_be_visible()
    expect(notices.filter(has_text="lessons you have been through cannot be read")).to_be_visible()
    out = notices.filter(has_text="settings kept").get_by_role("button", name="Download what was saved")
    assert set(download(tablet, lambda: tap(out)).read_text().splitlines()) == set(texts.values())
    go(tablet, "#/settings")
    tablet.get_by_text("Dark", exact=True).click()
    expect(tablet.locator("html")).to_have_attribute("data-theme", "dark")
    if full:
        expect(tablet.locator(".notice", has_text="Not everything could be saved")).to_be_visible()
        assert storage(tablet) == texts
        return
    found = storage(tablet)
    assert '"dark"' in found[SETTINGS]
    assert (found[f"{SETTINGS}-unreadable"], found[PROGRESS]) == tuple(texts.values())
    reload(tablet)
    expect(tablet.locator("html")).to_have_attribute("data-theme", "dark")
    expect(tablet.locator(".notice.warning")).to_have_count(1)  # of the lessons, nothing was kept in their place yet
    again = tablet.get_by_role("button", name="Download what could not be read")
    assert set(download(tablet, lambda: tap(again)).read_text().splitlines()) == set(texts.values())


def test_games_of_other_versions_are_called_what_they_are(phone: Page, open_app):
    texts = {
        "newer": '{"format":"ruleboard/2","all":"new"}',
        "other": '{"format":"ruleboard/1","game":"ludo","seed":1,"players":["A","B"],"actions":[]}',
        "older": '{"format":"ruleboard/0"}',
    }
    called = {"newer": "A game of a newer version", "other": "A game that is not known here", "older": "A damaged game"}
    open_app(phone)
    for id, text in texts.items():
        store(phone, id, text)
    reload(phone)
    for id, name in called.items():
        entry = phone.locator(".entry", has_text=name)
        expect(entry).to_contain_text("Cannot be opened")
        assert entry.locator("strong").evaluate("name => name.scrollWidth <= name.clientWidth"), "it is read whole"
        expect(entry).to_have_class("entry damaged" if id == "older" else "entry")
        tap(entry.locator("a"))
        expect(phone.locator(".page-missing")).to_contain_text("has not been touched")
        file = download(phone, phone.get_by_role("button", name="Download what was saved").click)
        assert file.read_text() == texts[id]
        phone.go_back()
        expect(phone.locator(".page-home")).to_be_visible()
    assert kept(phone) == texts
