"""A JSON decoder that limits length, nesting and numbers, for untrusted text.

Numbers beyond the limits break arithmetic: an integer of 400 digits does not fit in a float, and every comparison with
``NaN`` is false.

Under CPython, deep nesting raises a ``RecursionError``. In the browser the stack of the page overflows first, which
ends the whole interpreter.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from ruleboard.engine.limits import MAX_RECORD_LENGTH

MAX_NESTING = 100
"""The maximum depth of nesting, far more than any text of the app needs."""

MAX_DIGITS: Final = 20
"""The maximum number of digits of a whole number; a seed, below 2 to the power of 64, has as many."""

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. An unclosed string extends to the end, so that the expression reads each character only once.
"""


def decode(text: str) -> Any:
    """Decode JSON within limits of length, nesting and numbers.

    Raises:
        ValueError: the text is longer than the app ever writes, is not JSON, or contains a number that is too long or
            not finite.
        RecursionError: the text is nested too deeply.
    """
    if len(text) > MAX_RECORD_LENGTH:
        raise ValueError("longer than any text")
    if text.count("[") + text.count("{") > MAX_NESTING and _nesting_depth(text) > MAX_NESTING:
        raise RecursionError("nested too deeply")
    return json.loads(text, parse_int=_parse_integer, parse_float=_parse_finite, parse_constant=_parse_finite)


def _parse_integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise ValueError("a number that is too long")
    return int(digits)


def _parse_finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number that is not finite")
    return number


def _nesting_depth(text: str) -> int:
    """Return the nesting depth of a JSON text. The count stops as soon as it exceeds the limit."""
    depth = max_depth = 0
    for token in _TOKENS.finditer(text):
        character = token[0]
        if character in "[{":
            depth += 1
            max_depth = max(max_depth, depth)
            if max_depth > MAX_NESTING:
                break
        elif character in "]}":
            depth -= 1
    return max_depth
