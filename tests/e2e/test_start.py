"""Test the start of the page: files, snapshot, workers, messages, progress, and recovery from failures."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NO_FILE_SYSTEM_SCRIPT, PLAYWRIGHT_CONFIG
from tests.e2e.helpers import hold_requests
from tests.support.snapshot_file import decompress, find_large_files, with_other_pyodide_version
from tools import soak_starts
from tools.setup import ROOT

SNAPSHOT_PATTERN = "**/snapshot.*.bin"

pytestmark = pytest.mark.first_visit


@pytest.mark.core
@pytest.mark.profiles("tablet")
def test_start_requests_only_existing_files_of_site(page, open_app, site):
    requested_urls, responses = [], []
    page.on("request", lambda request: requested_urls.append(request.url))
    page.on("response", lambda response: responses.append((response.url, response.status)))
    open_app(page)
    assert page.locator("html").get_attribute("data-ready") is not None
    assert page.locator("html").get_attribute("data-start") == "snapshot"
    expect(page.locator("#start-message")).to_have_count(0)
    assert len(requested_urls) > 5
    assert [url for url in requested_urls if not url.startswith((site, "data:", "blob:"))] == []
    assert [response for response in responses if response[1] >= 400] == []


def test_prerendered_page_equals_rendered_page(desktop, open_app):
    """Python keeps the prerendered page at the start, and later renders an equal page.

    Python renders the page after a visit to another page. Only in this test does the address end with index.html. The
    comparison omits the problem of the day and the pictures of the studies, which Python draws later.
    """
    open_app(desktop, "index.html")
    desktop.evaluate("() => { globalThis.prerendered = document.querySelector('#app > *').cloneNode(true); }")
    expect(desktop.locator(".of-problem > .plate > svg")).to_be_visible()
    for address, heading_text in (("#/settings", "Settings"), ("#/", "Tabletop games")):
        desktop.evaluate("address => { location.hash = address; }", address)
        expect(desktop.get_by_role("heading", level=1, name=heading_text, exact=True)).to_be_visible()
    assert desktop.evaluate("""() => {
      const rendered = document.querySelector("#app > *").cloneNode(true);
      for (const page of [prerendered, rendered]) {
        page.querySelectorAll(":is(.of-problem, .own-study) .plate > svg").forEach((picture) => picture.remove());
        const problem = page.querySelector(".of-problem");
        problem.className = "game tile of-problem";
        problem.querySelector("h3 + p").replaceChildren();
      }
      return prerendered.isEqualNode(rendered);
    }""")


def test_python_calls_c_functions_without_javascript(desktop, open_app):
    """Python calls C functions directly. Otherwise JavaScript would read the function table at each call.

    Pyodide reads each of the 9,000 entries once when it starts.
    """
    desktop.add_init_script("""
      globalThis.reads = [];
      const { get } = WebAssembly.Table.prototype;
      WebAssembly.Table.prototype.get = function (index) { reads.push(index); return get.call(this, index); };
    """)
    open_app(desktop)
    reads, entries = desktop.evaluate("[reads.length, new Set(reads).size]")
    assert 0 < reads < entries + 1000


@pytest.mark.core
@pytest.mark.parametrize("shell", ["index.html", "embed.html#game=sensei", "ruleboard.html"])
def test_python_runs_on_main_stack(desktop, site, shell):
    """Python runs on the main stack, since Chromium's memory sampling crashes on other stacks, such as JSPI's."""
    desktop.add_init_script("""
      globalThis.stacks = 0;
      const { promising } = WebAssembly;
      if (promising) WebAssembly.promising = (wrapped) => {
        const call = promising(wrapped);
        return (...parameters) => { stacks++; return call(...parameters); };
      };
    """)
    desktop.goto(site + shell)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    assert desktop.evaluate("stacks") == 0


def create_route_handler(change):
    """Return a route handler that changes the body of each response with a function."""

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, body=change(response.body()))

    return answer


@pytest.fixture
def recording_page(desktop):
    """Return a page that records the messages it shows during its start."""
    desktop.add_init_script("""{
      globalThis.messages = "";
      const listen = () => { messages += document.querySelector("#start-message:not([hidden])")?.textContent ?? ""; };
      new MutationObserver(listen).observe(document, { subtree: true, childList: true, attributes: true });
    }""")
    return desktop


@pytest.mark.faults
@pytest.mark.core
@pytest.mark.allow_console("404")
def test_app_starts_without_snapshot(recording_page, open_app):
    """Without a snapshot, the app reports the missing file and starts from its sources."""
    recording_page.route(SNAPSHOT_PATTERN, lambda route: route.fulfill(status=404))
    open_app(recording_page, "#/new/sensei")
    assert "Something didn’t load" in recording_page.evaluate("messages")
    assert recording_page.locator("html").get_attribute("data-start") == "sources"
    recording_page.get_by_role("button", name="Play", exact=True).click()
    expect(recording_page.locator(".page-table")).to_be_visible()


@pytest.mark.faults
@pytest.mark.core
@pytest.mark.allow_console("input is ended")  # Firefox logs a truncated file although the page handles the error
@pytest.mark.parametrize(
    ("change", "init_script"),
    [
        pytest.param(lambda body: body[: len(body) // 2], "", id="truncated"),
        pytest.param(lambda body: body[: len(body) // 2], NO_FILE_SYSTEM_SCRIPT, id="truncated, by gzip"),
        pytest.param(with_other_pyodide_version, "", id="of another version"),
    ],
)
def test_unusable_snapshot_is_ignored(recording_page, site, change, init_script):
    """The app ignores an unusable snapshot. The test stops when the app loads the first of its sources instead.

    test_second_visit.py has a complete start with a snapshot of another version.
    """
    recording_page.add_init_script(init_script)
    recording_page.route(SNAPSHOT_PATTERN, create_route_handler(change))
    recording_page.route("**/python_stdlib.zip", lambda route: None)
    recording_page.goto(site, wait_until="commit")
    recording_page.locator("html[data-start=sources]").wait_for(state="attached", timeout=60_000)
    recording_page.wait_for_function("messages.includes('Something didn’t load')")


@pytest.mark.core
def test_page_starts_without_workers(desktop, open_app):
    """The app starts in a browser without workers, as in a sandboxed frame."""
    desktop.add_init_script("globalThis.Worker = class extends Worker { constructor() { throw new Error('no'); } };")
    open_app(desktop)
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"
    assert desktop.evaluate("globalThis.ruleboardLoader") is None


@pytest.mark.faults
@pytest.mark.core
@pytest.mark.allow_console("404", "loader_worker.mjs.*MIME type")
def test_page_starts_if_worker_script_fails(desktop, open_app):
    """The app starts if the workers' script is missing or the browser does not support module workers."""
    desktop.route("**/loader_worker.mjs*", lambda route: route.fulfill(status=404))
    open_app(desktop)
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.faults
@pytest.mark.core
@pytest.mark.allow_console("Failed to fetch|ERR_FAILED|NetworkError")
def test_failed_start_has_message(desktop, site):
    for file in (SNAPSHOT_PATTERN, "**/ruleboard.zip*"):
        desktop.route(file, lambda route: route.abort())
    desktop.goto(site)
    message = desktop.locator("#start-message")
    expect(message).to_contain_text("couldn’t start", timeout=60_000)
    assert "reload" in message.inner_text()


@pytest.mark.core
def test_click_before_start_is_executed_later(page, site):
    release = hold_requests(page, SNAPSHOT_PATTERN)
    page.goto(site)
    link = page.locator(".shelf a.button").first
    link.click()
    expect(link).to_have_attribute("data-waiting", "")
    expect(page.locator("#start-message")).to_contain_text("One moment")
    assert page.locator("html").get_attribute("data-ready") is None
    release()
    expect(page.locator(".page-new h1")).to_be_visible(timeout=90_000)
    expect(page.locator("#start-message")).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("#/play/x", "board"),
        ("#/study/x", "board"),
        ("#/problem/today", "board"),
        ("#/learn/sensei/goal", "board"),
        ("#/learn/sensei", "list"),
        ("#/problems", "list"),
        ("#/settings", ""),
    ],
)
def test_silhouette_precedes_page_of_link(desktop, site, address, kind):
    """The page shows the silhouette of a board or of a list before Python draws the page of an address."""
    hold_requests(desktop, SNAPSHOT_PATTERN)
    desktop.goto(site + address, wait_until="commit")
    root = desktop.locator("html[data-elsewhere]")
    root.wait_for()
    assert root.get_attribute("data-elsewhere") == kind
    has_silhouette_script = "() => getComputedStyle(document.querySelector('#app'), '::after').content !== 'none'"
    assert desktop.evaluate(has_silhouette_script) == bool(kind)


def test_home_page_is_hidden_before_other_page(desktop, site):
    release = hold_requests(desktop, SNAPSHOT_PATTERN)
    desktop.goto(f"{site}#/settings")
    expect(desktop.locator(".masthead")).to_be_visible()
    expect(desktop.get_by_role("heading", level=1, name="Tabletop games")).to_be_hidden()
    expect(desktop.locator(".shelf a.button").first).to_be_hidden()
    release()
    expect(desktop.get_by_role("heading", level=1, name="Settings")).to_be_visible(timeout=90_000)


@pytest.mark.parametrize(
    ("system", "setting", "expected"),
    [("dark", "system", "dark"), ("light", "dark", "dark"), ("dark", "light", "light")],
)
def test_first_paint_has_chosen_theme(new_context, site, system, setting, expected):
    """The first paint has the theme that the user has chosen, before any module has loaded."""
    page = new_context("desktop", color_scheme=system).new_page()
    page.route("**/page/main.js*", lambda route: None)
    page.add_init_script(f"localStorage.setItem('ruleboard/1/settings', '{{\"theme\": \"{setting}\"}}')")
    page.goto(site, wait_until="commit")
    expect(page.get_by_role("heading", level=1, name="Tabletop games")).to_be_visible()
    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert background == ("rgb(27, 26, 24)" if expected == "dark" else "rgb(247, 244, 237)")


@pytest.mark.core
@pytest.mark.parametrize(
    ("compression", "init_script"), [("zstd", ""), ("gzip", NO_FILE_SYSTEM_SCRIPT)], ids=["zstd", "gzip"]
)
def test_download_progress_counts_bytes(desktop, site, dist, compression, init_script):
    """The progress of the download counts all bytes, even of compiled code, never decreases and ends at the total."""
    desktop.add_init_script(init_script)
    desktop.add_init_script(
        "globalThis.progress = []; addEventListener('ruleboard:loading', ({ detail }) => progress.push(detail));"
    )
    desktop.goto(site)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    progress = desktop.evaluate("progress")
    loaded_sizes = [step["loaded"] for step in progress]
    assert loaded_sizes == sorted(loaded_sizes)
    assert {step["total"] for step in progress} == {loaded_sizes[-1]}
    assert len(progress) > 5
    large_size = sum(file.stat().st_size for file in find_large_files(dist, compression))
    assert large_size < loaded_sizes[-1] < large_size + 1_500_000  # scripts and the style sheet


@pytest.mark.allow_console("404")
def test_download_progress_waits_for_compiled_code(desktop, site):
    release = hold_requests(desktop, "**/*.wasm.*.bin")
    desktop.add_init_script(
        "globalThis.progress = []; addEventListener('ruleboard:loading', ({ detail }) => progress.push(detail));"
    )
    desktop.goto(site)
    desktop.wait_for_function("progress.length > 0", timeout=60_000)
    desktop.wait_for_timeout(2000)
    progress = desktop.evaluate("progress.at(-1)")
    assert 0 < progress["loaded"] < progress["total"] / 2 + 2e6
    release()
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


@pytest.mark.faults
def test_stalled_start_names_missing_files(desktop, site):
    """If a module of PyScript is missing, a message names it as missing, and remains after a click."""
    desktop.route("**/core-*.js", lambda route: None)
    event = "new CustomEvent('ruleboard:loading', { detail: { loaded: 1, total: 1 } })"
    desktop.add_init_script(f"setTimeout(() => dispatchEvent({event}), 10_000);")
    desktop.goto(site, wait_until="commit")
    message = desktop.locator("#start-message")
    expect(message).to_contain_text("Still loading", timeout=30_000)
    assert desktop.evaluate("performance.now()") < 20_000
    expect(message).to_contain_text("core-")
    message.get_by_text("Startup details").click()
    expect(message.locator("pre")).to_contain_text("snapshot loaded")
    expect(message.get_by_role("button", name="Copy")).to_be_visible()


@pytest.mark.faults
def test_page_names_script_it_waits_for(desktop, site):
    """The page names the script for which it is waiting, although nothing is painted and no later script has run."""
    pages = {"user_preferences.js": desktop, "start_message.js": desktop.context.new_page()}
    for file, page in pages.items():
        page.route(f"**/{file}*", lambda route: None)
        page.goto(site, wait_until="commit")
    for file, page in pages.items():
        expect(page.locator("#start-message")).to_contain_text(f"Not loaded yet: {file}", timeout=25_000)


@pytest.mark.faults
@pytest.mark.allow_console("ERR_FAILED", "ruleboardPreferences", "PythonError")  # before the reload
@pytest.mark.parametrize("file", ["user_preferences.js", "page/main.js"])
def test_page_reloads_after_missing_script(desktop, site, file):
    failed_requests = []

    def fail_first(route):
        if failed_requests:
            route.continue_()
        else:
            failed_requests.append(route.request.url)
            route.abort()

    desktop.route(f"**/{file}*", fail_first)
    desktop.goto(site, wait_until="commit")
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    assert failed_requests


@pytest.mark.faults
def test_truncated_page_reloads(browser, dist):
    """The page reloads if the connection breaks in the middle of the HTML."""
    with soak_starts.serve_with_faults() as server:
        server.fault = soak_starts.Fault("truncate", 0)
        page = browser.new_page()
        page.goto(server.url, wait_until="commit")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
        assert server.fault.hit_path
        page.close()


def test_snapshot_has_no_build_paths(dist):
    """The snapshot does not contain the path of the build folder."""
    snapshot, _ = find_large_files(dist)
    assert str(ROOT).encode() not in decompress(snapshot.read_bytes())


@pytest.mark.faults
@pytest.mark.parametrize(
    "file", ["loader_worker.mjs", "pyodide.asm.js", "ruleboard.css", "snapshot.*.bin", "*.wasm.*.bin", "zstd.wasm"]
)
def test_unanswered_request_is_repeated_or_skipped(desktop, site, file):
    unanswered_urls = []

    def ignore_first(route):
        if len(unanswered_urls) >= (2 if "worker" in file or file == "zstd.wasm" else 1):
            route.continue_()
        else:
            unanswered_urls.append(route.request.url)

    desktop.route(f"**/{file}*", ignore_first)
    desktop.goto(site, wait_until="commit")
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    assert unanswered_urls
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"
