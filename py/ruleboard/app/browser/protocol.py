"""The protocol of a browser, with everything that the app needs from it. Tests use another implementation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.storage.store import Store


class Browser(Protocol):
    """The services of a browser. ``scene.diff`` and ``scene.marks`` describe the JSON texts.

    The browser calls each callback named ``on_answer`` once, and only after the method has returned, unless the
    method's description says otherwise.
    """

    @property
    def store(self) -> Store:
        """The storage of games, settings, progress, and saved armies, boards and decks."""
        ...

    def now(self) -> str:
        """Return the time as ISO 8601 in UTC, to the millisecond."""
        ...

    def milliseconds(self) -> int:
        """Return the time since the page was opened, in milliseconds, rounded up."""
        ...

    def seed(self) -> int:
        """Return an unpredictable integer from 0 to 2**32 - 1."""
        ...

    # --- addresses -------------------------------------------------------------------------------------------

    def address(self) -> str:
        """Return the fragment of the page's URL, including #."""
        ...

    def go(self, address: str, *, replace: bool = False) -> None:
        """Go to an address. With ``replace``, the address replaces the current entry of the browser's history."""
        ...

    def go_lazily(self, address: str) -> None:
        """Replace the current address when the browser is idle. Only the last of several calls counts."""
        ...

    def go_back(self) -> None:
        """Go back one entry in the browser's history, as the Back button does."""
        ...

    def site(self) -> str:
        """Return the page's URL without the fragment."""
        ...

    # --- the page --------------------------------------------------------------------------------------------

    def adopt_prerendered(self, tree: str) -> bool:
        """Use the prerendered page as the first tree. Return False if the page differs from the tree."""
        ...

    def mount(self, tree: str) -> None:
        """Show the first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Apply operations to the tree on the page, then animate the motions, if any."""
        ...

    def scroll_into_view(self, selector: str) -> None:
        """Scroll the first element that matches a CSS selector into view, if any, after the next drawing."""
        ...

    def glance(self, selector: str, next_selector: str) -> None:
        """Show an element of a panned board briefly, then the part that was visible before.

        Args:
            selector: the element's CSS selector, which may match no element.
            next_selector: the CSS selector of the elements of which at least one must be visible afterwards.
        """
        ...

    def set_title(self, text: str) -> None:
        """Set the title of the page."""
        ...

    def set_theme(self, name: str) -> None:
        """Set the theme: "system", "light" or "dark"."""
        ...

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        """Set the page's language and load its catalogue.

        Args:
            language: a code of ``languages.LANGUAGES``, or "system" for the browser's preferred language.
            on_answer: receives the catalogue (a .mo file). For English, it receives an empty catalogue at once. If the
                browser cannot load the catalogue, it receives None, and the language is English.
        """
        ...

    def signal(self, names: str, *, plays_sound: bool, vibrates: bool) -> None:
        """Play sounds and vibrate, unless the device cannot or the browser requires a touch first.

        Args:
            names: the names of sounds in static/page/sounds.js, separated by spaces.
            plays_sound: True to play the sounds.
            vibrates: True to vibrate.
        """
        ...

    def prefers_reduced_motion(self) -> bool:
        """Return True if the system requests reduced motion."""
        ...

    def matches(self, query: str) -> bool:
        """Return True if the screen matches a media query."""
        ...

    # --- files and the system --------------------------------------------------------------------------------

    def download(self, name: str, kind: str, text: str) -> None:
        """Download a text as a file with a name and a MIME type."""
        ...

    def download_png(self, name: str, picture: str, on_answer: Callable[[bool], None]) -> None:
        """Convert a picture (the text of an SVG file) to a PNG file of the same size, and download it.

        ``on_answer`` receives True if the conversion succeeded.
        """
        ...

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        """Read the page's stylesheet. ``on_answer`` receives its text, or ``""`` if the browser cannot read it."""
        ...

    def copy(self, field: str, on_answer: Callable[[bool], None]) -> None:
        """Copy the text of the field with an id. ``on_answer`` receives False if the browser only selected the text."""
        ...

    def can_share(self) -> bool:
        """Return True if the system has a dialog for sharing links."""
        ...

    def share(self, title: str, address: str) -> None:
        """Open the system's dialog for sharing a link."""
        ...

    def print(self) -> None:
        """Print the page."""
        ...

    def query_persistence(self, on_answer: Callable[[bool | None], None], *, requests_first: bool) -> None:
        """Query whether the storage is persistent, so that the browser never clears it automatically.

        Args:
            on_answer: receives True if the storage is persistent, or None if that is unknown, perhaps at once.
            requests_first: True to request persistent storage first.
        """
        ...

    # --- opponents -------------------------------------------------------------------------------------------

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        """Pass a request to the bot's worker. A new request cancels the running one.

        The first request starts the worker, so an early request makes the next one faster.

        Args:
            request: a text of ``thinking.messages.format_request``.
            on_answer: receives texts of ``thinking.messages.format_answer``: progress a few times a second, then one
                reply or failure. The browser never calls it before this method returns, nor after a cancellation.
        """
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the running request. With ``release``, free the bot's memory until the next request."""
        ...

    # --- scheduling and updates ------------------------------------------------------------------------------

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, after the given time at the earliest."""
        ...

    def apply_update(self) -> None:
        """Activate the installed new version of the app, and reload the page."""
        ...

    def report_unknown(self, text: str) -> None:
        """Report a message, event or value that this version does not know. Nothing changes on the page."""
        ...
