"""A JSON decoder that limits length, nesting and numbers, for text from outside.

Numbers beyond the limits are of no use to any reader, and break the ones that compute with them: a whole number of 400
digits is no float, and comparisons with ``NaN`` are neither true nor false.

Under CPython, deep nesting raises a ``RecursionError``. In the browser the stack of the page overflows first, which
ends the whole interpreter.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from ruleboard.engine.limits import LONGEST_RECORD

DEEPEST = 100
"""The greatest depth of nesting that is read; no text of the app comes near it."""

MAX_DIGITS: Final = 20
"""The most digits of a whole number that is read; a seed, below 2 to the power of 64, has as many."""

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. An unclosed string extends to the end, so that no character is read twice."""


def decode(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: it is longer than any text of the app, not JSON, or has a number that is too long or not finite.
        RecursionError: it is nested too deeply to be read.
    """
    if len(text) > LONGEST_RECORD:
        raise ValueError("longer than any text")
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise RecursionError("nested too deeply")
    return json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise ValueError("a number that is too long")
    return int(digits)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number that is not finite")
    return number


def _depth(text: str) -> int:
    """Return the depth of nesting of a text, counted no further than just beyond the limit."""
    depth = deepest = 0
    for token in _TOKENS.finditer(text):
        sign = token[0]
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                break
        elif sign in "]}":
            depth -= 1
    return deepest
