"""The browser's promise not to clear what is kept: whether there is one, and asking for it."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.context import Desk
from ruleboard.app.settings.update import keep_settings


def look_for_promise(desk: Desk, *, ask: bool = False) -> None:
    """Learn whether the browser has promised it; with ``ask``, ask for it first."""

    def told(kept: bool | None) -> None:
        desk.change(persisted=kept)
        desk.draw()

    desk.browser.persisted(told, ask=ask)


def ask_for_promise(desk: Desk) -> None:
    """Ask for it, and remember that it was asked for."""
    keep_settings(desk, replace(desk.model.settings, asked=True))
    look_for_promise(desk, ask=True)


def ask_once(desk: Desk) -> None:
    """Ask for it when the first of the games has been left: some browsers ask the person then."""
    if desk.model.persisted is False and desk.model.lasting and not desk.model.settings.asked:
        ask_for_promise(desk)
