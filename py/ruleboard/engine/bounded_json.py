"""A JSON decoder that limits nesting, for text from outside.

Under CPython, deep nesting raises a ``RecursionError``. In the browser the stack of the page overflows first, which
ends the whole interpreter.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 100
"""The greatest depth of nesting that is read; no text of the app comes near it."""

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. An unclosed string extends to the end, so that no character is read twice."""


def decode(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: it is not JSON.
        RecursionError: it is nested too deeply to be read.
    """
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise RecursionError("nested too deeply")
    return json.loads(text)


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
