"""The page starts: under a path, from its own origin alone, without a word in the console."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.at_table import hold_requests
from tests.e2e.conftest import CONFIG, NO_FILE_SYSTEM
from tests.support.snapshot_file import large_files, unpacked, with_other_pyodide_version
from tools import soak_starts
from tools.setup import ROOT

SNAPSHOT = "**/snapshot.*.bin"

pytestmark = pytest.mark.first_visit


@pytest.mark.core
@pytest.mark.profiles("tablet")
def test_page_gets_ready_and_asks_only_for_files_that_are_there_below_its_path(page, open_app, site):
    requested, answers = [], []
    page.on("request", lambda request: requested.append(request.url))
    page.on("response", lambda response: answers.append((response.url, response.status)))
    open_app(page)
    assert page.locator("html").get_attribute("data-ready") is not None
    assert page.locator("html").get_attribute("data-start") == "snapshot"
    expect(page.locator("#start-message")).to_have_count(0)
    assert len(requested) > 5
    assert [url for url in requested if not url.startswith((site, "data:", "blob:"))] == []
    assert [answer for answer in answers if answer[1] >= 400] == []


def test_what_is_painted_before_python_is_what_python_would_have_built(desktop, open_app):
    """Python's first picture is patched into the painted page; going away and back builds all of it.

    The index is named in the address here, and left out everywhere else.
    """
    open_app(desktop, "index.html")
    desktop.evaluate("() => { globalThis.painted = document.querySelector('#app > *').cloneNode(true); }")
    for address, heading in (("#/settings", "Settings"), ("#/", "Games for a table")):
        desktop.evaluate("address => { location.hash = address; }", address)
        expect(desktop.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()
    assert desktop.evaluate("painted.isEqualNode(document.querySelector('#app > *'))")


def test_python_does_not_call_its_functions_in_c_through_javascript(desktop, open_app):
    """The table of functions is read from JavaScript for every such call, and for all its 9,000 to look one up."""
    desktop.add_init_script("""
      globalThis.reads = 0;
      const { get } = WebAssembly.Table.prototype;
      WebAssembly.Table.prototype.get = function (place) { reads++; return get.call(this, place); };
    """)
    open_app(desktop)
    assert 0 < desktop.evaluate("reads") < 1000


@pytest.mark.core
@pytest.mark.parametrize("shell", ["index.html", "embed.html#game=sensei", "ruleboard.html"])
def test_python_runs_on_the_page_s_own_stack(desktop, site, shell):
    """Chromium that samples its memory crashes when something is allocated on another one, as JSPI makes them."""
    desktop.add_init_script("""
      globalThis.stacks = 0;
      const { promising } = WebAssembly;
      if (promising) WebAssembly.promising = (called) => {
        const call = promising(called);
        return (...given) => { stacks++; return call(...given); };
      };
    """)
    desktop.goto(site + shell)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
    assert desktop.evaluate("stacks") == 0


def answer_with(change):
    """Give a route that answers with the snapshot, changed."""

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, body=change(response.body()))

    return answer


@pytest.fixture
def listener(desktop):
    """A page that remembers all that its start has said."""
    desktop.add_init_script("""{
      globalThis.told = "";
      const listen = () => { told += document.querySelector("#start-message:not([hidden])")?.textContent ?? ""; };
      new MutationObserver(listen).observe(document, { subtree: true, childList: true, attributes: true });
    }""")
    return desktop


@pytest.mark.core
@pytest.mark.allow_console("404")
def test_python_starts_without_its_snapshot(listener, open_app):
    """And says that it takes longer, and then plays: the app comes from its sources."""
    listener.route(SNAPSHOT, lambda route: route.fulfill(status=404))
    open_app(listener, "#/new/sensei")
    assert "Something did not load" in listener.evaluate("told")
    assert listener.locator("html").get_attribute("data-start") == "sources"
    listener.get_by_role("button", name="Play", exact=True).click()
    expect(listener.locator(".page-table")).to_be_visible()


@pytest.mark.core
@pytest.mark.allow_console("input is ended")  # as Firefox tells of a truncated file, although it is caught
@pytest.mark.parametrize(
    ("change", "first"),
    [
        pytest.param(lambda body: body[: len(body) // 2], "", id="truncated"),
        pytest.param(lambda body: body[: len(body) // 2], NO_FILE_SYSTEM, id="truncated, by gzip"),
        pytest.param(with_other_pyodide_version, "", id="of another version"),
    ],
)
def test_a_snapshot_that_is_of_no_use_is_done_without(listener, site, change, first):
    """The start from the sources goes on as above where one is truncated, which is as good as missing.

    Where it is of another version, that start is seen whole in test_second_visit.py. Here it waits for its first file.
    """
    listener.add_init_script(first)
    listener.route(SNAPSHOT, answer_with(change))
    listener.route("**/python_stdlib.zip", lambda route: None)
    listener.goto(site, wait_until="commit")
    listener.locator("html[data-start=sources]").wait_for(state="attached", timeout=60_000)
    listener.wait_for_function("told.includes('Something did not load')")


@pytest.mark.core
def test_the_page_does_by_itself_what_workers_do_where_there_are_none(desktop, open_app):
    """As in a frame in a sandbox."""
    desktop.add_init_script("globalThis.Worker = class extends Worker { constructor() { throw new Error('no'); } };")
    open_app(desktop)
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"
    assert desktop.evaluate("globalThis.ruleboardLoader") is None


@pytest.mark.core
@pytest.mark.allow_console("404", "loader_worker.mjs.*MIME type")
def test_the_page_does_by_itself_what_workers_do_that_do_not_come_up(desktop, open_app):
    """As where their script cannot be had, or where modules cannot be workers."""
    desktop.route("**/loader_worker.mjs*", lambda route: route.fulfill(status=404))
    open_app(desktop)
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.core
@pytest.mark.allow_console("Failed to fetch|ERR_FAILED|NetworkError")
def test_a_start_that_fails_is_said_in_words(desktop, site):
    for file in (SNAPSHOT, "**/ruleboard.zip*"):
        desktop.route(file, lambda route: route.abort())
    desktop.goto(site)
    message = desktop.locator("#start-message")
    expect(message).to_contain_text("could not start", timeout=60_000)
    assert "reload" in message.inner_text()


@pytest.mark.core
def test_what_is_touched_before_python_is_there_is_shown_as_received_and_carried_out(page, site):
    release = hold_requests(page, SNAPSHOT)
    page.goto(site)
    link = page.locator(".shelf a.button").first
    link.click()
    expect(link).to_have_attribute("data-waiting", "")
    expect(page.locator("#start-message")).to_contain_text("One moment")
    assert page.locator("html").get_attribute("data-ready") is None
    release()
    expect(page.locator(".page-new h1")).to_be_visible(timeout=90_000)
    expect(page.locator("#start-message")).to_have_count(0)


def test_where_another_page_is_asked_for_the_home_page_is_not_seen_first(desktop, site):
    release = hold_requests(desktop, SNAPSHOT)
    desktop.goto(f"{site}#/settings")
    expect(desktop.locator(".masthead")).to_be_visible()
    expect(desktop.get_by_role("heading", level=1, name="Games for a table")).to_be_hidden()
    expect(desktop.locator(".shelf a.button").first).to_be_hidden()
    release()
    expect(desktop.get_by_role("heading", level=1, name="Settings")).to_be_visible(timeout=90_000)


@pytest.mark.parametrize(
    ("system", "chosen", "seen"), [("dark", "system", "dark"), ("light", "dark", "dark"), ("dark", "light", "light")]
)
def test_what_is_painted_before_any_module_is_there_has_the_reader_s_theme(new_context, site, system, chosen, seen):
    """A dark room stays dark."""
    page = new_context("desktop", color_scheme=system).new_page()
    page.route("**/page/main.js*", lambda route: None)
    page.add_init_script(f"localStorage.setItem('ruleboard/1/settings', '{{\"theme\": \"{chosen}\"}}')")
    page.goto(site, wait_until="commit")
    expect(page.get_by_role("heading", level=1, name="Games for a table")).to_be_visible()
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == ("rgb(27, 26, 24)" if seen == "dark" else "rgb(247, 244, 237)")


@pytest.mark.core
@pytest.mark.parametrize(("packing", "first"), [("zstd", ""), ("gzip", NO_FILE_SYSTEM)], ids=["zstd", "gzip"])
def test_the_download_is_told_in_bytes(desktop, site, dist, packing, first):
    """Told by what has come of what there is to come, the compiled code too: never more, never before it is there."""
    desktop.add_init_script(first)
    desktop.add_init_script(
        "globalThis.told = []; addEventListener('ruleboard:loading', ({ detail }) => told.push(detail));"
    )
    desktop.goto(site)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    told = desktop.evaluate("told")
    loaded = [step["loaded"] for step in told]
    assert loaded == sorted(loaded)
    assert {step["total"] for step in told} == {loaded[-1]}
    assert len(told) > 5
    large = sum(file.stat().st_size for file in large_files(dist, packing))
    assert large < loaded[-1] < large + 1_500_000  # scripts and the style sheet


@pytest.mark.allow_console("404")
def test_the_download_is_not_told_as_done_while_the_compiled_code_is_missing(desktop, site):
    release = hold_requests(desktop, "**/*.wasm.*.bin")
    desktop.add_init_script(
        "globalThis.told = []; addEventListener('ruleboard:loading', ({ detail }) => told.push(detail));"
    )
    desktop.goto(site)
    desktop.wait_for_function("told.length > 0", timeout=60_000)
    desktop.wait_for_timeout(2000)
    last = desktop.evaluate("told.at(-1)")
    assert 0 < last["loaded"] < last["total"] / 2 + 2e6
    release()
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def test_a_start_that_gets_no_further_says_what_is_missing_and_how_it_went(desktop, site):
    """A module of PyScript that is never answered, and news at 10 s; what is said stays when somebody touches it."""
    desktop.route("**/core-*.js", lambda route: None)
    news = "new CustomEvent('ruleboard:loading', { detail: { loaded: 1, total: 1 } })"
    desktop.add_init_script(f"setTimeout(() => dispatchEvent({news}), 10_000);")
    desktop.goto(site, wait_until="commit")
    message = desktop.locator("#start-message")
    expect(message).to_contain_text("Still loading", timeout=30_000)
    assert desktop.evaluate("performance.now()") < 20_000
    expect(message).to_contain_text("core-")
    message.get_by_text("How the start went").click()
    expect(message.locator("pre")).to_contain_text("snapshot loaded")
    expect(message.get_by_role("button", name="Copy")).to_be_visible()


@pytest.mark.parametrize("file", ["user_preferences.js", "start_message.js"])
def test_a_page_that_waits_for_a_script_of_its_own_says_so(desktop, site, file):
    """Nothing after it in the page has run, nor is anything painted."""
    desktop.route(f"**/{file}*", lambda route: None)
    desktop.goto(site, wait_until="commit")
    message = desktop.locator("#start-message")
    expect(message).to_contain_text(f"Not loaded yet: {file}", timeout=25_000)


@pytest.mark.allow_console("ERR_FAILED", "ruleboardPreferences", "PythonError")  # until it is loaded again
@pytest.mark.parametrize("file", ["user_preferences.js", "page/main.js"])
def test_a_page_without_one_of_its_scripts_is_loaded_again_by_itself(desktop, site, file):
    refused = []

    def refuse_the_first(route):
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    desktop.route(f"**/{file}*", refuse_the_first)
    desktop.goto(site, wait_until="commit")
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    assert refused


def test_a_page_that_is_cut_off_is_loaded_again_by_itself(browser, dist):
    """The connection breaks in the middle of it: the browser goes on waiting for its end."""
    with soak_starts.serving() as server:
        server.fault = soak_starts.Fault("truncate", 0)
        page = browser.new_page()
        page.goto(server.url, wait_until="commit")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
        assert server.fault.hit
        page.close()


def test_the_snapshot_tells_nothing_of_where_it_was_made(dist):
    """The same commit gives the same bytes in any folder."""
    snapshot, _ = large_files(dist)
    assert str(ROOT).encode() not in unpacked(snapshot.read_bytes())


@pytest.mark.parametrize(
    "file", ["loader_worker.mjs", "pyodide.asm.js", "ruleboard.css", "snapshot.*.bin", "*.wasm.*.bin", "zstd.wasm"]
)
def test_what_is_not_answered_is_asked_for_again_or_done_without(desktop, site, file):
    unanswered = []

    def first_not_at_all(route):
        if len(unanswered) >= (2 if "worker" in file or file == "zstd.wasm" else 1):
            route.continue_()
        else:
            unanswered.append(route.request.url)

    desktop.route(f"**/{file}*", first_not_at_all)
    desktop.goto(site, wait_until="commit")
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    assert unanswered
    assert desktop.locator("html").get_attribute("data-start") == "snapshot"
