"""What other tabs do to what is kept here, and having a game back from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleboard.app.context import Desk, TableHandler
from ruleboard.app.lessons.update import read_progress
from ruleboard.app.play.session import Table
from ruleboard.app.play.update import TableHandlers
from ruleboard.app.routes import Route, format_route
from ruleboard.app.settings.update import SettingsHandlers
from ruleboard.app.setups.update import read_setups
from ruleboard.app.storage.games import PREFIX
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS


class TabHandlers:
    """Takes over what other tabs have kept."""

    def __init__(
        self,
        desk: Desk,
        playing: TableHandlers,
        settings: SettingsHandlers,
        arrive: Callable[[Route], None],
    ) -> None:
        """``arrive`` shows what a route leads to."""
        self._desk = desk
        self._playing = playing
        self._settings = settings
        self._arrive = arrive
        self.at_table: Mapping[str, TableHandler] = {
            "take-over": lambda table, _value: self._take_over(table),
            "keep-again": lambda table, _value: self._keep_again(table),
        }

    def catch_up(self) -> None:
        """Read what another tab has kept without this one hearing of it, as one that was frozen: what is done now is
        done to that, and takes nothing of it away.
        """
        shelf = self._desk.shelf
        if shelf.is_overtaken(SETTINGS):
            self._settings.take_over()
        if shelf.is_overtaken(PROGRESS):
            read_progress(self._desk)
        if shelf.is_overtaken(SETUPS):
            read_setups(self._desk)

    def stored(self, key: str) -> None:
        """Another tab has changed the store: a text of a key, or all of it (an empty key)."""
        if key == SETTINGS:
            self._settings.take_over()
        if key == PROGRESS:
            read_progress(self._desk)
        if key == SETUPS:
            read_setups(self._desk)
        table = self._desk.model.table
        if table is not None and key in (PREFIX + table.id, ""):
            if not self._desk.library.is_current(table.id):
                self._playing.give_way(table)
            elif table.yielded:  # what the other tab took away it has brought back
                self._playing.set(replace(table, yielded=False))
                self._desk.untell("elsewhere")
        elif self._desk.model.route.page in ("home", "settings"):
            self._desk.list_kept()

    def _take_over(self, table: Table) -> None:
        """Go on with the game as the other tab has left it."""
        route = Route("play", table.id)
        self._desk.browser.go(format_route(route), replace=True)
        self._arrive(route)

    def _keep_again(self, table: Table) -> None:
        """Keep the game although it is gone from the store."""
        self._desk.library.adopt(table.id)
        self._playing.save(replace(table, yielded=False))
