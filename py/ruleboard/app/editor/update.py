"""What is done to set up a position by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Desk, Handler
from ruleboard.app.editor import session as editings
from ruleboard.app.editor.session import Editing
from ruleboard.app.routes import Route, format_route


class EditHandlers:
    """Takes over positions; the address always names the one that stands, so that a reload loses nothing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Mapping[str, Handler] = {"play-here": lambda _value: self._play_here()}

    def handle(self, editing: Editing, kind: str, target: str) -> None:
        """Take what a hand did on the board."""
        match kind:
            case "take":
                self._take(editings.taken_up(editing, target))
            case "away":
                self._take(editings.thrown_away(editing))
            case _:
                self._take(editings.touched(editing, target))

    def press(self, key: str) -> bool:
        """Take a key; whether it does something here."""
        editing = self._desk.model.editing
        after = editings.pressed(editing, key) if editing else None
        if after is None or after == editing:
            return False
        self._take(after)
        return True

    def do(self, what: str, value: str) -> None:
        """Do what a button or field of the editor says."""
        if editing := self._desk.model.editing:
            self._take(editings.done(editing, what, value))

    def _take(self, editing: Editing) -> None:
        before = self._desk.model.editing
        self._desk.change(editing=editing, copied=("", False))
        if before is not None and before.text != editing.text:
            route = replace(self._desk.model.route, text=editing.text)
            self._desk.change(route=route)
            self._desk.browser.go(format_route(route), replace=True)

    def _play_here(self) -> None:
        """Go where a game begins from the position that stands."""
        editing = self._desk.model.editing
        if editing and not editing.trouble:
            self._desk.browser.go(format_route(Route("new", editing.game, text=editing.text)))
