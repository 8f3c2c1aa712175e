"""Stored studies: list, open, save, delete, export and import."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.store import Store
from ruleboard.engine.decoding import Value, decode_or_none
from ruleboard.engine.errors import NewerStudy, StudyError
from ruleboard.engine.limits import check_study_length
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import STUDY_ERRORS, STUDY_FORMAT, format_compact_study, parse_study, read_study_steps

KEY_PREFIX = "ruleboard/1/study/"
_MAX_LENGTH_AT_ONCE = 1_500
"""The maximum number of characters of a study that the app opens at once: about a hundred moves."""
_ID_CHARACTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # in the order of their codes, so that ids are ordered by time


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """A stored study in the list.

    Attributes:
        id: the id in its key and its address.
        title: the title; empty if the study is unreadable.
        games: the ids of the games of its chapters, each once.
        chapter_count: the number of its chapters.
        damage: the error that makes the study unreadable, as a clause; empty if it is readable.
        is_newer: True if the study is unreadable because a newer version of the app has written it.
    """

    id: str
    title: str = ""
    games: tuple[str, ...] = ()
    chapter_count: int = 0
    damage: str = ""
    is_newer: bool = False


class StudyStore:
    """The studies in a store, by id, with the same guarantees as ``GameStore``.

    Saving only replaces the text of the same study. A study for which the store has no room waits in memory. Call
    ``allow_overwriting`` to save a study that another tab has changed or deleted. An unreadable text never changes.
    """

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        """Wrap a store. ``now`` returns the current time as ISO 8601 in UTC."""
        self._texts = DurableTexts(store, conflicts_on_removal=True)
        self._now = now
        self._entries: dict[str, tuple[str, StudyEntry]] = {}
        self._unchecked: set[str] = set()

    def ids(self) -> list[str]:
        """Return the ids of all studies, the newest study first."""
        return sorted((key.removeprefix(KEY_PREFIX) for key in self._texts if key.startswith(KEY_PREFIX)), reverse=True)

    def entries(self) -> tuple[StudyEntry, ...]:
        """Return the list of all studies, the newest first. Unchanged texts are not parsed again."""
        ids = self.ids()
        for deleted_id in set(self._entries).difference(ids):
            del self._entries[deleted_id]
        return tuple(filter(None, map(self.entry, ids)))

    def entry(self, id: str) -> StudyEntry | None:
        """Return the entry of a study, which may be damaged, or None if no study has this id."""
        text = self.text(id)
        if text is None:
            return None
        if id not in self._entries or self._entries[id][0] != text:
            summary = _summary(id, text) if self.is_long(id) else None
            if summary:
                self._unchecked.add(id)
            self._entries[id] = text, summary or _entry(id, text)
        return self._entries[id][1]

    def check_steps(self) -> Steps[int]:
        """Check the long studies in the list for damage, in steps.

        Yields:
            The number of changes in the list so far.

        Returns:
            The total number of changes.
        """
        change_count = 0
        for id in self.ids():
            self.entry(id)
            yield change_count
            if id not in self._unchecked:
                continue
            text = self._entries[id][0]
            error = yield from _check_text_steps(text, change_count)
            if id not in self._entries or self._entries[id][0] != text:
                continue
            self._unchecked.discard(id)
            if error:
                self._entries[id] = text, _damaged_entry(id, error)
                change_count += 1
        return change_count

    def forget_errors(self) -> None:
        """Forget all known damage, so that the next list describes it in the current language."""
        self._entries.clear()
        self._unchecked.clear()

    def text(self, id: str) -> str | None:
        """Return the text of a study, or None if no study has this id."""
        return self._texts.peek(KEY_PREFIX + id)

    def open(self, id: str) -> Study:
        """Open a study. Afterwards this page may save it.

        Raises:
            KeyError: no study has this id.
            StudyError: the study is unreadable; its text does not change.
        """
        return run_to_end(self.open_steps(id))

    def open_steps(self, id: str) -> Steps[Study]:
        """Open a study in steps; see ``open``.

        Raises:
            KeyError, StudyError: see ``open``.
        """
        while True:
            text = self.text(id)
            if text is None:
                raise KeyError(id)
            study = yield from read_study_steps(text)
            if self.text(id) == text:
                self.allow_overwriting(id)
                return study

    def is_long(self, id: str) -> bool:
        """Return True if a study is so long that the app opens it in steps."""
        return len(self.text(id) or "") > _MAX_LENGTH_AT_ONCE

    def save(self, id: str, study: Study) -> None:
        """Save a study.

        Raises:
            StudyError: the study is too long; nothing is written.
            Conflict: another tab has saved or deleted the study; nothing is written.
            StoreFull: the store has no room; the study waits in memory, and the stored text does not change.
        """
        self.save_text(id, study, format_compact_study(study))

    def save_text(self, id: str, study: Study, text: str) -> None:
        """Save a study whose text is already formatted; see ``save``.

        Raises:
            StudyError, Conflict, StoreFull: see ``save``.
        """
        check_study_length(text)
        self._entries[id] = text, _study_entry(id, study)
        self._texts.write(KEY_PREFIX + id, text)

    def add(self, study: Study) -> str:
        """Save a new study and return its id.

        Raises:
            StudyError, StoreFull: see ``save``.
        """
        id = self.new_id()
        self.save(id, study)
        return id

    def retry(self) -> bool:
        """Try to store all studies that wait in memory. Return True if the store has room for all of them."""
        return self._texts.retry()

    def awaits_room(self, id: str) -> bool:
        """Return True if this page's changes to a study wait in memory, since the store has no room."""
        return self._texts.awaits_room(KEY_PREFIX + id)

    def is_up_to_date(self, id: str) -> bool:
        """Return True if no other tab has changed a study since this page last read or wrote it."""
        return not self._texts.is_stale(KEY_PREFIX + id)

    def allow_overwriting(self, id: str) -> None:
        """Let the next ``save`` of a study replace another tab's text, or store a deleted study again."""
        self._texts.read(KEY_PREFIX + id)

    def delete(self, id: str) -> str | None:
        """Delete a study and return its text for ``restore``, or None if the study is not stored."""
        return self._texts.remove(KEY_PREFIX + id)

    def restore(self, id: str, text: str) -> None:
        """Store the text of a deleted study under its id, unless another tab has saved a study with that id.

        Raises:
            StoreFull: the store has no room; the study waits in memory.
        """
        if self._texts.read(KEY_PREFIX + id) is None:
            self._texts.write(KEY_PREFIX + id, text)

    def find(self, study: Study) -> str:
        """Return the id of a stored study that equals a study, or an empty text."""
        return self.find_text(format_compact_study(study))

    def find_text(self, text: str) -> str:
        """Return the id of the stored study with a text, or an empty text."""
        return next((id for id in self.ids() if self.text(id) == text), "")

    def new_id(self) -> str:
        """Return an unused id. Ids sort by the time of their creation."""
        seconds = "".join(filter(str.isdigit, self._now()))[:14]
        while True:
            id = _encode_time(int(seconds or 0)) + "".join(secrets.choice(_ID_CHARACTERS) for _ in range(3))
            if self.text(id) is None:
                return id


def _encode_time(number: int) -> str:
    """Encode a number as ten letters and digits. The codes sort like the numbers."""
    text = ""
    for _ in range(10):
        number, digit = divmod(number, len(_ID_CHARACTERS))
        text = _ID_CHARACTERS[digit] + text
    return text


def _entry(id: str, text: str) -> StudyEntry:
    try:
        study = parse_study(text)
    except StudyError as error:
        return _damaged_entry(id, error)
    return _study_entry(id, study)


def _damaged_entry(id: str, error: StudyError) -> StudyEntry:
    return StudyEntry(id, damage=str(error), is_newer=isinstance(error, NewerStudy))


def _summary(id: str, text: str) -> StudyEntry | None:
    """Return the entry of a study without checking its moves, or None if its title or games are damaged."""
    study = Value(decode_or_none(text), STUDY_ERRORS)
    try:
        study.field("format").one_of((STUDY_FORMAT,))
        games = [chapter.field("game").text() for chapter in study.field("chapters").items()]
        return StudyEntry(id, study.field("title").text(), tuple(dict.fromkeys(games)), len(games)) if games else None
    except StudyError:
        return None


def _check_text_steps(text: str, change_count: int) -> Steps[StudyError | None]:
    """Check the text of a study in steps that yield ``change_count``; return its error or None."""
    steps = read_study_steps(text)
    try:
        while True:
            next(steps)
            yield change_count
    except StopIteration:
        return None
    except StudyError as error:
        return error


def _study_entry(id: str, study: Study) -> StudyEntry:
    games = tuple(dict.fromkeys(chapter.game for chapter in study.chapters))
    return StudyEntry(id, study.title, games, len(study.chapters))
