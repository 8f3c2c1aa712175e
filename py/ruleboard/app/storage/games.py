"""The games that are kept: listing, opening, saving, deleting, and taking them out and in as files."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import NewerRecord, RecordError, RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import check_record
from ruleboard.engine.record import FORMAT, Record, format_record, parse_record, record_from
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import SCORES
from ruleboard.i18n import _

PREFIX = "ruleboard/1/game/"
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

AnyTimeline = Timeline[Any]


class Conflict(Exception):
    """The kept text is not the one that was read: another tab has saved since."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A kept game in the list: its record, or why it cannot be read.

    Attributes:
        id: its name in the store.
        text: the text as it is kept.
        record: what the text holds; None if it is damaged.
        damage: why it cannot be opened, as a sentence; empty if it can, as far as is known.
        foreign: "newer" or "unknown" if nothing is wrong with it, but it is of a newer version or of an unknown game.
    """

    id: str
    text: str
    record: Record | None
    damage: str = ""
    foreign: str = ""

    @property
    def changed(self) -> str:
        """When it was last changed, as ISO 8601; empty if not known."""
        return self.record.meta.get("changed", "") if self.record else ""

    @property
    def legible(self) -> bool:
        """Whether this version can read it, or another one can."""
        return self.record is not None or bool(self.foreign)


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of an import.

    Attributes:
        ids: the games taken in.
        known: how many were kept already.
        full: how many there was no room for.
        refused: why others could not be read.
    """

    ids: tuple[str, ...] = ()
    known: int = 0
    full: int = 0
    refused: tuple[str, ...] = ()


class Library:
    """The kept games in a store. Nothing is ever overwritten but a game by its own next state.

    What the store has no room for waits in memory: it is listed, opened and exported like all else until the page is
    closed.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], now: Callable[[], str]) -> None:
        """``now`` gives the time as ISO 8601 in UTC."""
        self.store = store
        self.games = games
        self._now = now
        self._seen: dict[str, str] = {}
        self._waiting: dict[str, str] = {}
        self._checked: dict[str, tuple[str, str]] = {}
        self._ahead: list[str] = []

    def ids(self) -> list[str]:
        """The ids of all kept games."""
        kept = (key.removeprefix(PREFIX) for key in self.store if key.startswith(PREFIX))
        return list(dict.fromkeys((*kept, *self._waiting)))

    def _text(self, id: str) -> str | None:
        """The text of a game: what waits for room, unless another tab has saved since, or else what is kept."""
        kept = self.store.get(PREFIX + id)
        return self._waiting.get(id, kept) if kept == self._seen.get(id) else kept

    def entry(self, id: str) -> Entry | None:
        """One kept game, damaged or not; None if there is none of that id."""
        text = self._text(id)
        if text is None:
            return None
        try:
            record = parse_record(text)
        except RecordError as error:
            return Entry(id, text, None, str(error), "newer" if isinstance(error, NewerRecord) else "")
        if record.game not in self.games:
            return Entry(
                id,
                text,
                None,
                _("It is of a game this version does not have: {name}").format(name=repr(record.game[:30])),
                "unknown",
            )
        checked, damage = self._checked.get(id, ("", ""))
        if damage and checked == text:
            return Entry(id, text, record, damage)
        return Entry(id, text, record)

    def entries(self) -> list[Entry]:
        """All kept games, the one changed last first, damaged ones behind."""
        found = [entry for id in self.ids() if (entry := self.entry(id))]
        return sorted(found, key=lambda entry: (not entry.damage, entry.changed, entry.id), reverse=True)

    def unchecked(self) -> str | None:
        """The id of a game whose record was not replayed yet since its text changed; None if all were."""
        if not self._ahead:  # looked for seldom: to find one of a thousand takes as long as to find all
            self._ahead = [id for id in reversed(self.ids()) if self._is_unchecked(id)]
        while self._ahead:
            id = self._ahead.pop()
            if self._is_unchecked(id):
                return id
        return None

    def _is_unchecked(self, id: str) -> bool:
        text = self._text(id)
        return text is not None and (id not in self._checked or self._checked[id][0] != text)

    def check(self, id: str) -> None:
        """Replay a kept game to learn whether it can be opened; ``entry`` knows it from then on."""
        entry = self.entry(id)
        if entry is None:
            return
        damage = entry.damage
        if entry.record and not damage:
            try:
                replay(entry.record, self.games)
            except RecordError as error:
                damage = str(error)
        self._checked[id] = (entry.text, damage)

    def forget_checks(self) -> None:
        """Let all games be checked anew: why one cannot be opened is told in another language from now on."""
        self._checked.clear()

    def open(self, id: str) -> AnyTimeline:
        """A kept game, replayed.

        Raises:
            KeyError: there is none of that id.
            RecordError: it is damaged; its text stays as it is.
        """
        text = self._text(id)
        if text is None:
            raise KeyError(id)
        timeline = replay(parse_record(text), self.games)
        if self._waiting.get(id) != text:
            self._waiting.pop(id, None)  # another tab's text has taken its place
        self.adopt(id)
        return timeline

    def begin(self, record: Record) -> tuple[str, AnyTimeline]:
        """A new id and the timeline of a game that is not kept yet.

        Raises:
            RecordError: the record does not replay.
        """
        timeline = replay(record, self.games)
        meta = {"created": self._now(), **record.meta}
        return self._new_id(), replace(timeline, record=replace(record, meta=meta))

    def copy(self, timeline: AnyTimeline, title: str) -> tuple[str, AnyTimeline]:
        """A new id and the timeline of a game, not kept yet, that goes on from where another one stands."""
        copied = timeline.cut()
        meta = {**copied.record.meta, "created": self._now(), "title": title}
        return self._new_id(), replace(copied, record=replace(copied.record, meta=meta))

    def save(self, id: str, timeline: AnyTimeline, changed: str | None = None) -> None:
        """Keep a game as it now stands, changed now or, if that is known better, at the time given.

        Raises:
            Conflict: another tab has saved or deleted it since; nothing was written.
            StoreFull: it could not be kept and waits in memory; the text kept before is untouched.
        """
        if not self.is_current(id):
            raise Conflict(id)
        text = format_record(self.record_of(timeline, changed))
        self._checked[id] = (text, "")
        self._write(id, text)

    def retry(self) -> bool:
        """Try again to keep what the store had no room for; whether nothing waits any more."""
        for id, text in list(self._waiting.items()):
            if not self.is_current(id):
                del self._waiting[id]
                continue
            try:
                self._write(id, text)
            except StoreFull:
                return False
        return True

    def _write(self, id: str, text: str) -> None:
        self._waiting[id] = text
        self.store.set(PREFIX + id, text)
        del self._waiting[id]
        self._seen[id] = text

    def record_of(self, timeline: AnyTimeline, changed: str | None = None) -> Record:
        """The record of a game as it now stands, with what the list tells of it."""
        return timeline.to_record(changed=changed or self._now(), **_summary(timeline))

    def is_current(self, id: str) -> bool:
        """Whether what is kept of a game is what this page has read or written last."""
        return self.store.get(PREFIX + id) == self._seen.get(id)

    def adopt(self, id: str) -> None:
        """Let the next ``save`` of a game take the place of whatever is kept under its id."""
        kept = self.store.get(PREFIX + id)
        if kept is None:
            self._seen.pop(id, None)
        else:
            self._seen[id] = kept

    def delete(self, id: str) -> str | None:
        """Forget a game; its text, with which ``restore`` brings it back."""
        text = self._text(id)
        self.store.remove(PREFIX + id)
        self._waiting.pop(id, None)
        self._seen.pop(id, None)
        return text

    def restore(self, id: str, text: str) -> None:
        """Bring back a deleted game under its id; what another tab has kept there meanwhile stays.

        Raises:
            StoreFull: there is no room for it any more, and it waits in memory.
        """
        if self.store.get(PREFIX + id) is None:
            self._write(id, text)

    def export_all(self) -> str:
        """All legible games as one JSON text, which ``take_in`` takes."""
        records = [json.loads(entry.text) for entry in self.entries() if entry.legible]
        return json.dumps({"format": FORMAT, "games": records}, ensure_ascii=False, indent=1)

    def take_in(self, text: str) -> Imported:
        """Import one record, an export of many, or a game in its own notation (``games.extras.Scores``).

        Each comes in under a new id; those kept already are left out.

        Raises:
            RecordError: the text is none of these.
        """
        items = _items(text)
        kept = {_essence(entry.record) for entry in self.entries() if entry.record}
        ids: list[str] = []
        refused: list[str] = []
        known = full = 0
        for number, item in enumerate(items, 1):
            try:
                id, timeline = self.begin(item if isinstance(item, Record) else record_from(item))
            except RuleboardError as error:
                refused.append(str(error.within(_("game {number}").format(number=number)) if len(items) > 1 else error))
                continue
            essence = _essence(timeline.to_record())
            if essence in kept:
                known += 1
                continue
            kept.add(essence)
            try:
                self.save(id, timeline, timeline.record.meta.get("changed"))
            except StoreFull:
                self.delete(id)
                full += 1
            else:
                ids.append(id)
        return Imported(tuple(ids), known, full, tuple(refused))

    def _new_id(self) -> str:
        while True:
            id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if self._text(id) is None:
                return id


def _items(text: str) -> list[object]:
    """The records in an import: read, or as JSON still undecided whether they are any good."""
    check_record(text)
    for scores in SCORES.values():
        if scores.seems(text):
            return [scores.parse(text)]
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        parse_record(text)  # says what is wrong
        raise
    if isinstance(data, dict) and isinstance(data.get("games"), list):
        return list(data["games"])
    return [data]


def _essence(record: Record) -> str:
    """A record as text, without what keeping it adds and changes; its seed tells it from a game played alike."""
    meta = {name: text for name, text in record.meta.items() if name == "title"}
    return format_record(replace(record, at=None, meta=meta))


def _summary(timeline: AnyTimeline) -> dict[str, str]:
    """What the list of games shows without replaying: the public position, whose turn, the result."""
    game, state = timeline.game, timeline.state
    outcome = timeline.outcome
    to_move = timeline.to_move
    return {
        "position": game.format_position(game.view(state, None)),
        "turn": "" if to_move is None else str(to_move),
        "result": outcome.reason if outcome else "",
    }
