"""The interface of a key-value store, and a store in memory for browsers without storage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ruleboard.overriding import override


class StoreFull(Exception):
    """Raised if a store has no room for a text, or cannot store texts at all."""


class Store(Protocol):
    """A key-value store of texts, such as localStorage.

    Only ``DurableTexts`` and the caches (summaries and reviews) write to it.
    """

    is_durable: bool
    """True if the texts outlive the page."""

    def get(self, key: str) -> str | None:
        """Return the text under a key, or None if the store has no readable text."""
        ...

    def set(self, key: str, text: str) -> None:
        """Store a text under a key.

        Raises:
            StoreFull: the store has no room; the stored text does not change.
        """
        ...

    def remove(self, key: str) -> None:
        """Remove the text under a key, if it exists."""
        ...

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys, in no particular order."""
        ...


class MemoryStore(Store):
    """A store in memory, which lasts until the page is closed."""

    is_durable = False

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    @override
    def get(self, key: str) -> str | None:
        return self._texts.get(key)

    @override
    def set(self, key: str, text: str) -> None:
        self._texts[key] = text

    @override
    def remove(self, key: str) -> None:
        self._texts.pop(key, None)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(list(self._texts))
