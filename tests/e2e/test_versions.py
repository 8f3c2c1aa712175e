"""Test that a page never mixes versions, even if browsers cache all files for a day without a service worker."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.helpers import visit, wait_until
from tests.support.thinking import ASK_SCRIPT, request
from tools import serve
from tools.versions import write_versions

CHANGED_FILES = (
    "static/boot/embed_frame.js",
    "static/boot/loader_worker.mjs",
    "static/boot/start_message.js",
    "static/boot/thinker_worker.mjs",
    "static/boot/user_preferences.js",
    "static/page/main.js",
    "static/ruleboard.css",
)
"""Files that the second version changes without renaming them."""
SHELL_ADDRESSES = ("", "embed.html#game=sensei")
PATH_PREFIX = "/below/here/"


class Host:
    """A host that lets browsers cache every file for a day.

    Attributes:
        folder: the folder of the current version.
        stale_pages: the folder of old pages that an edge server still sends, and the number of requests that still get
            them.
        requested: the paths of all requests.
    """

    def __init__(self, folder):
        self.folder = folder
        self.stale_pages = (folder, 0)
        self.requested: list[str] = []

    def find_folder(self, path):
        name = path.partition("?")[0].removeprefix(PATH_PREFIX)
        if not name.endswith(".html") and name:
            return self.folder
        folder, remaining_count = self.stale_pages
        self.stale_pages = (folder, remaining_count - 1)
        return folder if remaining_count > 0 else self.folder


@pytest.fixture
def versions(dist, tmp_path):
    """Return the folders of two versions of the app whose scripts, PyScript and Pyodide have different paths."""
    first, second = tmp_path / "first", tmp_path / "second"
    shutil.copytree(dist, first)
    shutil.copytree(dist, second)
    for name in CHANGED_FILES:
        file = second / name
        file.write_text(f"{file.read_text(encoding='utf-8')}/* version two */\n", encoding="utf-8")
    users = [*second.glob("*.html"), *(second / "static" / "boot").glob("*js")]
    for folder in sorted((second / "static" / "vendor").iterdir()):
        renamed_folder = folder.rename(folder.with_name(f"{folder.name}0"))
        for file in users:
            file.write_text(
                file.read_text(encoding="utf-8").replace(f"{folder.name}/", f"{renamed_folder.name}/"), encoding="utf-8"
            )
    for name in ("index.html", "embed.html"):
        file = second / name
        file.write_text(
            file.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1), encoding="utf-8"
        )
    write_versions(second)
    return first, second


@pytest.fixture
def host(versions, monkeypatch):
    """Return the host that serves the first version of the app at ``url``."""
    host = Host(versions[0])
    end_headers, translate, original_get = serve.Handler.end_headers, serve.Handler.translate_path, serve.Handler.do_GET

    def end_headers_with_cache(handler):
        send = handler.send_header
        handler.send_header = lambda name, value: send(name, "max-age=86400" if name == "Cache-Control" else value)
        end_headers(handler)

    def record_request(handler):
        host.requested.append(handler.path)
        original_get(handler)

    def translate_in_version(handler, path):
        handler.directory = str(host.find_folder(handler.path))
        return translate(handler, path)

    monkeypatch.setattr(serve.Handler, "end_headers", end_headers_with_cache)
    monkeypatch.setattr(serve.Handler, "translate_path", translate_in_version)
    monkeypatch.setattr(serve.Handler, "do_GET", record_request)
    return host


@pytest.fixture
def url(host):
    """Return the address of the host."""
    with serve.serve_folder(host.folder, PATH_PREFIX) as address:
        yield address


@pytest.fixture
def visitor_page(new_browser):
    """Return the page of a browser without service workers. ``loaded`` has the addresses since the last navigation."""
    page = new_browser(service_workers="block").new_page()
    page.loaded = set()

    def on_request(request):
        if request.is_navigation_request():
            page.loaded.clear()
        page.loaded.add(request.url.partition("#")[0])

    page.on("request", on_request)
    return page


_DIGEST_SCRIPT = """async (address) => {
  const response = await fetch(address, { cache: "force-cache" });
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return response.ok && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}"""


def find_files_of_other_version(page, folder):
    """Return all loaded files that differ from the version in a folder. Fail if the page has loaded no files."""
    digests = {}
    for address in sorted(page.loaded):
        parts = urlsplit(address)
        if parts.scheme == "http":
            digests[parts.path.removeprefix(PATH_PREFIX) or "index.html"] = page.evaluate(_DIGEST_SCRIPT, address)
    assert {"static/ruleboard.css", "static/page/main.js", "static/boot/interpreter.mjs"} <= set(digests)
    return sorted(
        name
        for name, digest in digests.items()
        if digest != ((folder / name).exists() and sha256((folder / name).read_bytes()).hexdigest())
    )


@pytest.mark.parametrize("shell", SHELL_ADDRESSES)
def test_reload_loads_one_version(visitor_page, host, url, versions, shell):
    visit(visitor_page, url + shell)
    assert find_files_of_other_version(visitor_page, versions[0]) == []
    host.folder = versions[1]
    visitor_page.reload()
    visitor_page.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
    assert find_files_of_other_version(visitor_page, versions[1]) == []
    assert visitor_page.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.allow_console("integrity", "An opponent cannot choose")
def test_navigation_loads_one_version(visitor_page, host, url, versions):
    """After a navigation, a page loads only one version: a cached old page rejects the new version of its worker."""
    visit(visitor_page, url)
    host.folder = versions[1]
    visitor_page.goto("about:blank")
    visit(visitor_page, url)
    version = int(visitor_page.locator("html").get_attribute("data-build") == "two")
    # An old page starts the new loader if the old one is not in the cache, but accepts no answer of another build.
    loader_files = () if version else ("loader_worker.mjs", "zstd.wasm")
    other_files = find_files_of_other_version(visitor_page, versions[version])
    assert [name for name in other_files if not name.endswith(loader_files)] == []
    reply = json.loads(
        visitor_page.evaluate(f"(request) => {{ {ASK_SCRIPT} return ask(request); }}", request("sensei"))
    )
    assert reply["kind"] == ("reply" if version else "failure")  # then the bot thinks in the page


@pytest.mark.faults
@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the page reloads
@pytest.mark.parametrize("shell", SHELL_ADDRESSES)
def test_stale_page_reloads_once(visitor_page, host, url, versions, shell):
    """The page reloads once if an edge server still sends the old page."""
    host.folder, host.stale_pages = versions[1], (versions[0], 1)
    visitor_page.goto(url + shell, wait_until="commit")
    visitor_page.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
    assert find_files_of_other_version(visitor_page, versions[1]) == []


@pytest.mark.faults
@pytest.mark.allow_console("^console: ", "^uncaught: ")
def test_permanently_stale_page_reports_failure(visitor_page, host, url, versions):
    host.folder, host.stale_pages = versions[1], (versions[0], 9)
    visitor_page.goto(url, wait_until="commit")
    message = visitor_page.locator("#start-message", has_text="couldn’t start")
    wait_until(visitor_page, lambda: host.stale_pages[1] <= 7)
    expect(message).to_be_visible(timeout=30_000)
    visitor_page.wait_for_timeout(2_000)
    assert host.stale_pages[1] == 7
    host.stale_pages = (versions[0], 0)
    visitor_page.reload()
    visitor_page.locator("html[data-ready][data-build=two]").wait_for(state="attached", timeout=60_000)
