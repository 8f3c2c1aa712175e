"""Start the app in new browsers and on second visits, from a server that damages one random response."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO, Any, NamedTuple
from urllib.parse import urlsplit

from tools import build, setup
from tools.crashes import crash_guard
from tools.serve import Handler, Server

TIMEOUT_S = 20.0
"""The time limit, in seconds, for the app to be ready or to report an error."""
DELAY_RANGE_S = (2.0, 8.0)
"""The minimum and the maximum delay of a response, in seconds."""
FAULT_KINDS = ("drop", "hang", "delay", "truncate", "stall")
"""No response; none until the browser gives up; a late one; half a response, after which the connection is closed or
stays open."""

_STATUS_SCRIPT = """() => {
  const message = document.getElementById("start-message");
  const said = message && !message.hidden && message.getClientRects().length ? message.innerText.trim() : "";
  return ["ready" in (document.documentElement?.dataset ?? {}), said];
}"""
_FAILURE_TEXTS = ("could not start", "Still loading", "Not loaded yet", "Something did not load")
"""Texts in the messages that report a problem."""
_TRACE_SCRIPT = """() => performance.getEntries().filter(({ entryType }) => ["mark", "resource"].includes(entryType))
  .map(({ name, startTime, duration }) => `  ${Math.round(startTime + duration)} ${name}`).join("\\n")"""


@dataclass
class Fault:
    """The fault to inject when the app next starts.

    Attributes:
        kind: one of ``FAULT_KINDS``, or "none".
        request_number: the index of the damaged request, from 0.
        hit_path: the path of the damaged request; empty before the request.
        request_count: the number of requests so far.
    """

    kind: str
    request_number: int
    hit_path: str = ""
    request_count: int = 0


class Start(NamedTuple):
    """The result of a start, with its duration in seconds, its fault, and a trace if the page shows nothing.

    The result is "ready", "told" (the page shows an error message), "silent" (it shows neither), or "blank": the
    browser has dropped a truncated page before it parsed any of it, so no script could report the fault.
    """

    result: str
    duration: float
    fault: Fault
    trace: str = ""


class FaultyServer(Server):
    """An HTTP server that applies a fault to one request."""

    fault: Fault | None = None

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, path="/soak/", is_quiet=True, handler=_FaultyHandler)
        self.lock = Lock()
        self.released = Event()

    def find_fault(self, path: str) -> str:
        """Count a request, and return the kind of fault to apply to it, or an empty string."""
        with self.lock:
            if not (fault := self.fault):
                return ""
            fault.request_count += 1
            if fault.hit_path or fault.request_count <= fault.request_number:
                return ""
            fault.hit_path = path
            return fault.kind


class _FaultyHandler(Handler):
    """A request handler that applies the server's fault."""

    server: FaultyServer
    _is_truncated = False
    _stays_open = False

    def do_GET(self) -> None:  # noqa: N802 - the base class has it so
        """Send a file, and apply the server's fault to it."""
        kind = self.server.find_fault(urlsplit(self.path).path)
        self._is_truncated, self._stays_open = kind in ("truncate", "stall"), kind == "stall"
        if kind in ("drop", "hang"):
            if kind == "hang":
                self.server.released.wait(2 * TIMEOUT_S)
            self.close_connection = True
            return
        if kind == "delay":
            time.sleep(random.uniform(*DELAY_RANGE_S))
        super().do_GET()

    def copyfile(self, source: Any, outputfile: IO[bytes] | Any) -> None:
        """Send a file, or only half of it if the fault is a truncation."""
        if not self._is_truncated:
            super().copyfile(source, outputfile)
            return
        data = source.read()
        outputfile.write(data[: len(data) // 2])
        if self._stays_open:
            self.server.released.wait(2 * TIMEOUT_S)
        self.close_connection = True


@contextmanager
def serve_with_faults() -> Iterator[FaultyServer]:
    """Serve the built app during a ``with`` statement. The caller sets faults on the server."""
    with FaultyServer(build.DIST) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.released.set()
        server.shutdown()


def iter_start_reports(start_count: int, visit_count: int, seed: int) -> Iterator[str]:
    """Start the app many times, and yield lines about the results.

    Args:
        start_count: the number of starts in new browser contexts.
        visit_count: the number of second visits in one browser context.
        seed: the number of the first start. The fault of a start depends only on its number.

    Raises:
        RuntimeError: a page showed neither the app nor an error message within ``TIMEOUT_S``, or it crashed.
    """
    from playwright.sync_api import sync_playwright

    silent_count = 0
    with serve_with_faults() as server, sync_playwright() as playwright:
        browser_path = setup.find_headless_shell() or setup.find_or_install_chromium()
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        count = _count_requests(browser, server)
        yield f"{count} requests in a fresh start"
        results: list[Start] = []
        for number in range(seed, seed + start_count):
            context = browser.new_context()
            results.append(_start_app(context, server, _choose_fault(number, count)))
            context.close()
            if results[-1].result == "silent":
                yield _describe_start(number, results[-1])
        yield from _summarize_starts("fresh starts", results)
        silent_count += sum(start.result == "silent" for start in results)
        if visit_count:
            context = browser.new_context()
            _first_visit(context, server)
            results = []
            for number in range(seed, seed + visit_count):
                results.append(_start_app(context, server, _choose_fault(number, 3)))
                if results[-1].result == "silent":
                    yield _describe_start(number, results[-1])
            yield from _summarize_starts("second visits", results)
            silent_count += sum(start.result == "silent" for start in results)
        browser.close()
    if silent_count:
        raise RuntimeError(f"{silent_count} starts were neither ready nor told within {TIMEOUT_S:.0f} s")


def _choose_fault(number: int, count: int) -> Fault:
    """Return the fault for a start.

    For the page itself it is a delay or a truncation, since browsers report other faults themselves.
    """
    rng = random.Random(f"start {number}")
    request_number = rng.randrange(count)
    return Fault(rng.choice(FAULT_KINDS if request_number else ("delay", "truncate")), request_number)


def _count_requests(browser: Any, server: FaultyServer) -> int:
    server.fault = Fault("none", 10_000)
    context = browser.new_context(service_workers="block")
    _wait_until_ready(context.new_page(), server)
    context.close()
    return server.fault.request_count


def _wait_until_ready(page: Any, server: FaultyServer) -> None:
    page.goto(server.url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)


def _first_visit(context: Any, server: FaultyServer) -> None:
    """Visit the app and wait until the browser has cached all files for the next visit."""
    server.fault = None
    page = context.new_page()
    _wait_until_ready(page, server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(10_000)
    page.close()


def _start_app(context: Any, server: FaultyServer, fault: Fault) -> Start:
    server.fault = fault
    server.released.clear()
    page = context.new_page()
    start_time = time.monotonic()
    seconds_to_report = 0.0
    result = Start("silent", TIMEOUT_S, fault)
    try:
        with crash_guard(page):
            page.goto(server.url, wait_until="commit", timeout=TIMEOUT_S * 1000)
            while (elapsed_time := time.monotonic() - start_time) < TIMEOUT_S:
                is_ready, message = _evaluate(page, _STATUS_SCRIPT, (False, ""))
                if is_ready:
                    result = Start("ready", elapsed_time, fault)
                    break
                seconds_to_report = seconds_to_report or (
                    elapsed_time if any(part in message for part in _FAILURE_TEXTS) else 0.0
                )
                page.wait_for_timeout(100)
            else:
                trace = "" if seconds_to_report else _evaluate(page, _TRACE_SCRIPT, "")
                result = (
                    Start("told", seconds_to_report, fault)
                    if seconds_to_report
                    else Start("silent" if trace else "blank", TIMEOUT_S, fault, trace)
                )
    finally:
        server.released.set()
        page.close()
    return result


def _evaluate(page: Any, script: str, default: Any) -> Any:
    """Return the result of a script in the page, or a default value while the page is reloading."""
    from playwright.sync_api import Error

    try:
        return page.evaluate(script)
    except Error as problem:
        if "navigation" not in problem.message:
            raise
        return default


def _describe_start(number: int, start: Start) -> str:
    return f"start {number} is silent: {start.fault.kind} of {start.fault.hit_path}\n{start.trace}"


def _summarize_starts(name: str, start_results: list[Start]) -> Iterator[str]:
    results = Counter(start.result for start in start_results)
    ready_times = sorted(start.duration for start in start_results if start.result == "ready")
    report_times = sorted(start.duration for start in start_results if start.result == "told")
    result_names = ("ready", "told", "silent", "blank")
    yield f"{len(start_results)} {name}: " + ", ".join(
        f"{results[result_name]} {result_name}" for result_name in result_names
    )
    yield f"  {sum(bool(start.fault.hit_path) for start in start_results)} of them had a fault"
    if ready_times:
        median = ready_times[len(ready_times) // 2]
        yield f"  ready after {median:.1f} s (median), {ready_times[-1]:.1f} s at the latest"
    if report_times:
        median = report_times[len(report_times) // 2]
        yield f"  told after {median:.1f} s (median), {report_times[-1]:.1f} s at the latest"
    for kind in FAULT_KINDS:
        files = Counter(
            f"{start.fault.hit_path.rsplit('/', 1)[-1] or 'page'} {start.result}"
            for start in start_results
            if start.fault.kind == kind and start.fault.hit_path
        )
        yield f"  {kind}: " + (
            ", ".join(f"{file} {failure_count}" for file, failure_count in sorted(files.items())) or "none"
        )
