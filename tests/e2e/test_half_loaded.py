"""The network breaks off while something comes: that is said in words, a reload helps, and nothing half is kept."""

from __future__ import annotations

import os
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.at_table import begin, play, until
from tests.e2e.conftest import disable_file_system
from tests.e2e.test_offline import KEPT, visit, wait_until_kept
from tools import serve


class Line:
    """A network that breaks off in the middle of some files.

    Attributes:
        endings: the endings of the addresses of those files.
        asker: the ending of the address of the requesting page or worker; empty for any.
        broken: the addresses that broke off.
    """

    def __init__(self):
        self.endings: tuple[str, ...] = ()
        self.asker = ""
        self.broken: list[str] = []


@pytest.fixture
def line(monkeypatch):
    """The network between the page and the server of ``stoppable_site``."""
    found = Line()
    send = serve.Handler.copyfile

    def send_half(handler, source, out):
        asker = handler.headers.get("Referer", "")
        path = handler.path.partition("?")[0]  # the start requests some files once more, by another address
        if not path.endswith(found.endings) or not asker.endswith(found.asker):
            send(handler, source, out)
            return
        data = source.read()
        out.write(data[: len(data) // 2])
        handler.close_connection = True
        found.broken.append(path)

    monkeypatch.setattr(serve.Handler, "copyfile", send_half)
    return found


LARGE = ((".wasm.zstd.bin",), (".wasm.gzip.bin",), (".bin", "ruleboard.zip"))
"""The large files that break off, the last of them in a start from the sources too."""


def plays(page):
    """See that the page is good for a game."""
    begin(page)
    play(page, ["a1-a2"])


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # it is said on the page, too
@pytest.mark.parametrize(
    "endings",
    [
        (".wasm.zstd.bin",),
        (".wasm.gzip.bin",),
        ("zstd.wasm",),
        (".bin", "ruleboard.zip"),
        (".bin", "python_stdlib.zip"),
        ("pyodide.asm.js",),
        ("core.js",),
    ],
    ids=lambda endings: " and ".join(endings),
)
def test_a_reload_is_all_it_takes_after_a_start_that_broke_off(first_visit_page, stoppable_site, line, endings):
    """And without a network what was read by half is whole: of the large files, whose copy the browser has is taken."""
    folder, url, stop = stoppable_site
    if ".gzip" in endings[0]:
        disable_file_system(first_visit_page, folder)
    line.endings = endings
    first_visit_page.goto(url)
    message = first_visit_page.locator("#start-message", has_text="could not start")
    message.wait_for(timeout=90_000)
    assert "reload" in message.inner_text()
    assert {path for ending in endings for path in line.broken if path.endswith(ending)} == set(line.broken) != set()
    line.endings = ()
    first_visit_page.reload()
    first_visit_page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"
    if endings not in LARGE:
        return
    plays(first_visit_page)
    wait_until_kept(first_visit_page)
    stop()
    visit(first_visit_page, url)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.parametrize("ending", ["python_stdlib.zip", "index.html"])
def test_what_comes_by_half_is_not_kept_for_the_time_without_a_network(first_visit_page, stoppable_site, line, ending):
    _, url, stop = stoppable_site
    line.endings, line.asker = (ending,), "sw.js"
    visit(first_visit_page, url)
    plays(first_visit_page)
    until(first_visit_page, lambda: line.broken)
    first_visit_page.wait_for_timeout(2000)
    assert first_visit_page.evaluate(KEPT) is False
    assert first_visit_page.locator(".notice.warning").count() == 0
    line.endings = ()
    visit(first_visit_page, url)
    wait_until_kept(first_visit_page)
    stop()
    first_visit_page.goto("about:blank")
    visit(first_visit_page, url)
    assert first_visit_page.locator("html").get_attribute("data-start") == "snapshot"
    assert first_visit_page.locator(".entry").count() == 1


WRONG = {
    "html": (200, "text/html", lambda body: b"<!doctype html><title>Sign in</title><p>Welcome"),
    "truncated": (200, "", lambda body: body[: len(body) // 2]),
    "empty": (200, "", lambda body: b""),
    "missing": (404, "text/html", lambda body: b"<!doctype html><title>Not here</title>"),
}
"""Answers of a host in place of a file: the status, the type if it is another one, and the body."""
FILES = (
    "start_loader.js",
    "user_preferences.js",
    "start_message.js",
    "main.js",
    "interpreter.mjs",
    "core.js",
    "core-*.js",
    "ruleboard.css",
    "pyodide.asm.js",
    "loader_worker.mjs",
    ".zstd.bin",
    "zstd.wasm",
    "fr.mo",
)
"""The files of a start, by their endings."""
FRAME_FILES = ("embed_frame.js", "memory_indexeddb.js", "main.js", "ruleboard.css")


class WrongHost:
    """A host that answers wrongly about some files, and lets browsers keep every answer for a day.

    Attributes:
        ending: the ending of those files' addresses.
        kind: the kind of the wrong answer; empty where the host is well.
        asker: the ending of the address of the requesting page or worker; empty for any.
        count: the number of wrong answers.
    """

    def __init__(self):
        self.ending, self.kind, self.asker, self.count = "", "", "", 0


@pytest.fixture
def wrong(monkeypatch):
    """The host of ``wrong_site``."""
    host = WrongHost()
    get = serve.Handler.do_GET

    def answer(handler):
        path = handler.path.partition("?")[0]
        asker = handler.headers.get("Referer", "")
        if not host.kind or not fnmatch(path, f"*{host.ending}") or not asker.endswith(host.asker):
            get(handler)
            return
        host.count += 1
        file = Path(handler.translate_path(handler.path))
        status, kind, change = WRONG[host.kind]
        body = change(file.read_bytes())
        handler.send_response(status)
        handler.send_header("Content-Type", kind or handler.guess_type(str(file)))
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def keep_for_a_day(handler):
        send = handler.send_header
        handler.send_header = lambda name, value: send(name, "max-age=86400" if name == "Cache-Control" else value)
        end_headers(handler)

    end_headers = serve.Handler.end_headers
    monkeypatch.setattr(serve.Handler, "do_GET", answer)
    monkeypatch.setattr(serve.Handler, "end_headers", keep_for_a_day)
    return host


@pytest.fixture
def wrong_site(dist):
    with serve.serving(dist, "/below/here/") as url:
        yield url


def cases(files):
    """Give each file one kind of wrong answer, in turn; all of them with RULEBOARD_EVERY_FAULT."""
    kinds = list(WRONG)
    every = "RULEBOARD_EVERY_FAULT" in os.environ
    return [
        (file, kind) for n, file in enumerate(files) for k, kind in enumerate(kinds) if every or k == n % len(kinds)
    ]


_STATE = """() => {
  const message = document.getElementById("start-message");
  const isSeen = message && !message.hidden && message.textContent.includes("could not start");
  return "ready" in document.documentElement.dataset ? "ready" : isSeen ? "told" : "";
}"""


def state(page):
    """Return whether the page is ready or has said that it could not start; empty while it does neither."""
    try:
        return page.evaluate(_STATE)
    except PlaywrightError:  # it is being loaded again
        return ""


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # it is said on the page, too
@pytest.mark.parametrize(("file", "kind"), cases(FILES))
def test_a_start_with_a_wrong_file_is_told_or_does_without_and_a_reload_has_the_right_one(
    new_browser, wrong_site, wrong, file, kind
):
    """The browser keeps the wrong file for a day, so the page itself asks the host again."""
    more = {"locale": "fr-FR"} if file == "fr.mo" else {}
    page = new_browser(service_workers="block", **more).new_page()
    wrong.ending, wrong.kind = file, kind
    page.goto(wrong_site, wait_until="commit")
    until(page, lambda: state(page), 30)
    assert wrong.count
    if file == "fr.mo":
        page.get_by_role("button", name="Try again").wait_for()
    wrong.kind = ""
    page.wait_for_timeout(500)
    with suppress(PlaywrightError):  # which may be loaded again by itself just now
        page.reload(wait_until="commit")
    page.locator("html[data-ready][data-start=snapshot]").wait_for(state="attached", timeout=30_000)
    if file == "fr.mo":
        page.locator("html[lang=fr]").wait_for(state="attached")
        assert page.locator(".notice").count() == 0
    else:
        assert page.evaluate("getComputedStyle(document.body).fontFamily !== ''")
        assert page.evaluate("[...document.styleSheets].some((sheet) => sheet.cssRules.length > 100)")


@pytest.mark.allow_console("^console: ", "^uncaught: ")
@pytest.mark.parametrize(("file", "kind"), cases(FRAME_FILES))
def test_a_frame_with_a_wrong_file_is_told_or_does_without(new_browser, wrong_site, wrong, file, kind):
    page = new_browser(service_workers="block").new_page()
    wrong.ending, wrong.kind = file, kind
    position = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"
    page.goto(f"{wrong_site}embed.html#game=sensei&position={quote(position)}", wait_until="commit")
    until(page, lambda: state(page), 30)
    assert wrong.count
    wrong.kind = ""
    page.wait_for_timeout(500)
    with suppress(PlaywrightError):  # which may be loaded again by itself just now
        page.reload(wait_until="commit")
    page.locator("html[data-ready][data-start=snapshot]").wait_for(state="attached", timeout=30_000)


@pytest.mark.allow_console("^console: ")
def test_a_wrong_file_is_not_kept_for_the_time_without_a_network(first_visit_page, wrong_site, wrong):
    """A file that only the service worker downloads, and whose answer has the status of the right one."""
    wrong.ending, wrong.kind, wrong.asker = "python_stdlib.zip", "html", "sw.js"
    visit(first_visit_page, wrong_site)
    until(first_visit_page, lambda: wrong.count)
    first_visit_page.wait_for_timeout(2000)
    assert first_visit_page.evaluate(KEPT) is False
    wrong.kind = ""
    visit(first_visit_page, wrong_site)
    wait_until_kept(first_visit_page)
