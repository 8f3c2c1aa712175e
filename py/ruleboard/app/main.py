"""Starts the app."""

from __future__ import annotations

from ruleboard.app.browser.web import Web
from ruleboard.app.runtime.controller import Controller


def start() -> None:
    """Show the page of the address, and take input from then on."""
    web = Web()
    web.run(Controller(web))
