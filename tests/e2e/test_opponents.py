"""One person alone against an opponent, through the page: seats, the opponent's turn, hints, threats, undo, reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ruleboard.app.storage.reviews import PREFIX, ReviewStore, Verdict
from ruleboard.app.storage.store import MemoryStore
from ruleboard.engine.record import Record
from tests.e2e.at_table import go, keep, reload, replayed, tap, touch, until

pytestmark = pytest.mark.shared

THINKING = ".status .thinking"


def begin_against(page: Page, game: str, level: int, side: int = 1) -> None:
    """Begin a game in which an opponent of a level plays one side, and a person the other."""
    go(page, f"#/new/{game}")
    page.locator(".page-new h1").wait_for()
    page.locator(".seat select").nth(side).select_option(str(level))
    page.locator(".seat select").nth(1 - side).select_option("0")
    tap(page.get_by_role("button", name="Play", exact=True))
    page.locator(".page-table").wait_for()


def wait_for_turn(page: Page, player: int) -> int:
    """Wait until a player is to move; return the number of entries."""
    until(page, lambda: replayed(page).to_move == player)
    expect(page.locator(THINKING)).to_have_count(0)
    return replayed(page).at


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_one_person_plays_is_advised_takes_back_and_comes_again(page: Page) -> None:
    begin_against(page, "sensei", 2)
    for name in ("a1", "a3", "b1", "b3", "do:end"):
        touch(page, name)
    at = wait_for_turn(page, 0)
    assert at > 3
    tap(page.get_by_role("button", name="Hint", exact=True))
    tap(page.get_by_role("button", name="Show the move"))
    tap(page.get_by_role("button", name="Why?"))
    expect(page.locator(".status .advice")).not_to_be_empty()
    tap(page.get_by_role("button", name="Threats"))
    expect(page.locator(".status .advice")).not_to_be_empty()
    tap(page.locator(".near").get_by_role("button", name="Undo"))
    assert (replayed(page).at, replayed(page).to_move) == (2, 0)
    touch(page, "do:end")
    reload(page)  # in the middle of its thought, or of its turn
    assert wait_for_turn(page, 0) > 3


@pytest.mark.profiles("tablet")
def test_the_opponent_begins_in_secret_and_shows_nothing_before_the_reveal(page: Page) -> None:
    begin_against(page, "tensor-cards", 1, side=0)
    until(page, lambda: replayed(page).at > 0 and replayed(page).to_move == 1)
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("svg[data-game]")).to_be_visible()
    laid = str(replayed(page).entries[0])
    assert laid.startswith("lay ")
    assert laid not in page.locator("body").inner_text()
    for card in laid.split()[1:]:
        expect(page.get_by_label(f"Black's card {card[1:]}", exact=True)).to_have_count(0)


def _stage(page: Page) -> list[float]:
    """Return the place and size of the board's stage on the page, wherever that is scrolled to."""
    found: list[float] = page.evaluate(
        "() => { const { x, y, width, height } = document.querySelector('.stage').getBoundingClientRect();"
        " return [x, y + scrollY, width, height].map(Math.round); }"
    )
    return found


@pytest.mark.profiles("phone", "small_phone", "tablet_portrait")
def test_a_finished_game_is_reviewed_once_and_its_turning_point_is_shown_on_the_board(page: Page) -> None:
    """Red lets Green's character reach its home row (tests/unit/app/play/test_review.py).

    Where the review lies below the board, the page is scrolled, and nothing in it.
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
    board = _stage(page)
    tap(page.get_by_role("button", name="Review", exact=True))
    expect(page.locator(".review progress")).to_be_visible()
    assert _stage(page) == board, "the board does not move when the review begins"
    expect(page.locator("#live")).to_contain_text("The review is ready.", timeout=60_000)
    assert _stage(page) == board, "nor when it has results"
    assert page.evaluate(
        "() => [...document.querySelectorAll('.beside, .beside :not(svg, svg *)')].every((one) =>"
        " !['auto', 'scroll'].includes(getComputedStyle(one).overflowY) || one.scrollHeight <= one.clientHeight + 1)"
    )
    page.evaluate("() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    tap(page.locator(".review-point"))
    expect(page.locator("svg[data-game] .shown").first).to_be_visible()
    expect(page.locator(".stage > svg")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Another move")).to_be_visible()
    reload(page)
    tap(page.get_by_role("button", name="Back to the game"))
    tap(page.get_by_role("button", name="Review", exact=True))
    expect(page.locator(".review-point")).to_be_visible()
    expect(page.locator(".review progress")).to_have_count(0)


@pytest.mark.profiles("phone")
def test_from_turning_point_to_turning_point_the_board_stays_and_the_sentences_are_seen(page: Page) -> None:
    """On a phone they stand in the panel below the board, in a low window in the list beside it."""
    lays = ("lay r3 bT y7", "lay r9 b1 y2"), ("lay r5 b9 y6", "lay r3 b6 y7")
    record = Record("tensor-cards", {}, 5, ("Ann", "Bob"), (*lays[0], *lays[1], "resign 1"))
    best = (("lay r4 b1 y7",), ("lay r4 b1 y7",), ("lay r4 b1 y6",), ("lay r4 bT y5",))
    verdicts = tuple(Verdict(at, at + 1, at % 2, 400, 0, actions) for at, actions in enumerate(best))
    store = MemoryStore()
    ReviewStore(store).put("kept", record, verdicts)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [PREFIX + "kept", store.get(PREFIX + "kept")])
    keep(page, record)
    go(page, "#/play/kept")
    board = _stage(page)
    tap(page.get_by_role("button", name="Review", exact=True))
    for place in range(4):
        tap(page.locator(".review-point").nth(place))
        expect(page.locator(".review-point").nth(place)).to_have_attribute("aria-current", "step")
        assert _stage(page) == board, place
        expect(page.locator(".near .point")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 600})
    panels = set()
    for place in range(4):
        page.locator(".review-point").nth(place).click()
        expect(page.locator(".review-points > :has(> .now)")).to_be_in_viewport(ratio=0.99)
        expect(page.locator(".review-points > :has(> .now) .place")).to_have_text(str(place + 1))
        panels.add(str(page.locator(".beside").bounding_box()))
    assert len(panels) == 1
