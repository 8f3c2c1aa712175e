"""Test games of a person against a bot: seats, turns, hints, threats, undo, reload and review."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ruleboard.app.storage.reviews import KEY_PREFIX, ReviewStore, Verdict
from ruleboard.app.storage.store import MemoryStore
from ruleboard.engine.record import Record
from tests.e2e.helpers import go, reload, replay_saved_game, save_and_open, tap, touch, wait_until

pytestmark = pytest.mark.shared

THINKING_SELECTOR = ".status .thinking"


def begin_against_bot(page: Page, game: str, level: int, side: int = 1) -> None:
    """Start a game in which a person plays one side and a bot of a level plays the other side."""
    go(page, f"#/new/{game}")
    page.locator(".page-new h1").wait_for()
    for group, value in (("company", "opponent"), ("opponent", str(level)), ("side", str(1 - side))):
        page.locator(f'input[name="{group}"][value="{value}"]').check()
    tap(page.get_by_role("button", name="Play", exact=True))
    page.locator(".page-table").wait_for()


def wait_for_turn(page: Page, player: int) -> int:
    """Wait until it is a player's turn, and return the current ply."""
    wait_until(page, lambda: replay_saved_game(page).to_move == player)
    expect(page.locator(THINKING_SELECTOR)).to_have_count(0)
    return replay_saved_game(page).ply


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_game_against_bot_has_hint_undo_and_reload(page: Page) -> None:
    begin_against_bot(page, "sensei", 2)
    for name in ("a1", "a3", "b1", "b3", "do:end"):
        touch(page, name)
    ply = wait_for_turn(page, 0)
    assert ply > 3
    tap(page.get_by_role("button", name="Hint", exact=True))
    tap(page.get_by_role("button", name="Show the move"))
    tap(page.get_by_role("button", name="Why?"))
    expect(page.locator(".status .advice")).not_to_be_empty()
    tap(page.get_by_role("button", name="Threats"))
    expect(page.locator(".status .advice")).not_to_be_empty()
    tap(page.get_by_role("button", name="Undo", exact=True))
    assert (replay_saved_game(page).ply, replay_saved_game(page).to_move) == (2, 0)
    touch(page, "do:end")
    reload(page)  # while the bot thinks or plays
    assert wait_for_turn(page, 0) > 3


@pytest.mark.profiles("phone", "tablet")
def test_turn_of_a_hints_line_is_visible_as_text(page: Page) -> None:
    go(page, "#/from/tensor-chess")
    for name in ("Hint", "Show the move", "Why?", "Show what follows"):
        tap(page.get_by_role("button", name=name, exact=True))
    expect(page.locator(".status .point")).to_be_visible()


@pytest.mark.profiles("phone", "tablet")
def test_texts_of_a_panel_have_gaps(page: Page) -> None:
    """During a draw offer, there are gaps between the name, the question and the reason for a refused touch."""
    save_and_open(page, Record("sensei", {}, 1, ("", ""), ("a1-a2", "end")))
    page.locator("[aria-haspopup=menu]").last.click()
    page.get_by_role("menuitem", name="Offer a draw …").click()
    page.get_by_role("button", name="Offer a draw", exact=True).click()
    touch(page, "a2")
    expect(page.locator(".status .said")).to_be_visible()
    gap_widths = page.locator(".status > :not(.rule)").evaluate_all(
        """elements => elements.slice(1).map((element, index) => {
          const last = [...elements[index].getClientRects()].at(-1), [first] = element.getClientRects();
          return first.top >= last.bottom - 2 ? 99 : first.left - last.right;
        })"""
    )
    assert min(gap_widths) >= 4


@pytest.mark.profiles("tablet")
def test_bot_decides_in_secret_before_reveal(page: Page) -> None:
    begin_against_bot(page, "tensor-cards", 1, side=0)
    wait_until(page, lambda: replay_saved_game(page).ply > 0 and replay_saved_game(page).to_move == 1)
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("svg[data-game]")).to_be_visible()
    lay_action = str(replay_saved_game(page).entries[0])
    assert lay_action.startswith("lay ")
    assert lay_action not in page.locator("body").inner_text()
    for card in lay_action.split()[1:]:
        number = card[1:].replace("T", "10")
        expect(page.get_by_label(re.compile(rf"^Black’s card {number} \(.*\)$"))).to_have_count(0)


def _measure_board_box(page: Page) -> list[float]:
    """Return the box of the board within the page. Scrolling does not change it."""
    box: list[float] = page.evaluate(
        "() => { const { x, y, width, height } = document.querySelector('.stage').getBoundingClientRect();"
        " return [x, y + scrollY, width, height].map(Math.round); }"
    )
    return box


@pytest.mark.profiles("phone", "small_phone", "tablet_portrait")
def test_review_runs_once_and_shows_turning_point(page: Page) -> None:
    """The review runs only once and shows the turn in which Red lets Green's character reach Red's home row.

    tests/unit/app/play/test_review.py uses the same game. If the review is below the board, only the page scrolls.
    """
    record = {
        "format": "ruleboard/1",
        "game": "sensei",
        "options": {},
        "seed": 1,
        "players": ["Ann", "Bob"],
        "start": "7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana",
        "actions": ["c5-b5", "end", "g6-g7", "g7-f7", "@c4-f7"],
    }
    page.evaluate("record => localStorage.setItem('ruleboard/1/game/reviewed', JSON.stringify(record))", record)
    go(page, "#/play/reviewed")
    expect(page.locator(".verdict")).to_be_visible()
    board = _measure_board_box(page)
    tap(page.get_by_role("button", name="Review", exact=True))
    expect(page.locator(".review")).to_be_visible()
    assert _measure_board_box(page) == board, "the board does not move when the review begins"
    expect(page.locator("#live")).to_contain_text("The review is ready.", timeout=60_000)
    assert _measure_board_box(page) == board, "nor when it has results"
    assert page.evaluate(
        "() => [...document.querySelectorAll('.beside, .beside :not(svg, svg *)')].every((element) =>"
        " !['auto', 'scroll'].includes(getComputedStyle(element).overflowY)"
        " || element.scrollHeight <= element.clientHeight + 1)"
    )
    page.evaluate("() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    tap(page.locator(".review-point"))
    expect(page.locator("svg[data-game] .shown").first).to_be_visible()
    expect(page.locator(".stage > svg")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Explore in a study")).to_be_visible()
    reload(page)
    tap(page.get_by_role("button", name="Back to the game", exact=True))
    tap(page.get_by_role("button", name="Review", exact=True))
    expect(page.locator(".review-point")).to_be_visible()
    expect(page.locator(".review progress")).to_have_count(0)


@pytest.mark.profiles("phone")
def test_turning_points_are_visible_and_board_does_not_move(page: Page) -> None:
    """A turning point is visible below the board on a phone, or in the list next to the board in a low window."""
    placements = ("lay r3 bT y7", "lay r9 b1 y2"), ("lay r5 b9 y6", "lay r3 b6 y7")
    record = Record("tensor-cards", {}, 5, ("Ann", "Bob"), (*placements[0], *placements[1], "resign 1"))
    best_turns = (("lay r4 b1 y7",), ("lay r4 b1 y7",), ("lay r4 b1 y6",), ("lay r4 bT y5",))
    verdicts = tuple(Verdict(ply, ply + 1, ply % 2, 400, 0, actions) for ply, actions in enumerate(best_turns))
    store = MemoryStore()
    ReviewStore(store).set("kept", record, verdicts)
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [KEY_PREFIX + "kept", store.get(KEY_PREFIX + "kept")]
    )
    save_and_open(page, record)
    go(page, "#/play/kept")
    board = _measure_board_box(page)
    tap(page.get_by_role("button", name="Review", exact=True))
    for index in range(4):
        tap(page.locator(".review-point").nth(index))
        expect(page.locator(".review-point").nth(index)).to_have_attribute("aria-current", "step")
        assert _measure_board_box(page) == board, index
        expect(page.locator(".near .point")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 600})
    panel_boxes = set()
    for index in range(4):
        page.wait_for_timeout(500)  # a quick second click at the same place is part of a double click
        page.locator(".review-point").nth(index).click()
        expect(page.locator(".review-point.now")).to_be_in_viewport(ratio=0.99)
        expect(page.locator(".review-points > :has(> .now) .place")).to_have_text(str(index + 1))
        panel_boxes.add(str(page.locator(".beside").bounding_box()))
    assert len(panel_boxes) == 1
