"""Brings an embedded board to life."""

from __future__ import annotations

import traceback

import js

from ruleboard.app.embed.controller import Controller
from ruleboard.app.embed.web import FrameWeb


def start() -> None:
    """Show what the address asks for; hear people and the page around from now on."""
    web = FrameWeb()
    controller = Controller(web)

    def hear(kind: str, name: str, value: str) -> None:
        try:
            controller.hear(kind, name, value)
        except Exception:  # whatever it is: a reader is told in words, a developer in the console
            js.console.error(traceback.format_exc())
            controller.trouble()

    def begin() -> None:
        web.listen(hear)
        js.document.documentElement.dataset.ready = ""

    controller.start(begin)
