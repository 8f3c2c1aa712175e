"""Versions never mix, where a host lets browsers keep everything for a day and no service worker keeps it together."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.at_table import until
from tests.e2e.test_offline import visit
from tests.support.thinking import ASK, request
from tools import serve
from tools.versions import bind

CHANGED = (
    "static/boot/embed_frame.js",
    "static/boot/loader_worker.mjs",
    "static/boot/start_message.js",
    "static/boot/thinker_worker.mjs",
    "static/boot/user_preferences.js",
    "static/page/main.js",
    "static/ruleboard.css",
)
"""Files of the second version under the names that the first one has."""
SHELLS = ("", "embed.html#game=sensei")
PREFIX = "/below/here/"


class Host:
    """A host on one address, which says of every file that it may be kept for a day.

    Attributes:
        folder: the files it has now.
        old: the folder of the pages that an edge of it still answers with, and how often it does.
        requested: the paths of the requests.
    """

    def __init__(self, folder):
        self.folder = folder
        self.old = (folder, 0)
        self.requested: list[str] = []

    def choose(self, path):
        name = path.partition("?")[0].removeprefix(PREFIX)
        if not name.endswith(".html") and name:
            return self.folder
        folder, times = self.old
        self.old = (folder, times - 1)
        return folder if times > 0 else self.folder


@pytest.fixture
def versions(dist, tmp_path):
    """Two versions of the app, which differ in the page's own scripts and in PyScript's and Pyodide's folders."""
    first, second = tmp_path / "first", tmp_path / "second"
    shutil.copytree(dist, first)
    shutil.copytree(dist, second)
    for name in CHANGED:
        file = second / name
        file.write_text(f"{file.read_text(encoding='utf-8')}/* version two */\n", encoding="utf-8")
    users = [*second.glob("*.html"), *(second / "static" / "boot").glob("*js")]
    for folder in sorted((second / "static" / "vendor").iterdir()):
        renamed = folder.rename(folder.with_name(f"{folder.name}0"))
        for file in users:
            file.write_text(
                file.read_text(encoding="utf-8").replace(f"{folder.name}/", f"{renamed.name}/"), encoding="utf-8"
            )
    for name in ("index.html", "embed.html"):
        file = second / name
        file.write_text(
            file.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1), encoding="utf-8"
        )
    bind(second)
    return first, second


@pytest.fixture
def host(versions, monkeypatch):
    """The host behind the address of ``site_of_versions``: it has the first version."""
    made = Host(versions[0])
    end_headers, translate, get = serve.Handler.end_headers, serve.Handler.translate_path, serve.Handler.do_GET

    def keep_for_a_day(handler):
        send = handler.send_header
        handler.send_header = lambda name, value: send(name, "max-age=86400" if name == "Cache-Control" else value)
        end_headers(handler)

    def count(handler):
        made.requested.append(handler.path)
        get(handler)

    def translate_in_version(handler, path):
        handler.directory = str(made.choose(handler.path))
        return translate(handler, path)

    monkeypatch.setattr(serve.Handler, "end_headers", keep_for_a_day)
    monkeypatch.setattr(serve.Handler, "translate_path", translate_in_version)
    monkeypatch.setattr(serve.Handler, "do_GET", count)
    return made


@pytest.fixture
def url(host):
    """The address of the host."""
    with serve.serving(host.folder, PREFIX) as address:
        yield address


@pytest.fixture
def visitor(new_browser):
    """A page of a browser without service workers, and the addresses of what it has loaded since it was opened."""
    page = new_browser(service_workers="block").new_page()
    page.loaded = set()

    def on_request(request):
        if request.is_navigation_request():
            page.loaded.clear()
        page.loaded.add(request.url.partition("#")[0])

    page.on("request", on_request)
    return page


_DIGEST = """async (address) => {
  const response = await fetch(address, { cache: "force-cache" });
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return response.ok && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}"""


def mixed(page, folder):
    """Return the files that the page has loaded and that are not a version's, and see that there were some."""
    digests = {}
    for address in sorted(page.loaded):
        parts = urlsplit(address)
        if parts.scheme == "http":
            digests[parts.path.removeprefix(PREFIX) or "index.html"] = page.evaluate(_DIGEST, address)
    assert {"static/ruleboard.css", "static/page/main.js", "static/boot/interpreter.mjs"} <= set(digests)
    return sorted(
        name
        for name, digest in digests.items()
        if digest != ((folder / name).exists() and sha256((folder / name).read_bytes()).hexdigest())
    )


@pytest.mark.parametrize("shell", SHELLS)
def test_a_reload_loads_one_version(visitor, host, url, versions, shell):
    visit(visitor, url + shell)
    assert mixed(visitor, versions[0]) == []
    host.folder = versions[1]
    visitor.reload()
    visitor.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
    assert mixed(visitor, versions[1]) == []
    assert visitor.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.allow_console("integrity", "An opponent cannot choose")
def test_a_navigation_loads_one_version_and_refuses_what_the_other_answers(visitor, host, url, versions):
    """The browser has the whole older page. What that loads late is the host's by now: the opponent does without."""
    visit(visitor, url)
    host.folder = versions[1]
    visitor.goto("about:blank")
    visit(visitor, url)
    version = int(visitor.locator("html").get_attribute("data-build") == "two")
    assert mixed(visitor, versions[version]) == []
    told = json.loads(visitor.evaluate(f"(request) => {{ {ASK} return ask(request); }}", request("sensei")))
    assert told["kind"] == ("reply" if version else "failure")  # a table's opponent thinks in the page then


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the page is loaded again
@pytest.mark.parametrize("shell", SHELLS)
def test_an_older_page_of_a_newer_host_is_loaded_again_once(visitor, host, url, versions, shell):
    """As where an edge of the host still has the page, and the browser has nothing."""
    host.folder, host.old = versions[1], (versions[0], 1)
    visitor.goto(url + shell, wait_until="commit")
    visitor.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
    assert mixed(visitor, versions[1]) == []


@pytest.mark.allow_console("^console: ", "^uncaught: ")
def test_an_older_page_that_stays_says_that_it_cannot_start(visitor, host, url, versions):
    host.folder, host.old = versions[1], (versions[0], 9)
    visitor.goto(url, wait_until="commit")
    message = visitor.locator("#start-message", has_text="could not start")
    until(visitor, lambda: host.old[1] <= 7)
    expect(message).to_be_visible(timeout=30_000)
    visitor.wait_for_timeout(2_000)
    assert host.old[1] == 7
    host.old = (versions[0], 0)
    visitor.reload()
    visitor.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
