"""Encode positions and the parameters of embedded boards in addresses.

Links omit hidden information, such as the order of cards. Opening a link shuffles the cards again.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from ruleboard.engine.game import Game

_ENCODED_JSON_PATTERN: Final = re.compile(r"eyJ[A-Za-z0-9_-]*={0,2}")
"""The pattern of an encoded JSON object. No position text of a game starts like this."""
_UNQUOTED_SIGNS: Final = "/:;,!*()@$'|"
"""The characters that a fragment contains without percent-encoding, besides letters, digits and ``-._~``."""


def format_parameters(texts: Mapping[str, str]) -> str:
    """Format the attributes of ``<rule-board>`` as the fragment of a frame's address, without ``#``."""
    return "&".join(f"{name}={quote(text, safe=_UNQUOTED_SIGNS)}" for name, text in texts.items())


def encode_position(position: str) -> str:
    """Encode a position text for an address. JSON becomes base64url without padding."""
    encoded_json = urlsafe_b64encode(position.encode()).decode().rstrip("=")
    return encoded_json if _ENCODED_JSON_PATTERN.fullmatch(encoded_json) else position


def decode_position(text: str) -> str:
    """Decode a position text from an address. Return unencoded or damaged strings unchanged."""
    if not _ENCODED_JSON_PATTERN.fullmatch(text):
        return text
    text_without_padding = text.rstrip("=")
    try:
        return urlsafe_b64decode(text_without_padding + "=" * (-len(text_without_padding) % 4)).decode()
    except ValueError:  # truncated, or not UTF-8
        return text


def state_to_link(game: Game[Any, Any], state: object) -> str:
    """Encode the public part of a state for an address."""
    return encode_position(game.format_position(game.view(state, None)))


def state_from_link(game: Game[Any, Any], text: str, seed: int) -> Any:
    """Parse a state from an address, and shuffle its hidden cards or tiles with a seed.

    Raises:
        PositionError: the text is malformed, or no game can reach the position.
    """
    state = game.parse_position(decode_position(text))
    return game.with_hidden_redealt(state, seed)
