"""Plays random games without end, as people do: by touches, with undo, menus and reloads. Nothing may break or grow.

Most are played through the page's own controller with a browser that is none (the one of the unit tests), and some
with ``--browser`` in a real one.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import random
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tools import build, serve, setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.games import GAMES
from tests.unit.app.fake_browser import Tab

LONGEST = 250
"""Actions; what is not over by then is left."""
WARM = 10
"""After so many games in one tab everything is loaded, and caches hold what they hold."""
MOST_GROWTH = 1.02
"""How much more memory the hundredth game may leave in use than the tenth did, with all caches emptied."""
LOOKS = 25
"""After how many things that happen it is looked whether the page is what it should be: that takes long."""
ASIDE = ("[", "]", "f", "Escape", "u", "r", "?")
"""Keys pressed now and then between actions; the last leads away from the table and back."""


@dataclass
class Tally:
    """What came of the games of one kind.

    Attributes:
        games: how many were played.
        ended: how many of them to an end of their rules.
        actions: how many actions were made.
        failed: what went wrong, by the seed of its game.
        blocks: blocks of memory in use after some of the games, with what bounded caches hold.
        held: the same with all caches emptied.
    """

    games: int = 0
    ended: int = 0
    actions: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)


def begin(tab: Tab, game: str, chance: random.Random) -> None:
    """Begin a game with options chosen at random, and sit down at it."""
    tab.visit(f"#/new/{game}")
    for option in GAMES[game].options:
        tab.hear("do", f"draft-option-{option.id}", chance.choice(option.choices).value)
    tab.submit("begin")


def play(tab: Tab, game: str, chance: random.Random, longest: int = LONGEST) -> tuple[int, bool]:
    """Play one game from its beginning; how many actions were made, and whether it has ended."""
    begin(tab, game, chance)
    made = 0
    for _ in range(longest * 4):
        table = tab.controller.model.table
        assert table is not None, tab.text
        if table.showing is not None:
            see(tab)
        elif table.curtain and table.timeline.outcome is None:
            tab.click("uncover")
        elif table.timeline.outcome is not None:
            return made, True
        elif chance.random() < 0.06:
            aside(tab, chance)
        else:
            assert table.actions, f"nothing can be done: {table.timeline.entries}"
            act(tab, chance)
            made += 1
        if made >= longest:
            break
    return made, False


def see(tab: Tab) -> None:
    """See a show to its end: skip it, or leave its only picture."""
    if tab.shows("show-skip"):
        tab.click("show-skip")
    else:
        tab.click("show-step", "1")


def act(tab: Tab, chance: random.Random) -> None:
    """Make one of the legal actions by touching what it touches, and see that it is made."""
    table = tab.controller.model.table
    assert table is not None
    action = chance.choice(table.actions)
    if table.touched:
        tab.key("Escape")
    tab.touch(*action.targets)
    timeline = tab.timeline
    if timeline is table.timeline:
        tab.click("choose", action.text)
        timeline = tab.timeline
    assert timeline.entries[table.timeline.at :] == (action,), f"{action.text} was not made"


def aside(tab: Tab, chance: random.Random) -> None:
    """Do something that is no action: look back, take back, turn, go away and come back, load anew."""
    key = chance.choice(ASIDE)
    id = tab.game_id
    tab.key(key)
    while tab.browser.arrivals:
        tab.hear("address", tab.browser.arrivals.pop(0))
    tab.visit(f"#/play/{id}")
    tab.key("Escape")


def games_of(game: str, count: int, seed: int, until: float, longest: int = LONGEST, tabs: int = 100) -> Tally:
    """Play games of one kind, up to ``tabs`` of them in one tab after the other, until there is no time left."""
    tally = Tally()
    tab = Tab(every=LOOKS)
    for number in range(count):
        if time.monotonic() > until:
            break
        if number % tabs == 0:
            tab = Tab(every=LOOKS)
        try:
            made, ended = play(tab, game, random.Random(f"{game} {seed + number}"), longest)
        except Exception:  # whatever it is, it is what is looked for
            tally.failed[seed + number] = traceback.format_exc()
            tab = Tab(every=LOOKS)
        else:
            tally.actions += made
            tally.ended += ended
        tally.games += 1
        leave(tab)
        if number < tabs and number % WARM == WARM - 1:
            gc.collect()
            tally.blocks.append(sys.getallocatedblocks())
            forget_all()
            gc.collect()
            tally.held.append(sys.getallocatedblocks())
    return tally


def leave(tab: Tab) -> None:
    """Go home and forget what was played, so that what stays is not what was kept."""
    tab.visit("#/")
    tab.browser.waiting.clear()
    tab.storage.texts.clear()
    browser = tab.browser
    for record in (browser.titles, browser.themes, browser.revealed, browser.motions, browser.downloads):
        record.clear()
    browser.history[:], browser.place = [browser.address()], 0
    tab.controller.library.forget_checks()


def growth(blocks: list[int]) -> float:
    """How much more is in use at the end than after the tenth game."""
    return blocks[-1] / blocks[0] if blocks else 1.0


def forget_all() -> None:
    """Empty all caches of functions: they are bounded, and what grows beside them is what is looked for."""
    for found in gc.get_objects():
        if type(found) is type(forget_all_of) and found.__module__.startswith("ruleboard."):
            found.cache_clear()


@lru_cache
def forget_all_of() -> None:
    """Be a cached function, whose kind others are known by."""


# --- in a real browser ---------------------------------------------------------------------------------------------

_PLAY = """async ([longest, seed]) => {
  let state = seed;
  const below = (count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % count;
  };
  const choices = '[data-do="uncover"], [data-do="show-step"][data-value="1"]:enabled, [data-do="choose"],'
    + ' svg [data-target][data-legal], button[data-target]:enabled';
  let made = 0;
  for (let i = 0; i < longest; i++) {
    const found = [...document.querySelectorAll(choices)];
    if (!found.length) break;
    found[below(found.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    made++;
    if (i % 10 === 0) await new Promise((done) => setTimeout(done));
  }
  return made;
}"""


def in_browser(each: int, touches: int, until: float) -> Iterator[str]:
    """Play some games of each kind in one page of Chromium; what was done and what the page holds, in lines."""
    from playwright.sync_api import sync_playwright

    with serve.serving(build.DIST, "/soak/") as url, sync_playwright() as api:
        options = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        browser = api.chromium.launch(executable_path=setup.chromium(), args=options)
        page = browser.new_page()
        errors: list[str] = []
        nodes: list[float] = []
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        for number, game in itertools.product(range(each), GAMES):
            if time.monotonic() > until:
                break
            page.evaluate("game => { localStorage.clear(); location.hash = '#/new/' + game; }", game)
            _come(page, ".page-new")
            page.evaluate("() => document.querySelector('.page-new button[type=submit]').click()")
            _come(page, ".page-table")
            made = page.evaluate(_PLAY, [touches, number + 1])
            page.evaluate("() => { localStorage.clear(); location.hash = '#/'; }")
            _come(page, ".page-home")
            for _again in range(2):
                session.send("HeapProfiler.collectGarbage")
            held = {part["name"]: part["value"] for part in session.send("Performance.getMetrics")["metrics"]}
            yield (
                f"browser, {game} {number + 1}: {made} touches; heap {held['JSHeapUsedSize'] / 1e6:.1f} MB,"
                f" {held['Nodes']:.0f} nodes, {held['JSEventListeners']:.0f} listeners, {len(errors)} errors"
            )
            nodes.append(held["Nodes"])
        if len(nodes) > 3 and min(nodes[-2:]) > nodes[1] * MOST_GROWTH:
            errors.append(f"The page holds {nodes[-1]:.0f} nodes in the end, and held {nodes[1]:.0f} after two games.")
        yield from errors
        browser.close()
        if errors:
            raise RuntimeError(f"{len(errors)} errors in the browser's console")


def _come(page: Any, selector: str) -> None:
    """Wait until something is there. What Playwright waits for it keeps, and that would look like a leak of ours."""
    end = time.monotonic() + 30
    while not page.evaluate("selector => !!document.querySelector(selector)", selector):
        if time.monotonic() > end:
            raise TimeoutError(f"{selector} did not come")
        page.wait_for_timeout(20)


def main(arguments: list[str]) -> int:
    """Play; 1 if anything broke or grew."""
    parser = argparse.ArgumentParser(prog="dev.py soak", description="Play random games; nothing may break or grow.")
    parser.add_argument("--games", type=int, default=1000, help="how many of each kind (1000)")
    parser.add_argument("--minutes", type=float, default=60, help="when to stop at the latest (60)")
    parser.add_argument("--longest", type=int, default=LONGEST, help=f"actions after which a game is left ({LONGEST})")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--browser", type=int, default=0, metavar="N", help="of each kind, so many in Chromium (0)")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these kinds only")
    wanted = parser.parse_args(arguments)
    kinds = wanted.game or list(GAMES)
    seconds = wanted.minutes * 60 / (len(kinds) + bool(wanted.browser))
    bad = False
    for game in kinds:
        began = time.monotonic()
        tally = games_of(game, wanted.games, wanted.seed, began + seconds, wanted.longest)
        grown = growth(tally.held)
        print(
            f"{game}: {tally.games} games, {tally.ended} to their ends, {tally.actions} actions"
            f" in {time.monotonic() - began:.0f} s; {len(tally.failed)} failed; memory x{grown:.3f}"
            f" (with caches x{growth(tally.blocks):.2f})",
            flush=True,
        )
        for seed, trace in list(tally.failed.items())[:3]:
            print(f"  --game {game} --seed {seed} --games 1\n{trace}", flush=True)
        bad = bad or bool(tally.failed) or grown > MOST_GROWTH
    if wanted.browser:
        if trouble := serve.rebuild():
            print(trouble)
            return 1
        try:
            for line in in_browser(wanted.browser, 120, time.monotonic() + seconds):
                print(line, flush=True)
        except RuntimeError as problem:
            print(problem)
            bad = True
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
