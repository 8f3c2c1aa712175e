"""The language of the app: loads its texts, and draws everything in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.languages import use_catalogue
from ruleboard.app.notices import PAGE_NOTICES
from ruleboard.app.storage.preferences import Settings

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class LanguageLoader:
    """Applies the settings that change every page: the theme and the language."""

    def __init__(self, app: App) -> None:
        self._app = app

    def apply_settings(self, previous: Settings) -> None:
        """Apply the settings after a change, which may come from another tab."""
        app = self._app
        app.browser.set_theme(app.model.settings.theme)
        if app.model.settings.language != previous.language:
            self.reload()

    def apply_stored_settings(self) -> None:
        """Read the settings that another tab has stored, and apply them."""
        previous = self._app.model.settings
        self._app.documents.read_settings()
        self.apply_settings(previous)

    def reload(self) -> None:
        """Load the language of the settings, and draw everything in it."""
        self.load(self._redraw_all)

    def load(self, on_loaded: Callable[[], None]) -> None:
        """Load the language of the settings, then call a function: at once for English, later for other languages."""

        def on_catalogue(catalogue: bytes | None) -> None:
            self._use_catalogue(catalogue)
            on_loaded()

        self._app.browser.set_language(self._app.model.settings.language, on_catalogue)

    def _use_catalogue(self, catalogue: bytes | None) -> None:
        """Use a catalogue from now on, and translate the notices on the page.

        None means that the browser could not load it.
        """
        app = self._app
        if not use_catalogue(catalogue or b""):
            app.browser.set_language("en", lambda _empty: None)
            catalogue = None
        if catalogue is None:
            app.notify("no-translation", notices.translation_failed())
        else:
            app.dismiss("no-translation")
        for name in app.model.notices.keys() & PAGE_NOTICES.keys():
            app.notify(name, PAGE_NOTICES[name]())

    def _redraw_all(self) -> None:
        app = self._app
        app.games.forget_checks()
        app.reopen()
        app.draw_page()
        app.check_games()
