"""Report crashed pages to code that is waiting for something on the page, which Playwright does not do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PageCrashed(RuntimeError):
    """The browser process of a page has crashed."""


@contextmanager
def crash_guard(page: Any) -> Iterator[None]:
    """Interrupt the code in a ``with`` statement as soon as the page crashes.

    Raises:
        PageCrashed: the page has crashed.
    """
    from playwright.sync_api import Error

    crashed: list[str] = []

    def close(page: Any) -> None:
        crashed.append(page.url)
        page.close()  # ends all waiting

    page.on("crash", close)
    try:
        yield
    except Error as error:
        if not crashed:
            raise
        raise PageCrashed(f"the browser's process of {crashed[0]} has crashed") from error
    if crashed:
        raise PageCrashed(f"the browser's process of {crashed[0]} has crashed")
