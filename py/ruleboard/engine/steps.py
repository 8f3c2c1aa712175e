"""Long computations in steps, so that a page can answer between them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

R = TypeVar("R")

Steps: TypeAlias = Generator[float, None, R]
"""A computation that pauses after each of its short steps. It yields its progress, from 0 to 1 unless it says
otherwise, and returns its result."""


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


def scaled(steps: Steps[R], begin: float, share: float) -> Steps[R]:
    """Return a computation as a part of a longer one: its progress goes from ``begin`` on, by ``share``.

    Raises:
        Exception: whatever the computation raises.
    """
    try:
        while True:
            yield begin + share * next(steps)
    except StopIteration as done:
        result: R = done.value
        return result
