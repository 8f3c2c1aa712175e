"""The implementation of the browser protocol: the only module of the app that imports PyScript and Pyodide."""

from __future__ import annotations

import math
import secrets
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Protocol, cast

from pyodide.ffi import JsException, create_once_callable
from pyscript import document, window
from pyscript.ffi import create_proxy

from ruleboard.app.browser.scripts import Buffer, PageScripts
from ruleboard.app.storage.store import MemoryStore, Store, StoreFull
from ruleboard.thinking.request_worker import RequestWorker


class BoundMethods:
    """The methods of a JavaScript object, each looked up only once, since a lookup takes longer than most calls."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._target, name)
        setattr(self, name, method)
        return method


SCRIPTS: PageScripts = cast("PageScripts", BoundMethods(window.ruleboard))
"""The page's scripts, which static/page/main.js provides."""
_WINDOW = BoundMethods(window)
_PERFORMANCE = BoundMethods(window.performance)
_PROBE_KEY = "ruleboard/1/probe"


class LocalStore:
    """localStorage as a store, with a journal (static/page/journal.js) that survives a power cut.

    ``open_store`` creates it after checking that the page may use localStorage.
    """

    is_durable = True

    def __init__(self, storage: Any) -> None:
        self._storage = storage
        self._methods = BoundMethods(storage)

    def get(self, key: str) -> str | None:
        try:
            text = self._methods.getItem(key)
        except JsException:
            return None
        return text if isinstance(text, str) else None

    def set(self, key: str, text: str) -> None:
        try:
            SCRIPTS.saveText(key, text)
        except JsException as error:
            raise StoreFull(str(error)) from error

    def remove(self, key: str) -> None:
        try:
            SCRIPTS.removeText(key)
        except JsException:
            return

    def __iter__(self) -> Iterator[str]:
        try:
            return iter([self._methods.key(number) for number in range(self._storage.length)])
        except JsException:
            return iter(())


def open_store() -> Store:
    """Return localStorage if this page may use it, else a store in memory."""
    try:
        storage = window.localStorage
        storage.setItem(_PROBE_KEY, "")
        storage.removeItem(_PROBE_KEY)
    except AttributeError:  # null if a web view has turned it off
        return MemoryStore()
    except JsException as error:
        # A full storage can still be read. Firefox writes the error's name in capitals.
        if "quota" in str(error).lower() and window.localStorage.length:
            return LocalStore(window.localStorage)
        return MemoryStore()
    return LocalStore(storage)


class EventHandler(Protocol):
    """The receiver of the page's events, such as a controller."""

    def start(self, on_ready: Callable[[], None]) -> None:
        """Show the page at the current address, then call ``on_ready``."""
        ...

    def handle(self, kind: str, name: str, value: str) -> None:
        """Handle an event by its kind, name and value (see static/page/dispatch.js)."""
        ...

    def report_bug(self) -> None:
        """Show a notice that the app could not handle an event because of a bug."""
        ...


class Web:
    """The browser that runs the app; ``protocol.Browser`` describes each method.

    It calls the page's scripts only through ``SCRIPTS``.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = open_store() if store is None else store
        self._report_bug: Callable[[], None] = lambda: None
        self._answer: Callable[[str], None] = lambda text: None
        self._proxies: tuple[Any, Any] | None = None
        self._media_queries: dict[str, Any] = {}

    def run(self, controller: EventHandler) -> None:
        """Start a controller, and pass all events to it until the page is closed."""
        self._report_bug = controller.report_bug

        def handle(kind: str, name: str, value: str) -> None:
            with self._report_bugs():
                controller.handle(kind, name, value)

        def on_started() -> None:
            SCRIPTS.listen(create_proxy(handle))
            document.documentElement.dataset.ready = ""

        controller.start(on_started)

    def warms_up(self) -> bool:
        """Return True unless a test has turned off the warm-up on this page."""
        return SCRIPTS.warmsUp()

    @contextmanager
    def _report_bugs(self) -> Iterator[None]:
        """Report any bug in the block with a notice on the page and a traceback in the console."""
        try:
            yield
        except Exception:
            window.console.error(traceback.format_exc())
            self._report_bug()

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        return math.ceil(float(_PERFORMANCE.now()))

    def seed(self) -> int:
        return secrets.randbits(53)  # too many to try one by one, and exact in JavaScript

    # --- addresses -------------------------------------------------------------------------------------------

    def address(self) -> str:
        return str(window.location.hash)

    def go(self, address: str, *, replace: bool = False) -> None:
        SCRIPTS.flushAddress()
        if replace:
            # replaceState fires no hashchange event; the current page has the new address already.
            window.history.replaceState(None, "", address)
        else:
            window.location.hash = address

    def go_lazily(self, address: str) -> None:
        SCRIPTS.goLazily(address)

    def go_back(self) -> None:
        window.history.back()

    def site(self) -> str:
        return str(window.location.href).partition("#")[0]

    # --- the page --------------------------------------------------------------------------------------------

    def adopt_prerendered(self, tree: str) -> bool:
        return SCRIPTS.adoptPrerendered(tree)

    def mount(self, tree: str) -> None:
        SCRIPTS.mount(tree)

    def patch(self, operations: str, motions: str) -> None:
        SCRIPTS.patch(operations, motions)

    def scroll_into_view(self, selector: str) -> None:
        SCRIPTS.scrollIntoView(selector)

    def glance(self, selector: str, next_selector: str) -> None:
        SCRIPTS.glance(selector, next_selector)

    def set_title(self, text: str) -> None:
        document.title = text

    def set_theme(self, name: str) -> None:
        SCRIPTS.setTheme(name)

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        def on_loaded(catalogue: Buffer | None) -> None:
            on_answer(None if catalogue is None else catalogue.to_bytes())

        SCRIPTS.setLanguage(language, create_once_callable(on_loaded))

    def signal(self, names: str, *, plays_sound: bool, vibrates: bool) -> None:
        SCRIPTS.signal(names, plays_sound, vibrates)

    def prefers_reduced_motion(self) -> bool:
        return self.matches("(prefers-reduced-motion: reduce)")

    def matches(self, query: str) -> bool:
        if query not in self._media_queries:
            self._media_queries[query] = window.matchMedia(query)
        return bool(self._media_queries[query].matches)

    # --- files and the system --------------------------------------------------------------------------------

    def download(self, name: str, kind: str, text: str) -> None:
        SCRIPTS.download(name, kind, text)

    def download_png(self, name: str, picture: str, on_answer: Callable[[bool], None]) -> None:
        SCRIPTS.downloadPng(name, picture, create_once_callable(on_answer))

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        SCRIPTS.readStyles(create_once_callable(on_answer))

    def copy(self, field: str, on_answer: Callable[[bool], None]) -> None:
        SCRIPTS.copy(field, create_once_callable(on_answer))

    def can_share(self) -> bool:
        return SCRIPTS.canShare()

    def share(self, title: str, address: str) -> None:
        SCRIPTS.share(title, address)

    def print(self) -> None:
        SCRIPTS.print()

    def query_persistence(self, on_answer: Callable[[bool | None], None], *, requests_first: bool) -> None:
        SCRIPTS.queryPersistence(requests_first, create_once_callable(on_answer))

    # --- opponents -------------------------------------------------------------------------------------------

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        self._answer = on_answer
        if self._proxies is None:
            self._proxies = create_proxy(self._on_answer), create_proxy(RequestWorker())
        SCRIPTS.think(request, *self._proxies)

    def stop_thinking(self, *, release: bool) -> None:
        SCRIPTS.stopThinking(release)

    def _on_answer(self, text: str) -> None:
        with self._report_bugs():
            self._answer(text)

    # --- scheduling and updates ------------------------------------------------------------------------------

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        _WINDOW.setTimeout(create_once_callable(callback), milliseconds)

    def apply_update(self) -> None:
        SCRIPTS.applyUpdate()

    def report_unknown(self, text: str) -> None:
        window.console.warn(f"unknown {text}")
