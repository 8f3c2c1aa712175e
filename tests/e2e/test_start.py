"""The page starts: under a path, from its own origin alone, without a word in the console."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


def test_page_gets_ready(page, open_app):
    open_app(page)
    assert page.locator("html").get_attribute("data-ready") is not None
    expect(page.locator("#start-message")).to_have_count(0)


def test_everything_comes_from_below_the_page_s_path(desktop, open_app, site):
    requested = []
    desktop.on("request", lambda request: requested.append(request.url))
    open_app(desktop)
    assert len(requested) > 5
    assert [url for url in requested if not url.startswith((site, "data:", "blob:"))] == []


def test_every_file_asked_for_is_there(desktop, open_app):
    answers = []
    desktop.on("response", lambda response: answers.append((response.url, response.status)))
    open_app(desktop)
    assert [answer for answer in answers if answer[1] >= 400] == []


def test_index_can_be_left_out_of_the_address_or_named(desktop, open_app):
    open_app(desktop, "index.html")


@pytest.mark.allow_console("Failed to fetch|ERR_FAILED")
def test_a_start_that_fails_is_said_in_words(desktop, site):
    desktop.route("**/ruleboard.zip", lambda route: route.abort())
    desktop.goto(site)
    message = desktop.locator("#start-message")
    message.wait_for(timeout=60_000)
    assert "could not start" in message.inner_text()
    assert "reload" in message.inner_text()
