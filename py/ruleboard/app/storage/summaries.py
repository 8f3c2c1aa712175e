"""Summaries of saved games: the lines of a list, stored beside the games, so that no game is read for it."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record, record_from

PREFIX = "ruleboard/1/summary/"
VALID_DAYS = 7
"""The days after which a game is replayed again to find damage: a newer version may refuse what an older one played."""
TURNS = "turns"
"""The name of the number of turns among the metadata of a summary; the game's own record has none."""
_META = ("title", "changed", "position", "turn", "result", "guided")


@dataclass(frozen=True, slots=True)
class Summary:
    """The part of a saved game that a list shows. It may be wrong, and is trusted for nothing else.

    Attributes:
        digest: the digest of the text that it is a summary of.
        header: the record without its actions, except an ending that is not a move, and without its seed; a start
            position gives way to the present one as everybody may know it.
        checked: the day (ISO 8601) on which the whole game was known to be playable; empty if it is not known.
    """

    digest: str
    header: Record
    checked: str = ""

    def is_checked(self, today: str) -> bool:
        """Return True if the game need not be replayed again to find damage."""
        try:
            return 0 <= (date.fromisoformat(today[:10]) - date.fromisoformat(self.checked)).days < VALID_DAYS
        except ValueError:
            return False


def digest(text: str) -> str:
    """Return a value that differs for texts that differ, except by accident."""
    return f"{len(text)}-{zlib.crc32(text.encode(errors='surrogatepass')):08x}"


def summarised(text: str, record: Record, checked: str = "", turns: int = 0) -> Summary:
    """Return the summary of a text.

    Args:
        text: the text.
        record: the record in it.
        checked: see ``Summary``.
        turns: the number of turns of a game that has ended, by which it is told from others; 0 if it is not known.
    """
    standing = record.actions if record.at is None else record.actions[: record.at]
    ending = standing[-1:] if standing and is_ending(standing[-1]) else ()
    meta = {name: record.meta[name] for name in _META if name in record.meta}
    if turns:
        meta[TURNS] = str(turns)
    start = record.start and meta.get("position")  # what everybody may know: a start can hold an unknown order
    summary = replace(record, seed=0, start=start, actions=ending, at=None, meta=meta, clock=None)
    return Summary(digest(text), summary, checked)


class Summaries:
    """The summaries in a store, by the id of the game. One for which there is no room lasts as long as the page."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[str, Summary]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of all games that have a stored summary."""
        return (key.removeprefix(PREFIX) for key in self._store if key.startswith(PREFIX))

    def get(self, id: str, *, reread: bool = True) -> Summary | None:
        """Return the summary of a game; None if there is none that can be read.

        Args:
            id: the game's id.
            reread: False if the one that this page has read last will do; None if it has read none.
        """
        if not reread:
            return self._known[id][1] if id in self._known else None
        text = self._store.get(PREFIX + id)
        known = self._known.get(id)
        if text is None or (known and known[0] == text):
            return known[1] if known else None
        summary = _parse(text)
        if summary:
            self._known[id] = (text, summary)
        return summary

    def put(self, id: str, summary: Summary) -> None:
        """Store the summary of a game, if there is room."""
        header = json.loads(format_record(summary.header))
        fields: dict[str, Any] = {"digest": summary.digest, "checked": summary.checked, "header": header}
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        self._known[id] = (text, summary)
        with contextlib.suppress(StoreFull):
            self._store.set(PREFIX + id, text)

    def forget_others(self, ids: Collection[str]) -> None:
        """Give up the memory of all games but some."""
        self._known = {id: known for id, known in self._known.items() if id in ids}

    def remove(self, id: str) -> None:
        """Remove the summary of a game."""
        self._known.pop(id, None)
        self._store.remove(PREFIX + id)


def _parse(text: str) -> Summary | None:
    """Return the summary in a stored text; None if it is none."""
    try:
        data = decode(text)
        return Summary(str(data["digest"]), record_from(data["header"]), str(data["checked"]))
    except (ValueError, RecursionError, TypeError, KeyError, RecordError):
        return None
