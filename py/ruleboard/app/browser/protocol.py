"""What the app needs of a browser: a protocol, so that it runs without one in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.storage.store import Store


class Browser(Protocol):
    """The browser's services. JSON texts are those of ``scene.patch`` and ``scene.marks``."""

    @property
    def store(self) -> Store:
        """The storage in which games, settings and progress are kept."""
        ...

    def now(self) -> str:
        """The time as ISO 8601 in UTC, to the millisecond."""
        ...

    def seed(self) -> int:
        """A number nobody can foresee, from 0, below 2**32."""
        ...

    def address(self) -> str:
        """What follows the page's own address, # included."""
        ...

    def go(self, address: str, *, replace: bool = False) -> None:
        """Go to an address; with ``replace``, back does not lead to the present one."""
        ...

    def title(self, text: str) -> None:
        """Name the page."""
        ...

    def adopt(self) -> bool:
        """Take the painted home page for what is shown; False where it is not as ``first_paint.painted`` has it."""
        ...

    def mount(self, tree: str) -> None:
        """Show a first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change what is shown; then let things travel (empty: none do)."""
        ...

    def speak(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """Get the catalogue of a language ("system": the one the browser asks for), and name the page's language.

        ``answer`` is told the catalogue (a .mo file): at once and an empty one for English, later for all others.
        None: it cannot be had, and English takes its place.
        """
        ...

    def theme(self, name: str) -> None:
        """Dress the page: "system", "light" or "dark"."""
        ...

    def reveal(self, selector: str) -> None:
        """Scroll what a CSS selector finds into sight."""
        ...

    def download(self, name: str, kind: str, text: str) -> None:
        """Hand out a file with a name, a MIME type and a text."""
        ...

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        """Copy the text of the field with that id; where that is not allowed, select it.

        ``answer`` is told later which of the two came about: True, it is copied.
        """
        ...

    def site(self) -> str:
        """The page's own address, without # and what follows."""
        ...

    def can_share(self) -> bool:
        """Whether the device offers to pass a link on."""
        ...

    def share(self, title: str, address: str) -> None:
        """Have the device pass a link on."""
        ...

    def styles(self, answer: Callable[[str], None]) -> None:
        """Read the page's style sheet; ``answer`` is told its text later."""
        ...

    def paint(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        """Hand out a picture, the text of an SVG file, as a PNG file of its size; then tell whether that was done."""
        ...

    def print(self) -> None:
        """Have the page printed."""
        ...

    def later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call when nothing else is to be done, after that time at the earliest."""
        ...

    def persisted(self, answer: Callable[[bool | None], None], *, ask: bool) -> None:
        """Learn whether storage is kept for good; with ``ask``, ask for it first. None if the browser cannot say."""
        ...

    def update(self) -> None:
        """Take the new version of the app that waits: the page loads again."""
        ...

    def calm(self) -> bool:
        """Whether less motion was asked of the system."""
        ...
