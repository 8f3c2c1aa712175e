"""Test that an extra key press, an extra tap or a held key does not act for the next player."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.helpers import find_target, read_position, replay_saved_game, save_and_open
from tests.support.whole_games import FOUR_PLAYER_GAME, TWO_PLAYER_GAME, load_game_actions

NAMES = ("Ann", "Bob", "Cleo", "Dora")
FOCUSED_BOARD_SELECTOR = "svg[data-game]:focus, svg[data-game] :focus"


@pytest.fixture
def page(shared_page: Callable[[str], Page]) -> Page:
    """Return the shared page of a desktop, on the home page."""
    return shared_page("desktop")


def open_equilibrium(page: Page, game: tuple[int, str], action_count: int) -> None:
    """Open a game of Equilibrium after its first ``action_count`` actions."""
    players = len(NAMES) if game is FOUR_PLAYER_GAME else 2
    options = {"players": str(players), "start": "1"}
    save_and_open(
        page, Record("equilibrium", options, game[0], NAMES[:players], tuple(load_game_actions(game)[:action_count]))
    )


def read_action_texts(page: Page) -> list[str]:
    """Return the texts of the actions in the saved game."""
    return [getattr(entry, "text", entry) for entry in replay_saved_game(page).entries]


@pytest.mark.parametrize(
    ("game", "action_count"),
    [(TWO_PLAYER_GAME, load_game_actions(TWO_PLAYER_GAME).index("pass")), (FOUR_PLAYER_GAME, 7)],
    ids=["two", "four"],
)
def test_focus_moves_to_board_after_pass(page: Page, game: tuple[int, str], action_count: int) -> None:
    open_equilibrium(page, game, action_count)
    before = read_action_texts(page)
    mover = replay_saved_game(page).to_move
    page.locator('button[data-target="do:pass"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(FOCUSED_BOARD_SELECTOR)).to_have_count(1)
    page.keyboard.press("Enter")
    assert read_action_texts(page) == [*before, "pass"]
    assert replay_saved_game(page).to_move != mover
    expect(page.locator('button[data-target="do:pass"]')).to_have_count(1)  # so a second pass was possible


def test_held_key_passes_once(page: Page) -> None:
    action_count = load_game_actions(TWO_PLAYER_GAME).index("pass")
    open_equilibrium(page, TWO_PLAYER_GAME, action_count)
    page.locator('button[data-target="do:pass"]').focus()
    for _ in range(3):
        page.keyboard.down("Enter")
        if page.locator('button[data-target="do:pass"]').count():
            page.locator('button[data-target="do:pass"]').focus()  # the next player's button
    page.keyboard.up("Enter")
    assert read_action_texts(page)[action_count:] == ["pass"]


def test_double_click_passes_once(page: Page) -> None:
    """A double click passes only once, since the next player's button at the same place briefly ignores it."""
    open_equilibrium(page, FOUR_PLAYER_GAME, 7)
    before = read_action_texts(page)
    pass_button = page.locator('button[data-target="do:pass"]')
    box = pass_button.bounding_box()
    assert box
    center = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*center, click_count=2)
    next_box = pass_button.bounding_box()
    assert next_box
    assert next_box["x"] < center[0] < next_box["x"] + next_box["width"]
    assert read_action_texts(page) == [*before, "pass"]
    pass_button.click()  # Playwright waits until the button accepts clicks
    assert read_action_texts(page) == [*before, "pass", "pass"]


def test_double_click_undoes_twice(page: Page) -> None:
    save_and_open(page, Record("tensor-chess", {}, 0, NAMES[:2], ("f2f3", "e7e5", "g2g4")))
    positions = [read_position(page)]
    for _ in range(2):
        page.locator('button[data-do="play.undo"]').click()
        positions.append(read_position(page))
    page.locator('button[data-do="play.redo"]').click(click_count=2)
    assert read_position(page) == positions[0]
    page.locator('button[data-do="play.undo"]').click(click_count=2)
    assert read_position(page) == positions[2]


def test_focus_stays_on_disabled_undo(page: Page) -> None:
    open_equilibrium(page, TWO_PLAYER_GAME, load_game_actions(TWO_PLAYER_GAME).index("pass") + 1)
    page.locator('button[data-do="play.undo"]').focus()
    for _ in range(len(load_game_actions(TWO_PLAYER_GAME))):
        page.keyboard.press("Enter")
    expect(page.locator('button[data-do="play.undo"]')).to_be_disabled()
    assert page.locator('.controls button[data-target^="do:"]').count()
    expect(page.locator('button[data-do="play.undo"]')).to_be_focused()  # not on a button of the game


@pytest.mark.parametrize("command", ["now", "continue"])
def test_focus_moves_to_board_after_review(page: Page, command: str) -> None:
    action_count = load_game_actions(TWO_PLAYER_GAME).index("pass") + 1
    open_equilibrium(page, TWO_PLAYER_GAME, action_count)
    page.evaluate("at => { location.hash = `${location.hash}/${at}`; }", action_count - 1)
    page.locator(f'.controls button[data-do="play.{command}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(FOCUSED_BOARD_SELECTOR)).to_have_count(1)


def test_accepting_draw_does_not_start_rematch(page: Page) -> None:
    save_and_open(page, Record("tensor-chess", {}, 0, NAMES[:2], ("f2f3",)))
    page.locator('.menu:has([data-opens="offering-draw"]) > button').focus()
    page.keyboard.press("Enter")
    for button in ('[data-opens="offering-draw"]', '[data-do="play.offer"]'):
        page.locator(button).focus()
        page.keyboard.press("Enter")
    expect(page.locator('button[data-do="play.answer"]:focus')).to_have_count(0)
    page.locator('[data-do="play.answer"][data-value="yes"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.controls [data-do="play.rematch"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=table-kept]")).to_have_count(1)
    assert replay_saved_game(page).outcome


def test_key_that_lays_card_does_not_open_handover_screen(page: Page) -> None:
    save_and_open(page, Record("tensor-cards", {}, 0, NAMES[:2], ()))
    page.locator('[data-do="play.uncover"]').focus()
    page.keyboard.press("Enter")
    for name in ("card:1", "piece:red", "card:2", "piece:blue", "card:3", "piece:yellow", "do:lay"):
        find_target(page, name).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".curtain h2:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator('.curtain [data-do="play.uncover"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(FOCUSED_BOARD_SELECTOR)).to_have_count(1)
