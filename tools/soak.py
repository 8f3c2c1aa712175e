"""Soak test: play thousands of random games with undo, menus and reloads, and check that memory does not grow.

Most games run through the app's controller with ``tools.fake_browser``. ``--browser`` plays some games in a real
browser. ``--starts`` and ``--visits`` start the app in a real browser (``tools.soak_starts``). A game depends only on
its number, so ``--game … --seed … --games 1`` repeats a failed game.
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

from tools import build, power_cut, serve, setup, soak_journal, soak_starts

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.app.board.opponents import next_step
from ruleboard.app.new_game.session import NewGamePage, padded_names
from ruleboard.engine.options import available_choices
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON
from ruleboard.registry import GAMES
from tools.crashes import crash_guard
from tools.fake_browser import Tab

MAX_GAME_ACTIONS = 250
"""The maximum number of actions in a game."""
SHORT_GAME_LENGTHS = (10, 25, 60)
"""The numbers of actions after which three of four games stop early, as people's games do."""
GAMES_PER_TAB = 100
"""The number of games played in one tab, which runs in a process of its own."""
WARM_UP_GAMES = 10
"""The number of games in one tab after which all modules are loaded and the caches are full."""
MAX_GROWTH = 1.02
"""The maximum ratio of the memory in use after the hundredth game to that after the tenth, with empty caches."""
MAX_SCRIPT_GROWTH = 1.1
"""The same for the scripts' memory in a browser, which caches compiled code and collects garbage at times."""
MAX_PYTHON_GROWTH = 1.5
"""The same for Python's memory in a browser: it grows by a fifth at a time and never shrinks, caches fill,
and the longest game may come late."""
EVENTS_PER_CHECK = 40
"""The number of events between two slow checks of the whole page; each game ends with one more."""
DETOUR_KEYS = ("[", "]", "f", "Escape", "u", "r", "?")
"""Keys that the test presses at random between actions. The last one leaves the game's page."""


@dataclass
class GameTally:
    """The results of the soak test for one game.

    Attributes:
        game_count: the number of games played.
        whole_game_count: the number of games that reached the maximum number of actions.
        ended_game_count: the number of games that ended by their rules.
        action_count: the number of actions.
        failures: the tracebacks by the seed of the game.
        blocks: the number of memory blocks in use after every tenth game.
        uncached_blocks: the number of memory blocks in use at the same times, without the contents of caches.
        megabytes: the resident memory of the process at the same times, in MB.
    """

    game_count: int = 0
    whole_game_count: int = 0
    ended_game_count: int = 0
    action_count: int = 0
    failures: dict[int, str] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    uncached_blocks: list[int] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """The memory in use after the last measured game relative to that after the tenth game, without caches."""
        return self.uncached_blocks[-1] / self.uncached_blocks[0] if self.uncached_blocks else 1.0

    @property
    def memory(self) -> str:
        """A text that gives the memory in use after the tenth and after the last measured game."""
        if len(self.uncached_blocks) < 2:
            return "memory not measured"
        return (
            f"memory after game {WARM_UP_GAMES} and {len(self.uncached_blocks) * WARM_UP_GAMES}:"
            f" {self.uncached_blocks[0]} and {self.uncached_blocks[-1]} blocks"
            f" (x{self.growth:.4f}), {self.megabytes[0]:.1f} and {self.megabytes[-1]:.1f} MB;"
            f" with caches {self.blocks[0]} and {self.blocks[-1]} blocks"
        )


class TabRun(NamedTuple):
    """The games to play in one tab.

    Attributes:
        game: the id of the game.
        seed: the seed of the first game.
        games: the number of games.
        deadline: the value of ``time.monotonic`` after which no more games start.
        max_actions: the maximum number of actions in a game.
        is_whole: True if all games have this maximum; False to use random lower limits.
        opponents: True if bots also play.
    """

    game: str
    seed: int
    games: int
    deadline: float
    max_actions: int = MAX_GAME_ACTIONS
    is_whole: bool = False
    opponents: bool = False


def start_game(tab: Tab, game: str, rng: random.Random, opponents: bool = False) -> None:
    """Start a game with random options. With ``opponents``, bots play some of the sides, chosen at random."""
    tab.visit(f"#/new/{game}")
    for option in GAMES[game].options:
        page = tab.controller.model.page
        assert isinstance(page, NewGamePage), tab.text
        tab.send("do", f"new_game.option.{option.id}", rng.choice(available_choices(option, page.options)).value)
    if opponents:
        page = tab.controller.model.page
        assert isinstance(page, NewGamePage), tab.text
        for player in range(len(padded_names(page))):
            tab.change(f"new_game.seat.{player}", str(rng.choice((PERSON, *LEVELS))))
    tab.submit("new_game.begin")


def play_game(
    tab: Tab, game: str, rng: random.Random, max_actions: int = MAX_GAME_ACTIONS, opponents: bool = False
) -> tuple[int, bool]:
    """Play a game from its start. Return the number of actions, and True if the game has ended."""
    start_game(tab, game, rng, opponents)
    count = 0
    for _ in range(max_actions * 4):
        table = tab.controller.table
        assert table is not None, tab.text
        if table.timeline.outcome is not None:
            if opponents:
                review_turns(tab, rng)
            return count, True
        if let_opponent_move(tab, rng):
            count = table.timeline.ply
        elif table.display.replay is not None:
            end_replay(tab)
        elif table.display.awaits_handover:
            tab.click("play.uncover")
        elif rng.random() < 0.06:
            take_random_detour(tab, rng)
        else:
            assert table.actions, f"nothing can be done: {table.timeline.entries}"
            make_random_action(tab, rng)
            count += 1
        if count >= max_actions:
            break
    return count, False


def let_opponent_move(tab: Tab, rng: random.Random) -> bool:
    """Run one step of the bot to move, or answer its draw offer. Return False if neither is possible."""
    table = tab.controller.table
    assert table is not None
    if table.bots.are_paused:
        tab.click("play.resume")
    elif table.draw_responder is not None and not table.bot_level_of(table.draw_responder):
        tab.click("play.answer", rng.choice(("yes", "no")))
    elif next_step(table) is None:
        return False
    elif rng.random() < 0.03:
        take_random_detour(tab, rng)
    else:
        tab.idle()
        tab.browser.answer_request()
        tab.check()
    return True


def review_turns(tab: Tab, rng: random.Random) -> None:
    """Start a review of the finished game, review a few turns, and in some games stop the review."""
    if tab.shows("play.review"):
        tab.click("play.review")
        for _ in range(rng.randrange(6)):
            tab.browser.answer_request()
            tab.check()
        if tab.shows("play.stop_review"):
            tab.click("play.stop_review")
        if tab.shows("play.point"):
            tab.click("play.point")


def end_replay(tab: Tab) -> None:
    """Skip a replay, or continue if it has only one frame."""
    if tab.shows("play.show_skip"):
        tab.click("play.show_skip")
    else:
        tab.click("play.show_step", "1")


def make_random_action(tab: Tab, rng: random.Random) -> None:
    """Play a random legal action by touches, and check the result."""
    table = tab.controller.table
    assert table is not None
    action = rng.choice(table.actions)
    if table.touches.targets:
        tab.key("Escape")
    tab.touch(*action.targets)
    timeline = tab.timeline
    if timeline is table.timeline:
        tab.click("play.choose", action.text)
        timeline = tab.timeline
    assert timeline.entries[table.timeline.ply :] == (action,), f"{action.text} was not made"


def take_random_detour(tab: Tab, rng: random.Random) -> None:
    """Press a random key that plays no action (undo, turn the board, …), then return to the game."""
    key = rng.choice(DETOUR_KEYS)
    id = tab.game_id
    tab.key(key)
    while tab.browser.pending_addresses:
        tab.send("address", tab.browser.pending_addresses.pop(0))
    tab.visit(f"#/play/{id}")
    tab.key("Escape")


def play_tab(run: TabRun) -> GameTally:
    """Play the games of one tab until the deadline. After a failure, continue in a new tab."""
    tally = GameTally()
    tab = Tab(check_interval=EVENTS_PER_CHECK)
    for number in range(run.games):
        if time.monotonic() > run.deadline:
            break
        rng = random.Random(f"{run.game} {run.seed + number}")
        max_actions = (
            run.max_actions
            if run.is_whole
            else min(run.max_actions, rng.choice((*SHORT_GAME_LENGTHS, run.max_actions)))
        )
        try:
            count, has_ended = play_game(tab, run.game, rng, max_actions, run.opponents)
            tab.check_page()
        except Exception:  # any exception is a fault
            tally.failures[run.seed + number] = traceback.format_exc()
            tab = Tab(check_interval=EVENTS_PER_CHECK)
        else:
            tally.action_count += count
            tally.ended_game_count += has_ended
        tally.game_count += 1
        tally.whole_game_count += max_actions == run.max_actions
        leave_game(tab)
        if number % WARM_UP_GAMES == WARM_UP_GAMES - 1:
            measure_memory(tally)
    return tally


def measure_memory(tally: GameTally) -> None:
    """Append the memory in use to the tally, with and without the contents of caches."""
    gc.collect()
    tally.blocks.append(sys.getallocatedblocks())
    clear_function_caches()
    gc.collect()
    tally.uncached_blocks.append(sys.getallocatedblocks())
    tally.megabytes.append(measure_resident_memory())


def measure_resident_memory() -> float:
    """Return the resident memory of this process in megabytes, or 0 if the system does not report it."""
    statm_file = Path("/proc/self/statm")
    return int(statm_file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if statm_file.exists() else 0.0


def leave_game(tab: Tab) -> None:
    """Open the home page and delete the saved games, so that they do not count as memory growth."""
    tab.visit("#/")
    tab.browser.pending_calls.clear()
    tab.storage.clear()
    browser = tab.browser
    for call_log in (browser.titles, browser.themes, browser.scrolled_to, browser.motions, browser.downloads):
        call_log.clear()
    browser.history[:], browser.history_index = [browser.address()], 0
    tab.controller.library.forget_checks()
    tab.visit("#/settings")  # home shows the latest game, and what is shown stays in memory


def clear_function_caches() -> None:
    """Clear the caches of all functions. The caches have a maximum size, so their growth is not a leak."""
    for function in gc.get_objects():
        if type(function) is type(sample_cached_function) and function.__module__.startswith(("ruleboard.", "tools.")):
            function.cache_clear()


@lru_cache
def sample_cached_function() -> None:
    """Do nothing. The function object has the type of all cached functions."""


# --- in a real browser ---------------------------------------------------------------------------------------------

_PLAY_SCRIPT = """async ([longest, seed]) => {
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


_MEMORY_SCRIPT = """const Own = WebAssembly.Memory;
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
"""A script with which a page reports Python's memory in bytes, which the browser's own metrics omit."""


class PageMemory(NamedTuple):
    """The memory of a Chromium page after garbage collection."""

    heap_bytes: float
    python_bytes: float
    node_count: float
    listener_count: float

    def __str__(self) -> str:
        sizes_text = f"{self.heap_bytes / 1e6:.2f} MB of scripts, {self.python_bytes / 1e6:.1f} MB of Python"
        return f"{sizes_text}, {self.node_count:.0f} nodes, {self.listener_count:.0f} listeners"

    def excesses(self, before: PageMemory) -> list[str]:
        """Return a sentence about each number that has grown more than allowed."""
        limits = PageMemory(MAX_SCRIPT_GROWTH, MAX_PYTHON_GROWTH, MAX_GROWTH, MAX_GROWTH)
        return [
            f"{name} keeps growing: first {old_value:.0f}, then {new_value:.0f}."
            for name, old_value, new_value, limit in zip(self._fields, before, self, limits, strict=True)
            if new_value > old_value * limit
        ]


def compute_minimums(memories: list[PageMemory]) -> PageMemory:
    """Return the minimum of each number, because Chromium sometimes frees a page only after the next page."""
    return PageMemory(*(min(part) for part in zip(*memories, strict=True)))


def play_in_browser(
    game_ids: list[str], games_per_kind: int, max_actions: int, seed: int, deadline: float
) -> Iterator[str]:
    """Play games in one tab of Chromium, and yield lines about progress and memory.

    Raises:
        RuntimeError: the console shows an error, memory grew too much, or the page crashed.
    """
    from playwright.sync_api import sync_playwright

    with serve.serve_folder(build.DIST, "/soak/") as url, sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        with playwright.chromium.launch(executable_path=setup.find_or_install_chromium(), args=options) as browser:
            page = browser.new_page()
            errors: list[str] = []
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            memories: list[PageMemory] = []
            touches: Counter[str] = Counter()
            games: Counter[str] = Counter()
            with crash_guard(page):
                page.add_init_script(_MEMORY_SCRIPT)
                page.goto(url)
                page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable")
                for number, game in itertools.product(range(games_per_kind), game_ids):
                    if time.monotonic() > deadline:
                        break
                    action_limit = min(
                        max_actions,
                        random.Random(f"browser {game} {seed + number}").choice((*SHORT_GAME_LENGTHS, max_actions)),
                    )
                    touches[game] += _play_game_in_page(page, game, action_limit, seed + number + 1)
                    games[game] += 1
                    if games.total() % WARM_UP_GAMES == 0:
                        memories.append(_measure_page_memory(page, session))
                        yield f"browser, after {games.total()} games: {memories[-1]}; {len(errors)} errors"
            for game in game_ids:
                yield f"browser, {game}: {games[game]} games, {touches[game]} touches"
            if len(memories) > 1:
                errors += compute_minimums(memories[-3:]).excesses(compute_minimums(memories[:3]))
            yield from errors
        if errors:
            raise RuntimeError(f"{len(errors)} errors in the browser")


def _play_game_in_page(page: Any, game: str, max_actions: int, seed: int) -> int:
    """Play a game from its start, delete it, and return the number of touches."""
    page.evaluate("game => { localStorage.clear(); location.hash = '#/new/' + game; }", game)
    _wait_for(page, ".page-new")
    page.evaluate("() => document.querySelector('.page-new button[type=submit]').click()")
    _wait_for(page, ".page-table")
    touch_count: int = page.evaluate(_PLAY_SCRIPT, [max_actions, seed])
    page.evaluate("() => { localStorage.clear(); location.hash = '#/'; }")
    _wait_for(page, ".page-home")
    return touch_count


def _measure_page_memory(page: Any, session: Any) -> PageMemory:
    """Measure the memory of the page."""
    for _round in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {part["name"]: part["value"] for part in session.send("Performance.getMetrics")["metrics"]}
    python = page.evaluate("pythonMemory()")
    return PageMemory(metrics["JSHeapUsedSize"], python, metrics["Nodes"], metrics["JSEventListeners"])


def _wait_for(page: Any, selector: str) -> None:
    """Wait until an element exists.

    The function does not use Playwright's wait function, which keeps elements in memory and would look like a leak.
    """
    end = time.monotonic() + 30
    while not page.evaluate("selector => !!document.querySelector(selector)", selector):
        if time.monotonic() > end:
            raise TimeoutError(f"{selector} did not come")
        page.wait_for_timeout(20)


def create_tab_runs(
    game_ids: Iterable[str],
    games: int,
    seed: int,
    deadline: float,
    max_actions: int,
    is_whole: bool,
    opponents: bool = False,
) -> list[TabRun]:
    """Return the runs of all tabs. The games alternate, so that each game gets the same time before the deadline."""
    return [
        TabRun(game, seed + offset, min(GAMES_PER_TAB, games - offset), deadline, max_actions, is_whole, opponents)
        for offset in range(0, games, GAMES_PER_TAB)
        for game in game_ids
    ]


def play_run(run: TabRun) -> tuple[TabRun, GameTally]:
    """Play the games of a run, and return the run with its results."""
    return run, play_tab(run)


def run_all(runs: list[TabRun], jobs: int, report: Callable[[str], None]) -> list[tuple[TabRun, GameTally]]:
    """Play each run in a new process, ``jobs`` at a time, and pass a line about each result to ``report``."""
    results = []
    with get_context("spawn").Pool(jobs, maxtasksperchild=1) as pool:
        for run, tally in pool.imap_unordered(play_run, runs):
            results.append((run, tally))
            if tally.game_count:
                last_seed = run.seed + tally.game_count - 1
                report(f"{run.game} {run.seed}-{last_seed}: {tally.action_count} actions; {tally.memory}")
            for seed, trace in list(tally.failures.items())[:3]:
                flags = (" --whole" if run.is_whole else "") + (" --opponents" if run.opponents else "")
                report(f"  --game {run.game} --seed {seed} --games 1{flags}\n{trace}")
    return results


def format_summary(game: str, tallies: list[GameTally]) -> str:
    """Return a line about the results of all tabs that played a game."""
    game_count = sum(tally.game_count for tally in tallies)
    whole_game_count = sum(tally.whole_game_count for tally in tallies)
    memory_growths = [tally.growth for tally in tallies if len(tally.uncached_blocks) > 1]
    return (
        f"{game}: {game_count} games, {whole_game_count} of them played on as far as they go,"
        f" {sum(tally.ended_game_count for tally in tallies)} to their ends,"
        f" {sum(tally.action_count for tally in tallies)} actions;"
        f" {sum(len(tally.failures) for tally in tallies)} failed;"
        f" memory at most x{max(memory_growths, default=1.0):.4f}"
    )


def main(arguments: list[str]) -> int:
    """Run the soak test. Return 1 after a failure or if memory has grown."""
    parser = argparse.ArgumentParser(prog="dev.py soak", description="Play random games; nothing may break or grow.")
    parser.add_argument("--games", type=int, default=1000, help="how many of each kind (1000)")
    parser.add_argument("--minutes", type=float, default=60, help="when to stop at the latest (60)")
    parser.add_argument(
        "--longest", type=int, default=MAX_GAME_ACTIONS, help=f"actions after which a game is left ({MAX_GAME_ACTIONS})"
    )
    parser.add_argument("--whole", action="store_true", help="leave no game sooner (else three of four are)")
    parser.add_argument("--opponents", action="store_true", help="opponents of random levels at some of the seats")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="how many tabs at once, each in a process of its own (1)")
    parser.add_argument(
        "--browser", type=int, default=0, metavar="N", help="of each kind, so many in one tab of Chromium (0)"
    )
    parser.add_argument(
        "--power-cut", type=int, default=0, metavar="N", help="instead: kill whole browsers, N times after each act"
    )
    parser.add_argument(
        "--killed", choices=sorted(power_cut.BROWSERS), action="append", help="the browsers to kill (all)"
    )
    parser.add_argument(
        "--journal", type=int, default=0, metavar="N", help="instead: N random sequences in the journal's model (0)"
    )
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these kinds only")
    parser.add_argument(
        "--starts",
        type=int,
        default=0,
        metavar="N",
        help="start the app N times in fresh Chromium contexts instead (0)",
    )
    parser.add_argument("--visits", type=int, default=0, metavar="N", help="the same for second visits (0)")
    options = parser.parse_args(arguments)
    if options.starts or options.visits:
        return _run_start_test(options.starts, options.visits, options.seed)
    if options.journal:
        return soak_journal.main(options.journal, options.seed)
    if options.power_cut:
        return power_cut.main(options.killed or list(power_cut.BROWSERS), options.power_cut)
    game_ids = options.game or list(GAMES)
    deadline = time.monotonic() + options.minutes * 60
    runs = create_tab_runs(
        game_ids, options.games, options.seed, deadline, options.longest, options.whole, options.opponents
    )
    results = run_all(runs, options.jobs, lambda line: print(line, flush=True))
    for game in game_ids if results else ():
        print(format_summary(game, [tally for run, tally in results if run.game == game]), flush=True)
    has_failed = any(tally.failures or tally.growth > MAX_GROWTH for run, tally in results)
    if options.browser:
        if build_error := serve.rebuild():
            print(build_error)
            return 1
        try:
            for line in play_in_browser(game_ids, options.browser, options.longest, options.seed, deadline):
                print(line, flush=True)
        except RuntimeError as problem:
            print(problem)
            has_failed = True
    return int(has_failed)


def _run_start_test(start_count: int, visit_count: int, seed: int) -> int:
    """Start the app many times. Return 1 if a page showed neither the app nor an error message in time."""
    if build_error := serve.rebuild():
        print(build_error)
        return 1
    try:
        for line in soak_starts.iter_start_reports(start_count, visit_count, seed):
            print(line, flush=True)
    except RuntimeError as problem:
        print(problem)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
