"""The browser as the app sees it: the only module that imports the page's own world."""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Protocol

import js
from pyodide.ffi import JsException, create_once_callable, create_proxy

from ruleboard.app.storage.store import MemoryStore, Store, StoreFull

_PROBE = "ruleboard/1/probe"


class LocalStore:
    """localStorage as a store. Make one with ``open_store``, which looks whether it can be used at all."""

    lasting = True

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def get(self, key: str) -> str | None:
        """See ``Store``; what cannot be read is not there."""
        try:
            text = self._storage.getItem(key)
        except JsException:
            return None
        return text if isinstance(text, str) else None

    def set(self, key: str, text: str) -> None:
        """See ``Store``."""
        try:
            self._storage.setItem(key, text)
        except JsException as error:
            raise StoreFull(str(error)) from error

    def remove(self, key: str) -> None:
        """See ``Store``."""
        try:
            self._storage.removeItem(key)
        except JsException:
            return

    def __iter__(self) -> Iterator[str]:
        """See ``Store``."""
        try:
            return iter([self._storage.key(number) for number in range(self._storage.length)])
        except JsException:
            return iter(())


def open_store() -> Store:
    """localStorage if this page may use it, else a store in memory."""
    try:
        storage = js.window.localStorage
        storage.setItem(_PROBE, "")
        storage.removeItem(_PROBE)
    except AttributeError:  # null, where a program that shows pages was told to have none
        return MemoryStore()
    except JsException as error:
        # A full storage still has the games that are in it. Firefox shouts its name.
        if "quota" in str(error).lower() and js.window.localStorage.length:
            return LocalStore(js.window.localStorage)
        return MemoryStore()
    return LocalStore(storage)


class Hearer(Protocol):
    """What answers people: the controller of a page."""

    def start(self, then: Callable[[], None]) -> None:
        """Show what the address asks for, then go on."""
        ...

    def hear(self, kind: str, name: str, value: str) -> None:
        """Take what a person, the browser or the page around did."""
        ...

    def trouble(self) -> None:
        """Say that an error of ours was met."""
        ...


class Web:
    """The real browser, see ``protocol.Browser`` for each method.

    The page's scripts are called through ``js.ruleboard`` alone, which static/page/main.js defines.
    """

    def __init__(self) -> None:
        self.store: Store = open_store()

    def bring_to_life(self, controller: Hearer) -> None:
        """Let a controller show itself and hear people for as long as the page lives."""

        def hear(kind: str, name: str, value: str) -> None:
            try:
                controller.hear(kind, name, value)
            except Exception:  # whatever it is: people are told in words, a developer in the console
                js.console.error(traceback.format_exc())
                controller.trouble()

        def begin() -> None:
            js.ruleboard.listen(create_proxy(hear))
            js.document.documentElement.dataset.ready = ""

        controller.start(begin)

    def now(self) -> str:
        """See ``Browser``."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def seed(self) -> int:
        """See ``Browser``."""
        return secrets.randbits(32)

    def address(self) -> str:
        """See ``Browser``."""
        return str(js.location.hash)

    def go(self, address: str, *, replace: bool = False) -> None:
        """See ``Browser``."""
        if replace:
            # replaceState tells nobody, and so does not make the page arrive where it already is.
            js.history.replaceState(None, "", address)
        else:
            js.location.hash = address

    def title(self, text: str) -> None:
        """See ``Browser``."""
        js.document.title = text

    def adopt(self) -> bool:
        """See ``Browser``."""
        return bool(js.ruleboard.adopt())

    def mount(self, tree: str) -> None:
        """See ``Browser``."""
        js.ruleboard.mount(tree)

    def patch(self, operations: str, motions: str) -> None:
        """See ``Browser``."""
        js.ruleboard.patch(operations, motions)

    def speak(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """See ``Browser``."""

        def heard(found: Any) -> None:
            answer(found.to_bytes() if hasattr(found, "to_bytes") else None)  # an empty one is falsy, too

        js.ruleboard.speak(language, create_once_callable(heard))

    def theme(self, name: str) -> None:
        """See ``Browser``."""
        js.ruleboard.theme(name)

    def reveal(self, selector: str) -> None:
        """See ``Browser``."""
        js.ruleboard.reveal(selector)

    def download(self, name: str, kind: str, text: str) -> None:
        """See ``Browser``."""
        js.ruleboard.download(name, kind, text)

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.copy(field, create_once_callable(lambda done: answer(bool(done))))

    def site(self) -> str:
        """See ``Browser``."""
        return str(js.location.href).partition("#")[0]

    def can_share(self) -> bool:
        """See ``Browser``."""
        return hasattr(js.navigator, "share")

    def share(self, title: str, address: str) -> None:
        """See ``Browser``."""
        js.ruleboard.share(title, address)

    def styles(self, answer: Callable[[str], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.styles(create_once_callable(lambda text: answer(str(text))))

    def paint(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        """See ``Browser``."""
        js.ruleboard.paint(name, picture, create_once_callable(lambda done: answer(bool(done))))

    def print(self) -> None:
        """See ``Browser``."""
        js.ruleboard.print()

    def later(self, call: Callable[[], None], milliseconds: int) -> None:
        """See ``Browser``."""
        js.setTimeout(create_once_callable(call), milliseconds)

    def persisted(self, answer: Callable[[bool | None], None], *, ask: bool) -> None:
        """See ``Browser``."""
        storage = getattr(js.navigator, "storage", None)
        if not storage or not hasattr(storage, "persisted"):
            answer(None)
            return
        promise = storage.persist() if ask else storage.persisted()
        promise.then(
            create_once_callable(lambda kept: answer(bool(kept))),
            create_once_callable(lambda _: answer(None)),
        )

    def update(self) -> None:
        """See ``Browser``."""
        js.ruleboard.update()

    def calm(self) -> bool:
        """See ``Browser``."""
        return bool(js.matchMedia("(prefers-reduced-motion: reduce)").matches)
