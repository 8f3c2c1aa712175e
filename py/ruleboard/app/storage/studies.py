"""Stored studies: list, open, save, delete, export and import."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from ruleboard.app.storage.durable import DurableTexts
from ruleboard.app.storage.store import Store
from ruleboard.engine.errors import NewerStudy, StudyError
from ruleboard.engine.limits import check_study
from ruleboard.engine.steps import Steps, finished
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import compact_study, parse_study, reading_study

PREFIX = "ruleboard/1/study/"
_OPENED_AT_ONCE = 5_000
"""Characters of a study that is opened at once: some hundred moves."""
_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"  # in the order of their codes, so that ids are ordered by time


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """A stored study in the list.

    Attributes:
        id: the id in its key and its address.
        title: its title; empty if it cannot be read.
        games: the ids of the games of its chapters, each once.
        chapters: the number of its chapters.
        damage: the error for which it cannot be read, as a clause; empty if it can.
        is_newer: True if it was written for a newer version, which can read it.
    """

    id: str
    title: str = ""
    games: tuple[str, ...] = ()
    chapters: int = 0
    damage: str = ""
    is_newer: bool = False


class StudyStore:
    """The studies in a store, by id; the promises are those of ``GameStore``.

    A text is only ever replaced by the next state of its own study. What there is no room for waits in memory. A study
    that another tab has changed or deleted is not saved again unless ``adopt`` allows it. A text that cannot be read
    stays as it is.
    """

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        """``now`` returns the time as ISO 8601 in UTC."""
        self._texts = DurableTexts(store, removal_conflicts=True)
        self._now = now
        self._listed: dict[str, tuple[str, StudyEntry]] = {}

    def ids(self) -> list[str]:
        """Return the ids of all studies, the one made last first."""
        return sorted((key.removeprefix(PREFIX) for key in self._texts if key.startswith(PREFIX)), reverse=True)

    def entries(self) -> tuple[StudyEntry, ...]:
        """Return the list of all studies, the one made last first; each text is read once."""
        ids = self.ids()
        for gone in set(self._listed).difference(ids):
            del self._listed[gone]
        return tuple(filter(None, map(self.entry, ids)))

    def entry(self, id: str) -> StudyEntry | None:
        """Return one study, damaged or not; None if there is none of that id."""
        text = self.text(id)
        if text is None:
            return None
        if id not in self._listed or self._listed[id][0] != text:
            self._listed[id] = text, _entry(id, text)
        return self._listed[id][1]

    def forget_errors(self) -> None:
        """Let the list be made anew, as after a change of the language in which damage is described."""
        self._listed.clear()

    def text(self, id: str) -> str | None:
        """Return the text of a study; None if there is none of that id."""
        return self._texts.peek(PREFIX + id)

    def open(self, id: str) -> Study:
        """Return a study, whose next states this page may save from now on.

        Raises:
            KeyError: there is none of that id.
            StudyError: it cannot be read; its text stays as it is.
        """
        return finished(self.opening(id))

    def opening(self, id: str) -> Steps[Study]:
        """Open a study as ``open`` does, in steps.

        Raises:
            KeyError, StudyError: as ``open``.
        """
        while True:
            text = self.text(id)
            if text is None:
                raise KeyError(id)
            study = yield from reading_study(text)
            if self.text(id) == text:
                self.adopt(id)
                return study

    def is_long(self, id: str) -> bool:
        """Return True if opening a study takes so long that it has to be done in steps."""
        return len(self.text(id) or "") > _OPENED_AT_ONCE

    def save(self, id: str, study: Study) -> None:
        """Save the state of a study.

        Raises:
            StudyError: it is longer than any study may be; nothing was written.
            Conflict: another tab has saved or deleted it since; nothing was written.
            StoreFull: there is no room; it waits in memory, and the stored text is unchanged.
        """
        self.save_text(id, study, compact_study(study))

    def save_text(self, id: str, study: Study, text: str) -> None:
        """Save the state of a study as ``save`` does, when its text has been written already.

        Raises:
            StudyError, Conflict, StoreFull: as ``save``.
        """
        check_study(text)
        self._listed[id] = text, _listed(id, study)
        self._texts.write(PREFIX + id, text)

    def add(self, study: Study) -> str:
        """Save a new study and return its id.

        Raises:
            StudyError, StoreFull: as ``save``.
        """
        id = self.new_id()
        self.save(id, study)
        return id

    def retry(self) -> bool:
        """Try to store all waiting studies; return whether none waits any more."""
        return self._texts.retry()

    def is_current(self, id: str) -> bool:
        """Return whether no other tab has changed a study since this page last read or wrote it."""
        return not self._texts.is_overtaken(PREFIX + id)

    def adopt(self, id: str) -> None:
        """Let the next ``save`` of a study replace whatever is stored now, or save it again if it was deleted."""
        self._texts.read(PREFIX + id)

    def delete(self, id: str) -> str | None:
        """Delete a study and return its text, from which ``restore`` brings it back; None if there was none."""
        return self._texts.remove(PREFIX + id)

    def restore(self, id: str, text: str) -> None:
        """Save the text of a deleted study under its id, unless another tab has saved one there meanwhile.

        Raises:
            StoreFull: there is no room for it any more; it waits in memory.
        """
        if self._texts.read(PREFIX + id) is None:
            self._texts.write(PREFIX + id, text)

    def find(self, study: Study) -> str:
        """Return the id of a study that is stored already; empty if none is the same."""
        return self.find_text(compact_study(study))

    def find_text(self, text: str) -> str:
        """Return the id of the stored study with a text; empty if there is none."""
        return next((id for id in self.ids() if self.text(id) == text), "")

    def new_id(self) -> str:
        """Return an id that no study has; ids are ordered by the time at which they were made."""
        seconds = "".join(filter(str.isdigit, self._now()))[:14]
        while True:
            id = _digits(int(seconds or 0)) + "".join(secrets.choice(_ALPHABET) for _ in range(3))
            if self.text(id) is None:
                return id


def _digits(number: int) -> str:
    """Return a number in ten letters and digits, ordered as the numbers are."""
    found = ""
    for _ in range(10):
        number, last = divmod(number, len(_ALPHABET))
        found = _ALPHABET[last] + found
    return found


def _entry(id: str, text: str) -> StudyEntry:
    try:
        study = parse_study(text)
    except StudyError as error:
        return StudyEntry(id, damage=str(error), is_newer=isinstance(error, NewerStudy))
    return _listed(id, study)


def _listed(id: str, study: Study) -> StudyEntry:
    games = tuple(dict.fromkeys(chapter.game for chapter in study.chapters))
    return StudyEntry(id, study.title, games, len(study.chapters))
