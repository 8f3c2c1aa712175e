"""Progress messages of commands. This module uses only the standard library, as tools/setup.py does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

INTERVAL_S = 2.0
"""The seconds until the first message about a step, and between two dots."""


@contextmanager
def show_progress(step: str, interval_s: float = INTERVAL_S) -> Iterator[None]:
    """During a ``with`` statement, print the name of a long step, a dot at each interval, and the duration at the end.

    Steps shorter than the interval print nothing.

    Args:
        step: the name of the step, as the beginning of a line.
        interval_s: the seconds until the first message, and between two dots.
    """
    done_event = Event()
    start = time.monotonic()

    def print_dots() -> None:
        if done_event.wait(interval_s):
            return
        print(f"{step} ", end="", flush=True)
        while not done_event.wait(interval_s):
            print(".", end="", flush=True)
        print(f" {time.monotonic() - start:.0f} s", flush=True)

    printer = Thread(target=print_dots, daemon=True)
    printer.start()
    try:
        yield
    finally:
        done_event.set()
        printer.join()
