"""The yardsticks of the benchmark: simple tasks in the same browser, to which the benchmark compares the app's times.

A time in milliseconds says nothing about other machines, but its ratio to a yardstick does.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tools.browser_processes import iter_browser_processes

PAGE_NAME: str = "yardsticks.html"
"""The path of the page on the benchmark's site."""
_PAGE_SCRIPT = Path(__file__).with_name("bench_yardsticks_page.py")
_PAGE_HTML = """<!doctype html>
<meta charset="utf-8">
<title>Yardsticks</title>
<link rel="icon" href="./static/icon.svg">
<button id="tap">Tap</button>
<button id="replay">Replay</button>
<button id="loop">Loop</button>
<script type="module" src="./stock/pyscript/core.js"></script>
<script type="py" src="./bench_yardsticks_page.py"
  config='{"interpreter": "./stock/pyodide.mjs", "files": {"./stock/chess.py": "./chess.py"}}'></script>
"""
_LOOP_SCRIPT = """() => {
  const durations = [];
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    for (let number = 0, sum = 1; number < 3e7; number++) sum = Math.imul(sum, 31) + number | 0;
    durations.push(performance.now() - start);
  }
  return Math.min(...durations);
}"""


class Yardsticks(NamedTuple):
    """The durations of the yardsticks in ms.

    Attributes:
        tap: a tap on an unmodified PyScript page whose Python sets one attribute, in processor time.
        replay: a replay of 400 moves with python-chess, in processor time.
        python_loop: a fixed loop in Python.
        javascript_loop: a fixed loop in JavaScript.
    """

    tap: float
    replay: float
    python_loop: float
    javascript_loop: float


def write_page(site: Path) -> None:
    """Write the page of the yardsticks into a site that has an unmodified PyScript in the folder ``stock``."""
    import chess

    (site / PAGE_NAME).write_text(_PAGE_HTML, encoding="utf-8")
    shutil.copyfile(_PAGE_SCRIPT, site / _PAGE_SCRIPT.name)
    shutil.copyfile(chess.__file__, site / "stock" / "chess.py")


def measure_page_time(profile: str) -> float:
    """Return the processor time of the main threads of all pages in ms, or 0 if the system does not report it."""
    total = 0
    for process in iter_browser_processes(profile):
        try:
            if "--type=renderer" in (process / "cmdline").read_text():
                total += int((process / "task" / process.name / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return total / 1e6


def measure_processor_time(profile: str, callback: Callable[[], object]) -> float:
    """Return the processor time of the page during a call in ms, or 0 if the system does not report it."""
    time_before = measure_page_time(profile)
    callback()
    return measure_page_time(profile) - time_before


def measure_time_per_run(page: Any, profile: str, script: str, count: int) -> float | None:
    """Evaluate a script that runs up to ``count`` times and returns the number of runs.

    Return the processor time of a run in ms, or None if the script did not run.
    """
    run_count = 0

    def run() -> None:
        nonlocal run_count
        run_count = page.evaluate(script, count)

    time = measure_processor_time(profile, run)
    return time / run_count if run_count else None


def measure(page: Any, profile: str, taps_script: str, tap_count: int) -> Yardsticks:
    """Measure the yardsticks.

    Args:
        page: the page of the yardsticks, ready.
        profile: the profile of its browser.
        taps_script: the script that also taps in the app.
        tap_count: the number of taps.
    """
    page.evaluate(taps_script, tap_count)  # the browser compiles the code
    tap = measure_time_per_run(page, profile, taps_script, tap_count) or 0.0
    click = partial(page.evaluate, "document.querySelector('#replay').click()")
    replay_times = [measure_processor_time(profile, click) for _ in range(5)]
    page.locator("#loop").click()
    page.locator("html[data-loop]").wait_for(state="attached")
    python_loop = float(page.evaluate("document.documentElement.dataset.loop"))
    javascript_loop: float = page.evaluate(_LOOP_SCRIPT)
    return Yardsticks(tap, min(replay_times), python_loop, javascript_loop)
