"""Long computations in short slices, between which the page answers."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from ruleboard.engine.steps import Steps

R = TypeVar("R")


class Caller(Protocol):
    """A browser, as far as it calls slices."""

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, after that time at the earliest."""
        ...


class Task(Generic[R]):
    """A computation that runs in slices until it is done or cancelled. Nothing is computed before ``start``."""

    def __init__(
        self,
        browser: Caller,
        steps: Steps[R],
        *,
        slice: int,
        pause: int,
        progress: Callable[[float], None],
        done: Callable[[R], None],
    ) -> None:
        """Prepare a computation.

        Args:
            browser: calls the slices.
            steps: the computation.
            slice: the milliseconds after which it pauses; a single step may take longer.
            pause: the milliseconds from one slice to the next, at least.
            progress: called after each slice but the last, with the last progress the computation has yielded.
            done: called with the result.
        """
        self._browser = browser
        self._steps = steps
        self._slice = slice
        self._pause = pause
        self._progress = progress
        self._done = done
        self._is_cancelled = False

    def start(self) -> Task[R]:
        """Let the computation begin soon."""
        self._browser.call_later(self._run, self._pause)
        return self

    def cancel(self) -> None:
        """Stop the computation; it has no result then."""
        self._is_cancelled = True
        self._steps.close()

    def _run(self) -> None:
        if self._is_cancelled:
            return
        end = perf_counter() + self._slice / 1000
        try:
            progress = next(self._steps)
            while perf_counter() < end:
                progress = next(self._steps)
        except StopIteration as finished:
            self._done(finished.value)
            return
        self._progress(progress)
        self._browser.call_later(self._run, self._pause)


AnyTask = Task[Any]

CHECK_SLICE = 4
"""Milliseconds of a slice of work that nobody waits for."""
CHECK_PAUSE = 10
"""Milliseconds between two such slices."""
WORK_SLICE = 30
"""Milliseconds of a slice of work that somebody waits for, between which the page still answers."""
READ_SLICE = 12
"""Milliseconds of a slice of reading texts from outside: with the drawing of its progress, the page answers soon."""
