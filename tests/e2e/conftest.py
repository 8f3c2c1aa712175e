"""Fixtures of the end-to-end tests: the site, the browser, its pages, and the guard that checks each page for errors.

A test requests the page of one profile (`tablet`, `tablet_portrait`, `phone` or `desktop`), or `page` to run on each
of the profiles in playwright.config.toml. A test with the mark `shared` gets the page that all tests of its file
share. ``shared_page("tablet")`` returns such a page, with the app ready on the home page.
``open_app(page, "#/…")`` opens a route and waits until the app is ready.
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

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from tests.e2e.helpers import DOWNLOADS_FOLDER, fill_storage, visit, wait_until, wait_until_cached
from tools import offline, serve, setup
from tools.build import DIST, SERVICE_WORKER_FILE
from tools.versions import write_versions

PLAYWRIGHT_CONFIG = tomllib.loads((setup.ROOT / "playwright.config.toml").read_text(encoding="utf-8"))
PLAYWRIGHT_CONFIG["browser"] = os.environ.get("RULEBOARD_BROWSER") or PLAYWRIGHT_CONFIG["browser"]
FULL_CHROMIUM = os.environ.get("RULEBOARD_BROWSER") == "chromium"
"""True for ``dev.py test --browser chromium``: with optimizing compiler, service worker and warm-up of pages.

The ordinary run does without these, to save processor time.
"""
LOOPBACK = "http://localhost"
"""The origin of the tests' sites, each of which has its own port."""
FOREIGN_REQUEST = "request to another origin:"
"""The prefix of the guard's report of a request that no test may make."""
POLICY_PATTERN = re.compile("Content.Security.Policy")
EMPTY_PAGE = '<!doctype html><html lang="en"><link rel="icon" href="data:,">'
"""A page without further requests."""
NO_WARM_UP_SCRIPT = "globalThis.ruleboardUnrehearsed = true;"
"""A script that disables the warm-up of a page.

The warm-up takes a third of a start's processor time, and with one compiler of WebAssembly (see ``launch_options``) it
makes no touch quicker. Pages of ``new_browser`` and all pages with ``FULL_CHROMIUM`` do warm up.
"""
SCREENSHOTS_FOLDER = setup.BUILD / "e2e"
"""The folder of screenshots of failed tests."""

expect.set_options(timeout=PLAYWRIGHT_CONFIG["timeouts"]["action"])

OpenApp = Callable[..., Page]
NewContext = Callable[..., BrowserContext]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that use `page` on each of their profiles."""
    if "profile" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("profiles")
        metafunc.parametrize("profile", marker.args if marker else PLAYWRIGHT_CONFIG["use"]["default"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save a screenshot of every page of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        _take_screenshots(item)
    return report


def _take_screenshots(item: pytest.Item) -> None:
    pages = {id(page): page for page in getattr(item, "funcargs", {}).values() if isinstance(page, Page)}
    for number, page in enumerate(pages.values(), 1):
        name = re.sub(r"[^\w-]+", "_", item.nodeid.removeprefix("tests/e2e/"))
        try:
            page.screenshot(path=SCREENSHOTS_FOLDER / f"{name}-{number}.png", timeout=5000)
        except PlaywrightError:  # a crashed page, which the test itself reports
            continue


# --- the site


@pytest.fixture(scope="session")
def dist() -> Path:
    """Build the app into dist/ if necessary and return the path of that folder."""
    try:
        setup.install_all_node_packages()
    except setup.SetupError as error:
        pytest.exit(str(error), returncode=1)
    if message := serve.rebuild():
        pytest.exit(f"The build failed.\n{message}", returncode=1)
    return DIST


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """Serve the app below a path of a local server and return its URL."""
    with serve.serve_folder(dist, PLAYWRIGHT_CONFIG["path"]) as url:
        yield url


# --- the browser


@pytest.fixture(scope="session")
def playwright_api() -> Iterator[Playwright]:
    """Start Playwright with faster failure messages.

    Playwright calls `inspect.stack` in each of its methods, to name the caller in failure messages. `inspect.stack`
    reads the source files of all frames, which takes 4 ms of processor time, longer than most of the methods.
    """
    with patch("playwright._impl._sync_base.inspect", SimpleNamespace(stack=_caller_frames)), sync_playwright() as api:
        yield api


def _caller_frames(_context: int) -> list[FrameInfo]:
    """Return the frames of the nearest callers like `inspect.stack`, but without reading source files.

    Playwright has fewer than twenty frames between a test and its own innermost frame.
    """
    frame: FrameType | None = sys._getframe(1)
    frames: list[FrameInfo] = []
    while frame and len(frames) < 20:
        frames.append(FrameInfo(frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None, None))
        frame = frame.f_back
    return frames


@pytest.fixture(scope="session")
def browser_type(playwright_api: Playwright) -> BrowserType:
    """Return the browser type that the configuration names."""
    configured_type: BrowserType = getattr(playwright_api, PLAYWRIGHT_CONFIG["browser"])
    return configured_type


@pytest.fixture(scope="session")
def launch_options() -> dict[str, Any]:
    """Return the launch options of the configuration with the path of the system's Chromium.

    The path is that of the headless shell if it is installed, unless ``RULEBOARD_BROWSER`` requests the full Chromium.
    """
    options = dict(PLAYWRIGHT_CONFIG["launch"].get(PLAYWRIGHT_CONFIG["browser"], {}))
    if PLAYWRIGHT_CONFIG["browser"] == "chromium":
        try:
            shell = None if os.environ.get("RULEBOARD_BROWSER") else setup.find_headless_shell()
            options["executable_path"] = shell or setup.find_or_install_chromium()
        except setup.SetupError as problem:
            pytest.exit(str(problem), returncode=1)
        if not FULL_CHROMIUM:
            # V8's second compiler never pays off in short-lived pages. Without it a page starts with a fifth less
            # processor time, and a whole game is not slower. The first compiler compiles functions when they are
            # called, which most functions of Pyodide never are.
            options["args"] = [*options["args"], "--js-flags=--liftoff-only --wasm-lazy-compilation"]
    if PLAYWRIGHT_CONFIG["browser"] == "firefox":
        DOWNLOADS_FOLDER.mkdir(parents=True, exist_ok=True)
        options["downloads_path"] = DOWNLOADS_FOLDER
    if PLAYWRIGHT_CONFIG["browser"] == "firefox" and (system := shutil.which("firefox-esr")):
        options |= {"channel": "moz-firefox", "executable_path": system}  # Debian's, if Playwright has none
    return options


@pytest.fixture(scope="session")
def browser(browser_type: BrowserType, launch_options: dict[str, Any]) -> Iterator[Browser]:
    """Start the browser once for the whole session."""
    started_browser = browser_type.launch(**launch_options)
    yield started_browser
    started_browser.close()


@pytest.fixture(scope="session")
def problems() -> list[str]:
    """Return the list of problems that the guard reports during a test."""
    return []


@pytest.fixture(autouse=True)
def guard(request: pytest.FixtureRequest, problems: list[str]) -> Iterator[None]:
    """Fail the test if one of its pages logs an error, throws an exception or sends a request to another origin."""
    problems.clear()
    yield
    patterns = [pattern for marker in request.node.iter_markers("allow_console") for pattern in marker.args]
    if lines := find_unexpected_problems(problems, patterns):
        pytest.fail("The page had trouble:\n" + "\n".join(lines), pytrace=False)


def find_unexpected_problems(problems: list[str], patterns: list[str]) -> list[str]:
    """Return the problems that no pattern allows. A request to another origin is always a problem."""
    return [
        line
        for line in problems
        if line.startswith(FOREIGN_REQUEST) or not any(re.search(pattern, line) for pattern in patterns)
    ]


@pytest.fixture(scope="session")
def profile_options(playwright_api: Playwright) -> Callable[[str], dict[str, Any]]:
    """Return a function that returns the options of a browser context for a profile."""

    def create_context_options(profile: str) -> dict[str, Any]:
        profile_settings = dict(PLAYWRIGHT_CONFIG["profiles"][profile])
        device = dict(playwright_api.devices[profile_settings.pop("device")]) if "device" in profile_settings else {}
        device.pop("default_browser_type", None)
        if PLAYWRIGHT_CONFIG["browser"] == "firefox":
            device.pop("is_mobile", None)  # Firefox does not support it
        # Most tests start with empty storage: a service worker would download everything again each time.
        return {"service_workers": "allow" if FULL_CHROMIUM else "block", **device, **profile_settings}

    return create_context_options


@pytest.fixture(scope="session")
def new_context(
    browser: Browser, profile_options: Callable[[str], dict[str, Any]], site: str, problems: list[str]
) -> NewContext:
    """Return a function that creates a browser context whose pages the guard checks.

    An example is ``new_context("tablet", color_scheme="dark")``.
    """

    def create_context(profile: str, **extra_options: Any) -> BrowserContext:
        options = {**profile_options(profile), **extra_options}
        context = browser.new_context(**options)
        if not FULL_CHROMIUM:
            context.add_init_script(NO_WARM_UP_SCRIPT)
        if options["service_workers"] == "block":
            # There is no next visit, and preparing one takes as much processor time as a start.
            context.add_init_script("delete globalThis.Navigator?.prototype.serviceWorker;")
        watch(context, _find_origin(site), problems)
        return context

    return create_context


@pytest.fixture(autouse=True)
def _close_contexts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close all contexts of a test before the next test, except those that its file shares."""
    if "new_context" not in request.fixturenames:
        yield
        return
    browser_of_session: Browser = request.getfixturevalue("browser")
    shared_pages: dict[str, Page] = request.getfixturevalue("_shared_pages")
    before = browser_of_session.contexts
    yield
    for context in browser_of_session.contexts:
        if context not in before and context not in [page.context for page in shared_pages.values()]:
            context.close()


def watch(context: BrowserContext, origin: str, problems: list[str]) -> None:
    """Report the problems of all pages of a context to the guard. An origin without a port allows any port."""
    own_address = re.compile(re.escape(origin) + (r"/" if urlsplit(origin).port else r":\d+/"))

    def on_request(request: Any) -> None:
        if not own_address.match(request.url) and not request.url.startswith(("data:", "blob:", "file:")):
            problems.append(f"{FOREIGN_REQUEST} {request.url}")

    def on_console(message: Any) -> None:
        if message.type == "error":
            is_policy_violation = POLICY_PATTERN.search(message.text)
            blocked_url = re.search(r"(https?|wss?)://[^\s'\"]+", message.text) if is_policy_violation else None
            if blocked_url and not own_address.match(
                f"{blocked_url[0]}/"
            ):  # the policy blocked it before it became a request
                problems.append(f"{FOREIGN_REQUEST} {blocked_url[0]}")
            problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    context.set_default_timeout(PLAYWRIGHT_CONFIG["timeouts"]["action"])
    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: problems.append(f"uncaught: {error.error}"))


def _find_origin(site: str) -> str:
    parts = urlsplit(site)
    return f"{parts.scheme}://{parts.netloc}"


# --- pages


@pytest.fixture(scope="session")
def open_app(site: str, problems: list[str]) -> OpenApp:
    """Return a function that opens a route and waits until the app is ready.

    An example is ``open_app(page, "#/new/sensei")``.
    """

    def open_route(page: Page, route: str = "") -> Page:
        page.goto(site + route)
        try:
            page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
        except PlaywrightError:
            texts = [*problems, page.locator("body").inner_text()]
            pytest.fail("The app did not get ready:\n" + "\n".join(texts), pytrace=False)
        return page

    return open_route


@pytest.fixture(scope="session")
def open_with_storage(site: str, open_app: OpenApp) -> OpenApp:
    """Return a function that fills the storage and opens a route.

    An example is ``open_with_storage(page, {key: text}, "#/settings")``. The function fills the storage from an empty
    page of the site, so that Python does not start before the texts are stored.
    """

    def open_route(page: Page, texts: Mapping[str, str], route: str = "") -> Page:
        page.route(f"{site}empty", lambda route: route.fulfill(body=EMPTY_PAGE, content_type="text/html"))
        page.goto(f"{site}empty")
        fill_storage(page, texts)
        return open_app(page, route)

    return open_route


NO_FILE_SYSTEM_SCRIPT = "delete globalThis.StorageManager?.prototype.getDirectory;"
"""A script that removes the private file system. Firefox's first page has none anyway."""


def disable_file_system(page: Page, folder: Path) -> None:
    """Make the private file system unavailable in a page, and in the workers of the site in a folder.

    The function changes the workers' scripts, since each worker has its own storage manager.
    """
    page.add_init_script(NO_FILE_SYSTEM_SCRIPT)
    for name in ("static/boot/loader_worker.mjs", "static/boot/thinker_worker.mjs", "sw.js"):
        if name == "sw.js":
            write_versions(folder)
            offline.write_service_worker(SERVICE_WORKER_FILE, folder)
        script = folder / name
        script.write_text(NO_FILE_SYSTEM_SCRIPT + script.read_text(encoding="utf-8"), encoding="utf-8")


_IS_DECOMPRESSED_SCRIPT = """async () => {
  const sizes = [];
  for await (const folder of (await navigator.storage.getDirectory()).values()) {
    // Only the worker that writes a file can read it.
    for await (const file of folder.values()) sizes.push(await file.getFile().then(({ size }) => size).catch(() => 0));
  }
  return sizes.length > 1 && Math.min(...sizes) > 0;
}"""


@pytest.fixture(scope="session")
def warm_profile_folder(
    browser_type: BrowserType, launch_options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory, site: str
) -> Callable[[], Path]:
    """Return a function that copies the profile folder of a browser that has started the app once.

    The folder contains Chromium's cache, compiled code of Pyodide, and the decompressed files for the next visit.
    """

    @cache
    def create_profile_folder() -> Path:
        folder = tmp_path_factory.mktemp("first")
        with browser_type.launch_persistent_context(folder, service_workers="block", **launch_options) as context:
            page = context.new_page()
            page.goto(site)
            page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
            with suppress(AssertionError):  # otherwise each start decompresses them again
                wait_until(
                    page, lambda: page.evaluate(_IS_DECOMPRESSED_SCRIPT), PLAYWRIGHT_CONFIG["timeouts"]["action"] / 1000
                )
        return folder

    def copy() -> Path:
        folder = tmp_path_factory.mktemp("browser")
        return Path(
            shutil.copytree(
                create_profile_folder(), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("Singleton*")
            )
        )

    return copy


@pytest.fixture(scope="session")
def warm_context(
    browser_type: BrowserType,
    launch_options: dict[str, Any],
    profile_options: Callable[[str], dict[str, Any]],
    tmp_path_factory: pytest.TempPathFactory,
    warm_profile_folder: Callable[[], Path],
    site: str,
    problems: list[str],
) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that returns the warm context of a profile, which lasts for the session.

    Shared pages have another context. The contexts are stored on disk, because Chromium caches downloads and the
    compiled code of Pyodide only there.
    """
    contexts: dict[tuple[str, bool], BrowserContext] = {}

    def open_context(profile: str, is_shared: bool = False) -> BrowserContext:
        if (profile, is_shared) not in contexts:
            options = {**launch_options, **profile_options(profile)}
            folder = tmp_path_factory.mktemp(profile)
            if PLAYWRIGHT_CONFIG["browser"] == "chromium":  # the next page in the same process starts a fifth faster
                options["args"] = [*options["args"], "--renderer-process-limit=1"]
                folder = warm_profile_folder()
            contexts[profile, is_shared] = browser_type.launch_persistent_context(folder, **options)
            if not FULL_CHROMIUM:
                contexts[profile, is_shared].add_init_script(NO_WARM_UP_SCRIPT)
            watch(contexts[profile, is_shared], _find_origin(site), problems)
        return contexts[profile, is_shared]

    yield open_context
    for persistent_context in contexts.values():
        persistent_context.close()


@pytest.fixture
def new_page(request: pytest.FixtureRequest, site: str) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a page of a profile, such as ``new_page("phone")``.

    The first page of a test has empty storage. All pages run one after another in the same process, except in a test
    with the mark `tabs`, where each page has its own process. The decompressed files of an earlier page remain, which
    saves a third of the processor time of a start. A test of the download has the mark `first_visit`.
    """
    pages_by_profile: dict[str, list[Page]] = {}
    is_first_visit = bool(request.node.get_closest_marker("first_visit"))
    reuses_context = PLAYWRIGHT_CONFIG["browser"] == "chromium" and not request.node.get_closest_marker("tabs")

    def open_page(profile: str) -> Page:
        context_page: Page
        if reuses_context:
            context_page = request.getfixturevalue("warm_context")(profile).new_page()
            if profile not in pages_by_profile:
                _clear_storage(context_page, site, _ALL_STORAGE if is_first_visit else _STORAGE_WITHOUT_FILES)
        elif profile in pages_by_profile:
            context_page = pages_by_profile[profile][0].context.new_page()
        else:  # only Chromium can clear the storage and keep the cache, and only in one process
            context_page = request.getfixturevalue("new_context")(profile).new_page()
        pages_by_profile.setdefault(profile, []).append(context_page)
        return context_page

    yield open_page
    for pages in pages_by_profile.values():
        context_pages = {context_page for page in pages for context_page in page.context.pages}
        for context_page in context_pages:
            if context_page.url != "about:blank":
                context_page.close()
        if not reuses_context:
            pages[0].context.close()


_ALL_STORAGE = "all"
_STORAGE_WITHOUT_FILES = "cookies,local_storage,indexeddb,cache_storage,service_workers"
"""The types of storage that Chromium clears, all except the private file system."""


def _clear_storage(page: Page, site: str, kinds: str) -> None:
    """Clear the given kinds of the site's storage."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": _find_origin(site), "storageTypes": kinds})
    session.detach()


@pytest.fixture
def page_of(request: pytest.FixtureRequest) -> Callable[[str], Page]:
    """Return ``new_page``, or ``shared_page`` for a test with the mark `shared`."""
    name = "shared_page" if request.node.get_closest_marker("shared") else "new_page"
    pages: Callable[[str], Page] = request.getfixturevalue(name)
    return pages


@pytest.fixture
def tablet(page_of: Callable[[str], Page]) -> Page:
    """Return the page of a tablet in landscape with a touch screen."""
    return page_of("tablet")


@pytest.fixture
def tablet_portrait(page_of: Callable[[str], Page]) -> Page:
    """Return the page of a tablet in portrait with a touch screen."""
    return page_of("tablet_portrait")


@pytest.fixture
def phone(page_of: Callable[[str], Page]) -> Page:
    """Return the page of a phone with a touch screen."""
    return page_of("phone")


@pytest.fixture
def desktop(page_of: Callable[[str], Page]) -> Page:
    """Return a desktop page, with mouse and keyboard."""
    return page_of("desktop")


@pytest.fixture
def page(page_of: Callable[[str], Page], profile: str) -> Page:
    """Return the page of a profile. The test runs once for each profile."""
    return page_of(profile)


_RESET_SCRIPT = """async settings => {
  // A press far away: otherwise a touch at the place of the last test's touch would be a part of a double tap.
  dispatchEvent(new PointerEvent("pointerdown", { isPrimary: true, clientX: -99, clientY: -99 }));
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
  localStorage.setItem(settings, "{}"); // as if another tab had changed them: otherwise the page keeps its own
  dispatchEvent(new StorageEvent("storage", { key: settings, storageArea: localStorage }));
  localStorage.clear();
}"""


@pytest.fixture(scope="module")
def _shared_pages() -> Iterator[dict[str, Page]]:
    pages: dict[str, Page] = {}
    yield pages
    for page in pages.values():
        if PLAYWRIGHT_CONFIG["browser"] == "chromium":  # the next file uses the context, too
            for context_page in page.context.pages:
                if context_page.url != "about:blank":
                    context_page.close()
        else:
            page.context.close()


@pytest.fixture
def shared_page(
    request: pytest.FixtureRequest, _shared_pages: dict[str, Page], open_app: OpenApp, site: str
) -> Callable[[str], Page]:
    """Return a function that returns the shared page of the file, such as ``shared_page("tablet")``.

    The page shows the home page, with empty storage and the default settings. Python starts only once for a file, so
    completed lessons, saved armies, custom boards and decks remain in Python's memory.
    """

    def reset_page(profile: str) -> Page:
        if profile not in _shared_pages:
            _shared_pages[profile] = create(profile)
        page = _shared_pages[profile]
        if page.url.startswith(site):
            page.evaluate(_RESET_SCRIPT, SETTINGS_KEY)
        return open_app(page, "#/")

    def create(profile: str) -> Page:
        if PLAYWRIGHT_CONFIG["browser"] != "chromium":
            context: BrowserContext = request.getfixturevalue("new_context")(profile)
            return context.new_page()
        page: Page = request.getfixturevalue("warm_context")(profile, is_shared=True).new_page()
        _clear_storage(page, site, _STORAGE_WITHOUT_FILES)
        return page

    return reset_page


@pytest.fixture
def new_browser(browser: Browser, problems: list[str]) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that creates a guarded context with empty storage, for sites on any port."""
    contexts: list[BrowserContext] = []

    def create_context(**extra_options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **extra_options})
        watch(context, LOOPBACK, problems)
        contexts.append(context)
        return context

    yield create_context
    for context in contexts:
        context.close()


@pytest.fixture
def first_visit_page(new_browser: Callable[..., BrowserContext]) -> Page:
    """Return the page of a browser with empty storage, as on a first visit."""
    return new_browser().new_page()


@pytest.fixture
def stoppable_site(dist: Path, tmp_path: Path) -> Iterator[tuple[Path, str, Callable[[], None]]]:
    """Serve a copy of the app. Return its folder, its URL, and a function that stops the server."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with ExitStack() as server:
        yield folder, server.enter_context(serve.serve_folder(folder, "/below/here/")), server.close


@pytest.fixture
def cached_page(first_visit_page: Page, stoppable_site: tuple[Path, str, Callable[[], None]]) -> Page:
    """Return the page of a browser that has visited the stoppable site once and has cached its files."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    wait_until_cached(first_visit_page)
    return first_visit_page
