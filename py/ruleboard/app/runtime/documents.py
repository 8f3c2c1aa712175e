"""The documents stored beside the games: settings, progress and setups, and what of them cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleboard.app.notices import PAGE_NOTICES, full
from ruleboard.app.storage import quarantine
from ruleboard.app.storage.documents import Documents as Store
from ruleboard.app.storage.json_object import parse_object
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, format_settings, parse_settings
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.progress import Progress, format_progress, parse_progress
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.setups import Setups, format_setups, is_readable, parse_setups, with_unique_names, without
from ruleboard.app.workshop.session import BoardDraft, follow_store

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class Documents:
    """Owns the stored documents; their contents are in the model."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.store = Store(app.browser.store)

    # --- reading ---------------------------------------------------------------------------------------------

    def read_settings(self) -> None:
        """Read the stored settings into the model."""
        settings = parse_settings(self._read(SETTINGS, "unreadable-settings", _is_object))
        self._app.model = replace(self._app.model, settings=settings)

    def read_progress(self) -> None:
        """Read the stored progress into the model."""
        progress = parse_progress(self._read(PROGRESS, "unreadable-progress", _is_object))
        self._app.model = replace(self._app.model, progress=progress)

    def read_setups(self) -> None:
        """Read the stored setups into the model; a board that is being drawn becomes what is stored of it."""
        setups = parse_setups(self._read(SETUPS, "unreadable", is_readable)) or ()
        page = self._app.model.page
        if isinstance(page, BoardDraft):
            page = follow_store(page, setups)
        self._app.model = replace(self._app.model, setups=setups, page=page)

    def _read(self, key: str, notice: str, readable: Callable[[str], bool]) -> str | None:
        """Return the text under a key; one of which not all can be read is set aside, with a notice."""
        text = self.store.read(key)
        if text and not readable(text):
            self.store.quarantine.add(key, text)
            self._app.notify(notice, PAGE_NOTICES[notice]())
            self.list_unreadable()
        return text

    def list_unreadable(self) -> None:
        """List the texts that were set aside, as they are in the store now."""
        self._app.model = replace(self._app.model, unreadable=self.store.quarantine.texts)

    # --- writing ---------------------------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Store other settings."""
        self._app.model = replace(self._app.model, settings=settings)
        self._write(SETTINGS, format_settings(settings, self.store.last_known(SETTINGS)))

    def keep_progress(self, progress: Progress) -> None:
        """Store other progress; nothing is written if nothing has changed."""
        if progress == self._app.model.progress and self.store.exists(PROGRESS):
            return
        self._app.model = replace(self._app.model, progress=progress)
        self._write(PROGRESS, format_progress(progress, self.store.last_known(PROGRESS)))

    def keep_setups(self, setups: Setups, earlier: str | None = None) -> None:
        """Store other setups; unknown fields of one that was gone are taken from an ``earlier`` text."""
        self._app.model = replace(self._app.model, setups=setups)
        self._write(SETUPS, format_setups(setups, self.store.last_known(SETUPS), earlier))

    def _write(self, key: str, text: str) -> None:
        """Store a text; one there is no room for stays in memory, with a notice."""
        if not self.store.write(key, text):
            self._app.notify("full", full())

    # --- deleting --------------------------------------------------------------------------------------------

    def delete_setup(self, game: str, name: str) -> None:
        """Delete a game's setup of a name, and offer to undo that."""
        setups, earlier = self._app.model.setups, self.store.last_known(SETUPS)
        gone = tuple(setup for setup in setups if (setup.game, setup.name) == (game, name))

        def restore() -> bool:
            self.keep_setups(with_unique_names((*self._app.model.setups, *gone)), earlier)
            return True

        if gone:
            self.keep_setups(without(setups, game, name))
            self._app.offer_undelete(f"{game}-{name}", name, restore)

    def download_unreadable(self, key: str) -> None:
        """Hand out the text that was set aside under a key; all of them, if there is none of that key."""
        texts = self.store.quarantine.texts
        name = f"{key.rpartition('/')[2] if key in texts else 'unreadable'}.txt"
        text = texts.get(key, "\n".join(dict.fromkeys(texts.values())))
        self._app.browser.download(f"ruleboard-{name}", "text/plain", text)

    def delete_unreadable(self, key: str) -> None:
        """Delete a text that was set aside; where it still stands in its old place, what could be read takes that."""
        text, place = self.store.quarantine.texts.get(key), quarantine.original_key(key)
        if text is None:  # another tab has deleted it
            self.list_unreadable()
            return

        def restore() -> bool:
            done = self.store.quarantine.restore(key, text)
            self.list_unreadable()
            return done

        self.store.quarantine.remove(key)
        if self.store.read(place) == text:
            self._write_readable_part(place)
        self.list_unreadable()
        if not any(quarantine.original_key(other) == place for other in self._app.model.unreadable):
            self._app.dismiss(_NOTICES.get(place, ""))
        self._app.offer_undelete(key, quarantine.title(key), restore)
        self._app.retry_saving()

    def _write_readable_part(self, key: str) -> None:
        """Write what could be read of a document over it."""
        model, known = self._app.model, self.store.last_known(key)
        if key == SETTINGS:
            self._write(key, format_settings(model.settings, known))
        elif key == PROGRESS:
            self._write(key, format_progress(model.progress, known))
        elif key == SETUPS:
            self._write(key, format_setups(model.setups, known))


def _is_object(text: str) -> bool:
    """Return True if a text is a JSON object."""
    return parse_object(text) is not None


_NOTICES = {SETTINGS: "unreadable-settings", PROGRESS: "unreadable-progress", SETUPS: "unreadable"}
"""The notices about unreadable documents, by key."""
