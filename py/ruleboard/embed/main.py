"""Entry point of an embedded board."""

from __future__ import annotations

from ruleboard.embed.controller import Controller
from ruleboard.embed.web import FrameWeb


def start() -> None:
    """Show the board that the URL describes, and start handling input events."""
    web = FrameWeb()
    web.run(Controller(web))
