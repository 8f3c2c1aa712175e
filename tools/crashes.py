"""Crashes of pages, which Playwright does not report to callers that wait for something in the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PageCrashed(RuntimeError):
    """The browser's process of a page has crashed."""


@contextmanager
def noticed(page: Any) -> Iterator[None]:
    """End all waiting for a page as soon as it crashes.

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
