"""Games with a clock, and sounds: the faces as they run, what the page's scripts notice, and what is heard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.clock import INCREMENT, Clock, TimeControl
from ruleboard.engine.record import Record
from tests.e2e.at_table import begin, go, keep, only_kept, replayed, tap, touch, until

pytestmark = pytest.mark.shared

FIVE = TimeControl(INCREMENT, 300_000, 5_000)
BEGUN = ("b1-b5", "end")
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def timed(left: int) -> Record:
    """A game with a clock, in which the second player has some milliseconds left."""
    return Record("sensei", {"mode": "arashi"}, 1, ("Ann", "Ben"), BEGUN, clock=Clock(FIVE, (), left))


def test_a_clock_runs_stands_still_and_is_told(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("phone")
    keep(page, timed(61_500))
    face, running = page.get_by_role("timer", name="Ben"), page.locator(".clock.running")
    expect(face).to_have_text("1:02")
    expect(running).to_have_count(0)
    tap(page.get_by_role("button", name="Start the clock"))
    expect(running).to_have_count(1)
    expect(page.locator("#live")).to_have_text("Ben: 1 minute left.")
    expect(face).to_have_text("0:59")
    page.locator("#rename").evaluate("dialog => dialog.showPopover()")
    expect(running).to_have_count(0)
    page.keyboard.press("Escape")
    expect(running).to_have_count(1)
    page.evaluate(HIDE, True)
    assert 0 < json.loads(only_kept(page))["clock"]["now"] < 60_000  # it is saved at once
    expect(running).to_have_count(0)
    page.evaluate(HIDE, False)
    expect(running).to_have_count(1)
    go(page, "#/help")
    page.locator(".page-help").wait_for()
    page.go_back()
    expect(page.get_by_role("timer", name="Ben")).to_have_text(re.compile("^0:5[0-9]$"))
    expect(running).to_have_count(0)


def test_a_time_that_is_up_is_for_the_players_to_settle(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("tablet")
    keep(page, timed(1_200))
    tap(page.get_by_role("button", name="Start the clock"))
    expect(page.locator("#live")).to_have_text("Ben: out of time.")
    touch(page, "b7")
    touch(page, "b6")  # it ends nothing by itself
    expect(page.locator(".clock").first).to_have_text("0:00")
    tap(page.get_by_role("button", name="Claim the win on time"))
    expect(page.locator(".near .result")).to_have_text("Won")
    assert replayed(page).texts[-1] == "time 2"


def test_at_the_end_the_names_stand_clear_of_the_clocks(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("tablet_portrait")
    entries = ("b1-b6", "end", "f7-f5", "end", "resign 1")
    keep(page, Record("sensei", {"mode": "arashi"}, 1, ("Annemarie", "Ben"), entries, clock=Clock(FIVE, (), 250_000)))
    near = page.locator(".near .player")
    expect(near.get_by_role("button", name="Rematch")).to_be_visible()
    assert near.locator(".who > *").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)") == [0, 0]
    name, clock = near.locator(".who").bounding_box(), near.locator(".clock").bounding_box()
    assert name
    assert clock
    assert name["x"] + name["width"] <= clock["x"]


def test_sounds_are_made_by_the_page_once_they_are_asked_for(shared_page: Callable[[str], Page]) -> None:
    """The page's own audio, counted; nothing of it is made before."""
    page = shared_page("phone")
    page.evaluate("""() => {
      window.heard = { contexts: 0, tones: 0, ticks: [] };
      const { AudioContext } = window, { start } = AudioScheduledSourceNode.prototype;
      window.AudioContext = class extends AudioContext {
        constructor() { super(); window.heard.contexts++; }
      };
      AudioScheduledSourceNode.prototype.start = function (...when) { window.heard.tones++; start.apply(this, when); };
      navigator.vibrate = (tick) => window.heard.ticks.push(tick);
    }""")
    begin(page)
    touch(page, "b1")
    touch(page, "b5")
    assert page.evaluate("heard") == {"contexts": 0, "tones": 0, "ticks": []}
    go(page, "#/settings")
    for setting in ("sounds", "haptics"):
        page.locator(f'input[name="{setting}"][value="on"]').check()
    until(page, lambda: page.evaluate("heard.contexts === 1 && heard.ticks.length === 1"))
    before = page.evaluate("heard.tones")
    page.go_back()
    touch(page, "do:end")
    until(page, lambda: page.evaluate("tones => heard.tones > tones && heard.ticks.length === 2", before))
    assert page.evaluate("heard.contexts") == 1
