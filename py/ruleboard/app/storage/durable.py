"""Saved texts that survive a full store and other tabs: all texts of value go through here into a ``Store``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleboard.app.storage.store import Store, StoreFull


class Conflict(Exception):
    """Another tab has changed a text that this page has not read since."""


class DurableTexts:
    """The texts of a store as one page sees them.

    Each key has up to two texts here besides the stored one: the text *seen*, as this page last read or wrote it in
    the store, and a text *waiting*, written by this page while the store had no room for it. If the stored text is not
    the one seen, another tab has overtaken this page: the stored text is the valid one, this page cannot replace it
    before reading it, and its own waiting text is given up. Otherwise the waiting text is the valid one; it lasts until
    the page is closed, or until ``retry`` finds room for it.
    """

    def __init__(
        self,
        store: Store,
        *,
        removal_conflicts: bool,
        before_write: Callable[[str], None] = lambda _key: None,
    ) -> None:
        """Look at a store as a page that has read nothing yet.

        Args:
            store: the store of the texts.
            removal_conflicts: True if a text that another tab has removed must not be written again unasked.
            before_write: called with the key before a text is stored; raises ``StoreFull`` if the text has to wait.
        """
        self._store = store
        self._removal_conflicts = removal_conflicts
        self._before_write = before_write
        self._seen: dict[str, str] = {}
        self._waiting: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys of the store, then those whose texts only wait."""
        return iter(dict.fromkeys((*self._store, *self._waiting)))

    def peek(self, key: str) -> str | None:
        """Return the valid text under a key without counting it as read: None if there is none."""
        stored = self._store.get(key)
        return stored if self._is_overtaken(key, stored) else self._waiting.get(key, stored)

    def read(self, key: str) -> str | None:
        """Return the valid text under a key, which this page may replace from now on."""
        stored = self._store.get(key)
        if self._is_overtaken(key, stored):
            self._waiting.pop(key, None)
        if key in self._waiting:
            return self._waiting[key]
        self._note_seen(key, stored)
        return stored

    def last_known(self, key: str) -> str | None:
        """Return the text under a key as this page last read or wrote it."""
        return self._waiting.get(key, self._seen.get(key))

    def is_overtaken(self, key: str) -> bool:
        """Return whether another tab has changed the text under a key since this page last read or wrote it."""
        return self._is_overtaken(key, self._store.get(key))

    def is_waiting(self, key: str) -> bool:
        """Return whether a text of this page waits for room."""
        return key in self._waiting

    def write(self, key: str, text: str) -> None:
        """Store a text.

        Raises:
            Conflict: another tab has overtaken this page; nothing was written.
            StoreFull: there is no room; the text waits, and the stored one is unchanged.
        """
        if self.is_overtaken(key):
            raise Conflict(key)
        self._waiting[key] = text
        self._store_waiting(key)

    def retry(self) -> bool:
        """Try to store all waiting texts; return whether none waits any more."""
        for key in list(self._waiting):
            if self.is_overtaken(key):
                del self._waiting[key]
                continue
            try:
                self._store_waiting(key)
            except StoreFull:
                continue  # a shorter one may still find room
        return not self._waiting

    def remove(self, key: str) -> str | None:
        """Remove the text under a key, stored or waiting, and return it; None if there was none."""
        text = self.peek(key)
        self._store.remove(key)
        self._waiting.pop(key, None)
        self._seen.pop(key, None)
        return text

    def _store_waiting(self, key: str) -> None:
        self._before_write(key)
        self._store.set(key, self._waiting[key])
        self._seen[key] = self._waiting.pop(key)

    def _is_overtaken(self, key: str, stored: str | None) -> bool:
        if stored is None and not self._removal_conflicts:
            return False
        return stored != self._seen.get(key)

    def _note_seen(self, key: str, stored: str | None) -> None:
        if stored is None:
            self._seen.pop(key, None)
        else:
            self._seen[key] = stored
