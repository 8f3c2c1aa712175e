"""Test that stored texts survive a power cut. Browsers write localStorage late, but the journal immediately.

Most tests restore an earlier localStorage, as a power cut would, and reload the page. One test kills a real browser.
``dev.py soak --power-cut N`` repeats that test many times, also in Firefox.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from ruleboard.engine.record import format_record, parse_record
from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.e2e.helpers import (
    KEY_PREFIX,
    begin_game,
    go,
    read_only_saved_game,
    read_saved_games,
    read_whole_storage,
    reload,
    touch,
    wait_until,
)
from tests.support.journal import (
    READ_ENTRIES_SCRIPT,
    READ_JOURNAL_SCRIPT,
    REPLACE_STORAGE_SCRIPT,
    WRITE_ENTRY_SCRIPT,
)
from tools import power_cut

pytestmark = pytest.mark.faults

STAMP_KEY = "ruleboard/1/journal"
STUDY = "ruleboard/1/study/22a"
REFUSE_DATABASES_SCRIPT = """indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };"""
"""A browser without IndexedDB. PyScript has a database of its own, in memory."""


def read_journal(page: Page) -> dict[str, str | None]:
    """Return the texts in the journal by key. The value of a removed text is None."""
    return dict(page.evaluate(f"() => {{ {READ_JOURNAL_SCRIPT} return journal(); }}"))


def wait_until_journaled(page: Page) -> None:
    """Wait until the journal contains all stored games."""
    wait_until(page, lambda: {key: read_journal(page).get(key) for key in read_games(page)} == read_games(page))


def read_games(page: Page) -> dict[str, str]:
    return {KEY_PREFIX + id: text for id, text in read_saved_games(page).items()}


def create_study_text(comment: str) -> str:
    """Return the text of a study that has one chapter, with a comment on its start."""
    chapter = {"game": "sensei", "comment": comment, "moves": []}
    return json.dumps({"format": "ruleboard-study/1", "title": "A study", "chapters": [chapter]})


def put_entries(page: Page, *entries: dict[str, object]) -> None:
    """Write entries into the journal."""
    page.evaluate(f"entries => {{ {WRITE_ENTRY_SCRIPT} return put(entries); }}", list(entries))


def simulate_power_cut(page: Page, before: dict[str, str]) -> Page:
    """Restore an earlier localStorage and reload the page."""
    page.evaluate(f"texts => {{ {REPLACE_STORAGE_SCRIPT} replaceStorage(texts); }}", before)
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    return page


def read_actions(page: Page) -> list[str]:
    return list(json.loads(read_only_saved_game(page))["actions"])


def record_saved_texts(page: Page) -> dict[str, str]:
    """Start a game and play two actions. Return the texts that were stored after the first action, by key."""
    begin_game(page, names=("Ann", "Ben"))
    touch(page, "a1")
    touch(page, "a5")
    wait_until(page, lambda: read_actions(page) == ["a1-a5"])
    before = read_whole_storage(page)
    touch(page, "b1")
    touch(page, "b5")
    wait_until(page, lambda: read_actions(page) == ["a1-a5", "b1-b5"])
    wait_until_journaled(page)
    return before


def test_unwritten_actions_are_restored_from_journal(desktop: Page, open_app):
    open_app(desktop)
    before = record_saved_texts(desktop)
    simulate_power_cut(desktop, before)
    wait_until(desktop, lambda: read_actions(desktop) == ["a1-a5", "b1-b5"])
    expect(desktop.locator("[data-position]").first).to_have_attribute(
        "data-position", "rrrRrrr/7/gg5/7/7/7/2gGggg g 01 arashi"
    )
    expect(desktop.locator(".notice")).to_have_count(0)
    simulate_power_cut(desktop, {})  # not even its first text was written
    wait_until(desktop, lambda: read_actions(desktop) == ["a1-a5", "b1-b5"])


def test_deleted_game_stays_deleted(desktop: Page, open_app):
    open_app(desktop)
    record_saved_texts(desktop)
    before = read_whole_storage(desktop)
    desktop.get_by_role("link", name="Games").click()
    desktop.get_by_role("button", name="More for Ann – Ben").click()
    desktop.get_by_role("menuitem", name="Delete").click()
    expect(desktop.locator(".notice")).to_contain_text("You can undo this until you go to another page.")
    wait_until(desktop, lambda: None in read_journal(desktop).values())
    simulate_power_cut(desktop, before)
    wait_until(desktop, lambda: not read_saved_games(desktop))
    expect(desktop.locator(".entry")).to_have_count(0)


def test_text_of_version_without_journal_stays(desktop: Page, open_app):
    """The app keeps a text that a version without a journal stored, since it is newer than all texts in the journal."""
    open_app(desktop)
    record_saved_texts(desktop)
    ((key, text),) = read_games(desktop).items()
    record = parse_record(text)
    older_version_text = format_record(record.__class__(record.game, record.options, 1, record.players, ("a1-a2",)))
    simulate_power_cut(desktop, {**read_whole_storage(desktop), key: older_version_text})
    assert read_games(desktop) == {key: older_version_text}


def test_journal_never_replaces_newer_text(desktop: Page, open_app):
    """The journal never replaces a newer text: the app keeps both."""
    open_app(desktop)
    before = record_saved_texts(desktop)
    ((key, text),) = read_games(desktop).items()
    newer_text = json.dumps({**json.loads(text), "actions": ["a1-a2"], "meta": {"changed": "2999-01-01T00:00:00Z"}})
    simulate_power_cut(desktop, {**before, key: newer_text})
    wait_until(desktop, lambda: len(read_saved_games(desktop)) == 2)
    assert read_games(desktop)[key] == newer_text
    assert text in read_games(desktop).values()


def test_edit_in_full_storage_survives_power_cut(desktop: Page, open_app):
    """After an edit in full storage, the journal has a newer text of the study, for which localStorage has no room."""
    open_app(desktop)
    title = create_study_text("v5")
    large_text = "x" * 6_000_000
    put_entries(
        desktop,
        {"key": STUDY, "text": title, "stamp": 2000},
        {"key": KEY_PREFIX + "large", "text": large_text, "stamp": 3000},
    )
    simulate_power_cut(desktop, {STAMP_KEY: "1000"})
    wait_until(desktop, lambda: read_whole_storage(desktop).get(STUDY) == title)
    go(desktop, f"#/study/{STUDY.rpartition('/')[2]}")
    comment = desktop.locator('textarea[data-do="study.comment"]')
    comment.fill("v6")
    wait_until(desktop, lambda: "v6" in (read_journal(desktop).get(STUDY) or ""))
    edited_text = read_whole_storage(desktop)[STUDY]
    for _ in range(2):
        reload(desktop)
        desktop.wait_for_timeout(500)  # the page has compared localStorage with the journal long before
        assert read_whole_storage(desktop)[STUDY] == edited_text
    expect(comment).to_have_value("v6")
    assert large_text in desktop.evaluate(
        f"() => {{ {READ_ENTRIES_SCRIPT} return entries().then((all) => all.map(({{ text }}) => text)); }}"
    )
    assert read_whole_storage(desktop)[STAMP_KEY].isdigit()


@pytest.mark.parametrize("stamp", ["Infinity", "1e300"])
def test_damaged_stamp_is_repaired(desktop: Page, open_app, stamp: str):
    open_app(desktop)
    simulate_power_cut(desktop, {STAMP_KEY: stamp})
    before = record_saved_texts(desktop)
    assert read_whole_storage(desktop)[STAMP_KEY].isdigit()
    simulate_power_cut(desktop, before)
    wait_until(desktop, lambda: read_actions(desktop) == ["a1-a5", "b1-b5"])


def test_app_works_without_journal(desktop: Page, open_app):
    desktop.add_init_script(REFUSE_DATABASES_SCRIPT)
    open_app(desktop)
    begin_game(desktop)
    touch(desktop, "a1")
    touch(desktop, "a5")
    wait_until(desktop, lambda: read_actions(desktop) == ["a1-a5"])
    desktop.reload()
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    assert read_actions(desktop) == ["a1-a5"]
    expect(desktop.locator(".notice")).to_have_count(0)


@pytest.mark.skipif(PLAYWRIGHT_CONFIG["browser"] not in power_cut.BROWSERS, reason="no profile on the disk")
def test_killed_browser_loses_nothing(playwright_api: Playwright, site: str, tmp_path: Path):
    start = power_cut.BROWSERS[PLAYWRIGHT_CONFIG["browser"]](playwright_api)
    result_by_change = dict(power_cut.iter_lost_changes(start, tmp_path, site, 1))
    assert result_by_change == dict.fromkeys(power_cut.CHANGES, "")
