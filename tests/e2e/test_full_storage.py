"""Test the app with a thousand games in full storage: it opens the games, reports a failed save, and saves later."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.helpers import KEY_PREFIX, begin_game, read_saved_games, touch, wait_for_position

FILL_STORAGE_SCRIPT = """([prefix, count, length]) => {
  const note = "x".repeat(length);
  for (let i = 0; i < count; i++) {
    const meta = { title: `Game ${i}`, changed: new Date(1e12 + i * 1e6).toISOString(), note };
    localStorage.setItem(prefix + i, JSON.stringify({
      format: "ruleboard/1", game: "sensei", options: { mode: "arashi" }, seed: i, players: ["Anna", "Ben"],
      actions: ["b1-b5", "end", "a7-a3"], meta,
    }));
  }
  let chunk = "y".repeat(1_000_000), filled = "";
  while (chunk) {
    try { localStorage.setItem("another app", filled + chunk); filled += chunk; } catch { }
    chunk = chunk.slice(chunk.length >> 1 || 1);
  }
}"""
"""Stores games with a note each, and fills the remaining storage."""


def test_thousand_games_in_full_storage_stay_usable(desktop: Page, open_app):
    open_app(desktop)
    desktop.evaluate(FILL_STORAGE_SCRIPT, [KEY_PREFIX, 1000, 4500])
    desktop.reload()
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    expect(desktop.locator(".entry")).to_have_count(4)
    expect(desktop.get_by_role("button", name="Show 996 more")).to_be_visible()
    expect(desktop.locator(".notice")).to_have_count(0)  # no save has failed yet
    begin_game(desktop, names=("Cleo", "Dan"))
    id = desktop.url.split("/")[-1]
    touch(desktop, "a1")
    touch(desktop, "a5")
    wait_for_position(desktop, "rrrRrrr/7/g6/7/7/7/1ggGggg g 11 arashi")
    notice = desktop.locator(".notice.warning")
    expect(notice).to_contain_text("not everything is saved")
    with desktop.expect_download() as download:
        notice.get_by_role("button", name="Export all games").click()
    games = json.loads(Path(download.value.path()).read_text())["games"]
    assert len(games) == 1001
    assert games[0]["players"] == ["Cleo", "Dan"]
    desktop.get_by_role("link", name="Games").click()
    expect(desktop.locator(".entry").first).to_contain_text("Cleo – Dan")
    expect(notice).to_be_visible()
    for number in (999, 998):
        desktop.get_by_role("button", name=f"More for Game {number}").click()
        desktop.locator(f"#menu-{number}").get_by_role("menuitem", name="Delete").click()
        expect(desktop.locator(".entry", has_text=f"Game {number}")).to_have_count(0)
    desktop.get_by_role("link", name="Cleo – Dan").click()
    expect(desktop.locator(".page-table")).to_be_visible()
    expect(desktop.locator(".notice", has_text="everything is saved")).to_have_count(0)
    touch(desktop, "b1")
    touch(desktop, "b5")
    wait_for_position(desktop, "rrrRrrr/7/gg5/7/7/7/2gGggg g 01 arashi")
    texts = read_saved_games(desktop)
    assert len(texts) == 999
    assert json.loads(texts[id])["actions"] == ["a1-a5", "b1-b5"]
    desktop.reload()
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(desktop, "rrrRrrr/7/gg5/7/7/7/2gGggg g 01 arashi")
