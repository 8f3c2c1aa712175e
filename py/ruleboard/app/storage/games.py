"""Saved games: list, open, save, delete, export and import."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.reviews import Reviews
from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.app.storage.summaries import Summaries, digest, summarised
from ruleboard.engine.errors import NewerRecord, RecordError, RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.game_files import GamesFile, as_record, reading_file
from ruleboard.engine.move_text import count_rows
from ruleboard.engine.record import FORMAT, Record, format_record, parse_record
from ruleboard.engine.steps import Steps, finished, scaled
from ruleboard.engine.timeline import Timeline, replaying
from ruleboard.games.registry import TOKENS
from ruleboard.i18n import _

PREFIX = "ruleboard/1/game/"
READ_AT_ONCE = 10_000
"""Characters of saved games that are read in one go; what is longer is read in steps."""
_SEED = re.compile(r'"seed": ?([0-9]+)')
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

AnyTimeline = Timeline[Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A saved game in the list.

    Attributes:
        id: the id in its key and its address.
        text: the stored text; empty in a list, for which it is not read.
        record: the record in it, in a list without actions (see ``summaries.Summary``); None if it is damaged,
            unsupported or not read yet.
        damage: the error for which it cannot be opened, as a clause; empty if none is known.
        unsupported: "newer" (format) or "unknown" (game) if another version may be able to read it; empty otherwise.
        is_pending: True if it has not been read yet.
    """

    id: str
    text: str
    record: Record | None
    damage: str = ""
    unsupported: str = ""
    is_pending: bool = False

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


class Export(NamedTuple):
    """An export of all games.

    Attributes:
        text: those that can be read.
        left_out: the number of the others.
    """

    text: str
    left_out: int


class GameStore:
    """The saved games in a store, by id.

    A text is only ever replaced by the next state of its own game, opened or begun on this page. A game for which the
    store has no room stays in memory until the page is closed: it is listed, opened and exported like all others. A
    game that another tab has deleted is not saved again unless ``adopt`` allows it.

    Attributes:
        reviews: the reviews of finished games; that of a game goes with it.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], now: Callable[[], str]) -> None:
        """``now`` returns the time as ISO 8601 in UTC."""
        self._texts = DurableTexts(store, removal_conflicts=True)
        self._games = games
        self._now = now
        self._summaries = Summaries(store)
        self.reviews = Reviews(store)
        self._unreadable: dict[str, tuple[str, Entry]] = {}
        self._damage: dict[str, tuple[str, str]] = {}

    def ids(self) -> list[str]:
        """Return the ids of all saved games."""
        return [key.removeprefix(PREFIX) for key in self._texts if key.startswith(PREFIX)]

    def entry(self, id: str) -> Entry | None:
        """Return one saved game, damaged or not; None if there is none of that id."""
        text = self._texts.peek(PREFIX + id)
        return None if text is None else self._entry(id, text)

    def _entry(self, id: str, text: str) -> Entry:
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
        known, damage = self._damage.get(id, ("", ""))
        return Entry(id, text, record, damage if damage and known == digest(text) else "")

    def entries(self, *, reread: bool = True) -> list[Entry]:
        """Return the list of all saved games: the one changed last first, those that cannot be opened at the end.

        It is made from the summaries. Of the games without one a few are read at once, the others are pending.

        Args:
            reread: False if summaries that this page has read will do, as while games are being checked.
        """
        room = READ_AT_ONCE if reread else 0
        found = []
        ids = self.ids()
        self._summaries.forget_others(frozenset(ids))
        for id in ids:
            entry = self._listed(id, reread)
            if entry is None and room > 0:
                text = self._texts.peek(PREFIX + id) or ""
                room -= len(text)
                if room > 0:
                    self._summarise(id, text)
                    entry = self._listed(id, reread)
            found.append(entry or Entry(id, "", None, is_pending=True))
        return sorted(found, key=lambda entry: (not entry.damage, entry.changed, entry.id), reverse=True)

    def _listed(self, id: str, reread: bool) -> Entry | None:
        """Return a game as its summary has it, or as it was found unreadable; None if it was not read yet."""
        if id in self._unreadable:
            return self._unreadable[id][1]
        summary = self._summaries.get(id, reread=reread)
        if summary is None or summary.header.game not in self._games:
            return None
        return Entry(id, "", summary.header, self._damage.get(id, ("", ""))[1])

    def _summarise(self, id: str, text: str) -> None:
        """Make the summary of a game anew."""
        entry = self._entry(id, text)
        if entry.record:
            self._unreadable.pop(id, None)
            self._summaries.put(id, summarised(text, entry.record))
        else:
            self._unreadable[id] = (digest(text), replace(entry, text=""))

    def refresh(self, id: str) -> None:
        """Make the summary of a game anew if its text, which another tab may have changed, is not the one in it."""
        text = self._texts.peek(PREFIX + id)
        if text is None:
            self._forget(id)
        elif not self._is_summarised(id, digest(text)):
            self._summarise(id, text)

    def _forget(self, id: str) -> None:
        """Remove what is known of a game that is gone."""
        self._summaries.remove(id)
        self.reviews.remove(id)
        self._unreadable.pop(id, None)
        self._damage.pop(id, None)

    def _is_summarised(self, id: str, known: str) -> bool:
        """Return True if what is listed of a game is that of the text with a digest."""
        if id in self._unreadable:
            return self._unreadable[id][0] == known
        summary = self._summaries.get(id)
        return summary is not None and summary.digest == known

    def checking(self) -> Steps[int]:
        """Check all saved games in steps: make missing and wrong summaries anew, then replay games to find damage.

        A game is replayed once in ``summaries.VALID_DAYS`` if its text does not change.

        Yields:
            The number of changes in the list so far.

        Returns:
            The number of all of them.
        """
        changes = 0
        ids = self.ids()
        for id in set(self._summaries).difference(ids):
            self._summaries.remove(id)
            yield changes
        for id in set(self.reviews).difference(ids):
            self.reviews.remove(id)
            yield changes
        due = []
        for id in ids:
            text = self._texts.peek(PREFIX + id)
            if text is None:
                continue
            known = digest(text)
            if not self._is_summarised(id, known):
                self._summarise(id, text)
                changes += 1
            if not self._is_checked(id, known):
                due.append(id)
            yield changes
        for id in due:
            changes += yield from self._checking(id, changes)
        return changes

    def _is_checked(self, id: str, known: str) -> bool:
        """Return True if a game, whose text has a digest, need not be replayed to find damage."""
        summary = self._summaries.get(id)
        if id in self._unreadable or self._damage.get(id, ("", ""))[0] == known:
            return True
        return summary is not None and summary.digest == known and summary.is_checked(self._now())

    def _checking(self, id: str, changes: int) -> Steps[int]:
        """Replay a saved game to find damage; return the number of changes in the list."""
        entry = self.entry(id)
        if entry is None or entry.record is None:
            return 0
        known = digest(entry.text)
        try:
            timeline = yield from scaled(replaying(entry.record, self._games), changes, 0)
            yield from scaled(timeline.listing(), changes, 0)
        except RecordError as error:
            self._damage[id] = (known, str(error))
            return 1
        healed = self._damage.pop(id, None) is not None
        counted = False
        if self._is_summarised(id, known):  # and not changed meanwhile
            summary = summarised(entry.text, entry.record, self._now()[:10], _turns_played(timeline))
            before = self._summaries.get(id)
            counted = before is not None and before.header != summary.header
            self._summaries.put(id, summary)
        return int(healed or counted)

    def forget_checks(self) -> None:
        """Let all damage be found again, as after a change of the language in which it is described."""
        self._unreadable.clear()
        self._damage.clear()

    def open(self, id: str) -> AnyTimeline:
        """Return the timeline of a saved game, whose next states this page may save from now on.

        Raises:
            KeyError: there is none of that id.
            RecordError: it is damaged; its text stays as it is.
        """
        return finished(self.opening(id))

    def is_long(self, id: str) -> bool:
        """Return True if opening a game takes so long that it has to be done in steps."""
        return len(self._texts.peek(PREFIX + id) or "") > READ_AT_ONCE

    def opening(self, id: str) -> Steps[AnyTimeline]:
        """Open a saved game as ``open`` does, in steps.

        Raises:
            KeyError, RecordError: as ``open``.
        """
        while True:
            text = self._texts.peek(PREFIX + id)
            if text is None:
                raise KeyError(id)
            timeline = yield from replaying(parse_record(text), self._games)
            yield from scaled(timeline.listing(), 1, 0)
            if self._texts.peek(PREFIX + id) == text:
                self.adopt(id)
                return timeline

    def begin(self, record: Record) -> tuple[str, AnyTimeline]:
        """Return a new id and the timeline of a game that is not saved yet.

        Raises:
            RecordError: the record cannot be replayed.
        """
        return finished(self.beginning(record))

    def beginning(self, record: Record) -> Steps[tuple[str, AnyTimeline]]:
        """Do the same as ``begin`` in steps."""
        timeline = yield from replaying(record, self._games)
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
        record = self.record_of(timeline, changed)
        text = format_record(record)
        try:
            self._texts.write(PREFIX + id, text)
        except StoreFull:
            self._keep_summary(id, text, record, timeline)
            raise
        self._keep_summary(id, text, record, timeline)

    def _keep_summary(self, id: str, text: str, record: Record, timeline: AnyTimeline) -> None:
        """Store the summary of a game that was saved as it was played."""
        self._unreadable.pop(id, None)
        self._damage.pop(id, None)
        self._summaries.put(id, summarised(text, record, self._now()[:10], _turns_played(timeline)))

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
        text = self._texts.remove(PREFIX + id)
        self._forget(id)
        return text

    def restore(self, id: str, text: str) -> None:
        """Save the text of a deleted game under its id, unless another tab has saved one there meanwhile.

        Raises:
            StoreFull: there is no room for it any more; it waits in memory.
        """
        if self._texts.read(PREFIX + id) is None:
            try:
                self._texts.write(PREFIX + id, text)
            finally:
                self._summarise(id, text)

    def export_all(self) -> str:
        """Return all readable games as one JSON text for ``import_text``."""
        return self.exported().text

    def exported(self) -> Export:
        """Return all games, the one changed last first."""
        found = [self.entry(listed.id) for listed in self.entries()]
        records = [json.loads(entry.text) for entry in found if entry and entry.is_readable]
        text = json.dumps({"format": FORMAT, "games": records}, ensure_ascii=False, indent=1)
        return Export(text, sum(entry is not None and not entry.is_readable for entry in found))

    def import_text(self, text: str) -> ImportResult:
        """Import one record, an export of many, or a game in its own notation (``games.extensions.Scores``).

        Each is saved under a new id, except those that are saved here already.

        Raises:
            RecordError: the text is none of these.
        """
        return finished(self.importing(text))

    def importing(self, text: str) -> Steps[ImportResult]:
        """Import a text as ``import_text`` does, in steps. Games that were saved before it is given up stay.

        Raises:
            RecordError: as ``import_text``.
        """
        file = yield from reading_file(text, self._games, TOKENS)
        if not isinstance(file, GamesFile):
            raise RecordError(_("this is no game"), expected=_("a game exported from Ruleboard"))
        return (yield from self.importing_items(file.items))

    def importing_items(self, items: Sequence[object]) -> Steps[ImportResult]:
        """Import the games of a file in steps, as ``import_text`` does; those that cannot be read are refused."""
        by_seed = yield from self._ids_by_seed()
        ids: list[str] = []
        refused: list[str] = []
        duplicates = full = 0
        for number, item in enumerate(items):
            try:
                record = as_record(item)
                id, timeline = yield from scaled(self.beginning(record), number / len(items), 1 / len(items))
            except RuleboardError as error:
                where = _("game {number}").format(number=number + 1)
                is_located = len(items) < 2 or isinstance(item, RecordError)
                refused.append(str(error if is_located else error.within(where)))
                continue
            same_seed = by_seed.setdefault(str(record.seed), [])
            if self._has_equal(timeline.to_record(), same_seed):
                duplicates += 1
                continue
            try:
                self.save(id, timeline, timeline.record.meta.get("changed"))
            except StoreFull:
                self.delete(id)
                full += 1
            else:
                ids.append(id)
                same_seed.append(id)
        return ImportResult(tuple(ids), duplicates, full, tuple(refused))

    def _ids_by_seed(self) -> Steps[dict[str, list[str]]]:
        """Return the ids of the saved games by the digits of the seeds in their texts: equal games have equal seeds."""
        found: dict[str, list[str]] = {}
        for id in self.ids():
            for seed in _SEED.findall(self._texts.peek(PREFIX + id) or ""):
                found.setdefault(seed, []).append(id)
            yield 0
        return found

    def _has_equal(self, record: Record, ids: Sequence[str]) -> bool:
        """Return True if one of some saved games is the same as the one of a record."""
        entries = (self.entry(id) for id in ids)
        identity = _identity(record)
        return any(entry and entry.record and _identity(entry.record) == identity for entry in entries)

    def _new_id(self) -> str:
        while True:
            id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if self._texts.peek(PREFIX + id) is None:
                return id


def _identity(record: Record) -> str:
    """Return a record as text without the metadata that saving adds; its seed differs from that of an equal game."""
    meta = {name: text for name, text in record.meta.items() if name == "title"}
    return format_record(replace(record, at=None, meta=meta))


def _turns_played(timeline: AnyTimeline) -> int:
    """Return the number of turns of a game that has ended, as its move list counts them; 0 while it goes on.

    An ending that is no move is none.
    """
    if timeline.outcome is None:
        return 0
    at = timeline.at - (timeline.at > 0 and isinstance(timeline.entries[timeline.at - 1], str))
    return count_rows([turn for turn in timeline.turns() if turn.items[0][0] < at])


def _summary(timeline: AnyTimeline) -> dict[str, str]:
    """Return the metadata that the list of games shows without replaying: public position, player to move, result."""
    outcome = timeline.outcome
    to_move = timeline.to_move
    return {
        "position": timeline.game.format_position(timeline.public_state()),
        "turn": "" if to_move is None else str(to_move),
        "result": outcome.reason if outcome else "",
    }
