"""Functions that quote invalid values in errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_MAX_LENGTH: Final = 30


def quote(value: object) -> str:
    """Return the beginning of a value's ``repr``, or the name of its class if the ``repr`` fails."""
    return repr(value[:_MAX_LENGTH]) if isinstance(value, str) else _text_or_class(value, repr)[:_MAX_LENGTH]


def quote_text(value: object) -> str:
    """Return the beginning of a value as a quoted text, or the name of its class if conversion to text fails."""
    return repr(_text_or_class(value, str)[:_MAX_LENGTH])


def _text_or_class(value: object, convert: Callable[[object], str]) -> str:
    try:
        return convert(value)
    except (RecursionError, ValueError):  # a list that contains itself, or an integer with thousands of digits
        return type(value).__name__
