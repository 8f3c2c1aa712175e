"""Effects of updates: values that request something of the browser, or work in the background.

``runtime.app`` runs them. What only changes the app's state is no effect: updates give back the shared part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from ruleboard.app.routes import Route
from ruleboard.app.storage.imports import FileText
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps

# --- the page ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaySounds:
    """Play sounds and vibrate, if the settings allow it.

    Attributes:
        sounds: names from static/page/sounds.js, in order: "piece", "capture", "turn", "end", "refused".
    """

    sounds: tuple[str, ...]


class ScrollTarget(Enum):
    """A part of a page to scroll into view. The renderer knows its selector."""

    CURRENT_MOVE = "current move"
    REFUSAL = "refusal"
    SIDE_PANEL = "side panel"
    BOARD = "board"
    TURNING_POINT = "turning point"
    FEEDBACK = "feedback"
    START_FIELD = "start field"
    TOP = "top"
    STUDY_MOVE = "study move"


@dataclass(frozen=True, slots=True)
class ElementTarget:
    """The element with an id."""

    id: str


@dataclass(frozen=True, slots=True)
class PlayerTarget:
    """A player's part of the board. Players are numbered from 0."""

    player: int


RevealTarget: TypeAlias = ScrollTarget | ElementTarget | PlayerTarget
"""A part of a page that the browser can scroll into view."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Scroll a part of the page into view after the next drawing."""

    target: RevealTarget


# --- navigation ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoToAddress:
    """Go to an address, as a link does."""

    address: str


@dataclass(frozen=True, slots=True)
class OpenRoute:
    """Show the page of a route at once, even if it is open already.

    Attributes:
        route: the route.
        replace: True if Back does not lead to the current page.
        announcement: the text that screen readers read on the new page, empty for the page's own.
    """

    route: Route
    replace: bool = False
    announcement: str = ""


@dataclass(frozen=True, slots=True)
class SetRoute:
    """Change the address of the current page. With ``replace``, Back does not lead to the old one.

    With ``is_lazy``, which replaces, too, the browser changes it a moment later. A change takes time, which would delay
    quick steps through a game.
    """

    route: Route
    replace: bool = True
    is_lazy: bool = False


@dataclass(frozen=True, slots=True)
class SendLater:
    """Send a message after a delay, as if a button had sent it. The page at that time answers it."""

    message: str
    value: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """Start a game and show it. With ``replace``, Back does not lead to the current page."""

    record: Record
    replace: bool = False


# --- the storage --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """Import the games and studies in files that a person offered at a place (``storage.imports``)."""

    files: tuple[FileText, ...]
    place: str


@dataclass(frozen=True, slots=True)
class StopImport:
    """Stop the running import. What it has imported stays."""


@dataclass(frozen=True, slots=True)
class RunInSlices:
    """Run a computation in slices with a notice about its progress, then answer it.

    A new computation of this kind cancels it, and so does another page.

    Attributes:
        text: the text of the notice, with ``{n}`` for the percentage.
        steps: the computation.
        answer: returns the ``Update`` of the page, from the result of the computation, the page's session, the
            ``Context`` and the ``Services``.
    """

    text: str
    steps: Steps[Any]
    answer: Callable[[Any, Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class CheckGames:
    """Replay unchecked stored games while the page is idle."""


@dataclass(frozen=True, slots=True)
class PersistStorage:
    """Request persistent storage, which the browser never clears by itself."""


# --- services of the browser -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Download:
    """Download a text as a file with a name and a MIME type."""

    name: str
    mime_type: str
    text: str


@dataclass(frozen=True, slots=True)
class CopyText:
    """Copy the text of the field with an id."""

    field: str


@dataclass(frozen=True, slots=True)
class DownloadPicture:
    """Download a picture, the text of an SVG file, as a PNG file."""

    name: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShareLink:
    """Open the system's dialog for sharing a link."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class PrintPage:
    """Print the page."""


@dataclass(frozen=True, slots=True)
class PrintPosition:
    """Draw the position of the game in play for paper, and print it."""


@dataclass(frozen=True, slots=True)
class ReloadLanguage:
    """Load the language of the settings again."""


@dataclass(frozen=True, slots=True)
class UpdateApp:
    """Switch to the new version of the app that waits."""


Effect: TypeAlias = (
    PlaySounds
    | Reveal
    | GoToAddress
    | OpenRoute
    | SetRoute
    | SendLater
    | StartGame
    | ImportFiles
    | StopImport
    | RunInSlices
    | CheckGames
    | PersistStorage
    | Download
    | CopyText
    | DownloadPicture
    | ShareLink
    | PrintPage
    | PrintPosition
    | ReloadLanguage
    | UpdateApp
)
