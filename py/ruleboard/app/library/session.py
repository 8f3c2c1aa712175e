"""The state of the home page, of the loading page, and of the page for unknown URLs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ruleboard.app.library.first_task import FirstTask, initial_task
from ruleboard.app.storage.games import GameEntry
from ruleboard.app.storage.studies import StudyEntry
from ruleboard.engine.record import Record


class GamesList(StrEnum):
    """A list of stored games on the home page."""

    ONGOING = "ongoing"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class HomePage:
    """The home page.

    Attributes:
        expanded_lists: the lists of games that the page shows in full.
        touched_task: the first task after a person has touched its board, None before the first touch.
    """

    expanded_lists: frozenset[GamesList] = frozenset()
    touched_task: FirstTask | None = None

    @property
    def first_task(self) -> FirstTask | None:
        """The task for people without games, or None if no game has such a task."""
        return self.touched_task or initial_task()


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """The page for a URL or a saved game that does not exist or cannot be opened.

    Attributes:
        reason: the reason, as a sentence.
        entry: the stored game that cannot be opened; None for other reasons.
        game: the id of the game if the position in a link cannot be opened; empty for other reasons.
        is_linked_game: True if the game in a link cannot be opened.
        study: the stored study that cannot be opened; None for other reasons.
    """

    reason: str
    entry: GameEntry | None = None
    game: str = ""
    is_linked_game: bool = False
    study: StudyEntry | None = None


@dataclass(frozen=True, slots=True)
class LoadingPage:
    """The loading page for a long game or study.

    Attributes:
        id: the game's id in the library; empty for a game from a link, and the study's id for a study.
        ply: the ply to show first, None for the current state.
        percent: the percentage that the app has loaded.
        linked_record: the record from a link, None for a game of the library.
        chapter: the number of the study's chapter, from 0, None for a game.
    """

    id: str
    ply: int | None = None
    percent: int = 0
    linked_record: Record | None = None
    chapter: int | None = None
