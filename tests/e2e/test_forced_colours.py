"""Test that the focus, the selection, the player to move and the current move are visible with forced colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from ruleboard.registry import GAMES
from tests.e2e.scenes import iter_game_scenes, visit


@pytest.fixture(scope="module")
def forced_colours_page(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """Return a desktop page with forced colours."""
    context = new_context("desktop", forced_colors="active", reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


def take_screenshot(page: Page, selector: str) -> bytes:
    """Take a screenshot of an element."""
    return page.locator(selector).first.screenshot()


@pytest.mark.parametrize("game", GAMES)
def test_states_are_visible_in_forced_colours(forced_colours_page: Page, game: str) -> None:
    scene_by_name = {scene.name: scene for scene in iter_game_scenes(game)}
    visit(forced_colours_page, scene_by_name["table, midway"])
    forced_colours_page.evaluate("document.activeElement.blur()")
    board_image = take_screenshot(forced_colours_page, ".stage")
    assert take_screenshot(forced_colours_page, ".stage") == board_image
    border_script = (
        "element => [getComputedStyle(element).borderTopColor, getComputedStyle(element).borderTopWidth].join()"
    )
    player_to_move_selector = ".player.to-move, .strip.to-move"
    waiting_player_selector = ".player:not(.to-move), .strip:not(.to-move)"
    assert forced_colours_page.locator(player_to_move_selector).first.evaluate(
        border_script
    ) != forced_colours_page.locator(waiting_player_selector).first.evaluate(border_script)

    board = forced_colours_page.locator("svg[data-game][tabindex]").first
    board.focus()
    forced_colours_page.keyboard.press("ArrowUp")
    assert forced_colours_page.evaluate("() => document.activeElement.dataset.target") is not None
    assert take_screenshot(forced_colours_page, ".stage") != board_image  # the focus

    visit(forced_colours_page, scene_by_name["table, taken up"])
    assert take_screenshot(forced_colours_page, ".stage") != board_image

    visit(forced_colours_page, scene_by_name["table, refused"])
    text, rule = forced_colours_page.locator(".status .said").first, forced_colours_page.locator(".status .rule").first
    if rule.is_visible():  # its border overlaps neither the text before it nor the border of the panel
        text_box, rule_box, panel_box = (
            element.bounding_box() for element in (text, rule, forced_colours_page.locator(".to-move:has(.rule)").first)
        )
        assert text_box
        assert rule_box
        assert panel_box
        assert (
            rule_box["x"] >= text_box["x"] + text_box["width"]
            or rule_box["y"] >= text_box["y"] + text_box["height"] - 1
        )
        assert rule_box["x"] > panel_box["x"] + 3
    visit(forced_colours_page, scene_by_name["table, over"])
    background = "element => getComputedStyle(element).backgroundColor"
    plies = forced_colours_page.locator(".ply")
    current_move, first = plies.last, plies.first
    assert current_move.evaluate(background) != first.evaluate(background)
