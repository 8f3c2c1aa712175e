"""Effects of updates: data that says what is to happen besides a new session. ``runtime.app`` carries them out."""

from __future__ import annotations

from collections.abc import Mapping
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
from ruleboard.scene.marks import Motion

# --- telling --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announce:
    """Have screen readers read a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Animate:
    """Let things move to their places when the page is drawn."""

    motions: tuple[Motion, ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """Let what happened be heard and felt, if the settings say so.

    Attributes:
        sounds: the names of static/page/sounds.js, one after the other: "piece", "capture", "turn", "end", "refused".
    """

    sounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notify:
    """Show a notice above the page, in place of an earlier one of that name."""

    name: str
    notice: Notice


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Take a notice away."""

    name: str


class Place(Enum):
    """A part of a page that can be scrolled into view; the renderer knows its selector."""

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
    """Scroll a part of the page into view, once it is drawn."""

    place: Place


@dataclass(frozen=True, slots=True)
class RevealElement:
    """Scroll the element with an id into view."""

    id: str


@dataclass(frozen=True, slots=True)
class RevealPlayer:
    """Pan the board to the part of a player, 0-based."""

    player: int


# --- going somewhere ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Go:
    """Go to an address, as by a link."""

    address: str


@dataclass(frozen=True, slots=True)
class Open:
    """Show the page of a route at once, even if it is shown already; with ``replace``, back does not lead here."""

    route: Route
    replace: bool = False


@dataclass(frozen=True, slots=True)
class SetRoute:
    """Give the page that is shown another address; with ``replace``, back does not lead to the present one.

    With ``lazily``, which replaces, too, the browser has it a moment later: a change of its address takes it time, of
    which steps that follow each other have none.
    """

    route: Route
    replace: bool = True
    lazily: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """Answer a message, as if a button had sent it, after some time; the page that is shown then answers it."""

    message: str
    value: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin a game and show it; with ``replace``, back does not lead to the page that is shown now."""

    record: Record
    replace: bool = False


@dataclass(frozen=True, slots=True)
class PlaySetup:
    """Play the actions of a setup in the open game, as one step of undo."""

    actions: tuple[Action[Any], ...]


@dataclass(frozen=True, slots=True)
class PreferOptions:
    """Choose options for the next new game of a kind, before its page is opened."""

    game: str
    options: Mapping[str, str]


# --- storing --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RetrySaving:
    """Save what found no room before, if there is room now."""


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Store other settings, and apply them."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RememberPlayers:
    """Offer the players for the next game, too: their names, and, unless None, their seats."""

    names: tuple[str, ...]
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class KeepProgress:
    """Store other progress through the courses and the problems."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class KeepSetups:
    """Store other setups."""

    setups: Setups


@dataclass(frozen=True, slots=True)
class DeleteSetup:
    """Delete a game's setup of a name, and offer to undo that."""

    game: str
    name: str


@dataclass(frozen=True, slots=True)
class DownloadUnreadable:
    """Hand out an unreadable text that was set aside, by its key; all of them, if there is none of that key."""

    key: str


@dataclass(frozen=True, slots=True)
class DeleteUnreadable:
    """Delete an unreadable text that was set aside, by its key, and offer to undo that."""

    key: str


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """Offer to restore a deleted game, until another page is opened or a game begins."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class DeletedStudy:
    """Offer to restore a deleted study, until another page is opened or a game begins."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ListGames:
    """Read the lists of stored games and studies anew."""


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """Import the games and studies in files that were offered at a place (``storage.imports``)."""

    files: tuple[FileText, ...]
    place: str


@dataclass(frozen=True, slots=True)
class StopImport:
    """Stop the import that is under way; what was imported stays."""


@dataclass(frozen=True, slots=True)
class OpenInSteps:
    """Open the long game that is to be shown, in steps."""


@dataclass(frozen=True, slots=True)
class CheckGames:
    """Replay stored games that were not checked yet, while the page is idle."""


@dataclass(frozen=True, slots=True)
class PersistStorage:
    """Ask the browser never to clear what is stored."""


# --- the browser's services -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Download:
    """Hand out a file with a name, a MIME type and a text."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy the text of the field with an id."""

    field: str


@dataclass(frozen=True, slots=True)
class ForgetCopied:
    """Let no field say any longer that its text was copied."""


@dataclass(frozen=True, slots=True)
class DownloadPicture:
    """Hand out a picture, the text of an SVG file, as a PNG file."""

    name: str
    picture: str


@dataclass(frozen=True, slots=True)
class PassOn:
    """Have the device pass a link on."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Print:
    """Have the page printed."""


@dataclass(frozen=True, slots=True)
class PrintPosition:
    """Draw the position of the open game for paper, and print it."""


@dataclass(frozen=True, slots=True)
class ReloadLanguage:
    """Load the chosen language again."""


@dataclass(frozen=True, slots=True)
class UpdateApp:
    """Switch to the new version of the app that waits."""


@dataclass(frozen=True, slots=True)
class Undelete:
    """Restore what was deleted, by the name of the notice that offers it."""

    notice: str


Effect: TypeAlias = (
    Announce
    | Animate
    | Signal
    | Notify
    | Dismiss
    | Reveal
    | RevealElement
    | RevealPlayer
    | Go
    | Open
    | SetRoute
    | Later
    | StartGame
    | PlaySetup
    | PreferOptions
    | RetrySaving
    | KeepSettings
    | RememberPlayers
    | KeepProgress
    | KeepSetups
    | DeleteSetup
    | DownloadUnreadable
    | DeleteUnreadable
    | DeletedGame
    | DeletedStudy
    | ListGames
    | ImportFiles
    | StopImport
    | OpenInSteps
    | CheckGames
    | PersistStorage
    | Download
    | Copy
    | ForgetCopied
    | DownloadPicture
    | PassOn
    | Print
    | PrintPosition
    | ReloadLanguage
    | UpdateApp
    | Undelete
)
