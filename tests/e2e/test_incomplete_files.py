"""Test incomplete and wrong files: the page reports them, a reload repairs the page, and no cache stores the files."""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.e2e.conftest import disable_file_system
from tests.e2e.helpers import HAS_ACTIVE_WORKER_SCRIPT, begin_game, play, visit, wait_until, wait_until_cached
from tests.support.thinking import ASK_SCRIPT, request
from tools import serve

pytestmark = pytest.mark.faults


class BrokenNetwork:
    """A network that breaks the connection in the middle of the files with some suffixes.

    Attributes:
        suffixes: the suffixes of the paths of the files.
        referrer: the suffix of the address of the page or worker that requests the files; empty for any.
        broken_paths: the paths of the files whose transfer the network has interrupted.
    """

    def __init__(self):
        self.suffixes: tuple[str, ...] = ()
        self.referrer = ""
        self.broken_paths: list[str] = []


@pytest.fixture
def broken_network(monkeypatch):
    """Simulate a faulty network between the page and the server of ``stoppable_site``."""
    broken_network = BrokenNetwork()
    original_send = serve.Handler.copyfile

    def send_half_of_file(handler, source, out):
        referrer = handler.headers.get("Referer", "")
        path = handler.path.partition("?")[0]  # the start requests some files twice, the second time with a query
        if not path.endswith(broken_network.suffixes) or not referrer.endswith(broken_network.referrer):
            original_send(handler, source, out)
            return
        data = source.read()
        out.write(data[: len(data) // 2])
        handler.close_connection = True
        broken_network.broken_paths.append(path)

    monkeypatch.setattr(serve.Handler, "copyfile", send_half_of_file)
    return broken_network


LARGE_FILES = ((".wasm.zstd.bin",), (".wasm.gzip.bin",), (".bin", "ruleboard.zip"))
"""The suffixes of large files; with the last of them a start from the sources fails, too."""


def play_game(page):
    """Start a game and play an action."""
    begin_game(page)
    play(page, ["a1-a2"])


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the page reports it, too
@pytest.mark.parametrize(
    "suffixes",
    [
        (".wasm.zstd.bin",),
        (".wasm.gzip.bin",),
        ("zstd.wasm",),
        (".bin", "ruleboard.zip"),
        (".bin", "python_stdlib.zip"),
        ("pyodide.asm.js",),
        ("core.js",),
    ],
    ids=lambda suffixes: " and ".join(suffixes),
)
def test_reload_recovers_from_broken_start(first_visit_page, stoppable_site, broken_network, suffixes):
    """After a broken start the next start works, also offline: the service worker has cached no incomplete copy."""
    folder, url, stop_server = stoppable_site
    if ".gzip" in suffixes[0]:
        disable_file_system(first_visit_page, folder)
    broken_network.suffixes = suffixes
    first_visit_page.goto(url)
    message = first_visit_page.locator("#start-message", has_text="couldn’t start")
    message.wait_for(timeout=90_000)
    assert "reload" in message.inner_text()
    assert (
        {path for suffix in suffixes for path in broken_network.broken_paths if path.endswith(suffix)}
        == set(broken_network.broken_paths)
        != set()
    )
    broken_network.suffixes = ()
    first_visit_page.reload()
    first_visit_page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"
    if suffixes not in LARGE_FILES:
        return
    play_game(first_visit_page)
    wait_until_cached(first_visit_page)
    stop_server()
    visit(first_visit_page, url)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.parametrize("suffix", ["python_stdlib.zip", "index.html"])
def test_service_worker_does_not_cache_incomplete_file(first_visit_page, stoppable_site, broken_network, suffix):
    _, url, stop_server = stoppable_site
    broken_network.suffixes, broken_network.referrer = (suffix,), "sw.js"
    visit(first_visit_page, url)
    play_game(first_visit_page)
    wait_until(first_visit_page, lambda: broken_network.broken_paths)
    first_visit_page.wait_for_timeout(2000)
    assert first_visit_page.evaluate(HAS_ACTIVE_WORKER_SCRIPT) is False
    assert first_visit_page.locator(".notice.warning").count() == 0
    broken_network.suffixes = ()
    visit(first_visit_page, url)
    wait_until_cached(first_visit_page)
    stop_server()
    first_visit_page.goto("about:blank")
    visit(first_visit_page, url)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"
    assert first_visit_page.locator(".entry").count() == 1


WRONG_ANSWERS = {
    "html": (200, "text/html", lambda body: b"<!doctype html><title>Sign in</title><p>Welcome"),
    "truncated": (200, "", lambda body: body[: len(body) // 2]),
    "empty": (200, "", lambda body: b""),
    "missing": (404, "text/html", lambda body: b"<!doctype html><title>Not here</title>"),
}
"""Wrong answers of a host by kind: the status, the type unless it is that of the file, and the body."""
LATE_ANSWERS = {
    **WRONG_ANSWERS,
    "other version": (200, "", lambda body: body + b"\n"),
    "packed": (200, "", gzip.compress),
}
"""Wrong answers of a host for a file that a page requests after its start."""
START_FILES = (
    "start_loader.js",
    "user_preferences.js",
    "start_message.js",
    "main.js",
    "interpreter.mjs",
    "core.js",
    "core-*.js",
    "error-*.js",
    "ruleboard.css",
    "pyodide.asm.js",
    "loader_worker.mjs",
    ".zstd.bin",
    "zstd.wasm",
    "fr.mo",
)
"""The suffixes of the files of a start."""
FRAME_FILES = ("embed_frame.js", "main.js", "ruleboard.css")


class WrongHost:
    """A host that sends wrong responses for some files, and lets browsers cache every response for a day.

    Attributes:
        suffix: the suffix of the paths of the files, or a pattern for it.
        kind: the kind of the wrong response; empty for correct responses.
        referrer: the suffix of the address of the page or worker that requests the files; empty for any.
        count: the number of wrong responses so far.
    """

    def __init__(self):
        self.suffix, self.kind, self.referrer, self.count = "", "", "", 0


@pytest.fixture
def wrong_host(monkeypatch):
    """Return the host that serves ``wrong_site``."""
    host = WrongHost()
    original_get = serve.Handler.do_GET

    def answer(handler):
        path = handler.path.partition("?")[0]
        referrer = handler.headers.get("Referer", "")
        if not host.kind or not fnmatch(path, f"*{host.suffix}") or not referrer.endswith(host.referrer):
            original_get(handler)
            return
        host.count += 1
        file = Path(handler.translate_path(handler.path))
        status, kind, change = LATE_ANSWERS[host.kind]
        body = change(file.read_bytes())
        handler.send_response(status)
        handler.send_header("Content-Type", kind or handler.guess_type(str(file)))
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def end_headers_with_cache(handler):
        original_send = handler.send_header
        handler.send_header = lambda name, value: original_send(
            name, "max-age=86400" if name == "Cache-Control" else value
        )
        end_headers(handler)

    end_headers = serve.Handler.end_headers
    monkeypatch.setattr(serve.Handler, "do_GET", answer)
    monkeypatch.setattr(serve.Handler, "end_headers", end_headers_with_cache)
    return host


@pytest.fixture
def wrong_site(dist):
    with serve.serve_folder(dist, "/below/here/") as url:
        yield url


def create_cases(files):
    """Return pairs of a file and a kind of wrong response.

    With RULEBOARD_EVERY_FAULT, each file has a pair with every kind, otherwise only one pair.
    """
    kinds = list(WRONG_ANSWERS)
    tests_every_fault = "RULEBOARD_EVERY_FAULT" in os.environ
    return [
        (file, kind)
        for file_index, file in enumerate(files)
        for kind_index, kind in enumerate(kinds)
        if tests_every_fault or kind_index == file_index % len(kinds)
    ]


_START_STATE_SCRIPT = """() => {
  const message = document.getElementById("start-message");
  const hasFailed = message && !message.hidden && message.textContent.includes("couldn’t start");
  return "ready" in document.documentElement.dataset ? "ready" : hasFailed ? "failed" : "";
}"""


def read_start_state(page):
    """Return "ready", "failed" after a failure message, or an empty text while the page is starting."""
    try:
        return page.evaluate(_START_STATE_SCRIPT)
    except PlaywrightError:  # the page is reloading
        return ""


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the page reports it, too
@pytest.mark.parametrize(("file", "kind"), create_cases(START_FILES))
def test_reload_recovers_from_wrong_file(new_browser, wrong_site, wrong_host, file, kind):
    """The start fails with a message or works without the wrong file, and a reload repairs the page.

    The browser caches the wrong file for a day, so the page must request the file again from the host.
    """
    options = {"locale": "fr-FR"} if file == "fr.mo" else {}
    page = new_browser(service_workers="block", **options).new_page()
    wrong_host.suffix, wrong_host.kind = file, kind
    page.goto(wrong_site, wait_until="commit")
    wait_until(page, lambda: read_start_state(page), 30)
    assert wrong_host.count
    if file == "fr.mo":
        page.get_by_role("button", name="Try again").wait_for()
    wrong_host.kind = ""
    page.wait_for_timeout(500)
    with suppress(PlaywrightError):  # the page may be reloading itself just now
        page.reload(wait_until="commit")
    page.locator("html[data-ready][data-start=snapshot]").wait_for(state="attached", timeout=30_000)
    if file == "fr.mo":
        page.locator("html[lang=fr]").wait_for(state="attached")
        assert page.locator(".notice").count() == 0
    else:
        assert page.evaluate("getComputedStyle(document.body).fontFamily !== ''")
        assert page.evaluate("[...document.styleSheets].some((sheet) => sheet.cssRules.length > 100)")


@pytest.mark.allow_console("^console: ", "^uncaught: ")
@pytest.mark.parametrize(("file", "kind"), create_cases(FRAME_FILES))
def test_frame_recovers_from_wrong_file(new_browser, wrong_site, wrong_host, file, kind):
    page = new_browser(service_workers="block").new_page()
    wrong_host.suffix, wrong_host.kind = file, kind
    position = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"
    page.goto(f"{wrong_site}embed.html#game=sensei&position={quote(position)}", wait_until="commit")
    wait_until(page, lambda: read_start_state(page), 30)
    assert wrong_host.count
    wrong_host.kind = ""
    page.wait_for_timeout(500)
    with suppress(PlaywrightError):  # the page may be reloading itself just now
        page.reload(wait_until="commit")
    page.locator("html[data-ready][data-start=snapshot]").wait_for(state="attached", timeout=30_000)


@pytest.mark.allow_console("^console: ")
def test_wrong_licences_are_reported(new_browser, wrong_site, wrong_host):
    page = new_browser(service_workers="block").new_page()
    visit(page, f"{wrong_site}#/help")
    details = page.locator("details[data-loads]")
    text, heading = details.locator("pre"), details.locator("summary")
    wrong_host.suffix = "licences.txt"
    for kind in LATE_ANSWERS:
        wrong_host.kind, wrong_host.count = kind, 0
        heading.click()
        wait_until(page, lambda: wrong_host.count)
        expect(text).to_have_text(text.get_attribute("data-failure"))
        heading.click()
    wrong_host.kind = ""
    heading.click()
    expect(text).to_contain_text("Mozilla Public License")


@pytest.mark.allow_console("^console: ", "^uncaught: ")
@pytest.mark.parametrize("file", ["posters/sensei.js", "posters/sensei.svg"])
def test_wrong_poster_leaves_no_broken_picture(new_browser, wrong_site, wrong_host, file):
    position = "&position=" + quote("rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi") if file.endswith(".js") else ""
    for kind in LATE_ANSWERS:
        page = new_browser(service_workers="block").new_page()  # the browser has cached the wrong answer
        wrong_host.suffix, wrong_host.kind, wrong_host.count = file, kind, 0
        page.set_content(
            f'<iframe src="{wrong_site}embed.html#game=sensei{position}" width="600" height="600"></iframe>'
        )
        frame = page.frame_locator("iframe")
        wait_until(page, lambda: wrong_host.count)
        if position:
            expect(frame.locator("#first-task")).to_contain_text("Open the board to see")
        page.wait_for_timeout(200)
        images = frame.locator("img").all()
        assert all(image.evaluate("image => image.complete && image.naturalWidth > 0") for image in images), kind
        assert images or frame.locator("#first-button").is_visible(), f"{kind}: nothing shows the board"
        page.context.close()


@pytest.mark.allow_console("^console: ", "^uncaught: ")
def test_wrong_worker_is_refused(new_browser, wrong_site, wrong_host):
    """The page rejects a wrong worker script, and the opponent then thinks in the page itself."""
    wrong_host.suffix = "thinker_worker.mjs"
    for kind in ("html", "other version", "packed"):
        wrong_host.kind, wrong_host.count = kind, 0
        page = new_browser(service_workers="block").new_page()
        visit(page, wrong_site)
        reply = json.loads(page.evaluate(f"(request) => {{ {ASK_SCRIPT} return ask(request); }}", request("sensei")))
        assert wrong_host.count
        assert reply["kind"] == "failure", kind
        page.context.close()


@pytest.mark.allow_console("^console: ")
def test_service_worker_does_not_cache_wrong_file(first_visit_page, wrong_site, wrong_host):
    """The service worker does not cache a wrong response with status 200 to its own request."""
    wrong_host.suffix, wrong_host.kind, wrong_host.referrer = "python_stdlib.zip", "html", "sw.js"
    visit(first_visit_page, wrong_site)
    wait_until(first_visit_page, lambda: wrong_host.count)
    first_visit_page.wait_for_timeout(2000)
    assert first_visit_page.evaluate(HAS_ACTIVE_WORKER_SCRIPT) is False
    wrong_host.kind = ""
    visit(first_visit_page, wrong_site)
    wait_until_cached(first_visit_page)
