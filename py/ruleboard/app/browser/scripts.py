"""The bridge between Python and the page's scripts: the functions of each side that the other side calls.

mypy checks Python's calls against these types. ``python -m tools.bridge`` writes the same types for the scripts. In
callbacks, Python's None is JavaScript's undefined. Bytes are buffers, which Python copies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Listener: TypeAlias = Callable[[str, str, str], None]
"""A function that handles an event by its kind, name and value."""


class Buffer(Protocol):
    """Bytes in JavaScript's memory."""

    def to_bytes(self) -> bytes:
        """Return a copy of the bytes in Python's memory."""
        ...


class StepWorker(Protocol):
    """The methods of ``thinking.request_worker.RequestWorker`` for pages without workers."""

    def start(self, request: str) -> None:
        """Start working on a request."""
        ...

    def step(self, milliseconds: float) -> str:
        """Work on the request for some time, and return an answer."""
        ...

    def cancel(self) -> None:
        """Cancel the current request."""
        ...


class PageScripts(Protocol):
    """The object ``globalThis.ruleboard``.

    Methods without docstrings do the same as the methods of ``protocol.Browser`` with their names.
    """

    def listen(self, handler: Listener) -> None:
        """Pass all events to a function from now on."""
        ...

    def send(self, kind: str, name: str, value: str = "") -> None:
        """Send an event to Python, as the frame of an embedded board does."""
        ...

    def warmsUp(self) -> bool:
        """Return True unless a test has turned off the warm-up."""
        ...

    def saveText(self, key: str, text: str) -> None:
        """Store a text. If there is no room, throw an error."""
        ...

    def removeText(self, key: str) -> None:
        """Remove a stored text."""
        ...

    def flushAddress(self) -> None:
        """Apply a delayed change of the address immediately."""
        ...

    # --- as in protocol.Browser ------------------------------------------------------------------------------

    def adoptPrerendered(self, tree: str) -> bool: ...

    def mount(self, tree: str) -> None: ...

    def patch(self, operations: str, motions: str) -> None: ...

    def glance(self, selector: str, next_selector: str) -> None: ...

    def scrollIntoView(self, selector: str) -> None: ...

    def setTheme(self, name: str) -> None: ...

    def setLanguage(self, language: str, on_answer: Callable[[Buffer | None], None]) -> None: ...

    def signal(self, names: str, plays_sound: bool, vibrates: bool) -> None: ...

    def goLazily(self, address: str) -> None: ...

    def download(self, name: str, kind: str, text: str) -> None: ...

    def downloadPng(self, name: str, picture: str, on_answer: Callable[[bool], None]) -> None: ...

    def readStyles(self, on_answer: Callable[[str], None]) -> None: ...

    def copy(self, field: str, on_answer: Callable[[bool], None]) -> None: ...

    def canShare(self) -> bool: ...

    def share(self, title: str, address: str) -> None: ...

    def print(self) -> None: ...

    def queryPersistence(self, requests_first: bool, on_answer: Callable[[bool | None], None]) -> None: ...

    def think(self, request: str, on_answer: Callable[[str], None], worker: StepWorker) -> None: ...

    def stopThinking(self, release: bool) -> None: ...

    def applyUpdate(self) -> None: ...


class FrameScripts(Protocol):
    """The object ``globalThis.ruleboardFrame`` of an embedded board."""

    theme: str
    """The theme from the address."""

    def post(self, message: str) -> None:
        """Send a message (as JSON) to the page around the frame."""
        ...

    def setLook(self, look: str) -> None:
        """Set the look (as JSON)."""
        ...

    def setOrigin(self, origin: str) -> None:
        """Exchange messages with pages of one origin only; an empty text allows all origins."""
        ...

    def languages(self) -> str:
        """Return the codes of the reader's languages, separated by commas."""
        ...
