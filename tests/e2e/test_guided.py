"""The guided first game of a course: a mistake, what it leads to, taking it back; leaving and coming again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.at_table import go, keep, reload, replayed, tap, touch, until
from tests.support.whole_games import TWO_PLAYER_GAME, actions

pytestmark = pytest.mark.shared

SENSEI = Record(
    "sensei", {}, 1, ("", ""), start="7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana", seats=(1, 0), meta={"guided": "yes"}
)
"""The reader, Red, is to move; Green's stone threatens to go by g7 to f7, and the character to follow and win."""
COUNSEL = ".near .counsel"


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_a_mistake_is_told_drawn_taken_back_and_the_game_goes_on(page: Page) -> None:
    """The board, what is said and the buttons are in sight all the time, and the board stays where it is."""
    keep(page, SENSEI)
    board = page.locator(".stage")
    place = board.bounding_box()
    expect(page.locator(COUNSEL)).to_contain_text("Green threatens to win")
    for name in ("c5", "b5", "do:end"):
        touch(page, name)
    expect(page.locator(COUNSEL)).to_contain_text("goes from c4 to f7 and wins")
    expect(page.locator("#live")).to_contain_text("Think again.")
    assert page.locator("svg[data-game] .way.threat").count() == 3
    expect(page.get_by_role("button", name="Play on")).to_be_in_viewport()
    assert board.bounding_box() == place
    tap(page.get_by_role("button", name="Take it back"))
    expect(page.locator(COUNSEL)).to_contain_text("Green threatens to win")
    assert board.bounding_box() == place
    assert replayed(page).at == 0
    for name in ("c5", "d5", "b6", "c6", "g3", "g5"):  # the best turn: the opponent goes on by itself
        touch(page, name)
    until(page, lambda: replayed(page).at > 3)
    assert board.bounding_box() == place


@pytest.mark.profiles("phone")
def test_the_course_leads_back_to_the_guided_game_that_was_left(page: Page) -> None:
    go(page, "#/learn/sensei")
    tap(page.get_by_role("button", name="Your first game"))
    expect(page.locator(COUNSEL)).to_be_visible()
    for name in ("a1", "a2"):
        touch(page, name)
    left = page.url
    go(page, "#/learn/sensei/win-plan/2")
    tap(page.get_by_role("button", name="Your first game"))
    expect(page.locator(COUNSEL)).to_be_visible()
    assert page.url == left
    reload(page)
    expect(page.locator(COUNSEL)).to_be_visible()
    assert replayed(page).at == 1


@pytest.mark.profiles("phone")
def test_a_rounds_end_is_read_to_its_last_step(page: Page) -> None:
    """In Equilibrium: the guide's words leave room for the buttons of what is told of the round."""
    options, played = {"players": "2", "start": "1"}, tuple(actions(TWO_PLAYER_GAME)[:11])
    keep(
        page, Record("equilibrium", options, TWO_PLAYER_GAME[0], ("", ""), played, seats=(1, 0), meta={"guided": "yes"})
    )
    expect(page.locator(COUNSEL)).to_be_visible()
    touch(page, "do:pass")
    told = page.locator(".aside.story")
    for _ in range(2):
        tap(told.get_by_role("button", name="Next"))
    tap(told.get_by_role("button", name="Close"))
    expect(told).to_have_count(0)
