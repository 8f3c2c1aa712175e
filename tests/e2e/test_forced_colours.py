"""With the colours of the system alone: the focus, what is taken up, whose turn it is and the chosen move are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from ruleboard.games.registry import GAMES
from tests.e2e.scenes import of_game, visit


@pytest.fixture(scope="module")
def forced(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """A computer's page in the colours of the system."""
    context = new_context("desktop", forced_colors="active", reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


def look(page: Page, selector: str) -> bytes:
    """Return the computed style of an element."""
    return page.locator(selector).first.screenshot()


@pytest.mark.parametrize("game", GAMES)
def test_what_matters_is_seen(forced: Page, game: str) -> None:
    named = {scene.name: scene for scene in of_game(game)}
    visit(forced, named["table, midway"])
    forced.evaluate("document.activeElement.blur()")
    still = look(forced, ".stage")
    assert look(forced, ".stage") == still
    border = "element => [getComputedStyle(element).borderTopColor, getComputedStyle(element).borderTopWidth].join()"
    whose = ".player.to-move, .strip.to-move"
    others = ".player:not(.to-move), .strip:not(.to-move)"
    assert forced.locator(whose).first.evaluate(border) != forced.locator(others).first.evaluate(border)

    board = forced.locator("svg[data-game][tabindex]").first
    board.focus()
    forced.keyboard.press("ArrowUp")
    assert forced.evaluate("() => document.activeElement.dataset.target") is not None
    assert look(forced, ".stage") != still  # the focus

    visit(forced, named["table, taken up"])
    assert look(forced, ".stage") != still

    visit(forced, named["table, refused"])
    said, rule = forced.locator(".status .said").first, forced.locator(".status .rule").first
    if rule.is_visible():  # its edge is seen, and crosses neither what is said before it nor the edge around both
        text, edge, around = (it.bounding_box() for it in (said, rule, forced.locator(".to-move:has(.rule)").first))
        assert text
        assert edge
        assert around
        assert edge["x"] >= text["x"] + text["width"] or edge["y"] >= text["y"] + text["height"] - 1
        assert edge["x"] > around["x"] + 3
    visit(forced, named["table, over"])
    background = "element => getComputedStyle(element).backgroundColor"
    plies = forced.locator(".ply")
    now, before = plies.last, plies.first
    assert now.evaluate(background) != before.evaluate(background)
