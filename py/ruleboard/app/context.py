"""The values that updates may read in addition to a session, and the services that they may call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ruleboard.app.routes import Route
from ruleboard.app.shared import Shared
from ruleboard.app.storage.documents import DocumentStore
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setups
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.timeline import Timeline


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The game in play, with its id in the library."""

    id: str
    timeline: Timeline[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """The app's state outside the current session.

    Attributes:
        shared: the state that all pages share. Updates can replace it.
        open_game: the game in play, None on other pages.
    """

    shared: Shared
    open_game: OpenGame | None = None

    @property
    def route(self) -> Route:
        """The route of the current page."""
        return self.shared.route

    @property
    def settings(self) -> Settings:
        """The person's settings."""
        return self.shared.settings

    @property
    def setups(self) -> Setups:
        """The saved armies, boards and decks."""
        return self.shared.setups

    @property
    def progress(self) -> Progress:
        """The completed lessons and the solved problems."""
        return self.shared.progress


class Device(Protocol):
    """The methods of a browser that updates may call, since they return a result at once."""

    def seed(self) -> int:
        """Return an unpredictable integer from 0 to 2**32 - 1."""
        ...

    def now(self) -> str:
        """Return the time as ISO 8601 in UTC."""
        ...

    def milliseconds(self) -> int:
        """Return a time that never decreases, in milliseconds."""
        ...

    def site(self) -> str:
        """Return the page's URL without the fragment."""
        ...

    def can_share(self) -> bool:
        """Return True if the system has a dialog for sharing links."""
        ...

    def matches(self, query: str) -> bool:
        """Return True if the screen matches a media query."""
        ...

    def report_unknown(self, text: str) -> None:
        """Report a message or a value that this version does not know."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The stores and the device that updates may call.

    A store reports at once whether it has saved a text, since another tab may have changed the text.

    Attributes:
        games: the stored games.
        studies: the stored studies.
        documents: the stored settings, progress, and saved armies, boards and decks.
        device: the browser.
    """

    games: GameStore
    studies: StudyStore
    documents: DocumentStore
    device: Device
