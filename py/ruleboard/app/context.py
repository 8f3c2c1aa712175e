"""The state and the services that updates may use besides their own session."""

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
    """The part of a browser that updates may query."""

    def seed(self) -> int:
        """Return an unpredictable number from 0, below 2**32."""
        ...

    def now(self) -> str:
        """Return the time as ISO 8601 in UTC."""
        ...

    def milliseconds(self) -> int:
        """Return a time that never decreases, in milliseconds."""
        ...

    def site(self) -> str:
        """Return the page's own address without the fragment."""
        ...

    def can_share(self) -> bool:
        """Return True if the system has a dialog for sharing links."""
        ...


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The game in play, with its id in the library."""

    id: str
    timeline: Timeline[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """The app's state outside of a session.

    Attributes:
        route: the route of the current page.
        settings: the person's choices.
        setups: the saved armies, boards and decks.
        progress: the completed lessons and the solved problems.
        open_game: the game in play, None on other pages.
        games: the stored games. Saving needs an answer at once, since another tab may have the game now.
        device: the browser.
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
