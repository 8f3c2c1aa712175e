"""Brings an embedded board to life."""

from __future__ import annotations

from ruleboard.embed.controller import Controller
from ruleboard.embed.web import FrameWeb


def start() -> None:
    """Show what the address asks for; hear people and the page around from now on."""
    web = FrameWeb()
    web.run(Controller(web))
