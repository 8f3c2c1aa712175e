"""What is kept beside the games, a text each: what finds no room waits, and what cannot be read is put aside."""

from __future__ import annotations

import re

from ruleboard.app.storage.store import Store, StoreFull

_ASIDE = "-unreadable"
_RESCUED = re.compile(rf"ruleboard/1/\w+{_ASIDE}(-\d+)?")
"""The keys of what was put aside, now or on an earlier visit; no game has one."""


def origin(name: str) -> str:
    """The key whose text was put aside under another."""
    return name.partition(_ASIDE)[0]


class Shelf:
    """The texts under some keys of a store, and what this page knows of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[str, str | None] = {}
        self._waiting: dict[str, str] = {}
        self._unreadable: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The text under a key: what waits for room, unless another tab has kept one since."""
        kept = self._store.get(key)
        if key in self._waiting and kept in (None, self._seen.get(key)):
            return self._waiting[key]
        self._waiting.pop(key, None)
        self._seen[key] = kept
        return kept

    def has(self, key: str) -> bool:
        """Whether a text is kept under a key, or waits for room."""
        return key in self._waiting or self._store.get(key) is not None

    def known(self, key: str) -> str | None:
        """The text under a key as this page has read or written it last."""
        return self._waiting.get(key, self._seen.get(key))

    def put(self, key: str, text: str) -> bool:
        """Keep a text; False if there is no room, and it waits in memory."""
        self._waiting[key] = text
        return self._write(key)

    def changed(self, key: str) -> bool:
        """Whether another tab has kept a text that this page has not read."""
        return self._store.get(key) not in (None, self._seen.get(key))

    def retry(self) -> bool:
        """Try again to keep what waits; whether nothing waits any more."""
        for key in list(self._waiting):
            self._write(key)
        return not self._waiting

    def put_aside(self, key: str, text: str) -> None:
        """Rescue a text that cannot be read: under a key of its own before anything else is kept in its place."""
        self._unreadable[key] = text
        self._rescue(key)

    @property
    def aside(self) -> dict[str, str]:
        """What was put aside, now or on an earlier visit, by the key that it has, or would have if there were room."""
        rescued = {name: self._store.get(name) or "" for name in sorted(filter(_RESCUED.fullmatch, self._store))}
        return {**rescued, **{self._place(key, text): text for key, text in self._unreadable.items()}}

    def drop(self, name: str) -> None:
        """Forget what was put aside under that key."""
        held = self._unreadable.get(origin(name))
        if held is not None and name == self._place(origin(name), held):
            del self._unreadable[origin(name)]
        self._store.remove(name)

    def bring_back(self, name: str, text: str) -> bool:
        """Put a text aside again that was dropped from under that key; False if there is no room."""
        return self._lay(origin(name), text)

    def _write(self, key: str) -> bool:
        if not self._rescue(key):
            return False
        try:
            self._store.set(key, self._waiting[key])
        except StoreFull:
            return False
        self._seen[key] = self._waiting.pop(key)
        return True

    def _rescue(self, key: str) -> bool:
        """Whether what cannot be read of a key is kept elsewhere, or there is nothing of it."""
        text = self._unreadable.get(key)
        return text is None or self._lay(key, text)

    def _lay(self, key: str, text: str) -> bool:
        """Keep what cannot be read of a key under a key of its own; False if there is no room."""
        name = self._place(key, text)
        try:
            if self._store.get(name) is None:
                self._store.set(name, text)
        except StoreFull:
            return False
        return True

    def _place(self, key: str, text: str) -> str:
        """The key under which what cannot be read of another is kept, or is to be: no other text is there."""
        name, number = f"{key}{_ASIDE}", 2
        while self._store.get(name) not in (None, text):
            name, number = f"{key}{_ASIDE}-{number}", number + 1
        return name
