"""Long computations in short slices, so that the page can handle events between them."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from ruleboard.engine.steps import Steps

Result = TypeVar("Result")


class Scheduler(Protocol):
    """The method of a browser that calls functions later."""

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        """Call a function when the page is idle, after the given time at the earliest."""
        ...


class Task(Generic[Result]):
    """A computation that runs in slices, from ``start`` until it is done or cancelled."""

    def __init__(
        self,
        browser: Scheduler,
        steps: Steps[Result],
        *,
        slice_ms: int,
        pause_ms: int,
        on_progress: Callable[[float], None],
        on_done: Callable[[Result], None],
    ) -> None:
        """Prepare a computation.

        Args:
            browser: schedules the slices.
            steps: the computation.
            slice_ms: the milliseconds after which a slice ends. A single step may take longer.
            pause_ms: the minimum number of milliseconds between two slices.
            on_progress: called after each slice except the last, with the latest progress that the computation yielded.
            on_done: called with the result.
        """
        self._browser = browser
        self._steps = steps
        self._slice_ms = slice_ms
        self._pause_ms = pause_ms
        self._on_progress = on_progress
        self._on_done = on_done
        self._is_cancelled = False

    def start(self) -> Task[Result]:
        """Schedule the first slice."""
        self._browser.call_later(self._run, self._pause_ms)
        return self

    def cancel(self) -> None:
        """Stop the computation without a result."""
        self._is_cancelled = True
        self._steps.close()

    def _run(self) -> None:
        if self._is_cancelled:
            return
        slice_end = perf_counter() + self._slice_ms / 1000
        try:
            progress = next(self._steps)
            while perf_counter() < slice_end:
                progress = next(self._steps)
        except StopIteration as stop:
            result: Result = stop.value
            self._browser.call_later(lambda: self._finish(result), 0)
            return
        self._on_progress(progress)
        self._browser.call_later(self._run, self._pause_ms)

    def _finish(self, result: Result) -> None:
        """Pass the result to ``on_done`` in a separate slice."""
        if not self._is_cancelled:
            self._on_done(result)


AnyTask = Task[Any]

IDLE_SLICE_MS = 4
"""Milliseconds of a slice of background work."""
IDLE_PAUSE_MS = 10
"""Milliseconds between two slices of background work."""
WORK_SLICE_MS = 20
"""Milliseconds of a slice of work that a person waits for. The page answers events between two slices."""
READ_SLICE_MS = 12
"""Milliseconds of a slice of reading imported texts, short because each slice also draws its progress."""
