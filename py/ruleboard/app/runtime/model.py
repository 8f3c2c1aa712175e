"""The app's state, with all data for its pages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ruleboard.app.board.table import Table
from ruleboard.app.library.session import HomePage
from ruleboard.app.new_game.session import NewGamePage
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.share.session import ShareChoices, ShareDialog
from ruleboard.app.shared import Shared


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The page of a game, with the dialogs that other features open on it.

    Attributes:
        table: the game.
        share_choices: the choices in the share dialog, None while the dialog is closed.
        print_content: the content of the printed page; see ``ShareDialog``.
        setup_problem: the reason, as a sentence, why the last pasted army, board or deck is unusable; may be empty.
    """

    table: Table
    share_choices: ShareChoices | None = None
    print_content: str = ""
    setup_problem: str = ""

    @property
    def share_dialog(self) -> ShareDialog:
        """The dialog for sharing the game."""
        return ShareDialog(self.table, self.share_choices, self.print_content)

    @property
    def setups_dialog(self) -> SetupsDialog:
        """The dialog for saved armies, boards and decks."""
        return SetupsDialog(self.table, self.setup_problem)

    def with_table(self, table: Table) -> PlayPage:
        """Return the page with another table. After an action, an error in a pasted army disappears."""
        problem = self.setup_problem if table.timeline is self.table.timeline else ""
        return replace(self, table=table, setup_problem=problem)

    def with_share_dialog(self, dialog: ShareDialog) -> PlayPage:
        """Return the page after a change of the share dialog."""
        return replace(self, table=dialog.table, share_choices=dialog.share_choices, print_content=dialog.print_content)

    def with_setups(self, dialog: SetupsDialog) -> PlayPage:
        """Return the page after a change of the dialog for saved armies, boards and decks."""
        return replace(self, setup_problem=dialog.error)


Page: TypeAlias = object
"""The session of a page. Entering a page creates its session, leaving it drops it. See ``PageKind``."""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything that the pages show.

    Attributes:
        page: the session of the current page.
        shared: the state that all pages share.
        suspended_new_game: the page for a new game that the person left to use an editor and can return to, or None.
    """

    page: Page = field(default_factory=HomePage)
    shared: Shared = field(default_factory=Shared)
    suspended_new_game: NewGamePage | None = None
