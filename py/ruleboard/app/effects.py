"""The effects of updates: values that request an operation of the browser or work in the background.

``runtime.app`` runs the effects. Changes of the app's state are not effects: updates return the shared state instead.
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
    """A part of a page to scroll into view. ``runtime.scrolling`` defines its CSS selector."""

    CURRENT_MOVE = "current move"
    REFUSAL = "refusal"
    SIDE_PANEL = "side panel"
    BOARD = "board"
    TURNING_POINT = "turning point"
    FEEDBACK = "feedback"
    VERDICT = "verdict"
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
    """Go to an address, as if the person had followed a link."""

    address: str


@dataclass(frozen=True, slots=True)
class OpenRoute:
    """Show the page of a route, even if it is the current page.

    Attributes:
        route: the route.
        replace: True to replace the current page in the browser's history.
        announcement: the text that screen readers read on the new page; empty for the page's own announcement.
    """

    route: Route
    replace: bool = False
    announcement: str = ""


@dataclass(frozen=True, slots=True)
class SetRoute:
    """Change the address of the current page. With ``replace``, replace the address in the browser's history.

    With ``is_lazy``, which implies ``replace``, the browser changes the address a moment later, since an immediate
    change would delay quick steps through a game.
    """

    route: Route
    replace: bool = True
    is_lazy: bool = False


@dataclass(frozen=True, slots=True)
class SendLater:
    """Send a message after a delay, as a button would. The page that is current by then handles the message."""

    message: str
    value: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """Start a game and show it. With ``replace``, replace the current page in the browser's history."""

    record: Record
    replace: bool = False


# --- the storage --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """Import the games and studies in the files that a person dragged or pasted to a place (``storage.imports``)."""

    files: tuple[FileText, ...]
    place: str


@dataclass(frozen=True, slots=True)
class StopImport:
    """Stop the running import, but keep the imported items."""


@dataclass(frozen=True, slots=True)
class RunInSlices:
    """Run a computation in slices, with a notice about its progress, and apply an update with its result.

    The app cancels the computation if another computation starts or if the person leaves the page.

    Attributes:
        text: the text of the notice, with ``{n}`` for the percentage.
        steps: the computation.
        build_update: returns the ``Update`` of the page from the result of the computation, the page's session, the
            ``Context`` and the ``Services``.
    """

    text: str
    steps: Steps[Any]
    build_update: Callable[[Any, Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class CheckGames:
    """Check stored games that are still unchecked, while the page is idle."""


@dataclass(frozen=True, slots=True)
class PersistStorage:
    """Request persistent storage, which the browser never clears automatically."""


# --- services of the browser -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Download:
    """Download a text as a file with a name and a MIME type."""

    name: str
    mime_type: str
    text: str


@dataclass(frozen=True, slots=True)
class CopyText:
    """Copy the text of the field with an id to the clipboard."""

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
    """Load the language in the settings again."""


@dataclass(frozen=True, slots=True)
class UpdateApp:
    """Switch to the installed new version of the app."""


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
