"""The format of all documents: a JSON object."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.bounded_json import decode


def parse_object(text: str | None) -> dict[str, Any] | None:
    """Return the fields of a stored JSON object; empty without a text, None if the text is unreadable."""
    try:
        data = decode(text or "{}")
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
