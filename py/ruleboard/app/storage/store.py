"""Where texts are kept by key: the protocol, and a store in memory for when the browser has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class StoreFull(Exception):
    """The store has no room for this text, or refuses to keep any."""


class Store(Protocol):
    """Texts by key, as localStorage has them."""

    lasting: bool
    """Whether what is kept outlives the page."""

    def get(self, key: str) -> str | None:
        """The text kept under a key, None if there is none."""
        ...

    def set(self, key: str, text: str) -> None:
        """Keep a text.

        Raises:
            StoreFull: it could not be kept; what was kept before is untouched.
        """
        ...

    def remove(self, key: str) -> None:
        """Forget a key; nothing happens if it is not there."""
        ...

    def __iter__(self) -> Iterator[str]:
        """All keys, in no particular order."""
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
