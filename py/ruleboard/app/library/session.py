"""Sessions of the home page, and of the page for what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.storage.games import Entry


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
        why: the reason, as a sentence.
        entry: the stored game that cannot be opened, if it is one.
        game: the id of the game of which a link's position cannot be opened, if it is one.
    """

    why: str
    entry: Entry | None = None
    game: str = ""
