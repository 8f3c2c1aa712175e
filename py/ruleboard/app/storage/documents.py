"""Saved documents besides the games: settings, progress and setups, one text each."""

from __future__ import annotations

from ruleboard.app.storage.durable import Conflict, DurableTexts
from ruleboard.app.storage.quarantine import Quarantine
from ruleboard.app.storage.store import Store, StoreFull


class Documents:
    """The documents in a store, by key.

    A document that another tab has removed is written again with the next change: it is only removed when the whole
    storage is cleared.

    Attributes:
        quarantine: the documents that could not be read.
    """

    def __init__(self, store: Store) -> None:
        self.quarantine = Quarantine(store)
        self._texts = DurableTexts(store, removal_conflicts=False, before_write=self.quarantine.secure)

    def read(self, key: str) -> str | None:
        """Return the text under a key, the one that waits for room if there is one; None if there is none."""
        return self._texts.read(key)

    def exists(self, key: str) -> bool:
        """Return whether there is a text under a key, stored or waiting for room."""
        return self._texts.peek(key) is not None

    def last_known(self, key: str) -> str | None:
        """Return the text under a key as this page last read or wrote it."""
        return self._texts.last_known(key)

    def is_overtaken(self, key: str) -> bool:
        """Return whether another tab has written a text that this page has not read."""
        return self._texts.is_overtaken(key)

    def write(self, key: str, text: str) -> bool:
        """Store a text; return False if there is no room, and it waits in memory.

        If the page is overtaken, the other tab's text stays, and ``is_overtaken`` says so until it is read.
        """
        try:
            self._texts.write(key, text)
        except StoreFull:
            return False
        except Conflict:
            return True
        return True

    def retry(self) -> bool:
        """Try to store all waiting texts; return whether none waits any more."""
        return self._texts.retry()
