"""Long computations in steps, so that a page can answer between them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

R = TypeVar("R")

Steps: TypeAlias = Generator[int, None, R]
"""A computation that pauses after each of its short steps. It yields the number of steps that are done."""


def finished(steps: Steps[R]) -> R:
    """Return the result of a computation, without pauses.

    Raises:
        Exception: whatever the computation raises.
    """
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: R = done.value
            return result
