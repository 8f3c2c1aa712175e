"""Measure the app against its performance budgets, as ratios of times on one machine.

The benchmark opens the app and an unmodified PyScript page in turns, so that a busy machine slows both equally. The
server compresses files and lets the browser cache them for ten minutes, as static hosts do.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tools import bench_webkit, bench_yardsticks, build, setup, webkit
from tools.bench_yardsticks import Yardsticks, measure_processor_time, measure_time_per_run
from tools.crashes import PageCrashed, crash_guard
from tools.serve import Handler

SITE_FOLDER = setup.BUILD / "bench"
FRAME_MS = 1000 / 60
"""The duration of a frame, in milliseconds."""
SLOW_NETWORK = {"offline": False, "latency": 80, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
"""The conditions of a slow network: 10 Mbit/s, 80 ms latency."""
CACHE_PAUSE_MS = 6000
"""The pause between two visits in milliseconds, in which the browser caches compiled code and files."""
TAP_COUNT = 24
"""The number of taps to measure in each game."""
IDLE_PAUSE_MS = 3000
"""The pause before taps and steps in milliseconds, until the page has finished its background work."""
TAP_PAUSE_MS = 500
"""The pause after a tap in milliseconds. The animation has ended then, and the next tap is not a second tap."""
TAP_BROWSERS = 3
"""The number of browsers in which the taps and the yardsticks are measured."""
MID_GAME_ACTIONS = 30
"""The number of random actions before the timed taps."""

_STOCK_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Hello</title>
<link rel="icon" href="./static/icon.svg">
<script type="module" src="./stock/pyscript/core.js"></script>
<script type="py" config='{"interpreter": "./stock/pyodide.mjs"}'>
from pyscript import document
document.documentElement.dataset.ready = ""
</script>
"""
_LEGAL_ACTIONS_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Benchmark</title>
<link rel="icon" href="./static/icon.svg">
<script type="module" src="./static/vendor/{pyscript}/core.js"></script>
<script type="py" src="./bench_legal.py" async="false"
  config='{"interpreter": "./static/boot/interpreter.mjs"}'></script>
"""
_READY_SCRIPT = """new MutationObserver((_, observer) => {
  if (!("ready" in document.documentElement.dataset)) return;
  observer.disconnect();
  globalThis.readyAt = performance.mark("ready").startTime;
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ready"] });"""
_PAINTED_FUNCTION = """const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage("");
  }));"""
"""A function that waits for a painted frame."""
_CHOICE_FUNCTION = """let seed = globalThis.tapSeed ?? 7;
  const nextChoice = () => {
    let choices = document.querySelectorAll('[data-do="play.uncover"], [data-do="play.choose"], #tap');
    if (!choices.length) choices = document.querySelectorAll("[data-target][data-legal]");
    if (!choices.length) choices = document.querySelectorAll('button[data-target]:not([disabled])');
    seed = globalThis.tapSeed = (seed * 16807) % 2147483647;
    return choices[seed % choices.length];
  };"""
"""A function that returns a random target, or the button of the page of yardsticks."""
_TAPS_SCRIPT = f"""async (count) => {{
  {_PAINTED_FUNCTION}
  {_CHOICE_FUNCTION}
  for (let number = 0; number < count; number++) {{
    const choice = nextChoice();
    if (!choice) return number;
    choice.dispatchEvent(new MouseEvent("click", {{ bubbles: true, cancelable: true }}));
    await painted();
  }}
  return count;
}}"""
"""Taps targets, or the button of the page of yardsticks. Returns the number of taps."""
_POINTER_OPTIONS = (
    "{ ...globalThis.point, bubbles: true, cancelable: true, isPrimary: true, pointerType: 'touch', detail: 1 }"
)
_PRESS_SCRIPT = f"""async (duration) => {{
  {_PAINTED_FUNCTION}
  {_CHOICE_FUNCTION}
  globalThis.pressed = nextChoice();
  const box = globalThis.pressed?.getBoundingClientRect() ?? new DOMRect();
  globalThis.point = {{ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }};
  globalThis.pressed?.dispatchEvent(new PointerEvent("pointerdown", {_POINTER_OPTIONS}));
  await painted();
  await new Promise((resolve) => setTimeout(resolve, duration));
  await painted();
  return Boolean(globalThis.pressed);
}}"""
"""Presses a target, and waits. Returns False if there is no target."""
_LIFT_SCRIPT = f"""async () => {{
  {_PAINTED_FUNCTION}
  globalThis.pressed?.dispatchEvent(new PointerEvent("pointerup", {_POINTER_OPTIONS}));
  globalThis.pressed?.dispatchEvent(new MouseEvent("click", {_POINTER_OPTIONS}));
  globalThis.pressed = null;
  await painted();
}}"""
"""Lifts the finger, and waits for the painted answer. Without a pressed target, only waits for a painted frame."""
_STEPS_SCRIPT = f"""async (count) => {{
  {_PAINTED_FUNCTION}
  for (let number = 0; number < count; number++) {{
    const button = document.querySelector('button[data-do$=".next"]:not([disabled])');
    if (!button) return number;
    button.click();
    await painted();
  }}
  return count;
}}"""
"""Steps through a study. Returns the number of steps."""
_OPENING_SCRIPT = """async (id) => {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const began = performance.now();
  location.hash = `#/play/${id}`;
  while (!document.querySelector(".page-table")) await painted();
  await painted();
  return performance.now() - began;
}"""
_TASK_EVENT = "ThreadControllerImpl::RunTask"
"""The name of the trace event of a task."""
STUDY_NODE_COUNT = 500
"""The number of moves in the study whose steps the benchmark measures."""
SAVED_ACTIONS = 400
"""The number of actions in the saved games that the benchmark opens. It omits shorter games."""
SAVED_GAME_COUNT = 500
"""The number of saved games on the home page that the benchmark measures."""
TAP_BUDGET = 20
"""The maximum ratio of a tap to a tap on the stock page."""
OPENING_BUDGET = 10
"""The maximum ratio of opening a game of ``SAVED_ACTIONS`` actions to replaying as many moves with python-chess."""
TASK_BUDGET = 1.0
"""The maximum ratio of a task on the home page to the yardstick loop in JavaScript."""
OPPONENT_BUDGETS = {3: 40.0, 5: 175.0}
"""For each level of the bots, the maximum ratio of 95 % of its searches to the yardstick loop in Python.

On a computer whose loop takes 17 ms, this is 0.7 s and 3 s.
"""
ANSWER_BUDGET = 3
"""The maximum number of frames from lifting the finger to the painted answer, on a device ``SLOWDOWN`` times slower."""
SLOWDOWN_FACTOR = 6
"""The assumed ratio of this processor's speed to that of a slow device, such as an old tablet."""
TAP_MS = 80
"""The duration of a tap in ms, from the press to lifting the finger."""
STEP_BUDGET = 20
"""The maximum ratio of a step in a study to a tap on the stock page."""
ADAPTER_BUDGET = 0.1
"""The minimum ratio of steps per second through an adapter to those of the rules without one."""


class Line(NamedTuple):
    """A measurement and its budget, as one line of the table.

    Attributes:
        what: the name of the measurement, a key of the JSON output.
        value: the measured value; None if it could not be measured.
        budget: the limit of the value.
        is_upper_limit: True if the budget is an upper limit, False if it is a lower limit.
        detail: the absolute numbers from which the value is computed.
    """

    what: str
    value: float | None
    budget: float
    is_upper_limit: bool
    detail: str

    @property
    def holds(self) -> bool | None:
        """True if the value is within the budget; None if it could not be measured."""
        if self.value is None:
            return None
        return self.value <= self.budget if self.is_upper_limit else self.value >= self.budget


# --- the site


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a compressed file."""
        path = urlsplit(self.path).path
        file = SITE_FOLDER / ("index.html" if path == "/" else path.lstrip("/"))
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = _compress_file(file)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", Handler.extensions_map.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the log."""

    def handle(self) -> None:
        """Handle a request, and ignore errors when a browser closes the connection early."""
        try:
            super().handle()
        except ConnectionError:
            return


@cache
def _compress_file(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


@contextmanager
def _serve() -> Iterator[str]:
    shutil.rmtree(SITE_FOLDER, ignore_errors=True)
    shutil.copytree(build.DIST, SITE_FOLDER, copy_function=os.link)
    stock = SITE_FOLDER / "stock"  # unmodified files, since the build shortens ours
    stock.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        shutil.copyfile(setup.NODE_MODULES / "pyodide" / name, stock / name)
    shutil.copytree(setup.NODE_MODULES / "@pyscript" / "core" / "dist", stock / "pyscript")
    (SITE_FOLDER / "hello.html").write_text(_STOCK_PAGE)
    [pyscript] = (SITE_FOLDER / "static" / "vendor").glob("pyscript-*")
    (SITE_FOLDER / "legal.html").write_text(_LEGAL_ACTIONS_PAGE.replace("{pyscript}", pyscript.name))
    shutil.copyfile(setup.ROOT / "tools" / "bench_legal.py", SITE_FOLDER / "bench_legal.py")
    bench_yardsticks.write_page(SITE_FOLDER)
    for file in SITE_FOLDER.rglob("*"):
        if file.is_file():
            _compress_file(file)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/"
        server.shutdown()


# --- starting


class Browser:
    """The browser and the URL of the site that all measurements use."""

    def __init__(self, playwright: Any, site: str) -> None:
        self.chromium = playwright.chromium
        self.site = site
        self.profile = ""
        config = tomllib.loads((setup.ROOT / "playwright.config.toml").read_text(encoding="utf-8"))
        self.options = {**config["launch"]["chromium"], "executable_path": setup.find_or_install_chromium()}

    @contextmanager
    def new_page(self) -> Iterator[Any]:
        """Open a page in a browser with an empty profile, for a ``with`` statement.

        Raises:
            PageCrashed: the page has crashed.
        """
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            context = self.chromium.launch_persistent_context(profile, **self.options)
            context.add_init_script(_READY_SCRIPT)
            page = context.pages[0]
            try:
                self.profile = profile
                with crash_guard(page):
                    yield page
            finally:
                context.close()

    def open_game(self, page: Any, id: str, record: str) -> None:
        """Store a game in the browser, and open it on the page."""
        self.visit(page, "")
        script = "([id, text]) => localStorage.setItem(`ruleboard/1/game/${id}`, text)"
        page.evaluate(script, [f"bench-{id}", record])
        page.evaluate("address => { location.hash = address; }", f"#/play/bench-{id}")
        page.locator(".page-table").wait_for()
        page.wait_for_timeout(500)

    def visit(self, page: Any, path: str) -> tuple[float, float]:
        """Open a page and return the times until it is ready and until its first paint, in milliseconds."""
        page.goto(self.site + path)
        page.wait_for_function("globalThis.readyAt", timeout=120_000, polling=50)
        first_paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
        return page.evaluate("readyAt"), page.evaluate(first_paint)


class StartMeasurements(NamedTuple):
    """Measurements of starts, with one value for each round: times in ms, and the memory of the tab in MB."""

    first_visits: list[float]
    second_visits: list[float]
    first_paint: list[float]
    memory: list[float]


def measure_starts(browser: Browser, rounds: int) -> tuple[StartMeasurements, StartMeasurements]:
    """Measure first and second visits to an unmodified PyScript page and to the app, in turns."""
    from tools.bench_opponents import measure_memory

    stock_starts, own_starts = StartMeasurements([], [], [], []), StartMeasurements([], [], [], [])
    for _ in range(rounds):
        for path, times in (("hello.html", stock_starts), ("", own_starts)):
            with browser.new_page() as page:
                ready_time, first_paint = browser.visit(page, path)
                page.wait_for_timeout(CACHE_PAUSE_MS)
                times.memory.append(measure_memory(browser.profile))
                second_visit, _ = browser.visit(page, path)
                times.first_visits.append(ready_time)
                times.first_paint.append(first_paint)
                times.second_visits.append(second_visit)
    return stock_starts, own_starts


@contextmanager
def keep_cores_busy(core_count: int = 2) -> Iterator[None]:
    """Run an endless loop at normal priority on each of some processor cores during a ``with`` statement."""
    loop_processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(core_count)]
    try:
        yield
    finally:
        for loop in loop_processes:
            loop.kill()
            loop.wait()


def measure_slow_starts(browser: Browser, rounds: int) -> tuple[list[float], list[float]]:
    """Return the times of first visits to an unmodified PyScript page and to the app over a slow line, in ms."""
    stock_times: list[float] = []
    own_times: list[float] = []
    for _ in range(rounds):
        for path, times in (("hello.html", stock_times), ("", own_times)):
            with browser.new_page() as page:
                session = page.context.new_cdp_session(page)
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
                times.append(browser.visit(page, path)[0])
    return stock_times, own_times


def measure_transferred_bytes(browser: Browser, path: str) -> int:
    """Return the number of compressed bytes that a page fetches until it is ready."""
    urls = []
    with browser.new_page() as page:
        page.on("request", lambda request: urls.append(request.url))
        browser.visit(page, path)
    files = {urlsplit(url).path for url in urls if url.startswith(browser.site)}
    return sum(len(_compress_file(SITE_FOLDER / (name.lstrip("/") or "index.html"))) for name in files)


# --- playing


def create_random_game(game: Any, seed: int, action_count: int = MID_GAME_ACTIONS) -> str:
    """Return the record of a game after some random actions, as text."""
    import random

    from ruleboard.engine.record import Record, format_record
    from ruleboard.engine.timeline import replay
    from ruleboard.registry import GAMES

    options = {option.id: option.default for option in game.options}
    side_count = len(game.sides(game.initial(options, seed)))
    timeline = replay(Record(game.id, options, seed, ("",) * side_count), GAMES)
    rng = random.Random(seed)
    for _ in range(action_count):
        if timeline.outcome:
            return create_random_game(game, seed + 1, action_count)
        timeline = timeline.play(rng.choice(game.legal_actions(timeline.state)))
    return create_random_game(game, seed + 1, action_count) if timeline.outcome else format_record(timeline.to_record())


def measure_yardsticks(browser: Browser) -> Yardsticks:
    """Return the medians of the yardsticks in several new browsers, since their tap times differ by a factor of two."""
    measurements = []
    for _ in range(TAP_BROWSERS):
        with browser.new_page() as page:
            browser.visit(page, bench_yardsticks.PAGE_NAME)
            page.wait_for_timeout(1000)
            measurements.append(bench_yardsticks.measure(page, browser.profile, _TAPS_SCRIPT, 4 * TAP_COUNT))
    return Yardsticks(*map(statistics.median, zip(*measurements, strict=True)))


def measure_median_times(
    measure: Callable[[Browser], Mapping[str, float | None]], browser: Browser
) -> dict[str, float | None]:
    """Call ``measure`` in several new browsers. Return the medians of the times by name; None without times."""
    rounds = [measure(browser) for _ in range(TAP_BROWSERS)]
    times_by_name = {name: [time for times in rounds if (time := times[name]) is not None] for name in rounds[0]}
    return {name: statistics.median(times) if times else None for name, times in times_by_name.items()}


def measure_taps(browser: Browser) -> Mapping[str, float | None]:
    """Return the processor time of a tap in ms by game; None for a game in which nothing could be tapped."""
    from ruleboard.registry import GAMES

    times = {}
    with browser.new_page() as page:
        for id, game in GAMES.items():
            browser.open_game(page, id, create_random_game(game, 1))
            page.wait_for_timeout(IDLE_PAUSE_MS)
            times[id] = measure_time_per_run(page, browser.profile, _TAPS_SCRIPT, TAP_COUNT)
    return times


def measure_answers(browser: Browser) -> Mapping[str, float | None]:
    """Return the processor time in ms from lifting the finger to the painted answer, by game; None if no tap worked.

    It is the median of ``TAP_COUNT`` taps of ``TAP_MS``, minus the time of an idle frame.
    """
    from ruleboard.registry import GAMES

    times: dict[str, float | None] = {}
    with browser.new_page() as page:
        lift_finger = partial(page.evaluate, _LIFT_SCRIPT)
        for id, game in GAMES.items():
            browser.open_game(page, id, create_random_game(game, 1))
            page.wait_for_timeout(IDLE_PAUSE_MS)
            answers, idle_times = list[float](), list[float]()
            while len(answers) < TAP_COUNT and page.evaluate(_PRESS_SCRIPT, TAP_MS):
                answers.append(measure_processor_time(browser.profile, lift_finger))
                page.wait_for_timeout(TAP_PAUSE_MS)
                idle_times.append(measure_processor_time(browser.profile, lift_finger))
            times[id] = statistics.median(answers) - statistics.median(idle_times) if answers else None
    return times


def create_long_study() -> str:
    """Return the text of a study with ``STUDY_NODE_COUNT`` moves: a random game with comments and variations."""
    import random

    from ruleboard.registry import GAMES

    game = GAMES["tensor-chess"]
    rng = random.Random(7)
    while True:
        state, moves = game.initial({}, 1), list[dict[str, Any]]()
        while (
            len(moves) < STUDY_NODE_COUNT // 2
            and game.outcome(state) is None
            and len(actions := game.legal_actions(state)) > 1
        ):
            action, alternative = rng.sample(actions, 2)
            moves.append({"move": action.text, "comment": f"Move {len(moves)}.", "variations": [[alternative.text]]})
            state = game.apply(state, action)
        if len(moves) == STUDY_NODE_COUNT // 2:
            chapter = {"game": game.id, "moves": moves}
            return json.dumps({"format": "ruleboard-study/1", "title": "Steps", "chapters": [chapter]})


def measure_study_steps(browser: Browser) -> Mapping[str, float | None]:
    """Return the processor time of a step in a study in ms, for editor and reader; None if no step was possible."""
    with browser.new_page() as page:
        browser.visit(page, "")
        page.evaluate("text => localStorage.setItem('ruleboard/1/study/bench', text)", create_long_study())
        page.evaluate("location.hash = '#/study/bench/1/100'")
        page.locator('button[data-do$=".next"]').wait_for()
        page.wait_for_timeout(IDLE_PAUSE_MS)
        times = {"made": measure_time_per_run(page, browser.profile, _STEPS_SCRIPT, TAP_COUNT)}
        page.locator('[data-do="study.mode"][data-value="read"]').first.click()
        page.locator(".study .steps-of").wait_for()
        page.wait_for_timeout(IDLE_PAUSE_MS)
        return times | {"read": measure_time_per_run(page, browser.profile, _STEPS_SCRIPT, TAP_COUNT)}


def measure_openings(browser: Browser) -> Mapping[str, list[float]]:
    """Measure how long saved games of ``SAVED_ACTIONS`` actions take to open, as three processor times in ms by game.

    Games that random play ends earlier are omitted.
    """
    from ruleboard.registry import GAMES

    times: dict[str, list[float]] = {}
    with browser.new_page() as page:
        for id in ("sensei", "tensor-chess", "tesulda"):
            names = [f"long-{id}-{number}" for number in range(3)]
            save_games(page, browser, dict.fromkeys(names, create_random_game(GAMES[id], 1, SAVED_ACTIONS)))
            page.wait_for_timeout(CACHE_PAUSE_MS)
            times[id] = []
            for name in names:
                times[id].append(measure_processor_time(browser.profile, partial(page.evaluate, _OPENING_SCRIPT, name)))
                page.evaluate("location.hash = '#/'")
                page.locator(".page-home").wait_for()
    return times


def measure_home_tasks(browser: Browser) -> list[float]:
    """Return the processor times in ms of the tasks after the home page with ``SAVED_GAME_COUNT`` games is ready.

    The storage has no list of the games, so the app reads and checks all games.
    """
    from ruleboard.registry import GAMES

    with browser.new_page() as page:
        records = [create_random_game(game, seed) for game in GAMES.values() for seed in range(10)]
        games = {f"kept-{number}": records[number % len(records)] for number in range(SAVED_GAME_COUNT)}
        browser.visit(page, "")
        store_games(page, games)
        with trace(page, "toplevel,blink.user_timing") as events:
            browser.visit(page, "")
            page.wait_for_timeout(2 * CACHE_PAUSE_MS)
    [ready_event] = (event for event in events if event["name"] == "ready")
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"] == _TASK_EVENT and event["tid"] == ready_event["tid"] and event["pid"] == ready_event["pid"]
        if event["ts"] > ready_event["ts"]
        if "tdur" in event  # the task that ends the trace has no duration
    ]


@contextmanager
def trace(page: Any, categories: str) -> Iterator[list[Any]]:
    """Trace the browser during a ``with`` statement. Yield a list that has the trace events after the statement."""
    events = list[Any]()
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    has_ended = list[object]()
    session.on("Tracing.tracingComplete", lambda message: has_ended.append(message))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": categories.split(",")}})
    yield events
    session.send("Tracing.end")
    while not has_ended:
        page.wait_for_timeout(FRAME_MS)


def save_games(page: Any, browser: Browser, records: Mapping[str, str]) -> None:
    """Store the records of games by id, and reload the home page."""
    browser.visit(page, "")
    store_games(page, records)
    browser.visit(page, "")


def store_games(page: Any, records: Mapping[str, str]) -> None:
    """Store the records of games by id. The page does not read them before its next visit."""
    script = "games => { for (const id in games) localStorage.setItem(`ruleboard/1/game/${id}`, games[id]); }"
    page.evaluate(script, records)


def measure_legal_actions(browser: Browser) -> Mapping[str, Mapping[str, float]]:
    """Return statistics of the durations of `legal_actions` in the browser, by game (see ``bench_legal``)."""
    with browser.new_page() as page:
        page.goto(browser.site + "legal.html")
        page.locator("html[data-results]").wait_for(state="attached", timeout=120_000)
        results: dict[str, dict[str, float]] = json.loads(page.evaluate("document.documentElement.dataset.results"))
    return results


# --- reporting


def _measure_webkit(browser: Browser, rounds: int, start_line: Callable[..., Line]) -> Iterator[Line]:
    """Yield the lines for WebKit. ``start_line`` creates a line from durations."""
    budgets = (("first", 0.2), ("second", 0.2))
    try:
        pages = {"stock": f"{browser.site}hello.html", "ours": browser.site}
        durations_by_page = bench_webkit.measure_starts(pages, rounds, CACHE_PAUSE_MS / 1000)
    except bench_webkit.DriverLost as error:
        for what, budget in budgets:
            yield Line(f"WebKit, {what} visit, ours : stock", None, budget, True, str(error))
        return
    for number, (what, budget) in enumerate(budgets):
        yield start_line(
            f"WebKit, {what} visit, ours : stock",
            durations_by_page["ours"][number],
            durations_by_page["stock"][number],
            budget,
        )


def iter_lines(browser: Browser, rounds: int) -> Iterator[Line]:
    """Measure everything that has a budget, and yield the lines of the table."""
    median: Callable[[list[float]], float] = statistics.median
    stock_starts, own_starts = measure_starts(browser, rounds)

    def start_line(what: str, own_times: list[float], stock_times: list[float], budget: float) -> Line:
        detail = f"{median(own_times):.0f} ms : {median(stock_times):.0f} ms"
        return Line(what, median(own_times) / median(stock_times), budget, True, detail)

    yield start_line("second visit, ours : stock", own_starts.second_visits, stock_starts.second_visits, 0.3)
    with keep_cores_busy():
        busy_stock_starts, busy_own_starts = measure_starts(browser, max(1, rounds // 2))
    yield start_line(
        "second visit, both cores busy, ours : stock",
        busy_own_starts.second_visits,
        busy_stock_starts.second_visits,
        0.35,
    )
    yield start_line("first visit, ours : stock", own_starts.first_visits, stock_starts.first_visits, 0.35)
    own_memory, stock_memory = median(own_starts.memory), median(stock_starts.memory)
    detail = f"{own_memory:.0f} MB : {stock_memory:.0f} MB"
    yield Line("memory of the tab, ours : stock", own_memory / stock_memory, 1.3, True, detail)
    slow_stock_times, slow_own_times = measure_slow_starts(browser, max(1, rounds // 2))
    yield start_line("first visit over 10 Mbit/s, ours : stock", slow_own_times, slow_stock_times, 0.95)
    own_bytes, stock_bytes = measure_transferred_bytes(browser, ""), measure_transferred_bytes(browser, "hello.html")
    detail = f"{own_bytes / 1e6:.2f} MB : {stock_bytes / 1e6:.2f} MB"
    yield Line("bytes over the wire, ours : stock", own_bytes / stock_bytes, 1.3, True, detail)
    if missing_programs := webkit.format_install_request():
        for what, budget in (("first", 0.2), ("second", 0.2)):
            yield Line(f"WebKit, {what} visit, ours : stock", None, budget, True, f"not measured: {missing_programs}")
    else:
        yield from _measure_webkit(browser, rounds, start_line)
    yield start_line("first board painted : stock page ready", own_starts.first_paint, stock_starts.first_visits, 0.1)
    yield from iter_play_lines(browser)
    perft_speeds = importlib.import_module("tools.bench_perft").measure(5)
    detail = f"{perft_speeds.tensor_chess:,.0f} : {perft_speeds.python_chess:,.0f} nodes/s"
    yield Line("perft, Tensor Chess : python-chess", perft_speeds.ratio, 1.0, False, detail)
    detail = f"{perft_speeds.tensor_chess_contract:,.0f} : {perft_speeds.python_chess:,.0f} nodes/s"
    yield Line(
        "the same by legal_actions and apply",
        perft_speeds.tensor_chess_contract / perft_speeds.python_chess,
        1.0,
        False,
        detail,
    )
    loop_time = measure_yardsticks(browser).python_loop
    for id, figures in measure_legal_actions(browser).items():
        detail = f"{figures['worst']:.1f} ms : {loop_time:.1f} ms, {figures['positions']:.0f} positions"
        yield Line(f"legal_actions at worst : loop, {id}", figures["worst"] / loop_time, 1.0, True, detail)
    yield from iter_adapter_lines()


def iter_play_lines(browser: Browser) -> Iterator[Line]:
    """Measure taps, openings of games, the home page and studies, and yield lines with ratios to the yardsticks."""
    yardsticks = measure_yardsticks(browser)
    tap_time = yardsticks.tap
    if not tap_time:
        yield Line("tap, ours : stock", None, TAP_BUDGET, True, "not measured: this system reports no processor times")
        return
    for id, time in measure_median_times(measure_taps, browser).items():
        detail = "nothing could be tapped" if time is None else f"{time:.1f} ms : {tap_time:.1f} ms"
        yield Line(f"tap, ours : stock, {id}", None if time is None else time / tap_time, TAP_BUDGET, True, detail)
    for id, time in measure_median_times(measure_answers, browser).items():
        what = f"frames to a tap's answer, {SLOWDOWN_FACTOR} times slower, {id}"
        detail = "nothing could be tapped" if time is None else f"{SLOWDOWN_FACTOR} times {time:.1f} ms"
        yield Line(what, None if time is None else SLOWDOWN_FACTOR * time / FRAME_MS, ANSWER_BUDGET, True, detail)
    for id, times in measure_openings(browser).items():
        what = f"opening {SAVED_ACTIONS} actions : python-chess, {id}"
        detail = f"{min(times):.0f} ms : {yardsticks.replay:.0f} ms, {len(times)} games"  # the yardstick is a minimum
        yield Line(what, min(times) / yardsticks.replay, OPENING_BUDGET, True, detail)
    longest_task = max(measure_home_tasks(browser), default=0)
    detail = f"{longest_task:.0f} ms : {yardsticks.javascript_loop:.0f} ms"
    what = f"home with {SAVED_GAME_COUNT} games, longest task : loop"
    yield Line(what, longest_task / yardsticks.javascript_loop, TASK_BUDGET, True, detail)
    for mode, time in measure_study_steps(browser).items():
        what = f"step in {STUDY_NODE_COUNT} moves, {mode} : stock tap"
        detail = "there was no step" if time is None else f"{time:.1f} ms : {tap_time:.1f} ms"
        yield Line(what, None if time is None else time / tap_time, STEP_BUDGET, True, detail)


def iter_adapter_lines() -> Iterator[Line]:
    """Measure each adapter, and yield lines with the ratio of its steps per second to the steps of the rules alone."""
    command = [str(setup.ADAPTERS_PYTHON), "-m", "tools.bench_adapters"]
    try:
        setup.install_adapter_packages()
        process = subprocess.run(command, cwd=setup.ROOT, capture_output=True, text=True, check=True)
    except (setup.SetupError, OSError, subprocess.CalledProcessError) as problem:
        errors = problem.stderr.strip() if isinstance(problem, subprocess.CalledProcessError) else ""
        detail = f"not measured: {errors.splitlines()[-1] if errors else problem}"
        yield Line("steps/s, adapter : bare rules", None, ADAPTER_BUDGET, False, detail)
        return
    for id, speeds in json.loads(process.stdout).items():
        for name in ("openspiel", "pettingzoo"):
            what = f"steps/s, {name} : bare rules, {id}"
            if missing_speeds := [speed for speed in (name, "bare") if speed not in speeds]:
                detail = f"not measured: bench_adapters printed no speed of {missing_speeds[0]}"
                yield Line(what, None, ADAPTER_BUDGET, False, detail)
                continue
            detail = f"{speeds[name]:,.0f} : {speeds['bare']:,.0f} steps/s"
            yield Line(what, speeds[name] / speeds["bare"], ADAPTER_BUDGET, False, detail)


def iter_opponent_lines(browser: Browser, rounds: int) -> Iterator[Line]:
    """Measure the bots in the browser, and yield the lines. All times are processor times of the worker's thread."""
    from tools import bench_opponents as opponents

    median: Callable[[list[float]], float] = statistics.median
    loop_time = measure_yardsticks(browser).python_loop
    with browser.new_page() as page:
        browser.visit(page, "")
        page.wait_for_timeout(CACHE_PAUSE_MS)
        second_visit, _ = browser.visit(page, "")
        worker = opponents.measure_worker(page, browser.profile, rounds)
        detail = f"{median(worker.start_times):.0f} ms : {second_visit:.0f} ms"
        yield Line("worker ready : second visit", median(worker.start_times) / second_visit, 1.0, True, detail)
        yield Line("memory of the worker in MB", median(worker.memory), 100, True, "of all pages, with and without it")
        for search_times in opponents.measure_searches(page, browser.profile, (3, 5)):
            worker_time = opponents.percentile_95(search_times.worker_times)
            waiting_time = opponents.percentile_95(search_times.waiting_times)
            detail = f"{worker_time:.0f} ms : {loop_time:.1f} ms, median {median(search_times.worker_times):.0f} ms, "
            detail += f"{len(search_times.worker_times)} turns, by the clock {waiting_time:.0f} ms"
            what = f"level {search_times.level}, 95 % of turns : loop, {search_times.game}"
            yield Line(what, worker_time / loop_time, OPPONENT_BUDGETS[search_times.level], True, detail)
            if search_times.level == 3:
                what = f"level 3 at worst, {SLOWDOWN_FACTOR} times slower, in ms, {search_times.game}"
                detail = f"{SLOWDOWN_FACTOR} times {max(search_times.worker_times):.0f} ms"
                yield Line(what, SLOWDOWN_FACTOR * max(search_times.worker_times), 4000, True, detail)
        for taps in opponents.measure_taps(page, lambda id, record: browser.open_game(page, id, record), TAP_COUNT):
            slowdown = f", {taps.slowdown} times slower" if taps.slowdown > 1 else ""
            for what, times in (("touch seen as such", 0), ("tap", 1)):
                what = f"{what} while level 5 thinks, in frames, {taps.game}{slowdown}"
                if not taps.thinking or not taps.idle:
                    yield Line(what, None, 2, True, "nothing could be tapped")
                    continue
                thinking_time, idle_time = (median([tap[times] for tap in taps]) for taps in (taps.thinking, taps.idle))
                detail = f"{thinking_time:.0f} ms, {len(taps.thinking)} taps; {idle_time:.0f} ms without a search"
                yield Line(what, thinking_time / FRAME_MS, 2, True, detail)


def format_line(line: Line) -> str:
    """Format a line of the table."""
    verdict = {True: "kept", False: "NOT KEPT", None: "-"}[line.holds]
    value = "-" if line.value is None else f"{line.value:.2f}"
    sign = "≤" if line.is_upper_limit else "≥"
    return f"{line.what:<46} {value:>7}  {sign} {line.budget:<5g} {verdict:<9} {line.detail}"


def main(arguments: list[str]) -> int:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure the budgets, as ratios, in one run.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each page is opened (default 5)")
    parser.add_argument("--opponents", action="store_true", help="measure the opponents only, in the browser")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(setup.ROOT / "py"))
    try:
        setup.install_node_packages()
        build.build_if_changed()
    except setup.SetupError as error:
        print(f"dev.py bench: {error}", file=sys.stderr)
        return 1
    lines_so_far = []
    with _serve() as site, sync_playwright() as playwright:
        measure_lines = iter_opponent_lines if options.opponents else iter_lines
        try:
            for line in measure_lines(Browser(playwright, site), options.rounds):
                lines_so_far.append(line)
                if not options.json:
                    print(format_line(line), flush=True)
        except PageCrashed as crash:
            print(f"dev.py bench: {crash}; please try again.", file=sys.stderr)
            return 1
    if options.json:
        print(json.dumps([{**line._asdict(), "holds": line.holds} for line in lines_so_far], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
