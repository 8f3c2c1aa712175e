"""The browser interface that an embedded board needs. Tests replace the browser by a fake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Browser(Protocol):
    """A subset of ``app.browser.protocol.Browser``, with additional methods for messages to the host page."""

    def seed(self) -> int:
        """Return an unpredictable number from 0 to 2**32 - 1."""
        ...

    def address(self) -> str:
        """Return the fragment of the page's URL, including the ``#``."""
        ...

    def report_unknown(self, text: str) -> None:
        """Report a message or event that this version does not know. See ``app.browser.protocol.Browser``."""
        ...

    def set_title(self, text: str) -> None:
        """Set the title of the page."""
        ...

    def mount(self, tree: str) -> None:
        """Show the first tree of nodes, as JSON."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Patch the visible tree, then animate moves. Both arguments are JSON; ``motions`` may be empty."""
        ...

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        """Load the catalogue of a language. See ``app.browser.protocol.Browser``."""
        ...

    def set_theme(self, name: str) -> None:
        """Set the theme of the page: "system", "light" or "dark"."""
        ...

    def set_look(self, look: str) -> None:
        """Set the appearance of the page: a JSON object with some of ``embed.parameters.LOOK_NAMES``."""
        ...

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        """Read the page's stylesheet. See ``app.browser.protocol.Browser``."""
        ...

    def languages(self) -> tuple[str, ...]:
        """Return the codes of the reader's languages, the preferred one first."""
        ...

    def scroll_into_view(self, selector: str) -> None:
        """Scroll the first element that matches a CSS selector into view."""
        ...

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, but not before ``milliseconds`` have passed."""
        ...

    def prefers_reduced_motion(self) -> bool:
        """Return True if the system is set to reduce motion."""
        ...

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        """Ask the worker to choose actions. See ``app.browser.protocol.Browser``."""
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the pending request. See ``app.browser.protocol.Browser``."""
        ...

    def print(self) -> None:
        """Print the page. See ``app.browser.protocol.Browser``."""
        ...

    def post(self, message: str) -> None:
        """Send a message (see ``embed.messages``) to the host page, if there is one."""
        ...

    def set_origin(self, origin: str) -> None:
        """Restrict messages to pages of one origin; an empty string allows all origins."""
        ...
