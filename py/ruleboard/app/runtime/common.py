"""What is done on any page, whatever it is about."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.context import Desk, Handler
from ruleboard.app.settings.persistent_storage import ask_for_promise
from ruleboard.i18n import _


class PageHandlers:
    """Has the browser do what the page asks for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Mapping[str, Handler] = {
            "go": desk.browser.go,
            "reveal": lambda id: desk.reveal(f"#{id}"),
            "copy": self._copy,
            "print-page": lambda _value: desk.browser.print(),
            "update": lambda _value: desk.browser.update(),
            "persist": lambda _value: ask_for_promise(desk),
            "dismiss": desk.untell,
            "undelete": desk.undelete,
            "seek": lambda text: desk.change(sought=text),
        }

    def _copy(self, field: str) -> None:
        def copied(done: bool) -> None:
            self._desk.change(copied=(field, done))
            self._desk.announce(_("Copied.") if done else _("The text is selected."))
            self._desk.draw()

        self._desk.browser.copy(field, copied)
