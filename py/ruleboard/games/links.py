"""Positions in addresses: JSON is packed, secrets are left out, and unknown orders are shuffled anew on arrival."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

from ruleboard.engine.game import Game

_PACKED: Final = re.compile(r"eyJ[A-Za-z0-9_-]*={0,2}")
"""The form of a packed JSON object; no position text of a game begins like this."""


def packed(position: str) -> str:
    """Return a position text as it stands in an address: JSON in base64url without padding, others unchanged."""
    coded = urlsafe_b64encode(position.encode()).decode().rstrip("=")
    return coded if _PACKED.fullmatch(coded) else position


def unpacked(text: str) -> str:
    """Return the position text of a packed one; a text that is not packed, or is damaged, is returned unchanged."""
    if not _PACKED.fullmatch(text):
        return text
    bare = text.rstrip("=")
    try:
        return urlsafe_b64decode(bare + "=" * (-len(bare) % 4)).decode()
    except ValueError:  # truncated, or not UTF-8
        return text


def outbound(game: Game[Any, Any], state: object) -> str:
    """Return the public part of a state as it stands in an address."""
    return packed(game.format_position(game.view(state, None)))


def inbound(game: Game[Any, Any], text: str, seed: int) -> Any:
    """Return the state of a text from an address, with unknown orders shuffled by a seed.

    Raises:
        PositionError: it cannot be read, or describes an impossible position.
    """
    state = game.parse_position(unpacked(text))
    return game.reshuffled(state, seed)
