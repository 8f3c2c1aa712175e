"""Learning in the browser: a lesson by touch, the rule behind a refusal, the rules searched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import begin, go, reload, touch


@pytest.fixture
def page(shared_page: Callable[[str], Page], profile: str) -> Page:
    """The page at home, of each profile in turn."""
    return shared_page(profile)


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_a_lesson_is_gone_through_by_touch(page: Page) -> None:
    page.get_by_role("link", name="Learn: Sensei", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Sensei")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross the garden")
    page.get_by_role("link", name="Next", exact=True).click()
    touch(page, "e1")
    touch(page, "e4")
    expect(page.locator(".answer")).to_contain_text("e4 is empty")
    touch(page, "g1")
    expect(page.locator(".answer")).to_contain_text("you are still on your own edge")
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".hint")).to_contain_text("far edge")
    touch(page, "e1")
    touch(page, "e7")
    expect(page.locator(".praise")).to_contain_text("That is how a game of Sensei ends")
    page.get_by_role("link", name="Next: Stones glide").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    reload(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    go(page, "#/learn/sensei")
    expect(page.locator(".lessons .done")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.profiles("phone")
def test_the_lines_of_a_reveal_leave_the_words_of_its_lesson_in_sight(page: Page) -> None:
    go(page, "#/learn/tensor-cards/goal/2")
    words = page.locator(".lesson-side")
    expect(words).to_contain_text("Go on, card by card")
    on = page.locator(".lesson-acts").get_by_role("button", name="Go on", exact=True)
    for step in range(2, 6):
        on.click()
        expect(page.locator(".lesson-acts .count")).to_have_text(f"{step} of 6")
        assert words.evaluate("side => side.scrollHeight <= side.clientHeight + 1"), f"step {step}"
        expect(page.locator(".told .now")).to_be_in_viewport(ratio=1)


@pytest.mark.core
@pytest.mark.profiles("tablet")
def test_the_rule_behind_a_refusal_is_one_touch_away(page: Page) -> None:
    begin(page)
    touch(page, "a1")
    touch(page, "b2")
    page.get_by_role("button", name="The rule", exact=True).click()
    beside = page.locator(".beside")
    expect(beside).to_contain_text("a stone glides as far as you like")
    assert beside.locator("svg[data-game]").count() == 1
    touch(page, "a4")
    expect(beside).to_contain_text("a stone glides as far as you like")
    beside.get_by_role("link", name="Open the lesson").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stones glide")
    page.go_back()
    expect(page.locator(".page-table")).to_be_visible()


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_the_rules_are_searched(page: Page) -> None:
    go(page, "#/rules/sensei")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Sensei")
    expect(page.locator(".rule")).to_have_count(9)
    page.get_by_label("Search the rules").fill("pits")
    expect(page.locator(".rule h2").first).not_to_have_text("The aim")
    assert 0 < page.locator(".rule").count() < 9
    page.get_by_label("Search the rules").fill("")
    expect(page.locator(".rule")).to_have_count(9)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.profiles("desktop")
def test_a_lesson_by_keyboard_alone(page: Page) -> None:
    go(page, "#/learn/sensei/goal/2")
    board = page.locator(".lesson-board svg[data-game]")
    board.focus()
    page.locator('[data-target="e1"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-target="e7"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".praise")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("That is how a game of Sensei ends")


@pytest.mark.profiles("phone", "tablet_portrait")
def test_the_levels_that_a_quiz_asks_about_can_be_read(page: Page) -> None:
    """Two boards of Equilibrium are enlarged by a touch, and stay so in the next question."""
    go(page, "#/learn/equilibrium/check-3")
    numbers = page.locator(".lesson-board .level, .lesson-board .count").first
    expect(numbers).to_be_visible()
    page.get_by_role("button", name="Look closer").click()
    expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
    for _question in range(2):
        assert numbers.evaluate("number => number.getBoundingClientRect().height") >= 8
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.locator(".lesson-answers button").first.click()
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.get_by_role("button", name="Look closer")).to_be_visible()
