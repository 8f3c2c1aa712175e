"""The protocol of a browser: everything that the app needs from one, so that tests can replace it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.storage.store import Store


class Browser(Protocol):
    """The services of a browser. ``scene.diff`` and ``scene.marks`` describe the JSON texts.

    The browser calls a callback named ``answer`` once, later unless its method says otherwise.
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
        """Return an unpredictable number from 0, below 2**32."""
        ...

    # --- addresses -------------------------------------------------------------------------------------------

    def address(self) -> str:
        """Return the fragment of the page's URL, including #."""
        ...

    def go(self, address: str, *, replace: bool = False) -> None:
        """Go to an address. With ``replace``, it replaces the current entry of the browser's history."""
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
        """Use the prerendered page as this first tree. Return False if the page differs from the tree."""
        ...

    def mount(self, tree: str) -> None:
        """Show the first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change the tree on the page, then animate motions, if any."""
        ...

    def scroll_into_view(self, selector: str) -> None:
        """Scroll the first element of a CSS selector into view, if there is one."""
        ...

    def glance(self, selector: str, next_selector: str) -> None:
        """Show an element of a panned board for a moment, then the part that was visible before.

        Args:
            selector: the element's CSS selector, which may match nothing.
            next_selector: the CSS selector of the elements of which at least one must be visible afterwards.
        """
        ...

    def set_title(self, text: str) -> None:
        """Set the title of the page."""
        ...

    def set_theme(self, name: str) -> None:
        """Set the theme: "system", "light" or "dark"."""
        ...

    def set_language(self, language: str, answer: Callable[[bytes | None], None]) -> None:
        """Set the page's language and load its catalogue.

        Args:
            language: a code of ``languages.LANGUAGES``, or "system" for the browser's preferred language.
            answer: called with the catalogue (a .mo file), for English at once with an empty one. None if it cannot be
                loaded; then the language is English.
        """
        ...

    def signal(self, names: str, *, sound: bool, haptic: bool) -> None:
        """Play sounds and vibrate. Do nothing if the device cannot, or must wait for a first touch.

        Args:
            names: sounds of static/page/sounds.js, separated by spaces.
            sound: True to play them.
            haptic: True to vibrate.
        """
        ...

    def prefers_reduced_motion(self) -> bool:
        """Return True if the system asks for reduced motion."""
        ...

    def matches(self, query: str) -> bool:
        """Return True if the screen matches a media query."""
        ...

    # --- files and the system --------------------------------------------------------------------------------

    def download(self, name: str, kind: str, text: str) -> None:
        """Download a text as a file with a name and a MIME type."""
        ...

    def download_png(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        """Download a picture, the text of an SVG file, as a PNG file of its size.

        ``answer`` receives True if it worked.
        """
        ...

    def read_styles(self, answer: Callable[[str], None]) -> None:
        """Read the page's stylesheet. ``answer`` receives its text, empty if the browser cannot read it."""
        ...

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        """Copy the text of the field with an id. ``answer`` receives False if the browser could only select it."""
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

    def query_persistence(self, answer: Callable[[bool | None], None], *, ask: bool) -> None:
        """Query whether the storage is persistent, so that the browser never clears it by itself.

        Args:
            answer: called with True if so, None if the browser cannot say. It may be called at once.
            ask: True to request persistent storage first.
        """
        ...

    # --- opponents -------------------------------------------------------------------------------------------

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """Answer a request for a choice of actions. A new request cancels the running one.

        The first request starts the worker, so that an early one makes the next faster.

        Args:
            request: a text of ``thinking.messages.format_request``.
            answer: called with texts of ``thinking.messages.format_answer``: progress a few times a second, then one
                reply or failure. It is never called at once, nor after a cancellation.
        """
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the running request. With ``release``, free the bot's memory until the next request."""
        ...

    # --- scheduling and updates ------------------------------------------------------------------------------

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, after at least that time."""
        ...

    def apply_update(self) -> None:
        """Activate the new version of the app that waits, and reload the page."""
        ...

    def report_unknown(self, text: str) -> None:
        """Report a message, event or value that this version does not know. It changes nothing on the page."""
        ...
