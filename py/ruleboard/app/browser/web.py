"""The protocol's implementation in the page: the only module of the app that imports ``js`` and ``pyodide``."""

from __future__ import annotations

import math
import secrets
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Protocol

import js
from pyodide.ffi import JsException, create_once_callable, create_proxy

from ruleboard.app.storage.store import MemoryStore, Store, StoreFull
from ruleboard.thinking.thinker import Thinker

_PROBE = "ruleboard/1/probe"


class LocalStore:
    """localStorage as a store, with a journal (static/page/journal.js) that survives a power cut.

    Made by ``open_store``, which tests first if localStorage can be used at all.
    """

    lasting = True

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def get(self, key: str) -> str | None:
        """See ``Store``."""
        try:
            text = self._storage.getItem(key)
        except JsException:
            return None
        return text if isinstance(text, str) else None

    def set(self, key: str, text: str) -> None:
        """See ``Store``."""
        try:
            js.ruleboard.saveText(key, text)
        except JsException as error:
            raise StoreFull(str(error)) from error

    def remove(self, key: str) -> None:
        """See ``Store``."""
        try:
            js.ruleboard.removeText(key)
        except JsException:
            return

    def __iter__(self) -> Iterator[str]:
        """See ``Store``."""
        try:
            return iter([self._storage.key(number) for number in range(self._storage.length)])
        except JsException:
            return iter(())


def open_store() -> Store:
    """Return localStorage if this page may use it, else a store in memory."""
    try:
        storage = js.window.localStorage
        storage.setItem(_PROBE, "")
        storage.removeItem(_PROBE)
    except AttributeError:  # null: switched off in a web view
        return MemoryStore()
    except JsException as error:
        # A full storage can still be read. Firefox writes the error's name in capitals.
        if "quota" in str(error).lower() and js.window.localStorage.length:
            return LocalStore(js.window.localStorage)
        return MemoryStore()
    return LocalStore(storage)


class EventHandler(Protocol):
    """The receiver of the page's events: a controller."""

    def start(self, then: Callable[[], None]) -> None:
        """Show the page of the address, then call a function."""
        ...

    def handle(self, kind: str, name: str, value: str) -> None:
        """Handle an event: its kind, its name and its value (see static/page/dispatch.js)."""
        ...

    def report_bug(self) -> None:
        """Say on the page that an event could not be handled because of an error of the app's own."""
        ...


class Web:
    """The browser the page is in: see ``protocol.Browser`` for each method.

    The page's scripts are called through ``js.ruleboard`` alone, which static/page/main.js defines.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = open_store() if store is None else store
        self._report_bug: Callable[[], None] = lambda: None
        self._answer: Callable[[str], None] = lambda text: None
        self._proxies: tuple[Any, Any] | None = None

    def run(self, controller: EventHandler) -> None:
        """Start a controller, and pass all events to it for as long as the page lives."""
        self._report_bug = controller.report_bug

        def handle(kind: str, name: str, value: str) -> None:
            with self._reporting():
                controller.handle(kind, name, value)

        def started() -> None:
            js.ruleboard.listen(create_proxy(handle))
            js.document.documentElement.dataset.ready = ""

        controller.start(started)

    def rehearses(self) -> bool:
        """Return False on a page that has been told not to rehearse touches: one of a test."""
        return bool(js.ruleboard.rehearses())

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Report any bug: the page says so in words, the console has the traceback."""
        try:
            yield
        except Exception:
            js.console.error(traceback.format_exc())
            self._report_bug()

    def now(self) -> str:
        """See ``Browser``."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        """See ``Browser``."""
        return math.ceil(float(js.performance.now()))

    def seed(self) -> int:
        """See ``Browser``."""
        return secrets.randbits(53)  # too many to be tried one by one, and exact in JavaScript

    # --- addresses -------------------------------------------------------------------------------------------

    def address(self) -> str:
        """See ``Browser``."""
        return str(js.location.hash)

    def go(self, address: str, *, replace: bool = False) -> None:
        """See ``Browser``."""
        js.ruleboard.settleAddress()
        if replace:
            # replaceState fires no hashchange event: the page that is shown has the new address already.
            js.history.replaceState(None, "", address)
        else:
            js.location.hash = address

    def go_lazily(self, address: str) -> None:
        """See ``Browser``."""
        js.ruleboard.goLazily(address)

    def go_back(self) -> None:
        """See ``Browser``."""
        js.history.back()

    def site(self) -> str:
        """See ``Browser``."""
        return str(js.location.href).partition("#")[0]

    # --- the page --------------------------------------------------------------------------------------------

    def adopt_prerendered(self, tree: str) -> bool:
        """See ``Browser``."""
        return bool(js.ruleboard.adoptPrerendered(tree))

    def mount(self, tree: str) -> None:
        """See ``Browser``."""
        js.ruleboard.mount(tree)

    def patch(self, operations: str, motions: str) -> None:
        """See ``Browser``."""
        js.ruleboard.patch(operations, motions)

    def scroll_into_view(self, selector: str) -> None:
        """See ``Browser``."""
        js.ruleboard.scrollIntoView(selector)

    def glance(self, selector: str, then: str) -> None:
        """See ``Browser``."""
        js.ruleboard.glance(selector, then)

    def set_title(self, text: str) -> None:
        """See ``Browser``."""
        js.document.title = text

    def set_theme(self, name: str) -> None:
        """See ``Browser``."""
        js.ruleboard.setTheme(name)

    def set_language(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """See ``Browser``."""

        def loaded(ok: bool, catalogue: Any) -> None:
            answer(catalogue.to_bytes() if ok else None)

        js.ruleboard.setLanguage(language, create_once_callable(loaded))

    def signal(self, names: str, *, sound: bool, haptic: bool) -> None:
        """See ``Browser``."""
        js.ruleboard.signal(names, sound, haptic)

    def prefers_reduced_motion(self) -> bool:
        """See ``Browser``."""
        return self.matches("(prefers-reduced-motion: reduce)")

    def matches(self, query: str) -> bool:
        """See ``Browser``."""
        return bool(js.matchMedia(query).matches)

    # --- files and the system --------------------------------------------------------------------------------

    def download(self, name: str, kind: str, text: str) -> None:
        """See ``Browser``."""
        js.ruleboard.download(name, kind, text)

    def download_png(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.downloadPng(name, picture, create_once_callable(lambda done: answer(bool(done))))

    def read_styles(self, answer: Callable[[str], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.readStyles(create_once_callable(lambda text: answer(str(text))))

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.copy(field, create_once_callable(lambda done: answer(bool(done))))

    def can_share(self) -> bool:
        """See ``Browser``."""
        return bool(js.ruleboard.canShare())

    def share(self, title: str, address: str) -> None:
        """See ``Browser``."""
        js.ruleboard.share(title, address)

    def print(self) -> None:
        """See ``Browser``."""
        js.ruleboard.print()

    def query_persistence(self, answer: Callable[[bool | None], None], *, ask: bool) -> None:
        """See ``Browser``."""

        def answered(known: bool, persisted: bool) -> None:
            answer(bool(persisted) if known else None)

        js.ruleboard.queryPersistence(ask, create_once_callable(answered))

    # --- opponents -------------------------------------------------------------------------------------------

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """See ``Browser``."""
        self._answer = answer
        if self._proxies is None:
            self._proxies = create_proxy(self._answered), create_proxy(Thinker())
        js.ruleboard.think(request, *self._proxies)

    def stop_thinking(self, *, release: bool) -> None:
        """See ``Browser``."""
        js.ruleboard.stopThinking(release)

    def _answered(self, text: str) -> None:
        with self._reporting():
            self._answer(text)

    # --- scheduling and updates ------------------------------------------------------------------------------

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """See ``Browser``."""
        js.setTimeout(create_once_callable(call), milliseconds)

    def apply_update(self) -> None:
        """See ``Browser``."""
        js.ruleboard.applyUpdate()
