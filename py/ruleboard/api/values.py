"""Values from other programs as errors quote them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_MAX_LENGTH: Final = 30


def quoted(value: object) -> str:
    """Return the beginning of a value as code; the name of its class, where Python cannot write it."""
    return repr(value[:_MAX_LENGTH]) if isinstance(value, str) else _written(value, repr)[:_MAX_LENGTH]


def quoted_text(value: object) -> str:
    """Return the beginning of what should have been a text, in quotes."""
    return repr(_written(value, str)[:_MAX_LENGTH])


def _written(value: object, write: Callable[[object], str]) -> str:
    try:
        return write(value)
    except (RecursionError, ValueError):  # a list within itself, a number of thousands of digits
        return type(value).__name__
