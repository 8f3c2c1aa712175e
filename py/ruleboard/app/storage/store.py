"""The protocol of a key-value store of texts, and one in memory for browsers that offer no storage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class StoreFull(Exception):
    """The store has no room for a text, or refuses to store any."""


class Store(Protocol):
    """Texts by key, as in localStorage. Only ``durable`` writes to one, and ``summaries``, which can be made anew."""

    lasting: bool
    """True if the texts outlive the page."""

    def get(self, key: str) -> str | None:
        """Return the text under a key, None if there is none or it cannot be read."""
        ...

    def set(self, key: str, text: str) -> None:
        """Store a text.

        Raises:
            StoreFull: it could not be stored; the text stored before is unchanged.
        """
        ...

    def remove(self, key: str) -> None:
        """Remove a key; does nothing if it is not there."""
        ...

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys, in no particular order."""
        ...


class MemoryStore:
    """A store that lasts as long as the page."""

    lasting = False

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
