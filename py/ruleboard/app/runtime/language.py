"""The language of the app: loading its texts, and translating the notices on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.languages import use_catalogue
from ruleboard.app.notices import PAGE_NOTICES, missing_translation_notice
from ruleboard.app.shared import Shared
from ruleboard.app.storage.preferences import Settings


class CatalogueLoader(Protocol):
    """The part of a browser that loads catalogues; see ``Browser.set_language``."""

    def set_language(self, language: str, on_answer: Callable[[bytes | None], None]) -> None:
        """Set the page's language, and pass its catalogue to ``on_answer``."""
        ...


def load_language(browser: CatalogueLoader, settings: Settings, on_loaded: Callable[[bool], None]) -> None:
    """Load the language in the settings and switch to it, or to English if the browser cannot load its texts.

    Args:
        browser: loads the catalogue: at once for English, later for other languages.
        settings: the settings with the language, and with figurines in moves turned on or off.
        on_loaded: receives True if the texts of the language are in use.
    """

    def on_catalogue(catalogue: bytes | None) -> None:
        is_catalogue_used = use_catalogue(catalogue or b"", figurines=settings.figurines)
        if not is_catalogue_used:
            browser.set_language("en", lambda _empty: None)
        on_loaded(is_catalogue_used and catalogue is not None)

    browser.set_language(settings.language, on_catalogue)


def with_translated_notices(shared: Shared, *, is_loaded: bool) -> Shared:
    """Return the shared state with its notices translated to the current language.

    If ``is_loaded`` is False, add a notice that the chosen language could not be loaded.
    """
    if is_loaded:
        shared = shared.without_notice("no-translation")
    else:
        shared = shared.with_notice("no-translation", missing_translation_notice())
    for name in shared.notices.keys() & PAGE_NOTICES.keys():
        shared = shared.with_notice(name, PAGE_NOTICES[name]())
    return shared
