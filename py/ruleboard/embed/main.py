"""Entry point of an embedded board."""

from __future__ import annotations

from ruleboard.embed.controller import Controller
from ruleboard.embed.web import FrameWeb


def start() -> None:
    """Show the board in the URL, and start handling input events."""
    web = FrameWeb()
    web.run(Controller(web))
