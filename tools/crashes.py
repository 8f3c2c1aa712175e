"""Interrupt code that waits for a page when the page crashes, since Playwright does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PageCrashed(RuntimeError):
    """Raised when the browser process of a page has crashed."""


@contextmanager
def crash_guard(page: Any) -> Iterator[None]:
    """Interrupt the code in a ``with`` statement as soon as the page crashes.

    Raises:
        PageCrashed: the page has crashed.
    """
    from playwright.sync_api import Error

    crashed_urls: list[str] = []

    def close_page(page: Any) -> None:
        crashed_urls.append(page.url)
        page.close()  # ends all waiting

    page.on("crash", close_page)
    try:
        yield
    except Error as error:
        if not crashed_urls:
            raise
        raise PageCrashed(f"the browser's process of {crashed_urls[0]} has crashed") from error
    if crashed_urls:
        raise PageCrashed(f"the browser's process of {crashed_urls[0]} has crashed")
