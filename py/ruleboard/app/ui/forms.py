"""Values of submitted forms, file pickers and buttons."""

from __future__ import annotations

import json

from ruleboard.app.storage.imports import FileText
from ruleboard.engine.record import MAX_NAME_LENGTH


def form_values(form: str) -> dict[str, str]:
    """Return the values of a form's fields, by name."""
    return {name: str(value) for name, value in json.loads(form or "{}").items()}


def names_in_form(fields: dict[str, str], count: int) -> tuple[str, ...]:
    """Return the players' names in a form, cut to the maximum length in records."""
    return tuple(fields.get(f"name-{number}", "").strip()[:MAX_NAME_LENGTH] for number in range(count))


def file_texts(value: str) -> list[FileText]:
    """Parse the chosen files. The page sends a text, null, or a pair of a text and its encoding for each."""
    items = json.loads(value)
    return [FileText(*map(str, item[:2])) if isinstance(item, list) else FileText(item and str(item)) for item in items]


def is_number(value: str) -> bool:
    """Return True if a value is a whole number from 0 with at most nine digits."""
    return value.isascii() and value.isdigit() and len(value) < 10
