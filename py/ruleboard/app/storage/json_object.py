"""The common format of all documents: a JSON object."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.decoding import decode_object


def parse_object(text: str | None) -> dict[str, Any] | None:
    """Parse a stored JSON object. Return an empty dict if the text is None, or None if the text is invalid."""
    return decode_object(text or "{}")
