"""What stands in a form that was sent, and in the value of a button."""

from __future__ import annotations

import json

from ruleboard.engine.record import LONGEST_NAME


def fields(form: str) -> dict[str, str]:
    """The fields of a form, by name."""
    return {name: str(value) for name, value in json.loads(form or "{}").items()}


def names(fields: dict[str, str], count: int) -> tuple[str, ...]:
    """The players' names in a form, as long as a record keeps them."""
    return tuple(fields.get(f"name-{number}", "").strip()[:LONGEST_NAME] for number in range(count))


def is_number(value: str) -> bool:
    """Whether a value is a number, from 0."""
    return value.isascii() and value.isdigit()
