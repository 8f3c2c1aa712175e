"""Stored texts that survive a full store and changes by other tabs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleboard.app.storage.store import Store, StoreFull


class Conflict(Exception):
    """Raised if a page writes a text that another tab has changed since the page last read it."""


class DurableTexts:
    """The texts in a store, as one page sees them.

    Each key has up to two texts here in addition to the stored one: the *page text*, which this page last read from the
    store or wrote to it, and a *pending* text, which this page wrote while the store had no room. If the stored text
    differs from the page text, another tab has changed it, and this page is *stale*. Then the stored text is valid,
    this page must read it before replacing it, and the pending text is dropped. Otherwise the pending text is valid,
    and stays until the page is closed or ``retry`` finds room for it.
    """

    def __init__(
        self,
        store: Store,
        *,
        conflicts_on_removal: bool,
        before_write: Callable[[str], None] = lambda _key: None,
    ) -> None:
        """Wrap a store for a page that has not read any text yet.

        Args:
            store: the store of the texts.
            conflicts_on_removal: True if a write raises ``Conflict`` after another tab has removed the text.
            before_write: a function to call with the key before a write. It raises ``StoreFull`` to keep the text
                pending.
        """
        self._store = store
        self._conflicts_on_removal = conflicts_on_removal
        self._before_write = before_write
        self._page_texts: dict[str, str] = {}
        self._pending: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys of the store, then over the keys that have only a pending text."""
        return iter(dict.fromkeys((*self._store, *self._pending)))

    def peek(self, key: str) -> str | None:
        """Return the valid text under a key, or None. Unlike ``read``, leave the page text unchanged."""
        stored_text = self._store.get(key)
        return stored_text if self._is_stale(key, stored_text) else self._pending.get(key, stored_text)

    def read(self, key: str) -> str | None:
        """Return the valid text under a key, or None. Afterwards this page may replace the text."""
        stored_text = self._store.get(key)
        if self._is_stale(key, stored_text):
            self._pending.pop(key, None)
        if key in self._pending:
            return self._pending[key]
        self._set_page_text(key, stored_text)
        return stored_text

    def page_text(self, key: str) -> str | None:
        """Return the text under a key that this page last read or wrote, or None."""
        return self._pending.get(key, self._page_texts.get(key))

    def is_stale(self, key: str) -> bool:
        """Return True if another tab has changed the text under a key since this page last read or wrote it."""
        return self._is_stale(key, self._store.get(key))

    def awaits_room(self, key: str) -> bool:
        """Return True if this page has a pending text under a key, since the store has no room."""
        return key in self._pending

    def write(self, key: str, text: str) -> None:
        """Store a text.

        Raises:
            Conflict: this page is stale; nothing is written.
            StoreFull: the store has no room; the text is pending, and the stored one does not change.
        """
        if self.is_stale(key):
            raise Conflict(key)
        self._pending[key] = text
        self._store_pending(key)

    def retry(self) -> bool:
        """Try to store all pending texts. Return True if the store has room for all of them."""
        for key in list(self._pending):
            if self.is_stale(key):
                del self._pending[key]
                continue
            try:
                self._store_pending(key)
            except StoreFull:
                continue  # A shorter text may still find room.
        return not self._pending

    def remove(self, key: str) -> str | None:
        """Remove the stored and the pending text under a key. Return the valid text, or None."""
        text = self.peek(key)
        self._store.remove(key)
        self._pending.pop(key, None)
        self._page_texts.pop(key, None)
        return text

    def _store_pending(self, key: str) -> None:
        self._before_write(key)
        self._store.set(key, self._pending[key])
        self._page_texts[key] = self._pending.pop(key)

    def _is_stale(self, key: str, stored_text: str | None) -> bool:
        if stored_text is None and not self._conflicts_on_removal:
            return False
        return stored_text != self._page_texts.get(key)

    def _set_page_text(self, key: str, stored_text: str | None) -> None:
        if stored_text is None:
            self._page_texts.pop(key, None)
        else:
            self._page_texts[key] = stored_text
