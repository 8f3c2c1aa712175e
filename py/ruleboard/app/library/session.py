"""Sessions of the home page, and of the page that says why an address cannot be shown."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.storage.games import Entry
from ruleboard.app.storage.studies import StudyEntry


@dataclass(frozen=True, slots=True)
class Home:
    """The home page.

    Attributes:
        show_all: True if the list of stored games is shown in full.
    """

    show_all: bool = False


@dataclass(frozen=True, slots=True)
class NotFound:
    """The page for an address, a game or a save that does not exist or cannot be opened.

    Attributes:
        reason: the reason, as a sentence.
        entry: the stored game that cannot be opened; None for other reasons.
        game: the id of the game whose position in a link cannot be opened; empty for other reasons.
        study: the stored study that cannot be opened; None for other reasons.
    """

    reason: str
    entry: Entry | None = None
    game: str = ""
    study: StudyEntry | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """The page that is shown while a long game is opened.

    Attributes:
        id: the game's id in the library.
        at: the number of entries before the state to be shown first, None for the current state.
        percent: the part of the game that has been replayed.
    """

    id: str
    at: int | None = None
    percent: int = 0
