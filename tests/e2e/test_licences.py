"""Test that Help shows the licences of all components, on a site and in the single file."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tools.licences import find_components


@pytest.mark.parametrize("shell", ["index.html", "ruleboard.html"])
def test_help_shows_every_licence(desktop: Page, site: str, shell: str) -> None:
    desktop.goto(f"{site}{shell}#/help")
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    text = desktop.locator(".licences pre")
    expect(text).to_be_hidden()
    desktop.locator(".licences summary").click()
    expect(text).to_contain_text("pyodide")
    content = text.text_content() or ""
    assert [
        component.name
        for component in find_components()
        if component.name not in content or component.text not in content
    ] == []


@pytest.mark.allow_console("integrity")
def test_wrong_licence_file_is_requested_again(desktop: Page, open_app) -> None:
    """The app requests the licences again after a wrong answer, such as the login page of a network."""
    portal_pattern = "**/licences.txt*"
    desktop.route(portal_pattern, lambda route: route.fulfill(body="<!doctype html>Sign in", content_type="text/html"))
    open_app(desktop, "#/help")
    text, summary = desktop.locator(".licences pre"), desktop.locator(".licences summary")
    summary.click()
    expect(text).to_have_text(text.get_attribute("data-failure") or "")
    desktop.unroute(portal_pattern)
    summary.click()
    summary.click()
    expect(text).to_contain_text("pyodide")
