"""The browser interface of an embedded board in a real browser."""

from __future__ import annotations

import js

from ruleboard.app.browser.web import Web
from ruleboard.app.storage.store import MemoryStore


class FrameWeb(Web):
    """The real browser. See ``embed.browser.Browser`` for the methods.

    It calls the frame's script only through ``js.ruleboardFrame``, which static/boot/embed_frame.js defines.
    """

    def __init__(self) -> None:
        super().__init__(MemoryStore())  # a frame in another site's page must not store anything

    def post(self, message: str) -> None:
        """See ``Browser``."""
        js.ruleboardFrame.post(message)

    def set_origin(self, origin: str) -> None:
        """See ``Browser``."""
        js.ruleboardFrame.setOrigin(origin)

    def set_look(self, look: str) -> None:
        """See ``Browser``."""
        js.ruleboardFrame.setLook(look)

    def languages(self) -> tuple[str, ...]:
        """See ``Browser``."""
        return tuple(str(js.ruleboardFrame.languages()).split(","))
