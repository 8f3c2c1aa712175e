"""The entry point of the app."""

from __future__ import annotations

from ruleboard.app.browser.slices import IDLE_PAUSE_MS, IDLE_SLICE_MS, Task
from ruleboard.app.browser.web import Web
from ruleboard.app.runtime.controller import Controller
from ruleboard.app.runtime.warm_up import warm_up

_WARM_UP_DELAY_MS = 300
"""Milliseconds between the start and the warm-up, so that the first page comes first."""


def start() -> None:
    """Show the page at the current address, handle its events, and warm up touches while the page is idle."""
    web = Web()
    web.run(Controller(web))

    def start_warm_up() -> None:
        Task(
            web, warm_up(), slice_ms=IDLE_SLICE_MS, pause_ms=IDLE_PAUSE_MS, on_progress=_ignore, on_done=_ignore
        ).start()

    if web.warms_up():
        web.call_later(start_warm_up, _WARM_UP_DELAY_MS)


def _ignore(_value: object) -> None:
    """Ignore the progress and the result of the warm-up."""
