"""Values of submitted forms, file pickers and buttons."""

from __future__ import annotations

import json

from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import check_record
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.i18n import _


def fields(form: str) -> dict[str, str]:
    """Return the values of a form's fields, by name."""
    return {name: str(value) for name, value in json.loads(form or "{}").items()}


def names(fields: dict[str, str], count: int) -> tuple[str, ...]:
    """Return the players' names in a form, cut to the maximum length of a record."""
    return tuple(fields.get(f"name-{number}", "").strip()[:LONGEST_NAME] for number in range(count))


def files(value: str) -> list[str | None]:
    """Return the texts of the chosen files, with None for a file that the browser could not read."""
    return [None if text is None else str(text) for text in json.loads(value)]


def read_file(text: str | None) -> str:
    """Return the text of a chosen file.

    Raises:
        RecordError: the browser could not read the file, or its text is too long.
    """
    if text is None:
        raise RecordError(_("the browser could not read the file; choose it again, or copy it onto this device first"))
    check_record(text)
    return text


def is_number(value: str) -> bool:
    """Return True if a value is a whole number from 0 with at most nine digits."""
    return value.isascii() and value.isdigit() and len(value) < 10
