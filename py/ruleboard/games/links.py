"""Positions on their way in addresses: packed where they are JSON, and with what nobody knows drawn anew on arrival."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

from ruleboard.engine.game import Game

_CODED: Final = re.compile(r"eyJ[A-Za-z0-9_-]*={0,2}")
"""Every JSON object that begins with a quoted name is coded like this; no game's own texts begin so."""


def packed(position: str) -> str:
    """A position text as an address carries it: JSON is base64url-coded, without padding."""
    return urlsafe_b64encode(position.encode()).decode().rstrip("=") if position.startswith("{") else position


def unpacked(text: str) -> str:
    """The position text of a packed one; a text that is not packed, or not rightly, is itself."""
    if not _CODED.fullmatch(text):
        return text
    bare = text.rstrip("=")
    try:
        return urlsafe_b64decode(bare + "=" * (-len(bare) % 4)).decode()
    except ValueError:  # cut off, or no text
        return text


def outbound(game: Game[Any, Any], state: object) -> str:
    """The public part of a state, ready for an address: nothing secret is in it."""
    return packed(game.format_position(game.view(state, None)))


def inbound(game: Game[Any, Any], text: str, seed: int) -> Any:
    """The state a text from an address describes; what was left out of it is drawn by lot.

    Raises:
        PositionError: it cannot be read, or describes an impossible position.
    """
    state = game.parse_position(unpacked(text))
    return game.reshuffled(state, seed)
