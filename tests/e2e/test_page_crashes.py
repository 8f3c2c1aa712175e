"""Test that the tools detect a crashed page. Playwright itself would wait forever."""

from __future__ import annotations

import pytest

from tools.crashes import PageCrashed, crash_guard


def crash_and_wait(page):
    """Crash a page and wait for a reply, which never arrives."""
    session = page.context.new_cdp_session(page)
    with crash_guard(page):
        session.send("Page.crash")
        page.evaluate("() => new Promise(() => {})")


def test_crash_raises_instead_of_hanging(browser):
    context = browser.new_context()
    with pytest.raises(PageCrashed):
        crash_and_wait(context.new_page())
    context.close()
