"""Test the first task on the home page in a browser: its excerpt, and the win by one touch."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from ruleboard.app.storage.preferences import STORAGE_KEY, Settings, format_settings
from tests.e2e.helpers import hold_requests

TARGET_SELECTOR = '.first-task [data-target="e7"]'
CHARACTER_SELECTOR = ".first-task-board .character.green"

pytestmark = pytest.mark.first_visit


@pytest.fixture
def tablet_with_motion(new_context, site: str) -> Page:
    """Return the home page on a tablet with motion enabled, before Python has started."""
    return new_context("tablet", reduced_motion="no-preference").new_page()


def measure_board_share(page: Page) -> float:
    """Return the board's larger dimension as a share of the screen's longer side."""
    return page.evaluate("""() => {
      const { width } = document.querySelector(".first-task-board > svg").getBoundingClientRect();
      return width / Math.max(innerWidth, innerHeight);
    }""")


def is_playing(page: Page) -> bool:
    return page.evaluate("'excerpt' in document.documentElement.dataset")


@pytest.mark.profiles("tablet", "tablet_portrait")
def test_one_touch_wins(page: Page, open_app) -> None:
    open_app(page)
    assert not is_playing(page), "the profile requests reduced motion"
    assert 0.6 < measure_board_share(page) < 0.75
    page.locator(TARGET_SELECTOR).tap()
    expect(page.locator(".first-task.won .praise")).to_be_visible()
    expect(page.locator(".page-home h1")).to_have_count(1)
    page.get_by_role("button", name="Play a whole game against Sparrow").tap()
    expect(page.locator(".page-table.of-sensei")).to_be_visible()


@pytest.mark.profiles("small_phone")
def test_result_is_in_view_on_small_phone(page: Page, open_app) -> None:
    """On a small phone, the task and the result with its buttons are visible without scrolling."""
    open_app(page)
    expect(page.locator(".first-task .answer")).to_be_in_viewport(ratio=1)
    page.locator(TARGET_SELECTOR).tap()
    for button in page.locator(".first-task .button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.locator(".first-task .button:visible").count() == 2


def test_touch_before_start_is_shown_and_answered(tablet_with_motion: Page, site: str) -> None:
    """The character leaps at once, and Python answers the touch after its start without a second leap."""
    page = tablet_with_motion
    release = hold_requests(page, "**/snapshot.*.bin")
    page.goto(site)
    bottom = page.locator(".first-task-board > svg").bounding_box()["height"] / 2
    page.locator(TARGET_SELECTOR).tap()
    assert not is_playing(page), "a touch of the board stops the excerpt"
    page.wait_for_function(f"document.querySelector('{CHARACTER_SELECTOR}').getBoundingClientRect().top < {bottom}")
    assert page.locator("html").get_attribute("data-ready") is None
    page.evaluate("""() => {
      globalThis.motions = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...parameters) { motions++; return animate.apply(this, parameters); };
    }""")
    release()
    expect(page.locator(".first-task.won .praise")).to_be_visible(timeout=90_000)
    assert page.evaluate("motions") == 0


def test_excerpt_plays_once(tablet_with_motion: Page, open_app, site: str) -> None:
    """Within five seconds, the excerpt ends at the start of the task. It does not play again."""
    page = tablet_with_motion
    page.add_init_script("""
      globalThis.longest = 0;
      document.addEventListener("animationstart", () => {
        const ends = document.getAnimations().map((animation) => animation.effect.getComputedTiming().endTime);
        longest = Math.max(longest, ...ends.filter(Number.isFinite));
      });
    """)
    open_app(page)
    page.wait_for_function("!('excerpt' in document.documentElement.dataset)")
    assert 3000 < page.evaluate("longest") <= 5000
    expect(page.get_by_text("Your turn in Sensei: cross the garden.")).to_be_visible()
    page.evaluate("location.hash = '#/settings'")
    expect(page.locator(".page-settings")).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".first-task")).to_be_visible()
    assert not is_playing(page)


def test_excerpt_respects_setting_for_motion(tablet_with_motion: Page, site: str) -> None:
    page = tablet_with_motion
    hold_requests(page, "**/snapshot.*.bin")
    settings = format_settings(Settings(motion=False))
    page.add_init_script(f"localStorage.setItem({json.dumps(STORAGE_KEY)}, {json.dumps(settings)})")
    page.goto(site)
    assert not is_playing(page)


def test_button_stops_excerpt(tablet_with_motion: Page, site: str) -> None:
    page = tablet_with_motion
    hold_requests(page, "**/snapshot.*.bin")
    page.goto(site)
    task = page.get_by_text("Your turn in Sensei: cross the garden.")
    expect(task).to_be_hidden()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(task).to_be_visible()
    assert not is_playing(page)
    assert page.evaluate("document.activeElement.dataset.target") is not None, "the keyboard goes on on the board"


@pytest.mark.profiles("desktop")
def test_keyboard_wins(page: Page, open_app) -> None:
    open_app(page)
    page.locator(".first-task-board > svg").focus()
    page.evaluate(f"document.querySelector('{TARGET_SELECTOR}').focus()")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play a whole game against Sparrow")).to_be_focused()


def test_stored_games_hide_task_before_start(desktop: Page, open_app, site: str) -> None:
    open_app(desktop)
    desktop.locator(TARGET_SELECTOR).click()
    desktop.get_by_role("button", name="Two players on this device").click()
    expect(desktop.locator(".page-table")).to_be_visible()
    hold_requests(desktop, "**/snapshot.*.bin")
    desktop.goto("about:blank")
    desktop.goto(site)
    expect(desktop.locator(".tile").first).to_be_visible()
    expect(desktop.locator(".first-task")).to_be_hidden()
