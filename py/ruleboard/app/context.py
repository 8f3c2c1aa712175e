"""What everything people do is done at: the model, the browser, what is kept, and how something is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ruleboard.app import notices as standing
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.play.session import Table
from ruleboard.app.runtime.model import Model, Notice
from ruleboard.app.storage.documents import Documents
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.preferences import parse_settings
from ruleboard.app.ui.names import title
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _

Handler = Callable[[str], None]
"""What a button or a field does, with its value."""

TableHandler = Callable[[Table, str], None]
"""What a button or a field does with the game on the table, with its value."""


class Desk:
    """The one place where the app's state changes.

    Attributes:
        browser: the browser the page is in.
        draw: shows the model: for what is answered later than it was heard.
        library: the kept games.
        shelf: what is kept beside them.
        model: what the pages show.
    """

    def __init__(self, browser: Browser, draw: Callable[[], None]) -> None:
        self.browser = browser
        self.draw = draw
        self.library = GameStore(browser.store, GAMES, browser.now)
        self.shelf = Documents(browser.store)
        settings = parse_settings(self.shelf.read(SETTINGS))
        self._deleted: dict[str, Callable[[], bool]] = {}
        self.model = Model(settings=settings, lasting=browser.store.lasting)

    def change(self, **parts: Any) -> None:
        """Change parts of the model."""
        self.model = replace(self.model, **parts)

    # --- telling ---------------------------------------------------------------------------------------------

    def announce(self, text: str) -> None:
        """Tell it who listens to the screen."""
        if text and text == self.model.announced:
            text += "\u200b"  # a live region that does not change says nothing: an invisible difference
        self.change(announced=text)

    def tell(self, name: str, notice: Notice) -> None:
        """Tell something above the page until it is dismissed or no longer so."""
        self.change(notices={**self.model.notices, name: notice})

    def untell(self, name: str) -> None:
        """Tell something no longer."""
        self.change(notices={other: notice for other, notice in self.model.notices.items() if other != name})

    def deleted(self, what: str, name: str, bring_back: Callable[[], bool]) -> None:
        """Tell that something of that name was deleted, and offer to bring it back as long as the page is open.

        ``bring_back`` answers whether there was room for it; if not, it is still offered. ``what`` tells it from
        all else that can be deleted.
        """
        told = Notice(_("“{name}” was deleted.").format(name=name), "undo", "undelete", _("Undo"))
        self._deleted[f"deleted-{what}"] = bring_back
        self.tell(f"deleted-{what}", told)

    def undelete(self, notice: str) -> None:
        """Bring back what was deleted, as a notice offers it."""
        bring_back = self._deleted.get(notice)
        if bring_back is None:
            return
        if bring_back():
            del self._deleted[notice]
            self.untell(notice)
        else:
            self.tell("full", standing.full())

    def reveal(self, selector: str) -> None:
        """Scroll what a CSS selector finds into sight, once it is drawn."""
        self.browser.later(lambda: self.browser.reveal(selector), 0)

    def name_page(self) -> None:
        """Name the page after the game on the table."""
        table = self.model.table
        self.browser.title(f"{title(table.timeline.record)} · Ruleboard" if table else "Ruleboard")

    # --- keeping ---------------------------------------------------------------------------------------------

    def keep(self, key: str, text: str) -> None:
        """Keep a text beside the games; one there is no room for holds until the page is closed, which is told."""
        if not self.shelf.write(key, text):
            self.tell("full", standing.full())

    def retry(self) -> None:
        """Keep what found no room before, if it finds some now."""
        if all((self.library.retry(), self.shelf.retry())):
            self.untell("full")

    def list_aside(self) -> None:
        """Let the list of what was put aside be as it is in the store now."""
        self.change(aside=self.shelf.quarantine.texts)

    def list_kept(self) -> None:
        """Let the lists of what is kept be as they are in the store now."""
        self.change(entries=tuple(self.library.entries()))
        if self.model.route.page == "settings":
            self.list_aside()
