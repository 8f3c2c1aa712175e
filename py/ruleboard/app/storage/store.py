"""The interface of a key-value store, and a store in memory for browsers without storage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class StoreFull(Exception):
    """A write for which the store has no room, or to a store that cannot store texts at all."""


class Store(Protocol):
    """Texts by key, as in localStorage. Only ``DurableTexts`` and the caches (summaries, reviews) write to it."""

    is_durable: bool
    """True if the texts outlive the page."""

    def get(self, key: str) -> str | None:
        """Return the text under a key, or None if there is no readable text."""
        ...

    def set(self, key: str, text: str) -> None:
        """Store a text.

        Raises:
            StoreFull: the store has no room; the earlier text does not change.
        """
        ...

    def remove(self, key: str) -> None:
        """Remove a key, if it exists."""
        ...

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys, in no particular order."""
        ...


class MemoryStore:
    """A store in memory, which exists until the page is closed."""

    is_durable = False

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """See ``Store``."""
        return self._texts.get(key)

    def set(self, key: str, text: str) -> None:
        """See ``Store``."""
        self._texts[key] = text

    def remove(self, key: str) -> None:
        """See ``Store``."""
        self._texts.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        """See ``Store``."""
        return iter(list(self._texts))
