"""Brings the page to life."""

from __future__ import annotations

import traceback

import js

from ruleboard.app.controller import Controller
from ruleboard.app.web import Web


def start() -> None:
    """Show what the address asks for and hear people from now on."""
    web = Web()
    controller = Controller(web)

    def hear(kind: str, name: str, value: str) -> None:
        try:
            controller.hear(kind, name, value)
        except Exception:  # whatever it is: a player is told in words, a developer in the console
            js.console.error(traceback.format_exc())
            controller.trouble()

    def begin() -> None:
        web.listen(hear)
        js.document.documentElement.dataset.ready = ""

    controller.start(begin)
