"""Count executed lines of Python, which measures work independently of the speed of the machine."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any

from ruleboard.engine.errors import RuleboardError

MAX_LINES = 100_000
"""The lines that a page may execute at a time. A browser executes some three million lines of Python in a second."""


def count_lines(callback: Callable[[], object]) -> int:
    """Return the number of lines of Python code that a call executes."""
    count = 0

    def count_line(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        callback()
    finally:
        sys.settrace(before)
    return count


def count_operations(action: Callable[[], object]) -> int:
    """Return the number of lines executed and blocks allocated until an action returns or raises."""
    count = used_memory = 0

    def count_line(_frame: FrameType, _event: str, _argument: object) -> Callable[..., Any]:
        nonlocal count, used_memory
        current, peak_memory = tracemalloc.get_traced_memory()
        count += 1 + max(0, peak_memory - used_memory) // 16
        tracemalloc.reset_peak()
        used_memory = current
        return count_line

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(count_line)
    try:
        action()
    except (RuleboardError, ValueError, RecursionError):
        pass
    finally:
        sys.settrace(before)
        tracemalloc.stop()
    return count
