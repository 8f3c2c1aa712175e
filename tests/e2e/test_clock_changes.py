"""Test that all games are listed with local dates after changes of the clock, the time zone and the language."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.e2e.helpers import KEY_PREFIX, begin_game, read_saved_games, touch

pytestmark = pytest.mark.faults

VISITS = (
    # The time, the time zone, the language, and the targets of the next action in the first game.
    ("2026-06-02T01:30:00Z", "America/Los_Angeles", "en-US", ("a1", "a2")),
    ("1970-01-01T11:00:00Z", "Pacific/Kiritimati", "ar-EG", ("b1", "b2")),
    ("2099-12-31T23:00:00Z", "Asia/Kathmandu", "th-TH", ("do:end",)),
    ("2026-06-03T01:30:00Z", "America/St_Johns", "fa-IR", ("a7", "a6")),
)


def play_action(page, targets):
    """Touch the targets of an action and wait until the app has saved it."""
    page.locator(".page-table").wait_for()
    id = page.url.split("/")[-1]
    action_count_before = len(json.loads(read_saved_games(page).get(id, '{"actions":[]}'))["actions"])
    for name in targets:
        touch(page, name)
    page.wait_for_function(
        "([key, count]) => JSON.parse(localStorage.getItem(key) ?? '{}').actions?.length === count",
        arg=[KEY_PREFIX + id, action_count_before + 1],
    )


def test_games_survive_changes_of_clock_and_zone(new_context, open_app):
    """After changes of the clock and the time zone between visits, all games are still in the list."""
    storage_state = None
    for number, (now, zone, language, targets) in enumerate(VISITS):
        context = new_context("desktop", timezone_id=zone, locale=language, storage_state=storage_state)
        page = context.new_page()
        page.clock.set_fixed_time(now)
        open_app(page)
        expect(page.locator(".entry")).to_have_count(number)
        if number:
            page.get_by_role("link", name="Game 0").click()
            play_action(page, targets)
        page.clock.set_fixed_time(datetime.fromisoformat(now) + timedelta(minutes=1))
        begin_game(page, names=(f"Game {number}", "Ben"))
        play_action(page, VISITS[0][-1])
        open_app(page, "#/")
        page.reload()
        page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
        for title in {"Game 0", f"Game {number}"}:
            entry = page.locator(".entry", has_text=title)
            expect(entry).to_contain_text("today")  # by the local date, which is not that of UTC
        expect(page.locator(".entry")).to_have_count(number + 1)
        expect(page.locator(".entry.damaged, .notice.warning")).to_have_count(0)
        titles = [text.split(" ")[1] for text in page.locator(".entry strong").all_inner_texts()]
        storage_state = context.storage_state()
        context.close()
    assert titles == ["2", "3", "0", "1"]  # ordered by the clock's time of their last changes
