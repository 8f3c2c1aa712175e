"""The quarantine of unreadable texts: the app copies them to other keys before it replaces them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS
from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.i18n import N_, _

KEY_SUFFIX = "-unreadable"
"""The end of the keys of quarantined texts, before a number."""
_QUARANTINE_KEY_PATTERN = re.compile(rf"ruleboard/1/\w+{KEY_SUFFIX}(-\d+)?")
"""The keys of quarantined texts of this and earlier visits. No game's key matches."""

_TITLES_BY_KEY: Mapping[str, str] = {
    SETTINGS: N_("Settings"),
    PROGRESS: N_("Lessons you’ve done"),
    SETUPS: N_("Armies, boards and decks"),
}


def original_key(name: str) -> str:
    """Return the key from which a quarantined text was copied, given its quarantine key."""
    return name.partition(KEY_SUFFIX)[0]


def original_title(name: str) -> str:
    """Return the title of a quarantined text, or its original key if this version knows no title for it."""
    key = original_key(name)
    return _(_TITLES_BY_KEY[key]) if key in _TITLES_BY_KEY else key


class Quarantine:
    """The unreadable texts of a store.

    Unreadable texts stay in memory until ``remove``, in case the store has no room for a copy. Call ``secure``, which
    stores the copy, before you replace the original.
    """

    def __init__(self, store: Store) -> None:
        self._texts = DurableTexts(store, conflicts_on_removal=False)
        self._copies: dict[str, str] = {}

    def add(self, key: str, text: str) -> None:
        """Keep a copy of the unreadable text under a key, and store the copy if the store has room."""
        self._copies[key] = text
        with contextlib.suppress(StoreFull):
            self.secure(key)

    def secure(self, key: str) -> None:
        """Store the copy of the text under a key if the text is unreadable.

        Raises:
            StoreFull: the store has no room for the copy.
        """
        if key in self._copies:
            self._store(key, self._copies[key])

    @property
    def texts(self) -> dict[str, str]:
        """Return all quarantined texts by quarantine key, including texts that are only in memory."""
        names = sorted(filter(_QUARANTINE_KEY_PATTERN.fullmatch, self._texts))
        stored_texts = {name: self._texts.peek(name) or "" for name in names}
        return stored_texts | {self._quarantine_key(key, text): text for key, text in self._copies.items()}

    def remove(self, name: str) -> None:
        """Delete a quarantined text."""
        copy = self._copies.get(original_key(name))
        if copy is not None and name == self._quarantine_key(original_key(name), copy):
            del self._copies[original_key(name)]
        self._texts.remove(name)

    def restore(self, name: str, text: str) -> bool:
        """Store a removed text under its quarantine key again. Return False if the store has no room."""
        try:
            self._store(original_key(name), text)
        except StoreFull:
            return False
        return True

    def _store(self, key: str, text: str) -> None:
        name = self._quarantine_key(key, text)
        if self._texts.peek(name) is not None:
            return
        try:
            self._texts.write(name, text)
        except StoreFull:
            self._texts.remove(name)  # The original stays until ``secure`` succeeds, so that the text need not wait.
            raise

    def _quarantine_key(self, key: str, text: str) -> str:
        """Return the quarantine key for a text: a key that already holds this text, or the first unused one."""
        name, number = f"{key}{KEY_SUFFIX}", 2
        while self._texts.peek(name) not in (None, text):
            name, number = f"{key}{KEY_SUFFIX}-{number}", number + 1
        return name
