"""Every game without sight: by roles and names alone, with the keyboard, and told in words what has happened."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ruleboard.app import table as tables
from ruleboard.engine.game import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games import GAMES
from tests.e2e.at_table import replayed, target

ACTIONS = 12


@pytest.fixture
def page(kept_page: Callable[[str], Page]) -> Page:
    """A computer's page at home."""
    return kept_page("desktop")


def press(page: Page, role: str, name: str | re.Pattern[str]) -> None:
    """Put the focus on what has this role and this name, as the only one, and press Enter."""
    found = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(found).to_have_count(1)
    found.focus()
    page.keyboard.press("Enter")


def shown(page: Page, name: str | re.Pattern[str]) -> Locator:
    """The buttons of a name."""
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("game", GAMES)
def test_turns_by_roles_and_names_alone(page: Page, game: str) -> None:
    title = GAMES[game].title
    entry = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title, exact=True))
    entry.get_by_role("link", name="New game").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    press(page, "button", "Play")
    expect(page.get_by_role("main")).to_have_class(re.compile("page-table"))
    told: list[str] = []
    chance = random.Random(3)
    for number in range(ACTIONS):
        if shown(page, "Skip").count() and shown(page, "Skip").is_enabled():
            press(page, "button", "Skip")
        if shown(page, re.compile("show my side")).count():
            press(page, "button", re.compile("show my side"))
        timeline = replayed(page)
        hidden = page.locator("[data-target]:not(:visible)").evaluate_all("all => all.map((one) => one.dataset.target)")
        action = by_touch(timeline, chance, frozenset(hidden), button=number % 2 == 1)
        for name in action.targets:
            element = target(page, name).first
            role = element.get_attribute("role") or "button"
            label = element.get_attribute("aria-label") or element.inner_text()
            assert (label and label != name) or len(name) <= 3, f"{name} has no name that a player would use"
            press(page, role, label)
        expect(page.locator("#live")).not_to_have_text(told[-1] if told else "")
        told.append(page.locator("#live").inner_text())
        assert len(replayed(page).entries) == len(timeline.entries) + 1
    assert all(re.search(r"\w+ \w+", words) for words in told), told


def by_touch(timeline: Timeline, chance: random.Random, hidden: frozenset[str], *, button: bool) -> Action:
    """An action by lot, of those that are made by touching their targets and nothing else; first one of the buttons."""
    actions = list(timeline.game.legal_actions(timeline.state))
    chance.shuffle(actions)
    if button:
        actions.sort(key=lambda action: not action.targets[0].startswith("do:"))
    for action in actions:
        if hidden.intersection(action.targets):
            continue
        table = tables.uncovered(tables.seated("unseen", timeline))
        made = None
        for name in action.targets:
            table, made = tables.touched(table, name)
        if made == action:
            return action
    raise AssertionError("no action is made by touches alone")
