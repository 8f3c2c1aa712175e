"""A key or a tap more than was meant, or a key held too long, does nothing for the player whose turn it is next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.at_table import keep, replayed, target
from tests.support.whole_games import FOUR_PLAYER_GAME, TWO_PLAYER_GAME, actions

NAMES = ("Ann", "Bob", "Cleo", "Dora")
ON_THE_BOARD = "svg[data-game]:focus, svg[data-game] :focus"
TAPPED = """button => {
  const first = document.querySelector(button), { left, top, width, height } = first.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  first.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: x, clientY: y }));
  const next = document.querySelector(button), place = next.getBoundingClientRect();
  const there = place.left < x && x < place.right && place.top < y && y < place.bottom;
  return [first.isConnected, there, document.elementFromPoint(x, y).closest("button") === next];
}"""
"""Touches a button; tells whether it is still there, and of the one in its place whether it lies there and is found."""


@pytest.fixture
def page(kept_page: Callable[[str], Page]) -> Page:
    """A computer's page at home."""
    return kept_page("desktop")


def equilibrium(page: Page, game: tuple[int, str], done: int) -> None:
    """Open the table of a game of Equilibrium after a number of actions."""
    players = len(NAMES) if game is FOUR_PLAYER_GAME else 2
    options = {"players": str(players), "start": "1"}
    keep(page, Record("equilibrium", options, game[0], NAMES[:players], tuple(actions(game)[:done])))


def played(page: Page) -> list[str]:
    """Return the texts of the game's actions."""
    return [getattr(entry, "text", entry) for entry in replayed(page).entries]


@pytest.mark.parametrize(
    ("game", "done"),
    [(TWO_PLAYER_GAME, actions(TWO_PLAYER_GAME).index("pass")), (FOUR_PLAYER_GAME, 7)],
    ids=["two", "four"],
)
def test_after_a_pass_the_focus_is_where_the_next_player_begins(page: Page, game: tuple[int, str], done: int) -> None:
    equilibrium(page, game, done)
    before = played(page)
    mover = replayed(page).to_move
    page.locator('button[data-target="do:pass"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(ON_THE_BOARD)).to_have_count(1)
    page.keyboard.press("Enter")
    assert played(page) == [*before, "pass"]
    assert replayed(page).to_move != mover
    expect(page.locator('button[data-target="do:pass"]')).to_have_count(1)  # so that it could have passed again


def test_a_pass_by_a_key_that_is_held_is_one_pass(page: Page) -> None:
    done = actions(TWO_PLAYER_GAME).index("pass")
    equilibrium(page, TWO_PLAYER_GAME, done)
    page.locator('button[data-target="do:pass"]').focus()
    for _ in range(3):
        page.keyboard.down("Enter")
        if page.locator('button[data-target="do:pass"]').count():
            page.locator('button[data-target="do:pass"]').focus()  # wherever it lies meanwhile
    page.keyboard.up("Enter")
    assert played(page)[done:] == ["pass"]


def test_the_second_tap_of_a_double_tap_passes_for_nobody(page: Page) -> None:
    """The next player's button lies where the first one's was: for a moment a finger finds nothing there."""
    equilibrium(page, FOUR_PLAYER_GAME, 7)
    before = played(page)
    first, lies_there, found = page.evaluate(TAPPED, 'button[data-target="do:pass"]')
    assert (first, lies_there, found) == (False, True, False)
    assert played(page) == [*before, "pass"]
    page.locator('button[data-target="do:pass"]').click()  # as soon as it can be touched
    assert played(page) == [*before, "pass", "pass"]


def test_nothing_left_to_undo_leads_to_no_button_of_the_game(page: Page) -> None:
    equilibrium(page, TWO_PLAYER_GAME, actions(TWO_PLAYER_GAME).index("pass") + 1)
    page.locator('button[data-do="play.undo"]').focus()
    for _ in range(len(actions(TWO_PLAYER_GAME))):
        page.keyboard.press("Enter")
    expect(page.locator('button[data-do="play.undo"]')).to_be_disabled()
    assert page.locator('.controls button[data-target^="do:"]').count()
    expect(page.locator('button[data-do="play.undo"]')).to_be_focused()  # it stays, and tells why it does nothing


@pytest.mark.parametrize("way", ["now", "continue"])
def test_whoever_has_looked_back_comes_to_the_board(page: Page, way: str) -> None:
    done = actions(TWO_PLAYER_GAME).index("pass") + 1
    equilibrium(page, TWO_PLAYER_GAME, done)
    page.evaluate("at => { location.hash = `${location.hash}/${at}`; }", done - 1)
    page.locator(f'.controls button[data-do="play.{way}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(ON_THE_BOARD)).to_have_count(1)


def test_accepting_a_draw_does_not_begin_a_rematch(page: Page) -> None:
    keep(page, Record("tensor-chess", {}, 0, NAMES[:2], ("f2f3",)))
    page.locator('.menu:has([data-do="play.offer"]) > button').focus()
    page.keyboard.press("Enter")
    page.locator('[data-do="play.offer"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('button[data-do="play.answer"]:focus')).to_have_count(0)
    page.locator('[data-do="play.answer"][data-value="yes"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.controls [data-do="play.rematch"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=table-kept]")).to_have_count(1)
    assert replayed(page).outcome


def test_a_curtain_is_not_drawn_by_the_key_that_laid_a_card(page: Page) -> None:
    keep(page, Record("tensor-cards", {}, 0, NAMES[:2], ()))
    page.locator('[data-do="play.uncover"]').focus()
    page.keyboard.press("Enter")
    for name in ("card:1", "piece:red", "card:2", "piece:blue", "card:3", "piece:yellow", "do:lay"):
        target(page, name).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".curtain h2:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator('.curtain [data-do="play.uncover"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(ON_THE_BOARD)).to_have_count(1)
