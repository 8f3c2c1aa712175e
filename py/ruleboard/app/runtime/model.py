"""What the app knows at one moment: enough to draw any page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ruleboard.app.editor.session import Editing
from ruleboard.app.lessons.session import Learning
from ruleboard.app.play.session import Table
from ruleboard.app.routes import HOME, Route
from ruleboard.app.share.session import Sharing
from ruleboard.app.storage.games import Entry
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setup
from ruleboard.app.workshop.session import Bench


@dataclass(frozen=True, slots=True)
class Notice:
    """Something told above the page until it is dismissed or taken up.

    Attributes:
        text: whole sentences.
        kind: "info", "warning" (something is not as it should be) or "undo" (something was done and can be undone).
        action: what its button does (a name the controller knows), empty for no button.
        value: with what it does it, empty for the notice's own name.
        label: what its button says.
    """

    text: str
    kind: str = "info"
    action: str = ""
    label: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A game about to begin: what has been chosen so far.

    Attributes:
        game: the game's id.
        options: the values chosen.
        names: the players' names typed so far.
        start: a position text to begin from, empty for the game's own start.
        error: why it cannot begin like this, as a sentence.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...] = ()
    start: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the pages show.

    Attributes:
        route: the page that is asked for.
        settings: the person's choices.
        entries: the kept games, the one changed last first.
        everything: whether the list of kept games is shown in full.
        table: the open game.
        sharing: what is chosen in the dialog that shares it, while that is open.
        printing: what goes on paper: what is seen (empty), the "record", or a picture, the text of an SVG file.
        closed: why the game asked for is not open, as a sentence, with its id in the route.
        draft: the game about to begin.
        editing: the position being set up.
        bench: the board being drawn.
        learning: the lesson that is gone through.
        progress: which lessons were gone through.
        sought: what is searched for on the page of the rules.
        notices: what is told above the page, by name.
        copied: the id of the field copied last, and whether that was done or left to the person.
        announced: what a screen reader is told.
        lasting: whether the browser keeps what is saved.
        setups: the kept setups.
        unusable: why a setup that was pasted cannot be used, as a sentence.
        aside: the texts that could not be read and were put aside, by the key of each.
        persisted: whether the browser has promised not to clear it; None if it does not say.
    """

    route: Route = HOME
    settings: Settings = field(default_factory=Settings)
    entries: tuple[Entry, ...] = ()
    everything: bool = False
    table: Table | None = None
    sharing: Sharing | None = None
    printing: str = ""
    closed: str = ""
    draft: Draft | None = None
    editing: Editing | None = None
    bench: Bench | None = None
    learning: Learning | None = None
    progress: Progress = field(default_factory=dict)
    sought: str = ""
    notices: Mapping[str, Notice] = field(default_factory=dict)
    copied: tuple[str, bool] = ("", False)
    announced: str = ""
    lasting: bool = True
    setups: tuple[Setup, ...] = ()
    unusable: str = ""
    aside: Mapping[str, str] = field(default_factory=dict)
    persisted: bool | None = None

    @property
    def board(self) -> Table | None:
        """The table whose board can be touched: the open game's, or a lesson's."""
        return self.learning.exercise.table if self.learning else self.table


def arrived(model: Model, route: Route) -> Model:
    """The model when a route has just been gone to: nothing of what was shown before is there any more."""
    return replace(
        model,
        route=route,
        table=None,
        sharing=None,
        printing="",
        draft=None,
        editing=None,
        bench=None,
        learning=None,
        sought="",
        unusable="",
        closed="",
        copied=("", False),
        announced="",
        everything=False,
    )
