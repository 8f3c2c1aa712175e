"""The documents in the storage next to the games: settings, progress, and saved armies, boards and decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleboard.app.notices import PAGE_NOTICES, storage_full
from ruleboard.app.storage import quarantine
from ruleboard.app.storage.documents import DocumentStore as Store
from ruleboard.app.storage.json_object import parse_object
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, format_settings, parse_settings
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS
from ruleboard.app.storage.progress import Progress, format_progress, parse_progress
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.setups import (
    Setups,
    format_setups,
    is_readable,
    parse_setups,
    with_unique_names,
    without_setup,
)

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class SavedDocuments:
    """Owns the stored documents. Their contents are in the model."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.store = Store(app.browser.store)

    # --- reading ---------------------------------------------------------------------------------------------

    def read_settings(self) -> None:
        """Read the stored settings into the model."""
        settings = parse_settings(self._read_text(SETTINGS, "unreadable-settings", _is_object))
        self._app.model = replace(self._app.model, settings=settings)

    def read_progress(self) -> None:
        """Read the stored progress into the model."""
        progress = parse_progress(self._read_text(PROGRESS, "unreadable-progress", _is_object))
        self._app.model = replace(self._app.model, progress=progress)

    def read_setups(self) -> None:
        """Read the saved armies, boards and decks into the model."""
        setups = parse_setups(self._read_text(SETUPS, "unreadable", is_readable)) or ()
        self._app.model = replace(self._app.model, setups=setups)

    def _read_text(self, key: str, notice: str, is_readable: Callable[[str], bool]) -> str | None:
        """Return the text under a key. If it is damaged, move it to the quarantine and show a notice."""
        text = self.store.read(key)
        if text and not is_readable(text):
            self.store.quarantine.add(key, text)
            self._app.notify(notice, PAGE_NOTICES[notice]())
            self.list_unreadable()
        return text

    def list_unreadable(self) -> None:
        """Read the list of texts in the quarantine into the model."""
        self._app.model = replace(self._app.model, unreadable=self.store.quarantine.texts)

    # --- writing ---------------------------------------------------------------------------------------------

    def save_settings(self, settings: Settings) -> None:
        """Store changed settings."""
        self._app.model = replace(self._app.model, settings=settings)
        self._write(SETTINGS, format_settings(settings, self.store.page_text(SETTINGS)))

    def save_progress(self, progress: Progress) -> None:
        """Store changed progress. Unchanged progress is not written."""
        if progress == self._app.model.progress and self.store.exists(PROGRESS):
            return
        self._app.model = replace(self._app.model, progress=progress)
        self._write(PROGRESS, format_progress(progress, self.store.page_text(PROGRESS)))

    def save_setups(self, setups: Setups, previous_text: str | None = None) -> None:
        """Store changed armies, boards and decks. Unknown fields of a restored one come from ``previous_text``."""
        self._app.model = replace(self._app.model, setups=setups)
        self._write(SETUPS, format_setups(setups, self.store.page_text(SETUPS), previous_text))

    def _write(self, key: str, text: str) -> None:
        """Store a text. If the storage is full, keep it in memory and show a notice."""
        if not self.store.write(key, text):
            self._app.notify("full", storage_full())

    # --- deleting --------------------------------------------------------------------------------------------

    def delete_setup(self, game: str, name: str) -> None:
        """Delete a game's saved army, board or deck by its name, and offer to undo that."""
        setups, previous_text = self._app.model.setups, self.store.page_text(SETUPS)
        deleted = tuple(setup for setup in setups if (setup.game, setup.name) == (game, name))

        def restore() -> bool:
            self.save_setups(with_unique_names((*self._app.model.setups, *deleted)), previous_text)
            return True

        if deleted:
            self.save_setups(without_setup(setups, game, name))
            self._app.offer_undelete(f"{game}-{name}", name, restore)

    def download_unreadable(self, key: str) -> None:
        """Download the text under a key of the quarantine, or all texts if there is no such key."""
        texts = self.store.quarantine.texts
        name = f"{key.rpartition('/')[2] if key in texts else 'unreadable'}.txt"
        text = texts.get(key, "\n".join(dict.fromkeys(texts.values())))
        self._app.browser.download(f"ruleboard-{name}", "text/plain", text)

    def delete_unreadable(self, key: str) -> None:
        """Delete a text from the quarantine.

        If the text is still under its original key, too, its readable part replaces it there.
        """
        text, original_key = self.store.quarantine.texts.get(key), quarantine.original_key(key)
        if text is None:  # another tab has deleted it
            self.list_unreadable()
            return

        def restore() -> bool:
            is_restored = self.store.quarantine.restore(key, text)
            self.list_unreadable()
            return is_restored

        self.store.quarantine.remove(key)
        if self.store.read(original_key) == text:
            self._write_readable_part(original_key)
        self.list_unreadable()
        if not any(
            quarantine.original_key(unreadable_key) == original_key for unreadable_key in self._app.model.unreadable
        ):
            self._app.dismiss(_NOTICES.get(original_key, ""))
        self._app.offer_undelete(key, quarantine.original_title(key), restore)
        self._app.retry_saving()

    def _write_readable_part(self, key: str) -> None:
        """Overwrite a document with its readable part."""
        model, stored_text = self._app.model, self.store.page_text(key)
        if key == SETTINGS:
            self._write(key, format_settings(model.settings, stored_text))
        elif key == PROGRESS:
            self._write(key, format_progress(model.progress, stored_text))
        elif key == SETUPS:
            self._write(key, format_setups(model.setups, stored_text))


def _is_object(text: str) -> bool:
    """Return True if a text is a JSON object."""
    return parse_object(text) is not None


_NOTICES = {SETTINGS: "unreadable-settings", PROGRESS: "unreadable-progress", SETUPS: "unreadable"}
"""The notices about unreadable documents, by key."""
