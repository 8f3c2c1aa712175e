"""Test embedded boards and an article with boards with axe. test_scenes.py tests the pages of the app."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from ruleboard.registry import GAMES
from tests.e2e.axe import find_axe_violations, find_violations_in_both_themes
from tests.e2e.conftest import PLAYWRIGHT_CONFIG


@pytest.fixture
def page(shared_page: Callable[[str], Page]) -> Page:
    """Return the shared page of a desktop, without animations."""
    page = shared_page("desktop")
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.allow_console(r"icon\.svg")  # Chromium requests the icon of a page that was left
def test_embedded_boards_pass_axe(page: Page, site: str) -> None:
    violations: list[str] = []
    for address in list_embedded_addresses():
        page.goto("about:blank")
        page.goto(f"{site}embed.html#{address}")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
        violations += [f"{address}: {line}" for line in find_violations_in_both_themes(page)]
    assert not violations, "\n".join(violations)


def list_embedded_addresses() -> list[str]:
    """Return the addresses of embedded boards of every game and every mode, and of an invalid mode."""
    modes = ("play", "show&moves={action}", "find&accept={action}&ask=Find%20it.&caption=A%20board")
    addresses = []
    for game, mode in zip(GAMES.values(), cycle(modes), strict=False):
        start = game.initial({option.id: option.default for option in game.options}, 1)
        action = quote(game.legal_actions(start)[0].text)
        addresses.append(f"game={game.id}&mode={mode.format(action=action)}")
    return [*addresses, f"game={next(iter(GAMES))}&mode=nosuchmode"]


@pytest.mark.allow_console(r"icon\.svg")  # Chromium requests the icon of a page that was left
def test_sample_article_passes_axe(page: Page, site: str) -> None:
    page.goto(site + "examples/explainer.html")
    page.locator("rule-board").first.wait_for()
    violations = find_axe_violations(page)
    page.emulate_media(color_scheme="dark")
    violations += find_axe_violations(page, colours=True)
    page.emulate_media(color_scheme="light")
    assert not violations, "\n".join(violations)
