"""Starts the app."""

from __future__ import annotations

from ruleboard.app.browser.slices import CHECK_PAUSE, CHECK_SLICE, Task
from ruleboard.app.browser.web import Web
from ruleboard.app.runtime.controller import Controller
from ruleboard.app.runtime.rehearsal import rehearsing

_REST = 300
"""The milliseconds after the start in which nothing is rehearsed, so that the first page comes first."""


def start() -> None:
    """Show the page of the address, take input from then on, and rehearse touches while nobody waits."""
    web = Web()
    web.run(Controller(web))

    def rehearse() -> None:
        Task(web, rehearsing(), slice=CHECK_SLICE, pause=CHECK_PAUSE, progress=_ignore, done=_ignore).start()

    if web.rehearses():
        web.call_later(rehearse, _REST)


def _ignore(_value: object) -> None:
    """Take no notice of how far a rehearsal has come."""
