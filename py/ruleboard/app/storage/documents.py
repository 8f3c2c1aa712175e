"""The stored settings, progress and setups, each in one document."""

from __future__ import annotations

from ruleboard.app.storage.durable import Conflict, DurableTexts
from ruleboard.app.storage.quarantine import Quarantine
from ruleboard.app.storage.store import Store, StoreFull


class DocumentStore:
    """The documents in a store, by key.

    If another tab has removed a document, the next change writes it again, because tabs only remove documents to clear
    the whole storage.

    Attributes:
        quarantine: the copies of unreadable documents.
    """

    def __init__(self, store: Store) -> None:
        self.quarantine = Quarantine(store)
        self._texts = DurableTexts(store, conflicts_on_removal=False, before_write=self.quarantine.secure)

    def read(self, key: str) -> str | None:
        """Return the pending text under a key, or else the stored text, or None."""
        return self._texts.read(key)

    def exists(self, key: str) -> bool:
        """Return True if a text is stored or pending under a key."""
        return self._texts.peek(key) is not None

    def page_text(self, key: str) -> str | None:
        """Return the text under a key that this page last read or wrote, or None."""
        return self._texts.page_text(key)

    def is_stale(self, key: str) -> bool:
        """Return True if another tab has written a text under a key that this page has not read."""
        return self._texts.is_stale(key)

    def write(self, key: str, text: str) -> bool:
        """Store a text. If the store has no room, keep the text pending in memory and return False.

        If this page's text is stale, the other tab's text stays, and ``is_stale`` returns True until this page reads
        it.
        """
        try:
            self._texts.write(key, text)
        except StoreFull:
            return False
        except Conflict:
            return True
        return True

    def retry(self) -> bool:
        """Try to store all pending texts. Return True if the store has room for all of them."""
        return self._texts.retry()
