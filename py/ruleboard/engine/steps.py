"""Long computations that run in short steps, so that the page stays responsive."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

R = TypeVar("R")

Steps: TypeAlias = Generator[float, None, R]
"""A computation that pauses after each short step. It yields its progress, from 0 to 1 unless its docstring says
otherwise, and returns its result."""


def run_to_end(steps: Steps[R]) -> R:
    """Run a computation without pauses, and return its result.

    Raises:
        Exception: any error that the computation raises.
    """
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: R = stop.value
            return result


def scale_progress(steps: Steps[R], start: float, share: float) -> Steps[R]:
    """Run a computation as part of a longer computation. Its progress starts at ``start`` and grows by ``share``.

    Raises:
        Exception: any error that the computation raises.
    """
    try:
        while True:
            yield start + share * next(steps)
    except StopIteration as stop:
        result: R = stop.value
        return result
