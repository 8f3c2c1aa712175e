"""Stored texts that cannot be read, moved to keys of their own before anything replaces them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.i18n import N_, _

_SUFFIX = "-unreadable"
_QUARANTINE_KEY = re.compile(rf"ruleboard/1/\w+{_SUFFIX}(-\d+)?")
"""The keys of quarantined texts of this visit and earlier ones; no game's key matches."""

_TITLES: Mapping[str, str] = {
    SETTINGS: N_("Settings"),
    PROGRESS: N_("Lessons you have been through"),
    SETUPS: N_("Armies, boards and decks"),
}


def original_key(name: str) -> str:
    """Return the key from which the text under a quarantine key was moved."""
    return name.partition(_SUFFIX)[0]


def title(name: str) -> str:
    """Return the title of the text under a quarantine key: the original key itself if only a newer version knows it."""
    key = original_key(name)
    return _(_TITLES[key]) if key in _TITLES else key


class Quarantine:
    """The unreadable texts of a store.

    A text found on this visit stays in memory until it is removed, so that it is not lost if the store has no room for
    a copy. Its original must not be replaced before ``secure`` has stored one.
    """

    def __init__(self, store: Store) -> None:
        self._texts = DurableTexts(store, removal_conflicts=False)
        self._found: dict[str, str] = {}

    def add(self, key: str, text: str) -> None:
        """Take a copy of the unreadable text under a key, and store it if there is room."""
        self._found[key] = text
        with contextlib.suppress(StoreFull):
            self.secure(key)

    def secure(self, key: str) -> None:
        """Make sure that an unreadable text found under a key is stored elsewhere.

        Raises:
            StoreFull: there is no room for it.
        """
        if key in self._found:
            self._store(key, self._found[key])

    @property
    def texts(self) -> dict[str, str]:
        """All quarantined texts by quarantine key: the key a text has, or would have if there were room."""
        names = sorted(filter(_QUARANTINE_KEY.fullmatch, self._texts))
        stored = {name: self._texts.peek(name) or "" for name in names}
        return stored | {self._name(key, text): text for key, text in self._found.items()}

    def remove(self, name: str) -> None:
        """Remove the text under a quarantine key for good."""
        found = self._found.get(original_key(name))
        if found is not None and name == self._name(original_key(name), found):
            del self._found[original_key(name)]
        self._texts.remove(name)

    def restore(self, name: str, text: str) -> bool:
        """Store a text again that was removed from under a quarantine key; return False if there is no room."""
        try:
            self._store(original_key(name), text)
        except StoreFull:
            return False
        return True

    def _store(self, key: str, text: str) -> None:
        name = self._name(key, text)
        if self._texts.peek(name) is not None:
            return
        try:
            self._texts.write(name, text)
        except StoreFull:
            self._texts.remove(name)  # it is stored before its original is replaced or not at all: it need not wait
            raise

    def _name(self, key: str, text: str) -> str:
        """Return the first quarantine key for a key that is free, or has this very text."""
        name, number = f"{key}{_SUFFIX}", 2
        while self._texts.peek(name) not in (None, text):
            name, number = f"{key}{_SUFFIX}-{number}", number + 1
        return name
