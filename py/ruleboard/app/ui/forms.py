"""Values that submitted forms, file pickers and buttons send."""

from __future__ import annotations

import json

from ruleboard.app.storage.imports import FileText
from ruleboard.engine.record import MAX_NAME_LENGTH


def form_values(form: str) -> dict[str, str]:
    """Parse the values of a submitted form, by the names of the fields."""
    return {name: str(value) for name, value in json.loads(form or "{}").items()}


def names_in_form(fields: dict[str, str], count: int) -> tuple[str, ...]:
    """Return the players' names in a form, shortened to the maximum length in records."""
    return tuple(fields.get(f"name-{number}", "").strip()[:MAX_NAME_LENGTH] for number in range(count))


def file_texts(value: str) -> list[FileText]:
    """Parse the chosen files. For each file, the page sends a text, null, or a pair of a text and its encoding."""
    items = json.loads(value)
    return [FileText(*map(str, item[:2])) if isinstance(item, list) else FileText(item and str(item)) for item in items]


def is_number(value: str) -> bool:
    """Return True if a value is a non-negative whole number with at most nine digits."""
    return value.isascii() and value.isdigit() and len(value) < 10
