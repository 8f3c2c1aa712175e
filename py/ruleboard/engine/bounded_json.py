"""Reads JSON from outside without trusting how deeply it is nested.

Python itself gives up in time, with a ``RecursionError``. In the browser it does not: there the stack of the page runs
over first, and with it the whole of Python ends.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 100
"""How deeply a text may be nested; nothing of ours comes near."""

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. A string that is never closed goes on to the end: nothing in it is looked at twice."""


def decode(text: str) -> Any:
    """What a JSON text holds.

    Raises:
        ValueError: it is not JSON.
        RecursionError: it is nested too deeply to be read.
    """
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise RecursionError("nested too deeply")
    return json.loads(text)


def _depth(text: str) -> int:
    """How deeply a text is nested, but no deeper than it has to be known."""
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
