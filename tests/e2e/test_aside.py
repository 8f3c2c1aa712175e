"""Unreadable texts are told or listed, exported, and deleted on request; nothing of them is lost before that."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ruleboard.games.registry import WORKSHOPS
from tests.e2e.at_table import PREFIX, begin, download, go, kept, reload, storage, tap

SETTINGS, PROGRESS, SETUPS = "ruleboard/1/settings", "ruleboard/1/progress", "ruleboard/1/setups"


@pytest.mark.core
@pytest.mark.parametrize("full", [False, True])
def test_what_cannot_be_read_is_told_and_not_lost(tablet: Page, open_kept, full):
    texts = {SETTINGS: '{"theme": "da', PROGRESS: "not even JSON"}
    if full:
        tablet.add_init_script(
            "if (!location.pathname.endsWith('/empty')) Storage.prototype.setItem ="
            " () => { throw new DOMException('full', 'QuotaExceededError'); };"
        )
    open_kept(tablet, texts)
    notices = tablet.locator(".notice.warning")
    expect(notices).to_have_count(2)
    expect(notices.filter(has_text="settings kept in this browser cannot be read")).to_be_visible()
    expect(notices.filter(has_text="progress in the lessons cannot be read")).to_be_visible()
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
    aside = tablet.get_by_role("listitem").filter(has=tablet.get_by_role("button", name=re.compile("^Download:")))
    expect(aside).to_have_count(2)
    for key, name in ((SETTINGS, "Settings"), (PROGRESS, "Lessons you have been through")):
        again = aside.get_by_role("button", name=f"Download: {name}")
        assert download(tablet, lambda again=again: tap(again)).read_text() == texts[key]
    tap(aside.get_by_role("button", name="Delete: Settings"))
    expect(aside).to_have_count(1)
    tap(tablet.locator(".notice.undo").get_by_role("button", name="Undo"))
    expect(aside).to_have_count(2)
    for name in ("Settings", "Lessons you have been through"):
        tap(aside.get_by_role("button", name=f"Delete: {name}"))
    expect(tablet.get_by_role("heading", name="What could not be read")).to_have_count(0)
    expect(tablet.locator(".notice.warning")).to_have_count(0)
    assert not set(texts.values()) & set(storage(tablet).values())
    assert storage(tablet)[SETTINGS] == found[SETTINGS]


def test_games_of_other_versions_are_called_what_they_are(phone: Page, open_kept):
    texts = {
        "newer": '{"format":"ruleboard/2","all":"new"}',
        "other": '{"format":"ruleboard/1","game":"ludo","seed":1,"players":["A","B"],"actions":[]}',
        "older": '{"format":"ruleboard/0"}',
    }
    called = {"newer": "A game of a newer version", "other": "A game that is not known here", "older": "A damaged game"}
    open_kept(phone, {PREFIX + id: text for id, text in texts.items()})
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


def test_boards_and_armies_that_cannot_be_read_are_listed_with_what_is_wrong(phone: Page, open_kept):
    fresh = WORKSHOPS["tensor-cards"].blank()
    texts = {"By hand": fresh.replace('"o-', '"x-', 1), "From tomorrow": '{"format": "ruleboard/tensor-board/2"}'}
    setups = [{"game": "tensor-cards", "name": name, "text": text} for name, text in texts.items()]
    setups.append({"game": "tesulda", "name": "Wings", "text": "(Tcx)9/10"})
    open_kept(phone, {SETUPS: json.dumps({"setups": setups})})
    expect(phone.locator(".notice")).to_have_count(0)
    go(phone, "#/boards/tensor-cards")
    reasons = {"By hand": "line 12, field drawing[1]: column 1", "From tomorrow": "this was written by a newer version"}
    for name, why in reasons.items():
        entry = phone.locator(".sheet-entry", has_text=name)
        expect(entry).to_contain_text(f"Cannot be opened: {why}")
        file = download(phone, entry.get_by_role("button", name="Export").click)
        assert file.read_text() == texts[name]
    tap(phone.locator(".sheet-entry", has_text="By hand").get_by_role("button", name="Delete"))
    expect(phone.locator(".sheet-entry.damaged")).to_have_count(1)
    tap(phone.locator(".notice.undo").get_by_role("button", name="Undo"))
    expect(phone.locator(".sheet-entry.damaged")).to_have_count(2)
    begin(phone, "tesulda", setup="build")
    phone.locator('[data-do="play.uncover"]').click()
    tap(phone.locator("[popovertarget=setups]"))
    kept = phone.locator(".setups li", has_text="Wings")
    expect(kept).to_contain_text("Cannot be opened: front rank, square 1: 'x' is no piece")
    assert download(phone, kept.get_by_role("button", name="Export").click).read_text() == "Wings: (Tcx)9/10\n"
    kept.get_by_role("button", name="Delete Wings").click()
    expect(kept).to_have_count(0)
    assert "Wings" not in storage(phone)[SETUPS]
