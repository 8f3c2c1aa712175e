"""Test problems: solving one by touch after a wrong turn, and solving the problem of the day by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.learning.courses import problems
from ruleboard.learning.problems import WIN_GOAL, Problem
from ruleboard.registry import GAMES
from tests.e2e.helpers import go, reload, touch


@pytest.fixture
def page(shared_page: Callable[[str], Page], profile: str) -> Page:
    """Return the shared page of a profile, on the home page. The test runs once for each profile."""
    return shared_page(profile)


def play(page: Page, problem: Problem, texts: tuple[str, ...]) -> None:
    """Play actions of a Tensor Chess problem by touches."""
    game = GAMES["tensor-chess"]
    state = game.parse_position(problem.position)
    for text in texts:
        action = game.parse_action(state, text)
        for target in action.targets:
            touch(page, target)


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_problem_is_solved_by_touch_after_wrong_turn(page: Page) -> None:
    problem = next(candidate for candidate in problems("tensor-chess") if candidate.solution.goal != WIN_GOAL)
    correct_texts = problem.solution.lines[0][0]
    game = GAMES["tensor-chess"]
    wrong_action = next(
        candidate
        for candidate in game.legal_actions(game.parse_position(problem.position))
        if (candidate.text,) != correct_texts
    )
    page.get_by_role("link", name="All puzzles").click()
    page.locator(".game", has_text="Tensor Chess").get_by_role("link", name="All puzzles").click()
    go(page, f"#/problem/tensor-chess/{problem.id}")
    board = page.locator(".lesson-board svg[data-game]")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "the board stays visible"
    before = board.get_attribute("data-position")
    play(page, problem, (wrong_action.text,))
    expect(page.locator(".miss")).to_contain_text("That isn’t the solution.")
    expect(board).to_have_attribute("data-position", str(before))
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".hint")).to_be_visible()
    play(page, problem, correct_texts)
    expect(page.locator(".praise")).to_contain_text(problem.theme.explanation)
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()
    reload(page)
    go(page, "#/problems/tensor-chess")
    expect(page.locator(".problems .done")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.profiles("desktop")
def test_problem_of_day_is_solved_by_keyboard(page: Page) -> None:
    page.get_by_role("link", name="Puzzle of the day").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Puzzle of the day", level=1)).to_be_visible()
    page.get_by_role("button", name="Show the solution").focus()
    page.keyboard.press("Enter")
    step_forward_selector = '[data-do="problems.solution_step"][data-value="1"]:not([disabled])'
    next_button = page.locator(f'[data-do="problems.show_step"].primary, {step_forward_selector}').first
    explanation = page.locator('.answer [data-key="said"]')
    expect(explanation.or_(next_button)).to_be_visible(timeout=30_000)
    while not explanation.is_visible():
        next_button.press("Enter")
    expect(page.locator("#live")).not_to_be_empty()
    page.get_by_role("link", name="All puzzles").first.click()
    expect(page.locator(".problems .done")).to_have_count(0)
