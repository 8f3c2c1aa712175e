"""The protocol of a browser: all that the app needs of one, so that tests run it without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.storage.store import Store


class Browser(Protocol):
    """The services of a browser. JSON texts are those of ``scene.diff`` and ``scene.marks``.

    A callback named ``answer`` is called once, later unless it says otherwise.
    """

    @property
    def store(self) -> Store:
        """The storage of games, settings, progress and setups."""
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
        """Return the fragment of the page's URL, # included."""
        ...

    def go(self, address: str, *, replace: bool = False) -> None:
        """Go to an address; with ``replace``, it takes the place of the present one in the browser's history."""
        ...

    def go_lazily(self, address: str) -> None:
        """Have an address take the place of the present one once nothing else has to be done; of several the last."""
        ...

    def go_back(self) -> None:
        """Go back to the entry before the present one in the browser's history, as its Back does."""
        ...

    def site(self) -> str:
        """Return the page's URL without # and the fragment."""
        ...

    # --- the page --------------------------------------------------------------------------------------------

    def adopt_prerendered(self, tree: str) -> bool:
        """Take the page that the build has prerendered for this first tree; return False if it is another one."""
        ...

    def mount(self, tree: str) -> None:
        """Show a first tree."""
        ...

    def patch(self, operations: str, motions: str) -> None:
        """Change the tree that is shown, then animate motions; no animation if they are empty."""
        ...

    def scroll_into_view(self, selector: str) -> None:
        """Scroll the first element of a CSS selector into view; do nothing if there is none."""
        ...

    def glance(self, selector: str, then: str) -> None:
        """Show an element of the board for a moment where the board is panned, then the part that was seen before.

        Args:
            selector: its CSS selector; there may be no such element.
            then: the CSS selector of what has to be in sight afterwards, at least some of it.
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
            language: a code of ``languages.LANGUAGES``, or "system" for the one the browser prefers.
            answer: called with the catalogue (a .mo file): at once and with an empty one for English. None if it
                cannot be loaded, and the language is English instead.
        """
        ...

    def signal(self, names: str, *, sound: bool, haptic: bool) -> None:
        """Let something be heard or felt; do nothing where the device cannot, or may not before it is touched.

        Args:
            names: sounds of static/page/sounds.js, with spaces between them.
            sound: True to play them.
            haptic: True to have the device vibrate.
        """
        ...

    def prefers_reduced_motion(self) -> bool:
        """Return True if the system is set to reduced motion."""
        ...

    def matches(self, query: str) -> bool:
        """Return True if a media query holds for the screen."""
        ...

    # --- files and the system --------------------------------------------------------------------------------

    def download(self, name: str, kind: str, text: str) -> None:
        """Download a text as a file of a name and a MIME type."""
        ...

    def download_png(self, name: str, picture: str, answer: Callable[[bool], None]) -> None:
        """Download a picture, the text of an SVG file, as a PNG file of its size; ``answer`` is given True if done."""
        ...

    def read_styles(self, answer: Callable[[str], None]) -> None:
        """Read the text of the page's style sheet; it is empty if it cannot be read."""
        ...

    def copy(self, field: str, answer: Callable[[bool], None]) -> None:
        """Copy the text of the field with an id; ``answer`` is given False if it could only be selected."""
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
        """Query whether the browser never clears the storage by itself.

        Args:
            answer: called with True if so; None if the browser cannot say. It may be called at once.
            ask: True to request persistent storage first.
        """
        ...

    # --- opponents -------------------------------------------------------------------------------------------

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """Have a request for a choice of actions answered; a new request cancels the one under way.

        The first one starts all that it needs, so that one whose answer nobody waits for makes the next faster.

        Args:
            request: a text of ``thinking.messages.format_request``.
            answer: called with texts of ``thinking.messages.format_answer``: with progress a few times a second, then
                once with a reply or a failure. It is never called at once, nor after the request was cancelled.
        """
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the request under way; with ``release``, free the memory that thinking needs until the next one."""
        ...

    # --- scheduling and updates ------------------------------------------------------------------------------

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, after that time at the earliest."""
        ...

    def apply_update(self) -> None:
        """Activate the new version of the app that is ready, and reload the page."""
        ...
