"""Summaries of saved games, stored next to the games, so that the app can list games without reading all of them."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.engine.decoding import ErrorStyle, Value, decode_or_none
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record, read_record

KEY_PREFIX = "ruleboard/1/summary/"
CHECK_VALID_DAYS = 7
"""The days after which the app checks a game again, because a newer version may reject actions of an older one."""
TURNS_KEY = "turns"
"""The name of the number of turns in the metadata of a summary. The game's own record has no such metadata."""
_META_NAMES = ("title", "changed", "position", "turn", "result", "guided")


@dataclass(frozen=True, slots=True)
class Summary:
    """The part of a saved game that the list of games shows. It may be outdated, so nothing else uses it.

    Attributes:
        digest: the digest of the game's text.
        header: the record without its seed and without actions other than an ending. Its start is the public view of
            the current position.
        checked_on: the day (ISO 8601) of the last successful check of the whole game; empty before the first check.
    """

    digest: str
    header: Record
    checked_on: str = ""

    def is_checked(self, today: str) -> bool:
        """Return True if the game was checked recently enough."""
        try:
            return 0 <= (date.fromisoformat(today[:10]) - date.fromisoformat(self.checked_on)).days < CHECK_VALID_DAYS
        except ValueError:
            return False


def digest(text: str) -> str:
    """Return a checksum of a text."""
    return f"{len(text)}-{zlib.crc32(text.encode(errors='surrogatepass')):08x}"


def summary_of(text: str, record: Record, checked_on: str = "", turn_count: int = 0) -> Summary:
    """Create the summary of a game.

    Args:
        text: the game's stored text.
        record: the record in the text.
        checked_on: see ``Summary``.
        turn_count: the number of turns of a finished game, which the list shows; 0 if it is unknown.
    """
    entries = record.actions if record.ply is None else record.actions[: record.ply]
    ending = entries[-1:] if entries and is_ending(entries[-1]) else ()
    meta = {name: record.meta[name] for name in _META_NAMES if name in record.meta}
    if turn_count:
        meta[TURNS_KEY] = str(turn_count)
    public_start = record.start and meta.get("position")  # The public position: a start may contain a hidden order.
    summary = replace(record, seed=0, start=public_start, actions=ending, ply=None, meta=meta, clock=None)
    return Summary(digest(text), summary, checked_on)


class SummaryStore:
    """The summaries in a store, by the id of the game.

    A summary for which the store has no room stays in memory until the page is closed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: dict[str, tuple[str, Summary]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of all games that have a stored summary."""
        return (key.removeprefix(KEY_PREFIX) for key in self._store if key.startswith(KEY_PREFIX))

    def get(self, id: str, *, reread: bool = True) -> Summary | None:
        """Return the summary of a game, or None if the store has no readable summary.

        Args:
            id: the game's id.
            reread: True to read the store again, False to trust the summary in memory.
        """
        if not reread:
            return self._cache[id][1] if id in self._cache else None
        text = self._store.get(KEY_PREFIX + id)
        cached_entry = self._cache.get(id)
        if text is None or (cached_entry and cached_entry[0] == text):
            return cached_entry[1] if cached_entry else None
        summary = _parse_summary(text)
        if summary:
            self._cache[id] = (text, summary)
        return summary

    def set(self, id: str, summary: Summary) -> None:
        """Store the summary of a game, or keep it in memory if the store has no room."""
        header = json.loads(format_record(summary.header))
        fields: dict[str, Any] = {"digest": summary.digest, "checked": summary.checked_on, "header": header}
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        self._cache[id] = (text, summary)
        with contextlib.suppress(StoreFull):
            self._store.set(KEY_PREFIX + id, text)

    def keep_only(self, ids: Collection[str]) -> None:
        """Remove all summaries from memory except the summaries of games with these ids."""
        self._cache = {id: cached_entry for id, cached_entry in self._cache.items() if id in ids}

    def remove(self, id: str) -> None:
        """Remove the summary of a game."""
        self._cache.pop(id, None)
        self._store.remove(KEY_PREFIX + id)


def _parse_summary(text: str) -> Summary | None:
    """Parse a stored summary; return None if the text is invalid."""
    value = Value(decode_or_none(text), ErrorStyle(RecordError))
    try:
        return Summary(
            value.field("digest").text(), read_record(value.field("header").data), value.field("checked").text()
        )
    except RecordError:
        return None
