"""Test the sample article: its pictures load, its boards start, and its task can be solved."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools import serve


@pytest.mark.profiles("desktop", "phone")
def test_sample_article_loads_and_plays(page: Page, site: str):
    page.goto(site + "examples/explainer.html")
    boards = page.locator("rule-board")
    expect(boards).to_have_count(5)
    images_loaded_script = "() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)"
    page.wait_for_function(images_loaded_script)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    task_board = page.locator('rule-board[mode="find"][game="sensei"]')
    task_board.scroll_into_view_if_needed()
    task_board.evaluate(
        """board => {
            window.events = [];
            for (const name of ["ready", "found", "error"]) {
                board.addEventListener(name, () => window.events.push(name));
            }
            board.start();
        }"""
    )
    page.wait_for_function("() => window.events.includes('ready')", timeout=90_000)
    task_board.evaluate("board => board.play('@d6-e7')")
    page.wait_for_function("() => window.events.includes('found')")
    assert page.evaluate("() => window.events") == ["ready", "found"]


def test_sample_article_works_on_other_site(browser: Browser, site: str, dist: Path, tmp_path: Path):
    """Every board of the sample article starts if another site serves the article."""
    for file in (dist / "examples").rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(dist / "examples")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes().replace(b'"../', f'"{site}'.encode()))
    with serve.serve_folder(tmp_path) as url:
        page = browser.new_page()
        requested_urls: list[str] = []
        page.on("request", lambda request: requested_urls.append(request.url))
        page.goto(url + "explainer.html")
        boards = page.locator("rule-board")
        expect(boards).to_have_count(5)
        assert page.evaluate("url => !url.startsWith(location.origin)", site)
        assert page.frames == [page.main_frame], "no board starts before a click"
        for number in range(5):
            boards.nth(number).get_by_role("button").click()
            frame = boards.nth(number).frame_locator("iframe")
            frame.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
            expect(frame.locator("svg[data-game]").first).to_be_visible()
        boards.nth(0).frame_locator("iframe").get_by_role("button", name="Step forward").click()
        expect(boards.nth(0).frame_locator("iframe").locator(".count")).to_have_text("1 of 3")
        expect(boards.nth(3).frame_locator("iframe").get_by_role("heading", level=1)).to_have_text(
            "Bouncing: rook and bishop"
        )
        page.close()
    assert {address for address in requested_urls if not address.startswith((url, site, "data:", "blob:"))} == set()
