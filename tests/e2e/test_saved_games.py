"""Test games saved by older versions: the browser lists them all, opens them unchanged and can continue them."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from ruleboard.app.storage.games import KEY_PREFIX
from tests.e2e.helpers import go, read_storage, show_all_games, tap, wait_for_position
from tests.support.saved_games import EXPECTED_CONTENT, GAME_IDS, TEXTS


def test_saves_of_older_version_open(tablet: Page, open_with_storage):
    texts = {**TEXTS, "ruleboard/1/settings": TEXTS["ruleboard/1/settings"].replace('"fr"', '"en"')}
    open_with_storage(tablet, texts)
    expect(tablet.locator("html")).to_have_attribute("data-theme", "dark")
    show_all_games(tablet)
    expect(tablet.locator(".yours:not(.studies) .entry")).to_have_count(len(GAME_IDS))
    for id in GAME_IDS:
        go(tablet, f"#/play/{id}")
        tablet.locator(".page-table").wait_for()
        if not tablet.locator(".curtain").count():  # the public position hides a player's secrets
            wait_for_position(tablet, EXPECTED_CONTENT[id]["position"])
    go(tablet, "#/")
    show_all_games(tablet)
    expect(tablet.locator(".yours:not(.studies) .entry")).to_have_count(len(GAME_IDS))
    expect(tablet.locator(".entry.damaged, .notice")).to_have_count(0)
    assert read_storage(tablet) == texts
    go(tablet, "#/play/sensei-taken-back")
    tablet.locator(".page-table").wait_for()
    before = json.loads(texts[f"{KEY_PREFIX}sensei-taken-back"])
    tap(tablet.get_by_role("button", name="Redo"))
    tablet.wait_for_function(
        "([key, at]) => JSON.parse(localStorage.getItem(key)).at === at",
        arg=[f"{KEY_PREFIX}sensei-taken-back", before["at"] + 1],
    )
    after = json.loads(tablet.evaluate("key => localStorage.getItem(key)", f"{KEY_PREFIX}sensei-taken-back"))
    assert {**after, "at": None, "meta": None} == {**before, "at": None, "meta": None}
