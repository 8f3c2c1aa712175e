"""Changes to stored documents, for tests that check whether the app saves them."""

from __future__ import annotations

from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from tools.fake_browser import Tab

FULL_STORAGE_TEXT = "not everything is saved"
"""A part of the notice about a full storage."""


def change(tab: Tab, key: str) -> None:
    """Change the document that is stored under a key."""
    match key:
        case _ if key == SETTINGS_KEY:
            tab.visit("#/settings")
            tab.change("settings.choose.theme", "dark")
        case _ if key == SETUPS_KEY:
            tab.visit("#/boards/tensor-cards")
            tab.click("workshop.new")
        case _:
            tab.visit("#/learn/sensei/goal/2")
            tab.touch("e1", "e7")
