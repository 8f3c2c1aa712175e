"""The stored settings, progress and setups, each one document."""

from __future__ import annotations

from ruleboard.app.storage.durable import Conflict, DurableTexts
from ruleboard.app.storage.quarantine import Quarantine
from ruleboard.app.storage.store import Store, StoreFull


class DocumentStore:
    """The documents in a store, by key.

    If another tab has removed a document, the next change writes it again, because tabs only remove documents to clear
    the whole storage.

    Attributes:
        quarantine: copies of unreadable documents.
    """

    def __init__(self, store: Store) -> None:
        self.quarantine = Quarantine(store)
        self._texts = DurableTexts(store, removal_conflicts=False, before_write=self.quarantine.secure)

    def read(self, key: str) -> str | None:
        """Return the text under a key, or None. A text that waits for room comes before the stored one."""
        return self._texts.read(key)

    def exists(self, key: str) -> bool:
        """Return True if a text is stored under a key or waits for room."""
        return self._texts.peek(key) is not None

    def page_text(self, key: str) -> str | None:
        """Return the text under a key as this page has last read or written it, or None."""
        return self._texts.page_text(key)

    def is_stale(self, key: str) -> bool:
        """Return True if another tab has written a text that this page has not read."""
        return self._texts.is_stale(key)

    def write(self, key: str, text: str) -> bool:
        """Store a text. Return False if the store has no room, so that the text waits in memory.

        If this page's text is stale, the other tab's text stays, and ``is_stale`` is true until this page reads it.
        """
        try:
            self._texts.write(key, text)
        except StoreFull:
            return False
        except Conflict:
            return True
        return True

    def retry(self) -> bool:
        """Try to store all waiting texts. Return True if the store has room for all."""
        return self._texts.retry()
