"""The implementation of the browser interface of an embedded board for a real browser."""

from __future__ import annotations

from typing import cast

from pyscript import window

from ruleboard.app.browser.scripts import FrameScripts
from ruleboard.app.browser.web import BoundMethods, Web
from ruleboard.app.storage.store import MemoryStore

FRAME_SCRIPTS: FrameScripts = cast("FrameScripts", BoundMethods(window.ruleboardFrame))
"""The scripts of the frame, which static/boot/embed_frame.js provides."""


class FrameWeb(Web):
    """The real browser. The methods are documented in ``embed.browser.Browser``.

    The class calls the frame's scripts only through ``FRAME_SCRIPTS``.
    """

    def __init__(self) -> None:
        super().__init__(MemoryStore())  # a frame in another site's page must not store anything

    def post(self, message: str) -> None:
        """Send a message to the host page, if there is one."""
        FRAME_SCRIPTS.post(message)

    def set_origin(self, origin: str) -> None:
        """Restrict messages to pages of one origin; an empty string allows all origins."""
        FRAME_SCRIPTS.setOrigin(origin)

    def set_look(self, look: str) -> None:
        """Set the appearance of the page."""
        FRAME_SCRIPTS.setLook(look)

    def languages(self) -> tuple[str, ...]:
        """Return the codes of the reader's languages, the preferred one first."""
        return tuple(FRAME_SCRIPTS.languages().split(","))
