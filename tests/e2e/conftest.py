"""The browser the end-to-end tests use, the pages in it, and the guard that watches every one of them.

A test takes a page from a profile's fixture (`tablet`, `tablet_portrait`, `phone`, `desktop`), or `page` to
run on each of the profiles in playwright.config.toml. Marked as `shared` it shares a page with the other tests of its
file, as `kept_page("tablet")` does: one that is ready and at home. `open_app(page, "#/…")` opens a route and waits
until Python answers.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import cache
from inspect import FrameInfo
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from ruleboard.app.storage.preferences import KEY as SETTINGS
from tests.e2e.at_table import DOWNLOADS, fill_storage, until
from tools import offline, serve, setup
from tools.build import DIST, WORKER
from tools.versions import bind

CONFIG = tomllib.loads((setup.ROOT / "playwright.config.toml").read_text(encoding="utf-8"))
CONFIG["browser"] = os.environ.get("RULEBOARD_BROWSER") or CONFIG["browser"]
AS_PEOPLE_HAVE_IT = os.environ.get("RULEBOARD_BROWSER") == "chromium"
"""True for ``dev.py test --browser chromium``: with the optimizing compiler, service worker and warm-up of pages.

The ordinary run does without them to save processor time.
"""
LOOPBACK = "http://localhost"
"""The addresses of the tests' sites, each on a port of its own."""
ELSEWHERE = "request to another origin:"
"""The beginning of the guard's report of something that no test may do."""
POLICY = re.compile("Content.Security.Policy")
EMPTY = '<!doctype html><html lang="en"><link rel="icon" href="data:,">'
"""A page for which nothing else is asked for."""
UNREHEARSED = "globalThis.ruleboardUnrehearsed = true;"
"""A script that switches off the warm-up of a page.

The warm-up takes a third of a start's processor time, and with one compiler of WebAssembly (see ``launch_options``) it
makes no touch quicker. Pages of ``new_browser`` warm up, as a person's do, and so do all pages ``AS_PEOPLE_HAVE_IT``.
"""
PICTURES = setup.BUILD / "e2e"
"""The folder of the last screenshots of a failed test's pages."""

expect.set_options(timeout=CONFIG["timeouts"]["action"])

OpenApp = Callable[..., Page]
NewContext = Callable[..., BrowserContext]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that ask for `page` on each of their profiles."""
    if "profile" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("profiles")
        metafunc.parametrize("profile", marker.args if marker else CONFIG["use"]["default"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of every page of a test that failed."""
    report = yield
    if report.when == "call" and report.failed:
        _photograph(item)
    return report


def _photograph(item: pytest.Item) -> None:
    pages = {id(page): page for page in getattr(item, "funcargs", {}).values() if isinstance(page, Page)}
    for number, page in enumerate(pages.values(), 1):
        name = re.sub(r"[^\w-]+", "_", item.nodeid.removeprefix("tests/e2e/"))
        try:
            page.screenshot(path=PICTURES / f"{name}-{number}.png", timeout=5000)
        except PlaywrightError:  # a page that crashed: the test says so itself
            continue


# --- the site


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built app, up to date."""
    try:
        setup.node_packages()
    except setup.SetupError as problem:
        pytest.exit(str(problem), returncode=1)
    if trouble := serve.rebuild():
        pytest.exit(f"The build failed.\n{trouble}", returncode=1)
    return DIST


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """The address of the app on a server of its own, under a path."""
    with serve.serving(dist, CONFIG["path"]) as url:
        yield url


# --- the browser


@pytest.fixture(scope="session")
def playwright_api() -> Iterator[Playwright]:
    """Playwright itself.

    It asks at each call for the frames of all callers, to name its function in a message of failure. `inspect.stack`
    then looks for the source of each, which takes 4 ms of the processor: longer than most of what is called.
    """
    with patch("playwright._impl._sync_base.inspect", SimpleNamespace(stack=_callers)), sync_playwright() as api:
        yield api


def _callers(_context: int) -> list[FrameInfo]:
    """Return the nearest callers' frames, as `inspect.stack` does, without a look at any file.

    Twenty are more than Playwright has between a test and its own innermost frame.
    """
    frame: FrameType | None = sys._getframe(1)
    found: list[FrameInfo] = []
    while frame and len(found) < 20:
        found.append(FrameInfo(frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None, None))
        frame = frame.f_back
    return found


@pytest.fixture(scope="session")
def browser_type(playwright_api: Playwright) -> BrowserType:
    """The kind of browser the config names."""
    kind: BrowserType = getattr(playwright_api, CONFIG["browser"])
    return kind


@pytest.fixture(scope="session")
def launch_options() -> dict[str, Any]:
    """Return the browser's launch options: those of the configuration, and the system's Chromium.

    That is its headless shell where there is one, unless ``RULEBOARD_BROWSER`` asks for Chromium itself.
    """
    options = dict(CONFIG["launch"].get(CONFIG["browser"], {}))
    if CONFIG["browser"] == "chromium":
        try:
            shell = None if os.environ.get("RULEBOARD_BROWSER") else setup.headless_shell()
            options["executable_path"] = shell or setup.chromium()
        except setup.SetupError as problem:
            pytest.exit(str(problem), returncode=1)
        if not AS_PEOPLE_HAVE_IT:
            # Without V8's second compiler, whose work for one page after the other is never worth it here: a page
            # starts with a fifth less of the processor, and a whole game is not slower. The first one compiles a
            # function when it is called: most of Pyodide's never are.
            options["args"] = [*options["args"], "--js-flags=--liftoff-only --wasm-lazy-compilation"]
    if CONFIG["browser"] == "firefox":
        DOWNLOADS.mkdir(parents=True, exist_ok=True)
        options["downloads_path"] = DOWNLOADS
    if CONFIG["browser"] == "firefox" and (system := shutil.which("firefox-esr")):
        options |= {"channel": "moz-firefox", "executable_path": system}  # Debian's own, where Playwright has none
    return options


@pytest.fixture(scope="session")
def browser(browser_type: BrowserType, launch_options: dict[str, Any]) -> Iterator[Browser]:
    """The browser, started once."""
    started = browser_type.launch(**launch_options)
    yield started
    started.close()


@pytest.fixture(scope="session")
def problems() -> list[str]:
    """The guard's observations during the running test."""
    return []


@pytest.fixture(autouse=True)
def guard(request: pytest.FixtureRequest, problems: list[str]) -> Iterator[None]:
    """Fail a test on whose pages something went wrong unnoticed.

    That is: an error in the console, an uncaught exception, a request to another origin.
    """
    problems.clear()
    yield
    allowed = [pattern for marker in request.node.iter_markers("allow_console") for pattern in marker.args]
    if unexpected := unexcused(problems, allowed):
        pytest.fail("The page had trouble:\n" + "\n".join(unexpected), pytrace=False)


def unexcused(problems: list[str], allowed: list[str]) -> list[str]:
    """Return the observations that no pattern allows; a request to another origin is never allowed."""
    return [
        line
        for line in problems
        if line.startswith(ELSEWHERE) or not any(re.search(pattern, line) for pattern in allowed)
    ]


@pytest.fixture(scope="session")
def profile_options(playwright_api: Playwright) -> Callable[[str], dict[str, Any]]:
    """Give the options of a browser context that make a profile of the config."""

    def options(profile: str) -> dict[str, Any]:
        own = dict(CONFIG["profiles"][profile])
        device = dict(playwright_api.devices[own.pop("device")]) if "device" in own else {}
        device.pop("default_browser_type", None)
        if CONFIG["browser"] == "firefox":
            device.pop("is_mobile", None)  # Firefox has no such thing
        # Most tests start with nothing stored: they shall not download everything again each time to keep it.
        return {"service_workers": "allow" if AS_PEOPLE_HAVE_IT else "block", **device, **own}

    return options


@pytest.fixture(scope="session")
def new_context(
    browser: Browser, profile_options: Callable[[str], dict[str, Any]], site: str, problems: list[str]
) -> NewContext:
    """Make a guarded browser context, all new: new_context("tablet", color_scheme="dark")."""

    def new(profile: str, **more: Any) -> BrowserContext:
        options = {**profile_options(profile), **more}
        context = browser.new_context(**options)
        if not AS_PEOPLE_HAVE_IT:
            context.add_init_script(UNREHEARSED)
        if options["service_workers"] == "block":
            # There is no next visit, and to prepare one takes as much of the processor as a start.
            context.add_init_script("delete globalThis.Navigator?.prototype.serviceWorker;")
        watch(context, _origin(site), problems)
        return context

    return new


@pytest.fixture(autouse=True)
def _closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the contexts a test has made, but for those of its file: their pages would live on beside the next ones."""
    if "new_context" not in request.fixturenames:
        yield
        return
    opened: Browser = request.getfixturevalue("browser")
    kept: dict[str, Page] = request.getfixturevalue("_kept")
    before = opened.contexts
    yield
    for context in opened.contexts:
        if context not in before and context not in [page.context for page in kept.values()]:
            context.close()


def watch(context: BrowserContext, origin: str, problems: list[str]) -> None:
    """Have the guard hear of a context's pages; no port in the origin means any."""
    own = re.compile(re.escape(origin) + (r"/" if urlsplit(origin).port else r":\d+/"))

    def on_request(request: Any) -> None:
        if not own.match(request.url) and not request.url.startswith(("data:", "blob:", "file:")):
            problems.append(f"{ELSEWHERE} {request.url}")

    def on_console(message: Any) -> None:
        if message.type == "error":
            stopped = re.search(r"(https?|wss?)://[^\s'\"]+", message.text) if POLICY.search(message.text) else None
            if stopped and not own.match(f"{stopped[0]}/"):  # before it became a request
                problems.append(f"{ELSEWHERE} {stopped[0]}")
            problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    context.set_default_timeout(CONFIG["timeouts"]["action"])
    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: problems.append(f"uncaught: {error.error}"))


def _origin(site: str) -> str:
    parts = urlsplit(site)
    return f"{parts.scheme}://{parts.netloc}"


# --- pages


@pytest.fixture(scope="session")
def open_app(site: str, problems: list[str]) -> OpenApp:
    """Open a route and wait until Python answers: open_app(page, "#/new/sensei")."""

    def open_route(page: Page, route: str = "") -> Page:
        page.goto(site + route)
        try:
            page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
        except PlaywrightError:
            said = [*problems, page.locator("body").inner_text()]
            pytest.fail("The app did not get ready:\n" + "\n".join(said), pytrace=False)
        return page

    return open_route


@pytest.fixture(scope="session")
def open_kept(site: str, open_app: OpenApp) -> OpenApp:
    """Open a route where texts are kept already: open_kept(page, {key: text}, "#/settings").

    They are put into the storage from an empty page of the site, which starts no Python.
    """

    def open_route(page: Page, texts: Mapping[str, str], route: str = "") -> Page:
        page.route(f"{site}empty", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
        page.goto(f"{site}empty")
        fill_storage(page, texts)
        return open_app(page, route)

    return open_route


NO_FILES = "delete globalThis.StorageManager?.prototype.getDirectory;"
"""The first script of a page in a browser without files for what is unpacked; there is none in Firefox's first page."""


def without_files(page: Page, folder: Path) -> None:
    """Make a page's browser one without files for what is unpacked, for the app in a folder that is served.

    Each worker has a storage manager of its own.
    """
    page.add_init_script(NO_FILES)
    for name in ("static/boot/loader_worker.mjs", "static/boot/thinker_worker.mjs", "sw.js"):
        if name == "sw.js":
            bind(folder)
            offline.service_worker(WORKER, folder)
        script = folder / name
        script.write_text(NO_FILES + script.read_text(encoding="utf-8"), encoding="utf-8")


_UNPACKED = """async () => {
  const sizes = [];
  for await (const folder of (await navigator.storage.getDirectory()).values()) {
    // While a worker writes a file, nobody else can read it.
    for await (const file of folder.values()) sizes.push(await file.getFile().then(({ size }) => size).catch(() => 0));
  }
  return sizes.length > 1 && Math.min(...sizes) > 0;
}"""


@pytest.fixture(scope="session")
def warm_folder(
    browser_type: BrowserType, launch_options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory, site: str
) -> Callable[[], Path]:
    """Give the folder of a browser that has started the app once: a new copy at each call.

    It holds what Chromium has downloaded and compiled of Pyodide, and what the app has unpacked for its next visit.
    """

    @cache
    def first() -> Path:
        folder = tmp_path_factory.mktemp("first")
        with browser_type.launch_persistent_context(folder, service_workers="block", **launch_options) as context:
            page = context.new_page()
            page.goto(site)
            page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
            with suppress(AssertionError):  # without it each start unpacks it anew
                until(page, lambda: page.evaluate(_UNPACKED), CONFIG["timeouts"]["action"] / 1000)
        return folder

    def copy() -> Path:
        folder = tmp_path_factory.mktemp("browser")
        return Path(shutil.copytree(first(), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("Singleton*")))

    return copy


@pytest.fixture(scope="session")
def warm_context(
    browser_type: BrowserType,
    launch_options: dict[str, Any],
    profile_options: Callable[[str], dict[str, Any]],
    tmp_path_factory: pytest.TempPathFactory,
    warm_folder: Callable[[], Path],
    site: str,
    problems: list[str],
) -> Iterator[Callable[..., BrowserContext]]:
    """Give the two contexts a profile has for the whole session, the other one for the pages that tests share.

    They are on disk, because only there Chromium keeps what it has downloaded and compiled of Pyodide.
    """
    contexts: dict[tuple[str, bool], BrowserContext] = {}

    def context(profile: str, shared: bool = False) -> BrowserContext:
        if (profile, shared) not in contexts:
            options = {**launch_options, **profile_options(profile)}
            folder = tmp_path_factory.mktemp(profile)
            if CONFIG["browser"] == "chromium":  # a process that has run a page starts the next with a fifth less
                options["args"] = [*options["args"], "--renderer-process-limit=1"]
                folder = warm_folder()
            contexts[profile, shared] = browser_type.launch_persistent_context(folder, **options)
            if not AS_PEOPLE_HAVE_IT:
                contexts[profile, shared].add_init_script(UNREHEARSED)
            watch(contexts[profile, shared], _origin(site), problems)
        return contexts[profile, shared]

    yield context
    for opened in contexts.values():
        opened.close()


@pytest.fixture
def new_page(request: pytest.FixtureRequest, site: str) -> Iterator[Callable[[str], Page]]:
    """Make a page of a profile; nothing is stored when the first is made: new_page("phone").

    All pages run in one process, one after the other; those of a test marked as `tabs` have a process each. What an
    earlier page has unpacked for its next visit is still there, which saves a third of a start's processor time; a test
    that is about the download is marked as `first_visit`.
    """
    made: dict[str, list[Page]] = {}
    first = bool(request.node.get_closest_marker("first_visit"))
    warm = CONFIG["browser"] == "chromium" and not request.node.get_closest_marker("tabs")

    def page(profile: str) -> Page:
        opened: Page
        if warm:
            opened = request.getfixturevalue("warm_context")(profile).new_page()
            if profile not in made:
                _forget(opened, site, _EVERYTHING if first else _BUT_FILES)
        elif profile in made:
            opened = made[profile][0].context.new_page()
        else:  # only Chromium can forget what was stored and keep what was downloaded, and that in one process
            opened = request.getfixturevalue("new_context")(profile).new_page()
        made.setdefault(profile, []).append(opened)
        return opened

    yield page
    for pages in made.values():
        for opened in {other for page in pages for other in page.context.pages if other.url != "about:blank"}:
            opened.close()
        if not warm:
            pages[0].context.close()


_EVERYTHING = "all"
_BUT_FILES = "cookies,local_storage,indexeddb,cache_storage,service_workers"
"""The kinds of what a site stores, for the browser, but for its private files."""


def _forget(page: Page, site: str, kinds: str) -> None:
    """Delete what the site has stored, of some kinds."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": _origin(site), "storageTypes": kinds})
    session.detach()


@pytest.fixture
def page_of(request: pytest.FixtureRequest) -> Callable[[str], Page]:
    """Give a page of a profile: a test's own, or ``kept_page`` to one that is marked as shared."""
    name = "kept_page" if request.node.get_closest_marker("shared") else "new_page"
    pages: Callable[[str], Page] = request.getfixturevalue(name)
    return pages


@pytest.fixture
def tablet(page_of: Callable[[str], Page]) -> Page:
    """A tablet lying across, touched."""
    return page_of("tablet")


@pytest.fixture
def tablet_portrait(page_of: Callable[[str], Page]) -> Page:
    """A tablet standing, touched."""
    return page_of("tablet_portrait")


@pytest.fixture
def phone(page_of: Callable[[str], Page]) -> Page:
    """A phone, touched."""
    return page_of("phone")


@pytest.fixture
def desktop(page_of: Callable[[str], Page]) -> Page:
    """A computer with mouse and keyboard."""
    return page_of("desktop")


@pytest.fixture
def page(page_of: Callable[[str], Page], profile: str) -> Page:
    """A page of each profile in turn."""
    return page_of(profile)


_ANEW = """async settings => {
  const opening = indexedDB.open("ruleboard-journal");
  await new Promise((done) => { opening.onsuccess = opening.onerror = done; });
  const journal = opening.result;
  if (journal?.objectStoreNames?.contains("changes")) {
    const clearing = journal.transaction("changes", "readwrite");
    clearing.objectStore("changes").clear();
    await new Promise((done) => { clearing.oncomplete = done; });
  }
  journal?.close?.();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem(settings, "{}"); // as if another tab had chosen them: what was there is kept else
  dispatchEvent(new StorageEvent("storage", { key: settings, storageArea: localStorage }));
  localStorage.clear();
}"""


@pytest.fixture(scope="module")
def _kept() -> Iterator[dict[str, Page]]:
    pages: dict[str, Page] = {}
    yield pages
    for page in pages.values():
        if CONFIG["browser"] == "chromium":  # the context is for the next file, too
            for opened in page.context.pages:
                if opened.url != "about:blank":
                    opened.close()
        else:
            page.context.close()


@pytest.fixture
def kept_page(
    request: pytest.FixtureRequest, _kept: dict[str, Page], open_app: OpenApp, site: str
) -> Callable[[str], Page]:
    """Give the page that the tests of this file share, ready and at home: kept_page("tablet").

    Its storage is empty and its settings are the first ones. Python starts once a file and not once a test; so what
    else a test leaves behind in Python's memory stays: lessons gone through, armies, boards and decks.
    """

    def kept(profile: str) -> Page:
        if profile not in _kept:
            _kept[profile] = opened(profile)
        page = _kept[profile]
        if page.url.startswith(site):
            page.evaluate(_ANEW, SETTINGS)
        return open_app(page, "#/")

    def opened(profile: str) -> Page:
        if CONFIG["browser"] != "chromium":
            context: BrowserContext = request.getfixturevalue("new_context")(profile)
            return context.new_page()
        page: Page = request.getfixturevalue("warm_context")(profile, shared=True).new_page()
        _forget(page, site, _BUT_FILES)
        return page

    return kept


@pytest.fixture
def new_browser(browser: Browser, problems: list[str]) -> Iterator[Callable[..., BrowserContext]]:
    """Make a guarded context that has never been to any site of ours, each on a port of its own, and keeps all."""
    contexts: list[BrowserContext] = []

    def new(**more: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
        watch(context, LOOPBACK, problems)
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def newcomer(new_browser: Callable[..., BrowserContext]) -> Page:
    """A page of a browser that has never been there, and keeps what it is given."""
    return new_browser().new_page()


@pytest.fixture
def own_site(dist: Path, tmp_path: Path) -> Iterator[tuple[Path, str, Callable[[], None]]]:
    """A copy of the app on a server that can be stopped: its folder, its address, and how to stop it."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with ExitStack() as running:
        yield folder, running.enter_context(serve.serving(folder, "/below/here/")), running.close
