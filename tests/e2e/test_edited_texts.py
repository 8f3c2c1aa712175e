"""Test that manually edited texts either open or cause an error message, and that the app never changes them."""

from __future__ import annotations

from hypothesis import Phase, given, settings
from playwright.sync_api import Page, expect

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from tests.e2e.helpers import KEY_PREFIX, fill_storage, go, read_saved_games, read_storage, reload, show_all_games
from tests.support.edited_texts import draw_edited_text

EDIT_COUNT = 12


def create_edits(key: str, count: int) -> list[str]:
    """Return different random edits of the text under a key. Every run returns the same edits."""
    texts: dict[str, None] = {}

    @settings(max_examples=4 * count, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(draw_edited_text(key))
    def record_edit(text: str) -> None:
        texts[text] = None

    record_edit()
    assert len(texts) >= count
    return list(texts)[:count]


def test_edited_games_open_or_show_error(desktop: Page, open_with_storage):
    texts = {f"edited{number}": text for number, text in enumerate(create_edits(f"{KEY_PREFIX}x", EDIT_COUNT))}
    open_with_storage(desktop, {KEY_PREFIX + id: text for id, text in texts.items()})
    show_all_games(desktop)
    expect(desktop.locator(".entry")).to_have_count(EDIT_COUNT)
    open_count = 0
    for id in texts:
        go(desktop, f"#/play/{id}")
        error = desktop.get_by_role("heading", name="This game can’t be opened")
        expect(error.or_(desktop.locator(".page-table"))).to_be_visible()
        open_count += desktop.locator(".page-table").count()
        go(desktop, "#/")
        expect(desktop.locator(".page-home")).to_be_visible()
    assert 0 < open_count < EDIT_COUNT
    assert read_saved_games(desktop) == texts


def test_edited_settings_progress_and_armies_stay_unchanged(desktop: Page, open_app):
    """The app opens with edited settings, progress or armies, and leaves each edited text unchanged."""
    open_app(desktop)
    keys = (SETTINGS_KEY, "ruleboard/1/progress", "ruleboard/1/setups")
    for texts in zip(*(create_edits(key, 2) for key in keys), strict=True):
        fill_storage(desktop, dict(zip(keys, texts, strict=True)))
        reload(desktop)
        for address in ("#/settings", "#/learn", "#/boards/tensor-cards"):
            go(desktop, address)
            expect(desktop.locator("main h1")).to_be_visible()
        stored_texts = read_storage(desktop).values()
        assert [text for text in texts if text not in stored_texts] == []
        desktop.evaluate("localStorage.clear()")
