"""Reads what is kept beside the games: what cannot be read is put aside and told, not overwritten."""

from __future__ import annotations

from collections.abc import Callable

from ruleboard.app import notices as standing
from ruleboard.app.context import Desk
from ruleboard.app.storage.json_object import parse_object


def read(
    desk: Desk, key: str, notice: str, legible: Callable[[str], bool] = lambda text: parse_object(text) is not None
) -> str | None:
    """The text under a key. ``notice``, one of those that stand, tells of it if ``legible`` says that not all of it
    can be read.
    """
    text = desk.shelf.read(key)
    if text and not legible(text):
        desk.shelf.quarantine.add(key, text)
        desk.tell(notice, standing.STANDING[notice]())
        desk.list_aside()
    return text
