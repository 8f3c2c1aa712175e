"""What is done with what the page cannot use, texts put aside and setups of unknown games: taking out, deleting."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ruleboard.app.context import Desk, Handler
from ruleboard.app.lessons.update import keep_progress
from ruleboard.app.settings.update import keep_settings
from ruleboard.app.setups.update import delete_setup, keep_setups
from ruleboard.app.storage import quarantine as aside
from ruleboard.app.storage import unsupported as unknown
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.quarantine import original_key
from ruleboard.app.storage.setups import KEY as SETUPS

_IN_PLACE: Mapping[str, tuple[str, Callable[[Desk], None]]] = {
    SETTINGS: ("unreadable-settings", lambda desk: keep_settings(desk, desk.model.settings)),
    PROGRESS: ("unreadable-progress", lambda desk: keep_progress(desk, desk.model.progress)),
    SETUPS: ("unreadable", lambda desk: keep_setups(desk, desk.model.setups)),
}
"""By key, the notice that tells of a text there that cannot be read, and how to keep what there is in its place."""


class AsideHandlers:
    """Changes what was put aside, and the list of it with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Mapping[str, Handler] = {
            "export-aside": self._export,
            "delete-aside": self._delete,
            "export-unknown": self._export_unknown,
            "delete-unknown": self._delete_unknown,
        }

    def _export(self, name: str) -> None:
        """Hand out the text that was put aside under that key, or all if it is none of them."""
        texts = self._desk.shelf.quarantine.texts
        called = f"{name.rpartition('/')[2] if name in texts else 'unreadable'}.txt"
        text = texts.get(name, "\n".join(dict.fromkeys(texts.values())))
        self._desk.browser.download(f"ruleboard-{called}", "text/plain", text)

    def _delete(self, name: str) -> None:
        """Forget a text; where it still stands in its old place, what could be read takes that."""
        desk, key = self._desk, original_key(name)
        text = desk.shelf.quarantine.texts.get(name)
        if text is None:  # another tab has deleted it
            desk.list_aside()
            return
        desk.shelf.quarantine.remove(name)
        notice, keep = _IN_PLACE.get(key, ("", None))
        if keep and desk.shelf.read(key) == text:
            keep(desk)
        desk.list_aside()
        if not any(original_key(other) == key for other in desk.model.aside):
            desk.untell(notice)
        desk.deleted(name, aside.title(name), lambda: self._bring_back(name, text))
        desk.retry()

    def _export_unknown(self, name: str) -> None:
        if setup := unknown.find(self._desk.model.setups, name):
            called = re.sub(r"\W+", "-", f"{setup.game}-{setup.name}").strip("-").lower() or "setup"
            self._desk.browser.download(f"{called}.txt", "text/plain", setup.text)

    def _delete_unknown(self, name: str) -> None:
        if setup := unknown.find(self._desk.model.setups, name):
            delete_setup(self._desk, setup.game, setup.name)

    def _bring_back(self, name: str, text: str) -> bool:
        done = self._desk.shelf.quarantine.restore(name, text)
        self._desk.list_aside()
        return done
