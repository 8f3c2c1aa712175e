"""The language of the app: loads its texts, and shows everything anew in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.languages import use_catalogue
from ruleboard.app.notices import PAGE_NOTICES
from ruleboard.app.storage.preferences import Settings

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class Language:
    """Follows the settings that change how everything looks and reads: the theme and the language."""

    def __init__(self, app: App) -> None:
        self._app = app

    def apply(self, before: Settings) -> None:
        """Apply the settings after a change, which may come from another tab."""
        app = self._app
        app.browser.set_theme(app.model.settings.theme)
        if app.model.settings.language != before.language:
            self.load_again()

    def take_over(self) -> None:
        """Read the settings another tab has stored, and apply them."""
        before = self._app.model.settings
        self._app.documents.read_settings()
        self.apply(before)

    def load_again(self) -> None:
        """Load the chosen language, and show everything anew in it."""
        self.load(self._show_anew)

    def load(self, then: Callable[[], None]) -> None:
        """Load the chosen language, then go on: at once for English, later for all others."""

        def loaded(catalogue: bytes | None) -> None:
            self._use(catalogue)
            then()

        self._app.browser.set_language(self._app.model.settings.language, loaded)

    def _use(self, catalogue: bytes | None) -> None:
        """Use a language from now on, for notices that are shown already, too."""
        app = self._app
        if not use_catalogue(catalogue or b""):
            app.browser.set_language("en", lambda _empty: None)
            catalogue = None
        if catalogue is None:
            app.notify("no-translation", notices.no_translation())
        else:
            app.dismiss("no-translation")
        for name in app.model.notices.keys() & PAGE_NOTICES.keys():
            app.notify(name, PAGE_NOTICES[name]())

    def _show_anew(self) -> None:
        app = self._app
        app.games.forget_checks()
        app.reopen()
        app.draw()
        app.check_games()
