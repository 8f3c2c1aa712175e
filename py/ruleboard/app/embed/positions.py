"""Position texts as they travel in addresses: as they are, or base64url-coded where they are JSON."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

_CODED = re.compile(r"eyJ[A-Za-z0-9_-]*")
"""Every JSON object that begins with a quoted name is coded like this; no game's own texts begin so."""


def packed(position: str) -> str:
    """The position as an address carries it: JSON is base64url-coded, without padding."""
    return urlsafe_b64encode(position.encode()).decode().rstrip("=") if position.startswith("{") else position


def unpacked(text: str) -> str:
    """The position text that was packed; a text that is not coded, or not rightly, is itself."""
    if not _CODED.fullmatch(text):
        return text
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:  # cut off, or no text
        return text
