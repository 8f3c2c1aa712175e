"""Test Sensei on the page: games by touch, drag and keyboard, undo, review, draws and orientation."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.helpers import (
    KEY_PREFIX,
    begin_game,
    find_target,
    go,
    play,
    read_only_saved_game,
    read_position,
    read_storage,
    reload,
    replay_saved_game,
    save_and_open,
    tap,
    touch,
    wait_for_position,
)
from tests.support.whole_games import SENSEI

pytestmark = pytest.mark.shared


@pytest.mark.core
@pytest.mark.parametrize("mode", SENSEI)
def test_whole_game_of_sensei_is_playable_by_touch(shared_page: Callable[[str], Page], mode: str) -> None:
    """Two modes are playable on a tablet and one on a phone. tests/playthroughs has the long game of Shizukana."""
    texts, end, reason = SENSEI[mode]
    page = shared_page("phone" if list(SENSEI).index(mode) % 2 else "tablet")
    begin_game(page, mode=mode)
    play(page, texts.split())
    assert read_position(page) == end
    expect(page.locator(".near .result")).to_be_visible()
    expect(page.locator(".near .status")).to_contain_text(reason)
    expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    expect(page.locator("svg[data-game] [data-target]")).to_have_count(0)  # a finished game has no targets


def test_whole_game_of_sensei_is_playable_by_keyboard(desktop: Page) -> None:
    """The remaining mode is playable by keyboard, with its choice, pits and captures.

    test_accessible_play.py plays another mode by keyboard.
    """
    mode = "arashi-expert"
    texts, end, reason = SENSEI[mode]
    go(desktop, "#/new/sensei")
    desktop.locator(".page-new h1").wait_for()
    keys = desktop.keyboard
    _press_tab_to(desktop, '[data-key="names"] > summary')
    keys.press("Enter")
    _press_tab_to(desktop, 'input[name="name-0"]')
    keys.type("Anna")
    _press_tab_to(desktop, 'input[value="arashi"]')
    for _ in range(3):  # the last of four
        keys.press("ArrowDown")
    expect(desktop.locator(f'input[value="{mode}"]')).to_be_checked()
    keys.press("Enter")
    desktop.locator(".page-table").wait_for()
    _press_tab_to(desktop, "svg [data-target]")
    for text in texts.split():
        timeline = replay_saved_game(desktop)
        action = timeline.game.parse_action(timeline.state, text)
        if action.targets == ("do:end",):
            _press_tab_to(desktop, '[data-target="do:end"]')
            keys.press("Enter")
            _press_tab_to(desktop, "svg [data-target]")
        else:
            for name in action.targets:
                _press_arrows_to(desktop, name)
                keys.press("Enter")
        after = timeline.game.apply(timeline.state, action)
        wait_for_position(desktop, timeline.game.format_position(after))
    assert read_position(desktop) == end
    expect(desktop.locator("#live")).to_contain_text(reason)


def _press_tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches the selector has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def _press_arrows_to(page: Page, square: str) -> None:
    """Press arrow keys until a square of the unrotated board has the focus."""
    for _ in range(20):
        focused_target = page.evaluate("() => document.activeElement.dataset.target")
        if focused_target == square:
            return
        if focused_target[0] != square[0]:
            page.keyboard.press("ArrowRight" if focused_target[0] < square[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if focused_target[1] < square[1] else "ArrowDown")
    raise AssertionError(f"the arrow keys do not reach {square}")


@pytest.mark.core
def test_keys_deselect_undo_and_redo(desktop: Page):
    begin_game(desktop)
    touch(desktop, "a1")
    expect(find_target(desktop, "a6")).to_have_attribute("data-legal", "")
    desktop.keyboard.press("Escape")
    assert find_target(desktop, "a6").get_attribute("data-legal") is None
    before = read_position(desktop)
    play(desktop, ["a1-a5"])
    after = read_position(desktop)
    desktop.keyboard.press("u")
    wait_for_position(desktop, before)
    desktop.keyboard.press("r")
    wait_for_position(desktop, after)
    desktop.keyboard.press("[")
    wait_for_position(desktop, before)
    desktop.keyboard.press("]")
    wait_for_position(desktop, after)
    desktop.keyboard.press("?")
    expect(desktop.get_by_role("heading", name="Help")).to_be_visible()


@pytest.mark.core
def test_tab_reaches_board_after_focused_square_vanished(desktop: Page):
    """Tab reaches the board after the end of a game, when the focused square is no longer a target.

    Not every browser reports that the focus was lost.
    """
    actions = SENSEI["arashi"][0].split()
    save_and_open(desktop, Record("sensei", {"mode": "arashi"}, 0, ("Anna", "Ben"), tuple(actions[:-1])))
    for square in ("f5", "b1"):
        find_target(desktop, square).focus()
        desktop.keyboard.press("Enter")
    expect(desktop.locator("svg[data-game] [data-target]")).to_have_count(0)
    desktop.keyboard.press("u")
    desktop.get_by_role("button", name="Undo it", exact=True).click()
    expect(desktop.locator("svg[data-game] [data-target]")).to_have_count(49)
    desktop.get_by_role("link", name="Games").focus()
    _press_tab_to(desktop, "svg [data-target]")


@pytest.mark.core
def test_stone_can_be_dragged(page: Page):
    begin_game(page)
    start, end = (find_target(page, name).bounding_box() for name in ("c1", "c4"))
    assert start
    assert end
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    _drag(page, *points)
    wait_for_position(page, "rrrRrrr/7/7/2g4/7/7/gg1Gggg g 11 arashi")
    assert json.loads(read_only_saved_game(page))["actions"] == ["c1-c4"]
    # An illegal drop has a reason and no effect.
    _drag(page, points[1], (points[1][0] + 3 * start["width"], points[1][1] - start["height"]))
    expect(page.locator(".said")).to_be_visible()
    assert json.loads(read_only_saved_game(page))["actions"] == ["c1-c4"]


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    steps = [(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8) for i in range(9)]
    if page.evaluate("() => navigator.maxTouchPoints > 0"):
        session = page.context.new_cdp_session(page)
        for kind, points in (
            ("touchStart", [steps[0]]),
            *(("touchMove", [step]) for step in steps[1:]),
            ("touchEnd", []),
        ):
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
            )
        session.detach()
    else:
        page.mouse.move(*steps[0])
        page.mouse.down()
        for step in steps[1:]:
            page.mouse.move(*step)
        page.mouse.up()


@pytest.mark.core
@pytest.mark.profiles("tablet")
def test_reload_in_mid_turn_preserves_turn(page: Page):
    begin_game(page, names=("Anna", "Ben"))
    play(page, ["b1-b5", "@d1-e1"])
    before = read_position(page)
    reload(page)
    assert read_position(page) == before
    expect(page.locator(".player.to-move")).to_contain_text("Anna")
    page.get_by_role("button", name="Undo", exact=True).click()
    wait_for_position(page, "rrrRrrr/7/1g5/7/7/7/g1gGggg g 11 arashi")
    play(page, ["b5-b6"])


@pytest.mark.core
def test_refusal_has_reason(tablet: Page):
    begin_game(tablet)
    touch(tablet, "a1")
    touch(tablet, "b2")
    expect(tablet.locator(".player.to-move .said")).to_be_visible()
    assert find_target(tablet, "b2").get_attribute("class").split()[-1] == "refused"
    touch(tablet, "a4")  # the stone is still selected
    wait_for_position(tablet, "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi")


@pytest.mark.core
@pytest.mark.profiles("desktop")
def test_past_position_can_be_viewed_and_continued(page: Page):
    begin_game(page)
    play(page, ["b1-b5", "end", "a7-a3", "end"])
    latest_position = read_position(page)
    page.locator(".ply").first.click()
    wait_for_position(page, "rrrRrrr/7/1g5/7/7/7/g1gGggg r 21 arashi")
    assert page.locator("svg[data-game] [data-legal]").count() == 0
    touch(page, "c7")
    expect(page.locator(".near .note")).to_contain_text("This is an earlier turn.")
    page.get_by_role("button", name="Turn 1 of 1").click()
    wait_for_position(page, latest_position)
    page.locator(".ply").first.click()
    original_text = read_only_saved_game(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".near .note")).to_contain_text("The old one hasn’t changed.")
    reload(page)
    wait_for_position(page, "rrrRrrr/7/1g5/7/7/7/g1gGggg r 21 arashi")
    touch(page, "c7")
    touch(page, "c6")
    expect(page.locator(".ply.now")).to_have_text("c7-c6 …")
    games = {key: text for key, text in read_storage(page).items() if key.startswith(KEY_PREFIX)}
    copy = games.pop(KEY_PREFIX + page.url.rpartition("/")[2])
    assert json.loads(copy)["actions"] == ["b1-b5", "end", "c7-c6"]
    assert [*games.values()] == [original_text]
    page.go_back()
    expect(page.get_by_role("button", name="Back to the game", exact=True)).to_be_visible()


def test_draw_and_resignation_end_game(tablet: Page):
    begin_game(tablet, names=("Anna", "Ben"))
    menu = tablet.get_by_role("button", name="This game")
    tap(menu)
    tap(tablet.get_by_role("menuitem", name="Offer a draw …"))
    tap(tablet.get_by_role("button", name="Offer a draw", exact=True))
    tap(tablet.get_by_role("button", name="Decline"))
    play(tablet, ["a1-a2"])
    tap(menu)
    tap(tablet.get_by_role("menuitem", name="Offer a draw …"))
    tap(tablet.get_by_role("button", name="Offer a draw", exact=True))
    expect(tablet.locator(".near .status")).to_contain_text("Anna offers a draw")
    tap(tablet.get_by_role("button", name="Accept"))
    expect(tablet.locator(".near .result")).to_have_text("Draw")
    tap(tablet.get_by_role("button", name="Undo", exact=True))
    tap(tablet.get_by_role("button", name="Undo it", exact=True))
    tap(menu)
    tap(tablet.get_by_role("menuitem", name="Resign …"))
    tap(tablet.get_by_role("button", name="Resign", exact=True))
    expect(tablet.locator(".near .result")).to_have_text("Lost")
    expect(tablet.locator(".far .result")).to_have_text("Won")
    tap(tablet.get_by_role("button", name="Rematch", exact=True))
    expect(tablet.locator(".near .who")).to_contain_text("Ben")


def test_draw_can_be_claimed_at_third_occurrence(tablet: Page):
    """A draw can be claimed at the third occurrence of a position with the same side to move (spec: End).

    The first occurrence counts.
    """
    begin_game(tablet, mode="shizukana")
    moves_there_and_back = ["a1-a2", "a2-a1", "end", "a7-a6", "a6-a7", "end"]
    menu = tablet.get_by_role("button", name="This game")
    play(tablet, moves_there_and_back)
    tap(menu)
    expect(tablet.get_by_role("menuitem", name="Claim a draw")).to_have_count(0)
    tablet.keyboard.press("Escape")
    play(tablet, moves_there_and_back)
    tap(menu)
    tap(tablet.get_by_role("menuitem", name="Claim a draw"))
    expect(tablet.locator(".near .status")).to_contain_text("Draw claimed")
    assert json.loads(read_only_saved_game(tablet))["actions"][-1] == "draw claimed"


def test_board_is_labelled_grid_with_announced_moves(desktop: Page):
    begin_game(desktop)
    grid = desktop.get_by_role("grid")
    expect(grid).to_have_count(1)
    assert grid.get_attribute("aria-label")
    expect(grid.get_by_role("row")).to_have_count(7)
    expect(grid.get_by_role("gridcell")).to_have_count(49)
    expect(grid.get_by_role("gridcell", name="d7", exact=False)).to_have_attribute("aria-label", "d7, red character")
    play(desktop, ["b1-b5"])
    live_region = desktop.locator("#live")
    assert live_region.get_attribute("aria-live") == "polite"
    expect(live_region).to_contain_text("b1 to b5")
    expect(live_region).to_contain_text("stone move")


@pytest.mark.parametrize(
    ("flip", "is_far_player_upside_down", "rotates_board"),
    [("never", False, False), ("turn", False, True), ("face", True, False)],
)
def test_flip_setting_rotates_board(tablet: Page, flip, is_far_player_upside_down, rotates_board):
    go(tablet, "#/new/sensei")
    tablet.locator(f'input[name="flip"][value="{flip}"]').check()
    begin_game(tablet)
    far_player = tablet.locator(".far .player")
    assert (
        "rotate" in far_player.evaluate("e => e.style.cssText")
        or "matrix(-1" in far_player.evaluate("e => getComputedStyle(e).transform")
    ) == is_far_player_upside_down
    play(tablet, ["a1-a2", "end"])
    boxes = [find_target(tablet, square).bounding_box() for square in ("a1", "a7")]
    assert (boxes[0]["y"] < boxes[1]["y"]) == rotates_board
    expect(tablet.locator(".player.to-move")).to_have_class(
        "player p1 to-move" + (" upside" if is_far_player_upside_down else "")
    )
    play(tablet, ["a7-a6"])  # at its new place on the screen
