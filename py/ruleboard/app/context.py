"""Read access for updates: everything they need to know besides their own session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ruleboard.app.routes import Route
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setups
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.timeline import Timeline


class Device(Protocol):
    """The part of a browser that updates may ask."""

    def seed(self) -> int:
        """Return a number nobody can foresee, from 0, below 2**32."""
        ...

    def now(self) -> str:
        """Return the time as ISO 8601 in UTC."""
        ...

    def milliseconds(self) -> int:
        """Return a time that only ever grows, in milliseconds."""
        ...

    def site(self) -> str:
        """Return the page's own address, without # and what follows."""
        ...

    def can_share(self) -> bool:
        """Return True if the device offers to pass a link on."""
        ...


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The game that is played now, by its id in the library."""

    id: str
    timeline: Timeline[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """The app's state outside of a session.

    Attributes:
        route: the page that is shown.
        settings: the person's choices.
        setups: the stored setups.
        progress: the lessons that were completed, and the problems that were solved.
        open_game: the game that is played now, None on other pages.
        games: the stored games: saving needs an answer at once, since another tab may have the game now.
        device: the browser's answers.
        studies: the stored studies.
    """

    route: Route
    settings: Settings
    setups: Setups
    progress: Progress
    open_game: OpenGame | None
    games: GameStore
    device: Device
    studies: StudyStore
