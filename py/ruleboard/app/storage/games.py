"""Saved games: list, open, save, delete, export and import."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.app.storage.durable import DurableTexts
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A saved game in the list.

    Attributes:
        id: the id in its key and its address.
        text: the stored text.
        record: the record it describes; None if it is damaged or unsupported.
        damage: the error for which it cannot be opened, as a clause; empty if none is known.
        unsupported: "newer" (format) or "unknown" (game) if another version may be able to read it; empty otherwise.
    """

    id: str
    text: str
    record: Record | None
    damage: str = ""
    unsupported: str = ""

    @property
    def changed(self) -> str:
        """The time of its last change, as ISO 8601; empty if not known."""
        return self.record.meta.get("changed", "") if self.record else ""

    @property
    def is_readable(self) -> bool:
        """True if this version can read it, or another one can."""
        return self.record is not None or bool(self.unsupported)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The outcome of an import.

    Attributes:
        ids: the games that were imported.
        duplicates: the number of games that were saved here already.
        full: the number of games for which there was no room.
        refused: the errors of those that could not be read, as clauses.
    """

    ids: tuple[str, ...] = ()
    duplicates: int = 0
    full: int = 0
    refused: tuple[str, ...] = ()

    def __add__(self, other: ImportResult) -> ImportResult:
        """Return the outcome of both imports together."""
        return ImportResult(
            self.ids + other.ids,
            self.duplicates + other.duplicates,
            self.full + other.full,
            self.refused + other.refused,
        )


class GameStore:
    """The saved games in a store, by id.

    A text is only ever replaced by the next state of its own game, opened or begun on this page. A game for which the
    store has no room stays in memory until the page is closed: it is listed, opened and exported like all others. A
    game that another tab has deleted is not saved again unless ``adopt`` allows it.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], now: Callable[[], str]) -> None:
        """``now`` returns the time as ISO 8601 in UTC."""
        self._texts = DurableTexts(store, removal_conflicts=True)
        self._games = games
        self._now = now
        self._checked: dict[str, tuple[str, str]] = {}
        self._unchecked: list[str] = []

    def ids(self) -> list[str]:
        """Return the ids of all saved games."""
        return [key.removeprefix(PREFIX) for key in self._texts if key.startswith(PREFIX)]

    def entry(self, id: str) -> Entry | None:
        """Return one saved game, damaged or not; None if there is none of that id."""
        text = self._texts.peek(PREFIX + id)
        if text is None:
            return None
        try:
            record = parse_record(text)
        except RecordError as error:
            return Entry(id, text, None, str(error), "newer" if isinstance(error, NewerRecord) else "")
        if record.game not in self._games:
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
        """Return all saved games: the one changed last first, damaged ones at the end."""
        found = [entry for id in self.ids() if (entry := self.entry(id))]
        return sorted(found, key=lambda entry: (not entry.damage, entry.changed, entry.id), reverse=True)

    def unchecked(self) -> str | None:
        """Return the id of a game that ``check`` has not seen since its text changed; None if there is none."""
        if not self._unchecked:  # searched for all at once: to find one takes as long
            self._unchecked = [id for id in reversed(self.ids()) if self._is_unchecked(id)]
        while self._unchecked:
            id = self._unchecked.pop()
            if self._is_unchecked(id):
                return id
        return None

    def _is_unchecked(self, id: str) -> bool:
        text = self._texts.peek(PREFIX + id)
        return text is not None and (id not in self._checked or self._checked[id][0] != text)

    def check(self, id: str) -> None:
        """Replay a saved game to find damage; ``entry`` reports it from then on."""
        entry = self.entry(id)
        if entry is None:
            return
        damage = entry.damage
        if entry.record and not damage:
            try:
                replay(entry.record, self._games)
            except RecordError as error:
                damage = str(error)
        self._checked[id] = (entry.text, damage)

    def forget_checks(self) -> None:
        """Let all games be checked again, as after a change of the language in which damage is described."""
        self._checked.clear()

    def open(self, id: str) -> AnyTimeline:
        """Return the timeline of a saved game, whose next states this page may save from now on.

        Raises:
            KeyError: there is none of that id.
            RecordError: it is damaged; its text stays as it is.
        """
        text = self._texts.peek(PREFIX + id)
        if text is None:
            raise KeyError(id)
        timeline = replay(parse_record(text), self._games)
        self.adopt(id)
        return timeline

    def begin(self, record: Record) -> tuple[str, AnyTimeline]:
        """Return a new id and the timeline of a game that is not saved yet.

        Raises:
            RecordError: the record cannot be replayed.
        """
        timeline = replay(record, self._games)
        meta = {"created": self._now(), **record.meta}
        return self._new_id(), replace(timeline, record=replace(record, meta=meta))

    def copy(self, timeline: AnyTimeline, title: str) -> tuple[str, AnyTimeline]:
        """Return a new id and the timeline, not saved yet, of a game that continues another one from where it is."""
        copied = timeline.cut()
        meta = {**copied.record.meta, "created": self._now(), "title": title}
        return self._new_id(), replace(copied, record=replace(copied.record, meta=meta))

    def save(self, id: str, timeline: AnyTimeline, changed: str | None = None) -> None:
        """Save the state of a game.

        Args:
            id: the game's id.
            timeline: its state.
            changed: the time of its last change as ISO 8601; now, if it is not given.

        Raises:
            Conflict: another tab has saved or deleted it since; nothing was written.
            StoreFull: there is no room; the game waits in memory, and the stored text is unchanged.
        """
        text = format_record(self.record_of(timeline, changed))
        self._checked[id] = (text, "")
        self._texts.write(PREFIX + id, text)

    def retry(self) -> bool:
        """Try to store all waiting games; return whether none waits any more."""
        return self._texts.retry()

    def record_of(self, timeline: AnyTimeline, changed: str | None = None) -> Record:
        """Return the record of the state of a game, with the summary that the list shows."""
        return timeline.to_record(changed=changed or self._now(), **_summary(timeline))

    def is_current(self, id: str) -> bool:
        """Return whether no other tab has changed a game since this page last read or wrote it."""
        return not self._texts.is_overtaken(PREFIX + id)

    def adopt(self, id: str) -> None:
        """Let the next ``save`` of a game replace whatever is stored now, or save it again if it was deleted."""
        self._texts.read(PREFIX + id)

    def delete(self, id: str) -> str | None:
        """Delete a game and return its text, from which ``restore`` brings it back; None if there was none."""
        return self._texts.remove(PREFIX + id)

    def restore(self, id: str, text: str) -> None:
        """Save the text of a deleted game under its id, unless another tab has saved one there meanwhile.

        Raises:
            StoreFull: there is no room for it any more; it waits in memory.
        """
        if self._texts.read(PREFIX + id) is None:
            self._texts.write(PREFIX + id, text)

    def export_all(self) -> str:
        """Return all readable games as one JSON text for ``import_text``."""
        records = [json.loads(entry.text) for entry in self.entries() if entry.is_readable]
        return json.dumps({"format": FORMAT, "games": records}, ensure_ascii=False, indent=1)

    def import_text(self, text: str) -> ImportResult:
        """Import one record, an export of many, or a game in its own notation (``games.extensions.Scores``).

        Each is saved under a new id, except those that are saved here already.

        Raises:
            RecordError: the text is none of these.
        """
        items = _items(text)
        saved = {_identity(entry.record) for entry in self.entries() if entry.record}
        ids: list[str] = []
        refused: list[str] = []
        duplicates = full = 0
        for number, item in enumerate(items, 1):
            try:
                id, timeline = self.begin(item if isinstance(item, Record) else record_from(item))
            except RuleboardError as error:
                refused.append(str(error.within(_("game {number}").format(number=number)) if len(items) > 1 else error))
                continue
            identity = _identity(timeline.to_record())
            if identity in saved:
                duplicates += 1
                continue
            saved.add(identity)
            try:
                self.save(id, timeline, timeline.record.meta.get("changed"))
            except StoreFull:
                self.delete(id)
                full += 1
            else:
                ids.append(id)
        return ImportResult(tuple(ids), duplicates, full, tuple(refused))

    def _new_id(self) -> str:
        while True:
            id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if self._texts.peek(PREFIX + id) is None:
                return id


def _items(text: str) -> list[object]:
    """Return the records in an imported text: records, or decoded JSON that is not validated yet."""
    check_record(text)
    for scores in SCORES.values():
        if scores.seems(text):
            return [scores.parse(text)]
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        parse_record(text)  # raises the error that says what is wrong
        raise
    if isinstance(data, dict) and isinstance(data.get("games"), list):
        return list(data["games"])
    return [data]


def _identity(record: Record) -> str:
    """Return a record as text without the metadata that saving adds; its seed differs from that of an equal game."""
    meta = {name: text for name, text in record.meta.items() if name == "title"}
    return format_record(replace(record, at=None, meta=meta))


def _summary(timeline: AnyTimeline) -> dict[str, str]:
    """Return the metadata that the list of games shows without replaying: public position, player to move, result."""
    outcome = timeline.outcome
    to_move = timeline.to_move
    return {
        "position": timeline.game.format_position(timeline.public_state()),
        "turn": "" if to_move is None else str(to_move),
        "result": outcome.reason if outcome else "",
    }
