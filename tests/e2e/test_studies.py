"""Test studies: creating one by touch on a phone, and reading one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.helpers import go, reload


def drag_finger(page: Page, start: Locator, end: Locator) -> None:
    """Drag with a finger from the centre of one element to the centre of another."""
    start_box, end_box = start.bounding_box(), end.bounding_box()
    assert start_box
    assert end_box
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start_box, end_box)]
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [dict(zip("xy", points[0], strict=True))]}
    )
    for part in (0.3, 0.6, 1.0):
        x, y = (start_value + part * (end_value - start_value) for start_value, end_value in zip(*points, strict=True))
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.shared
@pytest.mark.profiles("phone")
def test_study_is_created_by_touch_and_read_after_reload(page: Page) -> None:
    page.get_by_role("button", name="New study").tap()
    page.locator("#new-study").get_by_role("menuitem", name="Tensor Chess").tap()
    board = page.locator(".study-board > svg")

    def find_square(name: str) -> Locator:
        return board.locator(f'[data-target="{name}"]')

    for target in ("e2", "e4", "e7", "e5"):
        find_square(target).tap()
    page.get_by_role("button", name="Step back").tap()
    for target in ("d7", "d5"):
        find_square(target).tap()
    page.get_by_label("Comment on this move").fill("The centre opens.")
    page.get_by_role("button", name="Dubious move").tap()
    page.get_by_role("button", name="Draw", exact=True).tap()
    before = page.evaluate("() => scrollY")
    drag_finger(page, find_square("e4"), find_square("d5"))
    find_square("g7").tap()
    expect(board.locator(".drawn-arrow")).to_have_count(1)
    expect(board.locator(".drawn-ring")).to_have_count(1)
    assert page.evaluate("() => scrollY") == before, "the finger draws and does not scroll"

    reload(page)
    expect(page.get_by_label("Comment on this move")).to_have_value("The centre opens.")
    expect(board.locator(".drawn-arrow")).to_have_count(1)
    expect(page.locator(".tree .varied")).to_contain_text("d5?!")
    page.get_by_role("button", name="View as a reader").tap()
    expect(page.locator(".say")).to_contain_text("The centre opens.")
    page.get_by_role("button", name="Go to the start").tap()
    page.get_by_role("button", name="Go to the end").tap()
    expect(page.locator(".tree .now")).to_have_text("e5")
    page.go_back()
    expect(page.locator(".studies")).to_contain_text("A new study")


@pytest.mark.shared
@pytest.mark.profiles("desktop")
def test_stepping_keeps_board_and_move_visible(page: Page) -> None:
    """Board and move stay visible while a reader steps. The address follows the last step while the page is open."""
    go(page, "#/study/open-doors")
    current_move, board = page.locator(".tree .now"), page.locator("svg.board")
    for _step in range(12):
        page.get_by_role("button", name="Step forward").click()
    expect(current_move).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(current_move).to_have_text("@d2-c2!?")
    expect(page).to_have_url(re.compile("#/study/open-doors/1/12$"))
    for _step in range(6):
        page.get_by_role("button", name="Step forward").click()
    expect(current_move).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=1)
    expect(page).to_have_url(re.compile("#/study/open-doors/1/18$"))
    # In one call, since otherwise a slow browser could set the address of the step first.
    page.get_by_role("button", name="Step forward").evaluate("on => { on.click(); location.hash = '#/help'; }")
    page.locator(".page-help").wait_for()
    page.wait_for_timeout(300)
    assert page.url.endswith("#/help")
    page.go_back()
    expect(current_move).to_have_text("@c2-a2")


BOTTOMS_SCRIPT = """() => ["figure", ".hand", ".tree"].map(
  (selector) => Math.round(document.querySelector(`.content > .embed ${selector}`).getBoundingClientRect().bottom))"""


@pytest.mark.shared
@pytest.mark.profiles("tablet")
@pytest.mark.parametrize("study", ["open-doors", "knight-behind-the-beast", "the-figure-nobody-watched"])
def test_texts_of_study_are_as_high_as_board(page: Page, study: str) -> None:
    """On a tablet in landscape, the texts of the study end at the lower edge of the board."""
    go(page, f"#/study/{study}")
    page.locator(".content > .embed .tree").wait_for()
    board_bottom, *text_bottoms = page.evaluate(BOTTOMS_SCRIPT)
    assert text_bottoms == [board_bottom, board_bottom]
