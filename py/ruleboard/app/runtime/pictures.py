"""Pictures for dialogs and for print, which are drawn after the page's stylesheets have been read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ruleboard.app.runtime.model import Page
from ruleboard.app.runtime.page_kind import PageKind, StyleSheets
from ruleboard.app.storage.preferences import Settings
from ruleboard.diagram import parse_stylesheets_by_look


class StylesReader(Protocol):
    """The part of a browser that reads the page's stylesheet; see ``Browser.read_styles``."""

    def read_styles(self, on_answer: Callable[[str], None]) -> None:
        """Read the page's stylesheet. ``on_answer`` receives its text, or ``""`` if the browser cannot read it."""
        ...


class PictureRenderer:
    """Draws pictures with the page's stylesheets, which it reads before the first picture.

    Args:
        browser: reads the stylesheets.
        on_stylesheets_read: receives True if the browser could read the stylesheets, else False.
        draw_page: draws the page with the pictures.
    """

    def __init__(
        self, browser: StylesReader, on_stylesheets_read: Callable[[bool], None], draw_page: Callable[[], None]
    ) -> None:
        self._browser = browser
        self._report = on_stylesheets_read
        self._draw_page = draw_page
        self._stylesheets: StyleSheets | None = None
        self._last_key: object = None
        self._may_read = True  # False while the page draws the notice of a failure; the next event reads again

    def with_current_picture(self, page: Page, kind: PageKind[Any], settings: Settings) -> Page:
        """Return the page with an up-to-date picture in its dialog."""
        picture = kind.picture(page) if kind.picture else None
        if picture is None or kind.with_picture is None or not self._may_read:
            return page
        if self._stylesheets is None:
            self.use_stylesheets(lambda _stylesheets: None)  # reading them draws the page again
            return page
        if picture.key == self._last_key and picture.text:
            return page
        self._last_key = picture.key
        return kind.with_picture(page, self._stylesheets, settings)

    def use_stylesheets(self, callback: Callable[[StyleSheets], None]) -> None:
        """Call a function with the page's stylesheets, which the first call reads."""
        if self._stylesheets is not None:
            callback(self._stylesheets)
            return

        def on_read(css: str) -> None:
            self._report(bool(css))
            if css:
                self._stylesheets = parse_stylesheets_by_look(css)
                callback(self._stylesheets)
            self._may_read = bool(css)
            self._draw_page()
            self._may_read = True

        self._browser.read_styles(on_read)
