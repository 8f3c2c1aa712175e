"""Test that boards keep their size, and controls their place, in small windows, such as a desktop at 400 %."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize

from ruleboard.engine.record import Record
from ruleboard.registry import GAMES
from tests.e2e.helpers import go, keep

SIZES: tuple[tuple[int, int], ...] = ((320, 256), (360, 320), (427, 300), (320, 480), (560, 400), (600, 500))
"""Windows of desktops at 400 % and 300 %, and of small phones."""

MIN_PART = 0.85
"""The minimum width of a board, as a part of the smaller side of the window."""

BOARD_SIZE = """() => {
  const board = [...document.querySelectorAll("svg.board[data-game]")].find((candidate) => candidate.checkVisibility());
  const visible = board.parentElement.getBoundingClientRect();
  const { width, height } = board.getBoundingClientRect();
  const { width: unitWidth, height: unitHeight } = board.viewBox.baseVal;
  const drawn = unitWidth * Math.min(width / unitWidth, height / unitHeight);
  return { drawn, part: Math.min(drawn, visible.width), height: Math.min(visible.height, height),
    overflow: document.documentElement.scrollWidth - innerWidth };
}"""
"""Return the width of the drawn board and of its visible part."""


def open_table(page: Page, game: str) -> None:
    """Open a new game between persons."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    sides = rules.sides(rules.initial(options, 5))
    keep(page, Record(game, options, 5, ("Anna", "Ben", "Carla", "David")[: len(sides)], ()))
    cover = page.locator('[data-do="play.uncover"]')
    if cover.count():
        cover.click()


def open_first(page: Page, address: str, links: str) -> None:
    """Open a list of pages, and then the page of its first link."""
    go(page, address)
    link = page.locator(links).first
    link.wait_for()
    go(page, link.get_attribute("href") or "")


PAGES: dict[str, Callable[[Page, str], None]] = {
    "game": open_table,
    "lesson": lambda page, game: open_first(page, f"#/learn/{game}", f'a[href^="#/learn/{game}/"]'),
    "problem": lambda page, game: open_first(page, f"#/problems/{game}", 'a[href*="#/problem/"]'),
    "editor": lambda page, game: go(page, f"#/edit/{game}"),
    "study": lambda page, game: open_study(page, game),
}


def open_study(page: Page, game: str) -> None:
    """Create a study of a game."""
    go(page, "#/")
    page.locator('[popovertarget="new-study"]').first.dispatch_event("click")
    page.locator(f'[data-do="study.new"][data-value="{game}"]').dispatch_event("click")
    page.locator(".study-board").wait_for()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", PAGES)
def test_board_is_never_narrow(shared_page: Callable[[str], Page], kind: str, game: str) -> None:
    """In every small window a board has most of the window's smaller side, and nothing scrolls sideways."""
    page = shared_page("desktop")
    usual: ViewportSize | None = page.viewport_size
    failures = []
    try:
        PAGES[kind](page, game)
        board = page.locator("svg.board[data-game]").first
        if kind in ("problem", "editor") and not page.locator("h1").count():
            pytest.skip("no such page")
        board.wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            size = page.evaluate(BOARD_SIZE)
            if size["part"] < MIN_PART * min(width, height) or size["overflow"] > 0:
                failures.append(((width, height), size))
    finally:
        assert usual is not None
        page.set_viewport_size(usual)
    assert not failures


BAR_SIZES: tuple[tuple[int, int], ...] = ((320, 256), (320, 568), (360, 740), (400, 800), (640, 320), (844, 390))
"""Small windows in which the bar of a table has least room."""

BAR_BUTTONS = """() => {
  const candidates = [...document.querySelectorAll(".page-table .bar :is(.bare, .looking)")];
  const buttons = candidates.filter((each) => each.checkVisibility());
  return buttons.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return { label: button.getAttribute("aria-label") ?? button.textContent, width, height,
      isTouchable: top !== null && button.contains(top), isInside: x >= 0 && x + width <= innerWidth };
  });
}"""
"""Return the visible buttons of the bar with their sizes, and whether a finger reaches their centres."""


@pytest.mark.parametrize("game", GAMES)
def test_sounds_are_one_touch_away(shared_page: Callable[[str], Page], game: str) -> None:
    """In every small window the bar has all its buttons in full size, with the one for sounds."""
    page = shared_page("desktop")
    usual: ViewportSize | None = page.viewport_size
    try:
        open_table(page, game)
        page.set_viewport_size({"width": 1280, "height": 800})
        labels = {button["label"] for button in page.evaluate(BAR_BUTTONS)}
        assert "Sounds" in labels
        for width, height in BAR_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            buttons = page.evaluate(BAR_BUTTONS)
            assert labels <= {button["label"] for button in buttons}, (width, height)
            for button in buttons:
                assert button["isTouchable"], ((width, height), button)
                assert button["isInside"], ((width, height), button)
                assert min(button["width"], button["height"]) >= 44, ((width, height), button)
            sounds = page.get_by_role("button", name="Sounds", exact=True)
            pressed = sounds.get_attribute("aria-pressed")
            sounds.click()
            page.locator(f'.bar .sound:not([aria-pressed="{pressed}"])').wait_for()
    finally:
        assert usual is not None
        page.set_viewport_size(usual)
