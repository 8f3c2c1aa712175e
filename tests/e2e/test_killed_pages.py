"""Test that a page killed at any step of a turn loses nothing: turns, hidden decisions, armies and reveals.

``tools/soak.py`` makes similar checks for each game without a browser.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline
from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.e2e.helpers import (
    KEY_PREFIX,
    find_target,
    kill_and_reopen,
    read_position,
    read_storage,
    replay_saved_game,
    save_and_open,
    tap,
    wait_for_position,
)

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(PLAYWRIGHT_CONFIG["browser"] != "chromium", reason="only Chromium has an address that kills"),
]


class Session(NamedTuple):
    """A saved game, and the steps that the test performs in it."""

    options: dict[str, str]
    seed: int
    actions: tuple[str, ...]
    steps: tuple[str, ...]
    """Actions, or "undo", "redo", "uncover"."""


SESSIONS = {
    "sensei": Session({"mode": "arashi"}, 1, (), ("a1-a2", "undo", "redo", "@d1-e1", "end")),
    "tesulda, building": Session(
        {"setup": "build"},
        7,
        ("S>e1", "c>e1"),
        ("uncover", "T>a2", "default", "done", "uncover", "default", "done"),
    ),
    "tensor-cards": Session({}, 1, ("put r5", "put b7"), ("uncover", "put y4", "undo", "redo", "lay r5 b7 y4")),
    "tensor-cards, revealing": Session(
        {},
        1,
        ("lay r5 b7 y4", "put r3", "put b2", "put y5"),
        ("uncover", "lay r3 b2 y5", "order left-first"),
    ),
}


def is_covered(page: Page) -> bool:
    """Return True if the hand-over screen covers the board."""
    return page.locator(".curtain").count() > 0


def uncover(page: Page) -> None:
    """Leave the hand-over screen."""
    tap(page.locator('.curtain [data-do="play.uncover"]'))
    expect(page.locator(".curtain")).to_have_count(0)


def press(page: Page, name: str) -> None:
    """Touch a target on the board or in the dialog of armies."""
    element = find_target(page, name)
    if not element.is_visible() and (dialog_button := page.locator('[data-opens="setups"]')).count():
        tap(dialog_button)
    tap(element)


def move_list(page: Page) -> list[str]:
    """Return the texts of the visible move lists."""
    return page.locator(".moves").all_inner_texts()


def kill_and_check(page: Page, expected: Timeline[Any]) -> Page:
    """Kill the page. Check that a new page has the same state and storage as before, and return the new page."""
    was_covered, texts = is_covered(page), read_storage(page)
    is_replaying = page.locator('[data-do="play.show_skip"]').count() > 0
    position_before = "" if was_covered or is_replaying else read_position(page)
    moves = [] if is_replaying else move_list(page)
    page = kill_and_reopen(page)
    page.locator(".page-table").wait_for()
    assert read_storage(page) == texts
    timeline = replay_saved_game(page)
    assert [str(entry) for entry in timeline.entries] == [str(entry) for entry in expected.entries]
    assert (timeline.ply, timeline.state) == (expected.ply, expected.state)
    is_secret = expected.outcome is None and expected.game.is_hidden_decision(expected.state)
    assert is_covered(page) == is_secret
    expect(page.locator(".stage .taken, .notice, .entry.damaged")).to_have_count(0)
    if not is_secret:
        assert read_position(page) == expected.game.format_position(expected.game.view(expected.state, None))
    elif not was_covered:
        assert page.locator("svg[data-position]").count() == 0
        uncover(page)
    if position_before:
        assert read_position(page) == position_before
    if moves and move_list(page):
        assert move_list(page) == moves
    return page


def wait_until_saved(page: Page, expected: Timeline[Any]) -> None:
    """Wait until the page has saved a state and, unless the state is hidden, shows it."""
    if not expected.game.is_hidden_decision(expected.state) and not page.locator('[data-do="play.show_skip"]').count():
        wait_for_position(page, expected.game.format_position(expected.game.view(expected.state, None)))
        return
    entries = [str(entry) for entry in expected.entries]
    page.wait_for_function(
        "([key, entries, at]) => { const { actions, at: now } = JSON.parse(localStorage.getItem(key));"
        " return JSON.stringify([actions, now ?? actions.length]) === JSON.stringify([entries, at]); }",
        arg=[f"{KEY_PREFIX}kept", entries, expected.ply],
    )


def take_step(page: Page, step: str, before: Timeline[Any]) -> tuple[Page, Timeline[Any]]:
    """Perform a step and kill the page after each touch of the step. Return the new page and the expected timeline."""
    if step == "uncover":
        uncover(page)
        return page, before
    if step in ("undo", "redo"):
        tap(page.get_by_role("button", name=step.capitalize(), exact=True))
        return page, before.undo() if step == "undo" else before.redo()
    action = before.game.parse_action(before.state, step)
    for taps in range(1, len(action.targets)):
        for name in action.targets[:taps]:
            press(page, name)
        expect(page.locator(".stage .taken").first).to_be_attached()
        page = kill_and_check(page, before)
    for name in action.targets:
        press(page, name)
    return page, before.play(action)


@pytest.mark.parametrize("name", SESSIONS)
def test_killed_page_loses_nothing(tablet: Page, open_app, name: str):
    options, seed, actions, steps = SESSIONS[name]
    game = name.partition(",")[0]
    page = open_app(tablet)
    names = ("Ann", "Ben")
    save_and_open(page, Record(game, options, seed, names, actions))
    for step in steps:
        page, expected = take_step(page, step, replay_saved_game(page))
        wait_until_saved(page, expected)
        page = kill_and_check(page, expected)
