"""Test games with a clock, and test sounds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.clock import INCREMENT, Clock, TimeControl
from ruleboard.engine.record import Record
from tests.e2e.helpers import (
    begin_game,
    go,
    read_only_saved_game,
    replay_saved_game,
    save_and_open,
    tap,
    touch,
    wait_until,
)

pytestmark = pytest.mark.shared

FIVE_MINUTES = TimeControl(INCREMENT, 300_000, 5_000)
FIRST_ACTIONS = ("b1-b5", "end")
SET_HIDDEN_SCRIPT = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def create_timed_record(remaining_ms: int) -> Record:
    """Return a game in which the second player has a remaining time, in milliseconds."""
    return Record(
        "sensei", {"mode": "arashi"}, 1, ("Ann", "Ben"), FIRST_ACTIONS, clock=Clock(FIVE_MINUTES, (), remaining_ms)
    )


OPEN_DIALOG_SCRIPT = "dialog => { dialog.showModal(); dialog.dispatchEvent(new Event('opened')); }"
"""Opens a dialog as a button with ``data-opens`` does."""


def test_clock_runs_pauses_and_is_announced(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("phone")
    save_and_open(page, create_timed_record(61_500))
    clock_text, running_clock = page.get_by_role("timer", name="Ben"), page.locator(".clock.running")
    expect(clock_text).to_have_text("1:02")
    expect(running_clock).to_have_count(0)
    tap(page.get_by_role("button", name="Start the clock"))
    expect(running_clock).to_have_count(1)
    expect(page.locator("#live")).to_have_text("Ben: 1 minute left.")
    expect(clock_text).to_have_text("0:59")
    page.locator("#rename").evaluate(OPEN_DIALOG_SCRIPT)
    expect(running_clock).to_have_count(0)
    page.keyboard.press("Escape")
    expect(running_clock).to_have_count(1)
    page.evaluate(SET_HIDDEN_SCRIPT, True)
    assert 0 < json.loads(read_only_saved_game(page))["clock"]["now"] < 60_000  # it is saved at once
    expect(running_clock).to_have_count(0)
    page.evaluate(SET_HIDDEN_SCRIPT, False)
    expect(running_clock).to_have_count(1)
    go(page, "#/help")
    page.locator(".page-help").wait_for()
    page.go_back()
    expect(page.get_by_role("timer", name="Ben")).to_have_text(re.compile("^0:5[0-9]$"))
    expect(running_clock).to_have_count(0)


def test_players_claim_win_on_time(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("tablet")
    save_and_open(page, create_timed_record(1_200))
    tap(page.get_by_role("button", name="Start the clock"))
    expect(page.locator("#live")).to_have_text("Ben is out of time.")
    touch(page, "b7")
    touch(page, "b6")  # the game does not end by itself
    expect(page.locator(".clock").first).to_have_text("0:00")
    tap(page.get_by_role("button", name="Claim the win on time"))
    expect(page.locator(".near .result")).to_have_text("Won")
    assert replay_saved_game(page).texts[-1] == "time 2"


def test_names_do_not_overlap_clocks_at_end(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("tablet_portrait")
    entries = ("b1-b6", "end", "f7-f5", "end", "resign 1")
    save_and_open(
        page,
        Record("sensei", {"mode": "arashi"}, 1, ("Annemarie", "Ben"), entries, clock=Clock(FIVE_MINUTES, (), 250_000)),
    )
    near_panel = page.locator(".near .player")
    expect(near_panel.get_by_role("button", name="Rematch")).to_be_visible()
    assert near_panel.locator(".who > *").evaluate_all(
        "all => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)"
    ) == [0, 0]
    name, clock = near_panel.locator(".who").bounding_box(), near_panel.locator(".clock").bounding_box()
    assert name
    assert clock
    assert name["x"] + name["width"] <= clock["x"]


def test_sounds_and_haptics_start_with_settings(shared_page: Callable[[str], Page]) -> None:
    """Audio contexts, tones and vibrations start only when the settings turn them on."""
    page = shared_page("phone")
    page.evaluate("""() => {
      window.signals = { contexts: 0, tones: 0, ticks: [] };
      const { AudioContext } = window, { start } = AudioScheduledSourceNode.prototype;
      window.AudioContext = class extends AudioContext {
        constructor() { super(); window.signals.contexts++; }
      };
      AudioScheduledSourceNode.prototype.start = function (...times) { signals.tones++; start.apply(this, times); };
      navigator.vibrate = (tick) => window.signals.ticks.push(tick);
    }""")
    begin_game(page)
    touch(page, "b1")
    touch(page, "b5")
    assert page.evaluate("signals") == {"contexts": 0, "tones": 0, "ticks": []}
    go(page, "#/settings")
    for setting in ("sounds", "haptics"):
        page.locator(f'input[name="{setting}"][value="on"]').check()
    wait_until(page, lambda: page.evaluate("signals.contexts === 1 && signals.ticks.length === 1"))
    before = page.evaluate("signals.tones")
    page.go_back()
    touch(page, "do:end")
    wait_until(page, lambda: page.evaluate("tones => signals.tones > tones && signals.ticks.length === 2", before))
    assert page.evaluate("signals.contexts") == 1
