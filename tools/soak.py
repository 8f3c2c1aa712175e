"""Plays random games without end, as people do: by touches, with undo, menus and reloads. Nothing may break or grow.

Most are played through the page's own controller with a browser that is none (``tools.fake_browser``, the one of the
unit tests), and some with ``--browser`` in a real one. Which game is played how follows from its number alone: one
that failed is played again with ``--game … --seed … --games 1``.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from tools import build, serve, setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.app.new_game.session import NewGame
from ruleboard.engine.options import offered
from ruleboard.games.registry import GAMES
from tools.fake_browser import Tab

LONGEST = 250
"""Actions; what is not over by then is left."""
SHORT = (10, 25, 60)
"""Actions after which three games of four are left, as people leave them: the fourth is played on."""
TAB = 100
"""How many games are played in one tab; then comes a new one, in a process of its own."""
WARM = 10
"""After so many games in one tab everything is loaded, and caches hold what they hold."""
MOST_GROWTH = 1.02
"""How much more memory the hundredth game may leave in use than the tenth did, with all caches emptied."""
MOST_SCRIPTS = 1.1
"""The same of the scripts' memory in a browser, which keeps what it has compiled and sweeps when it likes."""
MOST_PYTHON = 1.5
"""The same of Python's memory in a browser: taken by fifths and never given back, it tells the most there ever was,
while caches fill and the longest game of all may come late."""
LOOKS = 40
"""After how many things that happen it is looked whether the page is what it should be: that takes long. It is looked
at the end of every game, too."""
ASIDE = ("[", "]", "f", "Escape", "u", "r", "?")
"""Keys pressed now and then between actions; the last leads away from the table and back."""


@dataclass
class Tally:
    """What came of the games of one kind.

    Attributes:
        games: how many were played.
        whole: how many of them were to be played as far as ever they go.
        ended: how many came to an end of their rules.
        actions: how many actions were made.
        failed: what went wrong, by the seed of its game.
        blocks: blocks of memory in use after some of the games, with what bounded caches hold.
        held: the same with all caches emptied.
        megabytes: what the process had of the machine's memory then.
    """

    games: int = 0
    whole: int = 0
    ended: int = 0
    actions: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """How much more is in use at the end than after the tenth game, with all caches emptied."""
        return self.held[-1] / self.held[0] if self.held else 1.0

    @property
    def memory(self) -> str:
        """What was in use after the tenth game and after the last that was measured, in words."""
        if len(self.held) < 2:
            return "memory not measured"
        return (
            f"memory after game {WARM} and {len(self.held) * WARM}: {self.held[0]} and {self.held[-1]} blocks"
            f" (x{self.growth:.4f}), {self.megabytes[0]:.1f} and {self.megabytes[-1]:.1f} MB;"
            f" with caches {self.blocks[0]} and {self.blocks[-1]} blocks"
        )


class Run(NamedTuple):
    """The games of one tab: their kind, the number of the first, how many, until when, and how far."""

    game: str
    seed: int
    games: int
    until: float
    longest: int = LONGEST
    whole: bool = False


def begin(tab: Tab, game: str, chance: random.Random) -> None:
    """Begin a game with options chosen at random, and sit down at it."""
    tab.visit(f"#/new/{game}")
    for option in GAMES[game].options:
        page = tab.controller.model.page
        assert isinstance(page, NewGame), tab.text
        tab.send("do", f"new_game.option.{option.id}", chance.choice(offered(option, page.options)).value)
    tab.submit("new_game.begin")


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
            tab.click("play.uncover")
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
    if tab.shows("play.show_skip"):
        tab.click("play.show_skip")
    else:
        tab.click("play.show_step", "1")


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
        tab.click("play.choose", action.text)
        timeline = tab.timeline
    assert timeline.entries[table.timeline.at :] == (action,), f"{action.text} was not made"


def aside(tab: Tab, chance: random.Random) -> None:
    """Do something that is no action: look back, take back, turn, go away and come back, load anew."""
    key = chance.choice(ASIDE)
    id = tab.game_id
    tab.key(key)
    while tab.browser.pending_addresses:
        tab.send("address", tab.browser.pending_addresses.pop(0))
    tab.visit(f"#/play/{id}")
    tab.key("Escape")


def games_of(run: Run) -> Tally:
    """Play the games of one tab, until there is no time left. One that fails is followed by a new tab."""
    tally = Tally()
    tab = Tab(every=LOOKS)
    for number in range(run.games):
        if time.monotonic() > run.until:
            break
        chance = random.Random(f"{run.game} {run.seed + number}")
        longest = run.longest if run.whole else min(run.longest, chance.choice((*SHORT, run.longest)))
        try:
            made, ended = play(tab, run.game, chance, longest)
            tab.look()
        except Exception:  # whatever it is, it is what is looked for
            tally.failed[run.seed + number] = traceback.format_exc()
            tab = Tab(every=LOOKS)
        else:
            tally.actions += made
            tally.ended += ended
        tally.games += 1
        tally.whole += longest == run.longest
        leave(tab)
        if number % WARM == WARM - 1:
            measure(tally)
    return tally


def measure(tally: Tally) -> None:
    """Put down what is in use now, with and without what caches hold."""
    gc.collect()
    tally.blocks.append(sys.getallocatedblocks())
    forget_all()
    gc.collect()
    tally.held.append(sys.getallocatedblocks())
    tally.megabytes.append(resident())


def resident() -> float:
    """The megabytes of memory this process has, where the system tells."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if told.exists() else 0.0


def leave(tab: Tab) -> None:
    """Go home and forget what was played, so that what stays is not what was kept."""
    tab.visit("#/")
    tab.browser.pending_calls.clear()
    tab.storage.texts.clear()
    browser = tab.browser
    for record in (browser.titles, browser.themes, browser.scrolled_to, browser.motions, browser.downloads):
        record.clear()
    browser.history[:], browser.history_index = [browser.address()], 0
    tab.controller.library.forget_checks()
    tab.visit("#/settings")  # home shows the game that was left, and what is shown is held


def forget_all() -> None:
    """Empty all caches of functions: they are bounded, and what grows beside them is what is looked for."""
    for found in gc.get_objects():
        if type(found) is type(forget_all_of) and found.__module__.startswith(("ruleboard.", "tools.")):
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
  const choices = '[data-do="play.uncover"], [data-do="play.show_step"][data-value="1"]:enabled,'
    + ' [data-do="play.choose"], svg [data-target][data-legal], button[data-target]:enabled';
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


_MEMORIES = """const Own = WebAssembly.Memory;
const found = [];
const add = (memory) => { if (!found.includes(memory)) found.push(memory); };
WebAssembly.Memory = class extends Own { constructor(...how) { super(...how); add(this); } };
for (const name of ["instantiate", "instantiateStreaming"]) {
  const make = WebAssembly[name];
  WebAssembly[name] = async (...how) => {
    const made = await make.apply(WebAssembly, how);
    for (const part of Object.values((made.instance ?? made).exports ?? {})) if (part instanceof Own) add(part);
    return made;
  };
}
globalThis.pythonMemory = () => found.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);"""
"""Lets a page tell how much memory Python has, in bytes; what the script engine tells of its own is without that."""


class Held(NamedTuple):
    """What a page in Chromium holds, after what nobody needs was swept out."""

    heap: float
    python: float
    nodes: float
    listeners: float

    def __str__(self) -> str:
        sizes = f"{self.heap / 1e6:.2f} MB of scripts, {self.python / 1e6:.1f} MB of Python"
        return f"{sizes}, {self.nodes:.0f} nodes, {self.listeners:.0f} listeners"

    def outgrows(self, before: Held) -> list[str]:
        """What it holds more of than it may, in sentences."""
        limits = Held(MOST_SCRIPTS, MOST_PYTHON, MOST_GROWTH, MOST_GROWTH)
        return [
            f"There is more and more of {name}: first {old:.0f}, then {new:.0f}."
            for name, old, new, most in zip(self._fields, before, self, limits, strict=True)
            if new > old * most
        ]


def least(held: list[Held]) -> Held:
    """The least of each: now and then a page still holds the one before it, until the next comes."""
    return Held(*(min(part) for part in zip(*held, strict=True)))


def in_browser(kinds: list[str], each: int, longest: int, seed: int, until: float) -> Iterator[str]:
    """Play some games of each kind in one tab of Chromium; what was done and what the page holds, in lines.

    Raises:
        RuntimeError: something was said in the console, or the page holds ever more.
    """
    from playwright.sync_api import sync_playwright

    with serve.serving(build.DIST, "/soak/") as url, sync_playwright() as api:
        options = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        browser = api.chromium.launch(executable_path=setup.chromium(), args=options)
        page = browser.new_page()
        errors: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(_MEMORIES)
        page.goto(url)
        page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        held: list[Held] = []
        touches: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for number, game in itertools.product(range(each), kinds):
            if time.monotonic() > until:
                break
            far = min(longest, random.Random(f"browser {game} {seed + number}").choice((*SHORT, longest)))
            touches[game] += _play_in(page, game, far, seed + number + 1)
            games[game] += 1
            if games.total() % WARM == 0:
                held.append(_held(page, session))
                yield f"browser, after {games.total()} games: {held[-1]}; {len(errors)} errors"
        for game in kinds:
            yield f"browser, {game}: {games[game]} games, {touches[game]} touches"
        if len(held) > 1:
            errors += least(held[-3:]).outgrows(least(held[:3]))
        yield from errors
        browser.close()
        if errors:
            raise RuntimeError(f"{len(errors)} errors in the browser")


def _play_in(page: Any, game: str, longest: int, seed: int) -> int:
    """Play one game from its beginning, go home and forget it; how often something was touched."""
    page.evaluate("game => { localStorage.clear(); location.hash = '#/new/' + game; }", game)
    _come(page, ".page-new")
    page.evaluate("() => document.querySelector('.page-new button[type=submit]').click()")
    _come(page, ".page-table")
    made: int = page.evaluate(_PLAY, [longest, seed])
    page.evaluate("() => { localStorage.clear(); location.hash = '#/'; }")
    _come(page, ".page-home")
    return made


def _held(page: Any, session: Any) -> Held:
    """What the page holds now."""
    for _again in range(2):
        session.send("HeapProfiler.collectGarbage")
    found = {part["name"]: part["value"] for part in session.send("Performance.getMetrics")["metrics"]}
    python = page.evaluate("pythonMemory()")
    return Held(found["JSHeapUsedSize"], python, found["Nodes"], found["JSEventListeners"])


def _come(page: Any, selector: str) -> None:
    """Wait until something is there. What Playwright waits for it keeps, and that would look like a leak of ours."""
    end = time.monotonic() + 30
    while not page.evaluate("selector => !!document.querySelector(selector)", selector):
        if time.monotonic() > end:
            raise TimeoutError(f"{selector} did not come")
        page.wait_for_timeout(20)


def tabs(kinds: Iterable[str], games: int, seed: int, until: float, longest: int, whole: bool) -> list[Run]:
    """What is to be played, tab by tab; all kinds in turn, so that of each as many are played if time runs out."""
    return [
        Run(game, seed + first, min(TAB, games - first), until, longest, whole)
        for first in range(0, games, TAB)
        for game in kinds
    ]


def played(run: Run) -> tuple[Run, Tally]:
    """A run and what came of it."""
    return run, games_of(run)


def run_all(runs: list[Run], jobs: int, say: Callable[[str], None]) -> list[tuple[Run, Tally]]:
    """Play all tabs, so many at once, each in a new process, and say what came of each."""
    done = []
    with get_context("spawn").Pool(jobs, maxtasksperchild=1) as pool:
        for run, tally in pool.imap_unordered(played, runs):
            done.append((run, tally))
            if tally.games:
                say(f"{run.game} {run.seed}-{run.seed + tally.games - 1}: {tally.actions} actions; {tally.memory}")
            for seed, trace in list(tally.failed.items())[:3]:
                say(f"  --game {run.game} --seed {seed} --games 1{' --whole' if run.whole else ''}\n{trace}")
    return done


def summed(game: str, tallies: list[Tally]) -> str:
    """What came of all tabs of one kind, in a line."""
    games = sum(tally.games for tally in tallies)
    grown = [tally.growth for tally in tallies if len(tally.held) > 1]
    return (
        f"{game}: {games} games, {sum(tally.whole for tally in tallies)} of them played on as far as they go,"
        f" {sum(tally.ended for tally in tallies)} to their ends, {sum(tally.actions for tally in tallies)} actions;"
        f" {sum(len(tally.failed) for tally in tallies)} failed;"
        f" memory at most x{max(grown, default=1.0):.4f}"
    )


def main(arguments: list[str]) -> int:
    """Play; 1 if anything broke or grew."""
    parser = argparse.ArgumentParser(prog="dev.py soak", description="Play random games; nothing may break or grow.")
    parser.add_argument("--games", type=int, default=1000, help="how many of each kind (1000)")
    parser.add_argument("--minutes", type=float, default=60, help="when to stop at the latest (60)")
    parser.add_argument("--longest", type=int, default=LONGEST, help=f"actions after which a game is left ({LONGEST})")
    parser.add_argument("--whole", action="store_true", help="leave no game sooner (else three of four are)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="how many tabs at once, each in a process of its own (1)")
    parser.add_argument(
        "--browser", type=int, default=0, metavar="N", help="of each kind, so many in one tab of Chromium (0)"
    )
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these kinds only")
    wanted = parser.parse_args(arguments)
    kinds = wanted.game or list(GAMES)
    until = time.monotonic() + wanted.minutes * 60
    runs = tabs(kinds, wanted.games, wanted.seed, until, wanted.longest, wanted.whole)
    done = run_all(runs, wanted.jobs, lambda line: print(line, flush=True))
    for game in kinds if done else ():
        print(summed(game, [tally for run, tally in done if run.game == game]), flush=True)
    bad = any(tally.failed or tally.growth > MOST_GROWTH for run, tally in done)
    if wanted.browser:
        if trouble := serve.rebuild():
            print(trouble)
            return 1
        try:
            for line in in_browser(kinds, wanted.browser, wanted.longest, wanted.seed, until):
                print(line, flush=True)
        except RuntimeError as problem:
            print(problem)
            bad = True
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
