"""Pages killed at every step of a turn lose nothing: open turns, hidden ones, armies that are built, and reveals.

That each game stands as it stood is shown without a browser, by the tests of ``tools/soak.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline
from tests.e2e.at_table import (
    PREFIX,
    keep,
    kill_and_reopen,
    position,
    replayed,
    storage,
    tap,
    target,
    wait_for_position,
)
from tests.e2e.conftest import CONFIG

pytestmark = pytest.mark.skipif(CONFIG["browser"] != "chromium", reason="only Chromium has an address that kills")


class Course(NamedTuple):
    """A game to play: the actions done already, and the steps to take."""

    options: dict[str, str]
    seed: int
    done: tuple[str, ...]
    steps: tuple[str, ...]
    """Actions, or "undo", "redo", "uncover"."""


COURSES = {
    "sensei": Course({"mode": "arashi"}, 1, (), ("a1-a2", "undo", "redo", "@d1-e1", "end")),
    "tesulda, building": Course(
        {"setup": "build"},
        7,
        ("S>e1", "c>e1"),
        ("uncover", "T>a2", "default", "done", "uncover", "default", "done"),
    ),
    "tensor-cards": Course({}, 1, ("put r5", "put b7"), ("uncover", "put y4", "undo", "redo", "lay r5 b7 y4")),
    "tensor-cards, revealing": Course(
        {},
        1,
        ("lay r5 b7 y4", "put r3", "put b2", "put y5"),
        ("uncover", "lay r3 b2 y5", "order left-first"),
    ),
}


def covered(page: Page) -> bool:
    """Return whether a curtain hides the board."""
    return page.locator(".curtain").count() > 0


def uncover(page: Page) -> None:
    """Ask for the board."""
    tap(page.locator('.curtain [data-do="play.uncover"]'))
    expect(page.locator(".curtain")).to_have_count(0)


def press(page: Page, name: str) -> None:
    """Touch a target, in the dialog of setups too."""
    found = target(page, name)
    if not found.is_visible() and (opener := page.locator('[popovertarget="setups"]')).count():
        tap(opener)
    tap(found)


def move_list(page: Page) -> list[str]:
    """The move list, where it is shown."""
    return page.locator(".moves").all_inner_texts()


def anew(page: Page, expected: Timeline[Any]) -> Page:
    """The page killed and opened again, with all it has shown of a game, which is as expected."""
    hidden, text = covered(page), storage(page)
    showing = page.locator('[data-do="play.show_skip"]').count() > 0
    shown = "" if hidden or showing else position(page)
    moves = [] if showing else move_list(page)
    page = kill_and_reopen(page)
    page.locator(".page-table").wait_for()
    assert storage(page) == text
    found = replayed(page)
    assert [str(entry) for entry in found.entries] == [str(entry) for entry in expected.entries]
    assert (found.at, found.state) == (expected.at, expected.state)
    secret = expected.outcome is None and expected.game.secret(expected.state)
    assert covered(page) == secret
    expect(page.locator(".stage .taken, .notice, .entry.damaged")).to_have_count(0)
    if not secret:
        assert position(page) == expected.game.format_position(expected.game.view(expected.state, None))
    elif not hidden:
        assert page.locator("svg[data-position]").count() == 0
        uncover(page)
    if shown:
        assert position(page) == shown
    if moves and move_list(page):
        assert move_list(page) == moves
    return page


def until_shown(page: Page, expected: Timeline[Any]) -> None:
    """Wait until the page shows how a game stands: then it is saved. Where that is not for all eyes, until it is."""
    if not expected.game.secret(expected.state) and not page.locator('[data-do="play.show_skip"]').count():
        wait_for_position(page, expected.game.format_position(expected.game.view(expected.state, None)))
        return
    entries = [str(entry) for entry in expected.entries]
    page.wait_for_function(
        "([key, entries, at]) => { const { actions, at: now } = JSON.parse(localStorage.getItem(key));"
        " return JSON.stringify([actions, now ?? actions.length]) === JSON.stringify([entries, at]); }",
        arg=[f"{PREFIX}kept", entries, expected.at],
    )


def do(page: Page, step: str, before: Timeline[Any]) -> tuple[Page, Timeline[Any]]:
    """Take a step, with the page killed at each of its touches; return the expected view after it."""
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
        page = anew(page, before)
    for name in action.targets:
        press(page, name)
    return page, before.play(action)


@pytest.mark.parametrize("course", COURSES)
def test_a_page_that_is_killed_loses_nothing(tablet: Page, open_app, course: str):
    options, seed, done, steps = COURSES[course]
    game = course.partition(",")[0]
    page = open_app(tablet)
    names = ("Ann", "Ben")
    keep(page, Record(game, options, seed, names, done))
    for step in steps:
        page, expected = do(page, step, replayed(page))
        until_shown(page, expected)
        page = anew(page, expected)
