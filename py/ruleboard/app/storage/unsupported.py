"""Saved setups of games that this version of the app does not support."""

from __future__ import annotations

import json

from ruleboard.app.storage.setups import Setup, Setups
from ruleboard.registry import BOARD_EDITORS, SAVED_ARMIES


def is_supported(game: str) -> bool:
    """Return True if this version of the app can use a game's setups."""
    return game in SAVED_ARMIES or game in BOARD_EDITORS


def setup_key(setup: Setup) -> str:
    """Return a unique key of a saved setup, for the value of a button."""
    return json.dumps([setup.game, setup.name])


def find_setup(setups: Setups, key: str) -> Setup | None:
    """Return the setup with a key, or None."""
    return next((setup for setup in setups if setup_key(setup) == key), None)
