"""Effects of updates: values that describe what the app does besides changing a session. ``runtime.app`` runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from ruleboard.app.notices import Notice
from ruleboard.app.routes import Route
from ruleboard.app.storage.imports import FileText
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setups
from ruleboard.engine.action import Action
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps
from ruleboard.scene.marks import Motion

# --- messages --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announce:
    """Let screen readers read a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Animate:
    """Animate motions when the page is drawn."""

    motions: tuple[Motion, ...]


@dataclass(frozen=True, slots=True)
class PlaySounds:
    """Play sounds and vibrate, if the settings allow it.

    Attributes:
        sounds: names from static/page/sounds.js, in order: "piece", "capture", "turn", "end", "refused".
    """

    sounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notify:
    """Show a notice above the page, in place of an earlier one with that name."""

    name: str
    notice: Notice


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Remove a notice."""

    name: str


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
class Reveal:
    """Scroll a part of the page into view after the next drawing."""

    target: ScrollTarget


@dataclass(frozen=True, slots=True)
class RevealElement:
    """Scroll the element with an id into view."""

    id: str


@dataclass(frozen=True, slots=True)
class RevealPlayer:
    """Pan the board to the part of a player, 0-based."""

    player: int


# --- navigation ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoToAddress:
    """Go to an address, as a link does."""

    address: str


@dataclass(frozen=True, slots=True)
class OpenRoute:
    """Show the page of a route at once, even if it is open already.

    With ``replace``, Back does not lead to the current page.
    """

    route: Route
    replace: bool = False


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


@dataclass(frozen=True, slots=True)
class PlayBatch:
    """Play the actions of a saved army in the game in play. Undo takes them back as one."""

    actions: tuple[Action[Any], ...]


@dataclass(frozen=True, slots=True)
class PresetOptions:
    """Choose options for the next new game of a kind, before its page opens."""

    game: str
    options: Mapping[str, str]


# --- storage --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RetrySaving:
    """Save texts that the full storage refused before, if it has space now."""


@dataclass(frozen=True, slots=True)
class SaveSettings:
    """Store changed settings and apply them."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RememberPlayers:
    """Suggest the players for the next game: their names, and, unless None, their seats."""

    names: tuple[str, ...]
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SaveProgress:
    """Store changed progress through the courses and the problems."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class SaveSetups:
    """Store changed armies, boards and decks."""

    setups: Setups


@dataclass(frozen=True, slots=True)
class DeleteSetup:
    """Delete a game's saved army, board or deck by its name, and offer to undo that."""

    game: str
    name: str


@dataclass(frozen=True, slots=True)
class DownloadUnreadable:
    """Download an unreadable text by its key in the quarantine, or all such texts if there is no such key."""

    key: str


@dataclass(frozen=True, slots=True)
class DeleteUnreadable:
    """Delete an unreadable text by its key in the quarantine, and offer to undo that."""

    key: str


@dataclass(frozen=True, slots=True)
class OfferUndeleteGame:
    """Offer to restore a deleted game until the person opens another page or starts a game."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class OfferUndeleteStudy:
    """Offer to restore a deleted study until the person opens another page or starts a game."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ListGames:
    """Read the lists of stored games and studies again."""


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
        answer: returns the ``Update`` of the page, from the result of the computation, the page's session and the
            ``Context``.
    """

    text: str
    steps: Steps[Any]
    answer: Callable[[Any, Any, Any], Any]


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
class ClearCopied:
    """Remove the message that a field was copied."""


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


@dataclass(frozen=True, slots=True)
class Undelete:
    """Restore a deleted item, by the name of the notice that offers it."""

    notice: str


Effect: TypeAlias = (
    Announce
    | Animate
    | PlaySounds
    | Notify
    | Dismiss
    | Reveal
    | RevealElement
    | RevealPlayer
    | GoToAddress
    | OpenRoute
    | SetRoute
    | SendLater
    | StartGame
    | PlayBatch
    | PresetOptions
    | RetrySaving
    | SaveSettings
    | RememberPlayers
    | SaveProgress
    | SaveSetups
    | DeleteSetup
    | DownloadUnreadable
    | DeleteUnreadable
    | OfferUndeleteGame
    | OfferUndeleteStudy
    | ListGames
    | ImportFiles
    | StopImport
    | RunInSlices
    | CheckGames
    | PersistStorage
    | Download
    | CopyText
    | ClearCopied
    | DownloadPicture
    | ShareLink
    | PrintPage
    | PrintPosition
    | ReloadLanguage
    | UpdateApp
    | Undelete
)
