"""Test the guided first game of a course: a mistake, its consequences, undo, leaving the game and returning to it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.helpers import go, reload, replay_saved_game, save_and_open, tap, touch, wait_until
from tests.support.whole_games import TWO_PLAYER_GAME, load_game_actions

pytestmark = pytest.mark.shared

SENSEI = Record(
    "sensei", {}, 1, ("", ""), start="7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana", seats=(1, 0), meta={"guided": "yes"}
)
"""The reader, Red, is to move. Green threatens to move a stone by g7 to f7, where the character then wins."""
TIP_SELECTOR = ".near .counsel"


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_mistake_is_explained_and_can_be_undone(page: Page) -> None:
    """After a mistake, the explanation and the undo button are visible, and the board does not move."""
    save_and_open(page, SENSEI)
    board = page.locator(".stage")
    board_box = board.bounding_box()
    expect(page.locator(TIP_SELECTOR)).to_contain_text("Green threatens to win")
    for name in ("c5", "b5", "do:end"):
        touch(page, name)
    expect(page.locator(TIP_SELECTOR)).to_contain_text("leaps from c4 to f7 and wins")
    expect(page.locator("#live")).to_contain_text("Think again.")
    assert page.locator("svg[data-game] .way.threat").count() == 3
    expect(page.get_by_role("button", name="Play on")).to_be_in_viewport()
    assert board.bounding_box() == board_box
    tap(page.get_by_role("button", name="Undo it"))
    expect(page.locator(TIP_SELECTOR)).to_contain_text("Green threatens to win")
    assert board.bounding_box() == board_box
    assert replay_saved_game(page).ply == 0
    for name in ("c5", "d5", "b6", "c6", "g3", "g5"):  # the best turn, after which the opponent moves
        touch(page, name)
    wait_until(page, lambda: replay_saved_game(page).ply > 3)
    assert board.bounding_box() == board_box


@pytest.mark.profiles("phone")
def test_course_returns_to_unfinished_guided_game(page: Page) -> None:
    go(page, "#/learn/sensei")
    tap(page.get_by_role("button", name="Your first game"))
    expect(page.locator(TIP_SELECTOR)).to_be_visible()
    for name in ("a1", "a2"):
        touch(page, name)
    game_url = page.url
    go(page, "#/learn/sensei/win-plan/2")
    tap(page.get_by_role("button", name="Your first game"))
    expect(page.locator(TIP_SELECTOR)).to_be_visible()
    assert page.url == game_url
    reload(page)
    expect(page.locator(TIP_SELECTOR)).to_be_visible()
    assert replay_saved_game(page).ply == 1


@pytest.mark.profiles("phone")
def test_round_end_can_be_read_to_last_step(page: Page) -> None:
    """The tip does not cover the buttons of the panel that replays the end of a round (Equilibrium)."""
    options, played_actions = {"players": "2", "start": "1"}, tuple(load_game_actions(TWO_PLAYER_GAME)[:11])
    save_and_open(
        page,
        Record(
            "equilibrium", options, TWO_PLAYER_GAME[0], ("", ""), played_actions, seats=(1, 0), meta={"guided": "yes"}
        ),
    )
    expect(page.locator(TIP_SELECTOR)).to_be_visible()
    touch(page, "do:pass")
    panel = page.locator(".aside.story")
    for _ in range(2):
        tap(panel.get_by_role("button", name="Next"))
    tap(panel.get_by_role("button", name="Close"))
    expect(panel).to_have_count(0)
