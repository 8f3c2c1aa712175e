"""Saved games: list, open, save, delete, export and import."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.reviews import ReviewStore
from ruleboard.app.storage.store import Store, StoreFull
from ruleboard.app.storage.summaries import SummaryStore, digest, summary_of
from ruleboard.engine.errors import NewerRecord, RecordError, RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.game_files import GamesFile, as_record, read_file_steps
from ruleboard.engine.move_text import count_rows
from ruleboard.engine.record import RECORD_FORMAT, Record, format_record, parse_record
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
from ruleboard.engine.timeline import Timeline, replay_steps
from ruleboard.i18n import _
from ruleboard.registry import MOVE_TOKENS

KEY_PREFIX = "ruleboard/1/game/"
MAX_CHARACTERS_AT_ONCE = 10_000
"""The number of characters of saved games that the app reads at once. It reads longer games in steps."""
_SEED_PATTERN = re.compile(r'"seed": ?([0-9]+)')
_ID_CHARACTERS = "abcdefghijkmnpqrstuvwxyz23456789"

AnyTimeline = Timeline[Any]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A saved game in the list.

    Attributes:
        id: the id in its key and its address.
        text: the stored text; empty in a list.
        record: the record in the text. In a list it has no actions (see ``summaries.Summary``). It is None if the
            text is damaged, unsupported or not read yet.
        damage: the error that prevents opening the game, as a clause; may be empty.
        unsupported_part: "newer" (format) or "unknown" (game) if another version may read the game; empty otherwise.
        is_pending: True if the app has not read the game yet.
    """

    id: str
    text: str
    record: Record | None
    damage: str = ""
    unsupported_part: str = ""
    is_pending: bool = False

    @property
    def changed_at(self) -> str:
        """The time of the last change, as ISO 8601; empty if unknown."""
        return self.record.meta.get("changed", "") if self.record else ""

    @property
    def is_readable(self) -> bool:
        """True if this version or another one can read the text."""
        return self.record is not None or bool(self.unsupported_part)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import.

    Attributes:
        ids: the ids of the imported games.
        duplicate_count: the number of games that were already stored.
        unsaved_count: the number of games for which the store had no room.
        errors: the errors in unreadable games, as clauses.
    """

    ids: tuple[str, ...] = ()
    duplicate_count: int = 0
    unsaved_count: int = 0
    errors: tuple[str, ...] = ()

    def __add__(self, result: ImportResult) -> ImportResult:
        """Return the combined result of two imports."""
        return ImportResult(
            self.ids + result.ids,
            self.duplicate_count + result.duplicate_count,
            self.unsaved_count + result.unsaved_count,
            self.errors + result.errors,
        )


class Export(NamedTuple):
    """An export of all games.

    Attributes:
        text: the readable games, as JSON.
        unreadable_count: the number of unreadable games, which the text omits.
    """

    text: str
    unreadable_count: int


class GameStore:
    """The saved games in a store, by id.

    Saving only replaces the text of the same game, which this page has opened or started. A game for which the store
    has no room stays in memory until the page is closed; the list and all methods treat it as saved. Call
    ``allow_overwriting`` to save a game that another tab has deleted.

    Attributes:
        reviews: the reviews of finished games. Deleting a game deletes its review.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], now: Callable[[], str]) -> None:
        """Wrap a store. ``now`` returns the current time as ISO 8601 in UTC."""
        self._texts = DurableTexts(store, conflicts_on_removal=True)
        self._games = games
        self._now = now
        self._summaries = SummaryStore(store)
        self.reviews = ReviewStore(store)
        self._unreadable: dict[str, tuple[str, GameEntry]] = {}
        self._damage: dict[str, tuple[str, str]] = {}

    def ids(self) -> list[str]:
        """Return the ids of all saved games."""
        return [key.removeprefix(KEY_PREFIX) for key in self._texts if key.startswith(KEY_PREFIX)]

    def entry(self, id: str) -> GameEntry | None:
        """Return the entry of a saved game, which may be damaged, or None if no game has this id."""
        text = self._texts.peek(KEY_PREFIX + id)
        return None if text is None else self._entry(id, text)

    def _entry(self, id: str, text: str) -> GameEntry:
        try:
            record = parse_record(text)
        except RecordError as error:
            return GameEntry(id, text, None, str(error), "newer" if isinstance(error, NewerRecord) else "")
        if record.game not in self._games:
            return GameEntry(
                id,
                text,
                None,
                _("this version doesn’t have the game {name}").format(name=repr(record.game[:30])),
                "unknown",
            )
        damaged_digest, damage = self._damage.get(id, ("", ""))
        return GameEntry(id, text, record, damage if damage and damaged_digest == digest(text) else "")

    def entries(self, *, reread: bool = True) -> list[GameEntry]:
        """Return the list of all saved games, the most recently changed first, with damaged games at the end.

        The list comes from the summaries. The method reads a few games without a summary, and the other games stay
        pending.

        Args:
            reread: False to trust the summaries in memory and read no games, as during the check of the games.
        """
        character_budget = MAX_CHARACTERS_AT_ONCE if reread else 0
        entries = []
        ids = self.ids()
        self._summaries.keep_only(frozenset(ids))
        for id in ids:
            entry = self._entry_for_list(id, reread)
            if entry is None and character_budget > 0:
                text = self._texts.peek(KEY_PREFIX + id) or ""
                character_budget -= len(text)
                if character_budget > 0:
                    self._update_summary(id, text)
                    entry = self._entry_for_list(id, reread)
            entries.append(entry or GameEntry(id, "", None, is_pending=True))
        return sorted(entries, key=lambda entry: (not entry.damage, entry.changed_at, entry.id), reverse=True)

    def _entry_for_list(self, id: str, reread: bool) -> GameEntry | None:
        """Return the entry of a game from its summary or its error, or None if the game has not been read yet."""
        if id in self._unreadable:
            return self._unreadable[id][1]
        summary = self._summaries.get(id, reread=reread)
        if summary is None or summary.header.game not in self._games:
            return None
        return GameEntry(id, "", summary.header, self._damage.get(id, ("", ""))[1])

    def _update_summary(self, id: str, text: str) -> None:
        """Update the summary of a game from its text."""
        entry = self._entry(id, text)
        if entry.record:
            self._unreadable.pop(id, None)
            self._summaries.set(id, summary_of(text, entry.record))
        else:
            self._unreadable[id] = (digest(text), replace(entry, text=""))

    def refresh(self, id: str) -> None:
        """Update the summary of a game if its text has changed, for example in another tab."""
        text = self._texts.peek(KEY_PREFIX + id)
        if text is None:
            self._forget_game(id)
        elif not self._is_summarised(id, digest(text)):
            self._update_summary(id, text)

    def _forget_game(self, id: str) -> None:
        """Remove the summary, the review and the errors of a deleted game."""
        self._summaries.remove(id)
        self.reviews.remove(id)
        self._unreadable.pop(id, None)
        self._damage.pop(id, None)

    def _is_summarised(self, id: str, text_digest: str) -> bool:
        """Return True if the summary or the error of a game belongs to the text with this digest."""
        if id in self._unreadable:
            return self._unreadable[id][0] == text_digest
        summary = self._summaries.get(id)
        return summary is not None and summary.digest == text_digest

    def check_steps(self) -> Steps[int]:
        """Check all saved games in steps: update missing or outdated summaries, then replay the games to find damage.

        A game with an unchanged text is replayed only once in ``summaries.CHECK_VALID_DAYS``.

        Yields:
            The number of changes in the list so far.

        Returns:
            The total number of changes.
        """
        change_count = 0
        ids = self.ids()
        for id in set(self._summaries).difference(ids):
            self._summaries.remove(id)
            yield change_count
        for id in set(self.reviews).difference(ids):
            self.reviews.remove(id)
            yield change_count
        unchecked_games = []
        for id in ids:
            text = self._texts.peek(KEY_PREFIX + id)
            if text is None:
                continue
            text_digest = digest(text)
            if not self._is_summarised(id, text_digest):
                self._update_summary(id, text)
                change_count += 1
            if not self._is_checked(id, text_digest):
                unchecked_games.append(id)
            yield change_count
        for id in unchecked_games:
            change_count += yield from self._check_steps(id, change_count)
        return change_count

    def _is_checked(self, id: str, text_digest: str) -> bool:
        """Return True if the game with this digest was checked recently enough."""
        summary = self._summaries.get(id)
        if id in self._unreadable or self._damage.get(id, ("", ""))[0] == text_digest:
            return True
        return summary is not None and summary.digest == text_digest and summary.is_checked(self._now())

    def _check_steps(self, id: str, change_count: int) -> Steps[int]:
        """Replay a saved game in steps to find damage. Return how often the list of games has changed."""
        entry = self.entry(id)
        if entry is None or entry.record is None:
            return 0
        text_digest = digest(entry.text)
        try:
            timeline = yield from scale_progress(replay_steps(entry.record, self._games), change_count, 0)
            yield from scale_progress(timeline.format_turns(), change_count, 0)
        except RecordError as error:
            self._damage[id] = (text_digest, str(error))
            return 1
        was_damaged = self._damage.pop(id, None) is not None
        has_new_header = False
        if self._is_summarised(id, text_digest):  # It has not changed during the steps.
            summary = summary_of(entry.text, entry.record, self._now()[:10], _turn_count(timeline))
            earlier_summary = self._summaries.get(id)
            has_new_header = earlier_summary is not None and earlier_summary.header != summary.header
            self._summaries.set(id, summary)
        return int(was_damaged or has_new_header)

    def forget_checks(self) -> None:
        """Forget all known damage, so that the next check describes it in the current language."""
        self._unreadable.clear()
        self._damage.clear()

    def open(self, id: str) -> AnyTimeline:
        """Open a saved game. Afterwards this page may save it.

        Raises:
            KeyError: no game has this id.
            RecordError: the game is damaged; its text does not change.
        """
        return run_to_end(self.open_steps(id))

    def is_long(self, id: str) -> bool:
        """Return True if a game is so long that the app opens it in steps."""
        return len(self._texts.peek(KEY_PREFIX + id) or "") > MAX_CHARACTERS_AT_ONCE

    def open_steps(self, id: str) -> Steps[AnyTimeline]:
        """Open a saved game in steps; see ``open``.

        Raises:
            KeyError, RecordError: see ``open``.
        """
        while True:
            text = self._texts.peek(KEY_PREFIX + id)
            if text is None:
                raise KeyError(id)
            timeline = yield from replay_steps(parse_record(text), self._games)
            yield from scale_progress(timeline.format_turns(), 1, 0)
            if self._texts.peek(KEY_PREFIX + id) == text:
                self.allow_overwriting(id)
                return timeline

    def begin(self, record: Record) -> tuple[str, AnyTimeline]:
        """Start a new game, without saving it; return its id and timeline.

        Raises:
            RecordError: the record cannot be replayed.
        """
        return run_to_end(self.begin_steps(record))

    def begin_steps(self, record: Record) -> Steps[tuple[str, AnyTimeline]]:
        """Start a game in steps; see ``begin``."""
        timeline = yield from replay_steps(record, self._games)
        meta = {"created": self._now(), **record.meta}
        return self._new_id(), replace(timeline, record=replace(record, meta=meta))

    def copy(self, timeline: AnyTimeline, title: str) -> tuple[str, AnyTimeline]:
        """Copy a game except its undone actions, without saving the copy; return the copy's id and timeline."""
        played_timeline = timeline.without_undone()
        meta = {**played_timeline.record.meta, "created": self._now(), "title": title}
        return self._new_id(), replace(played_timeline, record=replace(played_timeline.record, meta=meta))

    def save(self, id: str, timeline: AnyTimeline, changed_at: str | None = None) -> None:
        """Save a game.

        Args:
            id: the game's id.
            timeline: the game.
            changed_at: the time of its last change as ISO 8601; None for the current time.

        Raises:
            Conflict: another tab has saved or deleted the game; nothing is written.
            StoreFull: the store has no room; the game waits in memory, and the stored text does not change.
        """
        record = self.record_of(timeline, changed_at)
        text = format_record(record)
        try:
            self._texts.write(KEY_PREFIX + id, text)
        except StoreFull:
            self._store_summary(id, text, record, timeline)
            raise
        self._store_summary(id, text, record, timeline)

    def _store_summary(self, id: str, text: str, record: Record, timeline: AnyTimeline) -> None:
        """Store the summary of a game that this page has just saved, and mark the game as checked."""
        self._unreadable.pop(id, None)
        self._damage.pop(id, None)
        self._summaries.set(id, summary_of(text, record, self._now()[:10], _turn_count(timeline)))

    def retry(self) -> bool:
        """Try to store all games that wait in memory. Return True if the store has room for all of them."""
        return self._texts.retry()

    def record_of(self, timeline: AnyTimeline, changed_at: str | None = None) -> Record:
        """Return the record of a game, with the metadata that the list shows."""
        return timeline.to_record(changed=changed_at or self._now(), **_list_metadata(timeline))

    def awaits_room(self, id: str) -> bool:
        """Return True if this page's changes to a game wait in memory, since the store has no room."""
        return self._texts.awaits_room(KEY_PREFIX + id)

    def is_up_to_date(self, id: str) -> bool:
        """Return True if no other tab has changed a game since this page last read or wrote it."""
        return not self._texts.is_stale(KEY_PREFIX + id)

    def allow_overwriting(self, id: str) -> None:
        """Let the next ``save`` of a game replace another tab's text, or store a deleted game again."""
        self._texts.read(KEY_PREFIX + id)

    def delete(self, id: str) -> str | None:
        """Delete a game and return its text for ``restore``, or None if the game is not stored."""
        text = self._texts.remove(KEY_PREFIX + id)
        self._forget_game(id)
        return text

    def restore(self, id: str, text: str) -> None:
        """Store the text of a deleted game under its id, unless another tab has saved a game with that id.

        Raises:
            StoreFull: the store has no room; the game waits in memory.
        """
        if self._texts.read(KEY_PREFIX + id) is None:
            try:
                self._texts.write(KEY_PREFIX + id, text)
            finally:
                self._update_summary(id, text)

    def export_all(self) -> str:
        """Return all readable games as a JSON text that ``import_text`` can read."""
        return self.export().text

    def export(self) -> Export:
        """Export all games as JSON, the most recently changed first, and count the unreadable games."""
        entries = [self.entry(listed_entry.id) for listed_entry in self.entries()]
        records = [json.loads(entry.text) for entry in entries if entry and entry.is_readable]
        text = json.dumps({"format": RECORD_FORMAT, "games": records}, ensure_ascii=False, indent=1)
        return Export(text, sum(entry is not None and not entry.is_readable for entry in entries))

    def import_text(self, text: str) -> ImportResult:
        """Import a record, an export of several games, or a game in its own notation (``GameNotation``).

        Each game gets a new id. Games that are already stored are not imported again.

        Raises:
            RecordError: the text has another format.
        """
        return run_to_end(self.import_steps(text))

    def import_steps(self, text: str) -> Steps[ImportResult]:
        """Import a text in steps; see ``import_text``. If the caller stops, the games imported so far stay.

        Raises:
            RecordError: see ``import_text``.
        """
        file = yield from read_file_steps(text, self._games, MOVE_TOKENS)
        if not isinstance(file, GamesFile):
            raise RecordError(_("this isn’t a game"), expected=_("a game exported from Ruleboard"))
        return (yield from self.import_item_steps(file.items))

    def import_item_steps(self, items: Sequence[object]) -> Steps[ImportResult]:
        """Import the games of a file in steps; see ``import_text``. The result lists the errors in unreadable games."""
        ids_by_seed = yield from self._ids_by_seed()
        ids: list[str] = []
        errors: list[str] = []
        duplicate_count = unsaved_count = 0
        for number, item in enumerate(items):
            try:
                record = as_record(item)
                id, timeline = yield from scale_progress(self.begin_steps(record), number / len(items), 1 / len(items))
            except RuleboardError as error:
                where = _("game {number}").format(number=number + 1)
                has_location = len(items) < 2 or isinstance(item, RecordError)
                errors.append(str(error if has_location else error.within(where)))
                continue
            ids_with_seed = ids_by_seed.setdefault(str(record.seed), [])
            if self._has_equal(timeline.to_record(), ids_with_seed):
                duplicate_count += 1
                continue
            try:
                self.save(id, timeline, timeline.record.meta.get("changed"))
            except StoreFull:
                self.delete(id)
                unsaved_count += 1
            else:
                ids.append(id)
                ids_with_seed.append(id)
        return ImportResult(tuple(ids), duplicate_count, unsaved_count, tuple(errors))

    def _ids_by_seed(self) -> Steps[dict[str, list[str]]]:
        """Group the ids of saved games by the seeds in their texts, since equal games have equal seeds."""
        ids_by_seed: dict[str, list[str]] = {}
        for id in self.ids():
            for seed in _SEED_PATTERN.findall(self._texts.peek(KEY_PREFIX + id) or ""):
                ids_by_seed.setdefault(seed, []).append(id)
            yield 0
        return ids_by_seed

    def _has_equal(self, record: Record, ids: Sequence[str]) -> bool:
        """Return True if one of the games with these ids has an equal record."""
        entries = (self.entry(id) for id in ids)
        identity = _identity_text(record)
        return any(entry and entry.record and _identity_text(entry.record) == identity for entry in entries)

    def _new_id(self) -> str:
        while True:
            id = "".join(secrets.choice(_ID_CHARACTERS) for _ in range(8))
            if self._texts.peek(KEY_PREFIX + id) is None:
                return id


def _identity_text(record: Record) -> str:
    """Format a record without the metadata that saving adds, so that equal games have equal texts."""
    meta = {name: text for name, text in record.meta.items() if name == "title"}
    return format_record(replace(record, ply=None, meta=meta))


def _turn_count(timeline: AnyTimeline) -> int:
    """Return the number of turns of a finished game, as numbered in the move list; 0 if the game is not over.

    An ending that is not a move does not count.
    """
    if timeline.outcome is None:
        return 0
    ply = timeline.ply - (timeline.ply > 0 and isinstance(timeline.entries[timeline.ply - 1], str))
    return count_rows([turn for turn in timeline.turns() if turn.items[0][0] < ply])


def _list_metadata(timeline: AnyTimeline) -> dict[str, str]:
    """Return the metadata that the list shows: the public position, the player to move and the result."""
    outcome = timeline.outcome
    to_move = timeline.to_move
    return {
        "position": timeline.game.format_position(timeline.public_state()),
        "turn": "" if to_move is None else str(to_move),
        "result": outcome.reason if outcome else "",
    }
