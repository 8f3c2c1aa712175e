"""The protocol of the browser of an embedded board, so that tests run without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Browser(Protocol):
    """A part of ``app.browser.protocol.Browser``, and messages to the page around. It stores nothing."""

    def seed(self) -> int:
        """Return an unpredictable number from 0 to 2**32 - 1."""
        ...

    def address(self) -> str:
        """Return the fragment of the page's address, with #."""
        ...

    def set_title(self, text: str) -> None:
        """Set the title of the page."""
        ...

    def mount(self, tree: str) -> None:
        """Show the first tree of nodes, a JSON text."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Patch the visible tree, then animate the motions; both are JSON texts, and ``motions`` may be empty."""
        ...

    def set_language(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """Load the catalogue of a language, as ``app.browser.protocol.Browser`` does."""
        ...

    def set_theme(self, name: str) -> None:
        """Set the theme of the page: "system", "light" or "dark"."""
        ...

    def set_look(self, look: str) -> None:
        """Set the look of the page: a JSON object with some of ``embed.parameters.LOOK_NAMES``."""
        ...

    def languages(self) -> tuple[str, ...]:
        """Return the codes of the reader's languages, the preferred one first."""
        ...

    def scroll_into_view(self, selector: str) -> None:
        """Scroll the element of a CSS selector into view."""
        ...

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function once the page is idle, after ``milliseconds`` at the earliest."""
        ...

    def prefers_reduced_motion(self) -> bool:
        """Return True if the system asks for less motion."""
        ...

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """Send a request for a choice of actions to the worker, as ``app.browser.protocol.Browser`` does."""
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the pending request, as ``app.browser.protocol.Browser`` does."""
        ...

    def post(self, message: str) -> None:
        """Send a message, see ``embed.messages``, to the page around, if there is one."""
        ...

    def set_origin(self, origin: str) -> None:
        """Exchange messages only with pages of one origin; an empty text allows any."""
        ...
