"""Count executed lines of Python, which measures work independently of the speed of the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

MAX_LINES = 100_000
"""The lines that a page may execute at a time. A browser executes some three million lines of Python in a second."""


def count_lines(call: Callable[[], object]) -> int:
    """Return the number of lines of Python code that a call executes."""
    count = 0

    def count_line(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
