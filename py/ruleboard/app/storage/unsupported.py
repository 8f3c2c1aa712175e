"""Saved setups of games that this version does not have, or that it offers no setups for."""

from __future__ import annotations

import json

from ruleboard.app.storage.setups import Setup, Setups
from ruleboard.games.registry import SETUPS, WORKSHOPS


def is_supported(game: str) -> bool:
    """Return whether a game's setups are listed where the game uses them."""
    return game in SETUPS or game in WORKSHOPS


def setup_key(setup: Setup) -> str:
    """Return a key that is unique among all saved setups, as the value of a button."""
    return json.dumps([setup.game, setup.name])


def find(setups: Setups, key: str) -> Setup | None:
    """Return the setup with a key; None if there is none any more."""
    return next((setup for setup in setups if setup_key(setup) == key), None)
