"""The form of what is kept beside the games: a JSON object."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.bounded_json import decode


def named(text: str | None) -> dict[str, Any] | None:
    """What a kept text holds, by name: nothing if there is no text, None if it cannot be read."""
    try:
        data = decode(text or "{}")
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
