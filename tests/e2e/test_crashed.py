"""Tools notice a page that crashes, where Playwright alone would wait for ever."""

from __future__ import annotations

import pytest

from tools.crashes import PageCrashed, noticed


def crash_and_wait(page):
    """Crash a page, and wait for an answer of it that never comes."""
    session = page.context.new_cdp_session(page)
    with noticed(page):
        session.send("Page.crash")
        page.evaluate("() => new Promise(() => {})")


def test_crash_ends_waiting(browser):
    context = browser.new_context()
    with pytest.raises(PageCrashed):
        crash_and_wait(context.new_page())
    context.close()
