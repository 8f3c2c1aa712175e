"""Brings the page to life."""

from __future__ import annotations

from ruleboard.app.browser.web import Web
from ruleboard.app.runtime.controller import Controller


def start() -> None:
    """Show what the address asks for and hear people from now on."""
    web = Web()
    web.run(Controller(web))
