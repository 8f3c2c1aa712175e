"""What texts are called that could not be read and were put aside."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.storage.documents import origin
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.i18n import N_, _

_TITLES: Mapping[str, str] = {
    SETTINGS: N_("Settings"),
    PROGRESS: N_("Lessons you have been through"),
    SETUPS: N_("Armies, boards and decks"),
}


def title(name: str) -> str:
    """What the text is that was put aside under a key; of what only a newer version keeps, the key itself."""
    key = origin(name)
    return _(_TITLES[key]) if key in _TITLES else key
