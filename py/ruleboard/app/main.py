"""Brings the page to life."""

from __future__ import annotations

import js

from ruleboard.app.controller import Controller
from ruleboard.app.web import Web


def start() -> None:
    """Show what the address asks for and hear people from now on."""
    web = Web()
    controller = Controller(web)
    controller.start()
    web.listen(controller.hear)
    js.document.documentElement.dataset.ready = ""
