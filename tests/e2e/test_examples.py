"""The sample article in the browser: its diagrams are seen, its boards come to life, what is to be found is found."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.profiles("desktop", "phone")
def test_the_article_is_read_and_played(page: Page, site: str):
    page.goto(site + "examples/explainer.html")
    boards = page.locator("rule-board")
    expect(boards).to_have_count(4)
    loaded = "() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)"
    page.wait_for_function(loaded)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    found = page.locator('rule-board[mode="find"][game="sensei"]')
    found.scroll_into_view_if_needed()
    found.evaluate(
        """board => {
            window.told = [];
            for (const name of ["ready", "found", "error"]) board.addEventListener(name, () => window.told.push(name));
            board.start();
        }"""
    )
    page.wait_for_function("() => window.told.includes('ready')", timeout=90_000)
    found.evaluate("board => board.play('@d6-e7')")
    page.wait_for_function("() => window.told.includes('found')")
    assert page.evaluate("() => window.told") == ["ready", "found"]
