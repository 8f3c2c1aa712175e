"""Kept setups of games that this version does not have, or keeps none for: which those are, and what names one."""

from __future__ import annotations

import json

from ruleboard.app.storage.setups import Kept, Setup
from ruleboard.games.registry import SETUPS, WORKSHOPS


def offered(game: str) -> bool:
    """Whether a game's setups are listed where they are used."""
    return game in SETUPS or game in WORKSHOPS


def named(setup: Setup) -> str:
    """What names a setup among all that are kept, as the value of a button."""
    return json.dumps([setup.game, setup.name])


def find(setups: Kept, name: str) -> Setup | None:
    """The setup of that name; None if there is none any more."""
    return next((setup for setup in setups if named(setup) == name), None)
