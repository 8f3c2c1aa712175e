"""Saved texts edited by hand in a dozen ways open or say why not, and are never changed by that."""

from __future__ import annotations

from hypothesis import Phase, given, settings
from playwright.sync_api import Page, expect

from ruleboard.app.storage.preferences import KEY as SETTINGS
from tests.e2e.at_table import PREFIX, fill_storage, go, kept, reload, storage
from tests.support.edited import edited

WAYS = 12


def ways(key: str, count: int) -> list[str]:
    """So many different edits of the text under a key, the same on every run."""
    found: dict[str, None] = {}

    @settings(max_examples=4 * count, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(edited(key))
    def collect(text: str) -> None:
        found[text] = None

    collect()
    assert len(found) >= count
    return list(found)[:count]


def test_games_edited_by_hand_in_a_dozen_ways(desktop: Page, open_kept):
    texts = {f"edited{number}": text for number, text in enumerate(ways(f"{PREFIX}x", WAYS))}
    open_kept(desktop, {PREFIX + id: text for id, text in texts.items()})
    expect(desktop.locator(".entry")).to_have_count(WAYS)
    opened = 0
    for id in texts:
        go(desktop, f"#/play/{id}")
        told = desktop.get_by_role("heading", name="This game cannot be opened")
        expect(told.or_(desktop.locator(".page-table"))).to_be_visible()
        opened += desktop.locator(".page-table").count()
        go(desktop, "#/")
        expect(desktop.locator(".page-home")).to_be_visible()
    assert 0 < opened < WAYS
    assert kept(desktop) == texts


def test_what_is_kept_beside_the_games_edited_by_hand(desktop: Page, open_app):
    """Settings, progress and armies at once: each is read by itself."""
    open_app(desktop)
    keys = (SETTINGS, "ruleboard/1/progress", "ruleboard/1/setups")
    for texts in zip(*(ways(key, 2) for key in keys), strict=True):
        fill_storage(desktop, dict(zip(keys, texts, strict=True)))
        reload(desktop)
        for address in ("#/settings", "#/learn", "#/boards/tensor-cards"):
            go(desktop, address)
            expect(desktop.locator("main h1")).to_be_visible()
        stored = storage(desktop).values()
        assert [text for text in texts if text not in stored] == []
        desktop.evaluate("localStorage.clear()")
