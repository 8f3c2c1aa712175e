"""The sample article in the browser: its diagrams are seen, its boards come to life, what is to be found is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools import serve


@pytest.mark.profiles("desktop", "phone")
def test_the_article_is_read_and_played(page: Page, site: str):
    page.goto(site + "examples/explainer.html")
    boards = page.locator("rule-board")
    expect(boards).to_have_count(5)
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


def test_the_article_lives_on_another_site(browser: Browser, site: str, dist: Path, tmp_path: Path):
    """Its pages and pictures are served from another origin than Ruleboard: every board in it comes to life."""
    for file in (dist / "examples").rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(dist / "examples")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes().replace(b'"../', f'"{site}'.encode()))
    with serve.serving(tmp_path) as url:
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url + "explainer.html")
        boards = page.locator("rule-board")
        expect(boards).to_have_count(5)
        assert page.evaluate("url => !url.startsWith(location.origin)", site)
        assert page.frames == [page.main_frame], "nothing starts before it is touched"
        for number in range(5):
            boards.nth(number).get_by_role("button").click()
            frame = boards.nth(number).frame_locator("iframe")
            frame.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
            expect(frame.locator("svg[data-game]").first).to_be_visible()
        boards.nth(0).frame_locator("iframe").get_by_role("button", name="One forward").click()
        expect(boards.nth(0).frame_locator("iframe").locator(".count")).to_have_text("1 of 3")
        expect(boards.nth(3).frame_locator("iframe").get_by_role("heading", level=1)).to_have_text(
            "Bouncing: rook and bishop"
        )
        page.close()
    assert {address for address in asked if not address.startswith((url, site, "data:", "blob:"))} == set()
