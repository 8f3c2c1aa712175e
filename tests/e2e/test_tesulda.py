"""Test Tesulda on the page: building hidden armies, drags, exchanges of pieces, and endings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, mirror_image
from tests.e2e.helpers import (
    begin_game,
    find_target,
    play,
    read_only_saved_game,
    read_position,
    reload,
    tap,
    touch,
    wait_for_position,
)
from tests.support.whole_games import LATE_TESULDA_POSITION

HIDDEN_RANKS = "10/10/10/10/10/10/10/10/10/10"
"""The ranks of the public position while players build armies."""
TAKING_POSITION = "(ss)8(tk)/10/3(Ss)6/10/10/10/10/10/5(Cs)4/4(Sck)5 l ccsh 0 then:d8:(tcs)"
LONE_PRIME_POSITION = "9(tk)/10/10/10/10/9(Sss)/10/10/10/4(Sck)5 l - 0"
"""Dark's Prime cannot move. If Light can attack it, Dark loses; otherwise the game is a tie."""


def begin_at_position(page: Page, text: str) -> None:
    """Start a game from a position."""
    page.evaluate("() => { location.hash = '#/new/tesulda'; }")
    page.get_by_text("Start from a position").click()
    page.locator("textarea[name=start]").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()


def touch_all(page: Page, text: str) -> None:
    """Touch the targets in a text in order. Spaces separate the targets."""
    for name in text.split():
        touch(page, name)


def leave_handover_screen(page: Page) -> None:
    """Leave the hand-over screen."""
    page.locator(".curtain button").click()
    page.locator("svg[data-game]").wait_for()


def check_army_is_hidden(page: Page) -> None:
    """Check that the page and its announcements contain no squares and no figures of an army."""
    html = page.content()
    assert "(S" not in html
    assert "(T" not in html
    assert "e1, Light" not in html
    assert page.locator("svg .figure.light[data-key], .ply, .warning").count() == 0
    assert not re.search(r"\b[a-j]\d", page.locator("#live").inner_text())
    for text in page.locator("svg[data-position]").evaluate_all("all => all.map(svg => svg.dataset.position)"):
        assert text.startswith(HIDDEN_RANKS)
    assert page.title() == "Light – Dark · Ruleboard"


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("phone")
def test_army_is_built_in_secret_with_corrections(page: Page):
    begin_game(page, "tesulda", setup="build")
    assert page.locator("svg[data-game]").count() == 0
    leave_handover_screen(page)
    touch_all(page, "base:S e1 store:k e1 store:t e1")
    expect(page.locator(".near .status")).to_contain_text("The crown and the star can’t share the figure on e1")
    expect(page.locator(".warning")).to_have_count(1)
    touch_all(page, "base:T a1 base:T")  # the second touch of the base puts it back
    expect(page.locator(".near .status")).to_contain_text("The triangle on a1 can’t stand on the home rank")
    expect(page.locator(".warning")).to_have_count(2)
    touch_all(page, "a1 b2 e1 piece:t1 store:t")
    expect(page.locator(".warning")).to_have_count(0)
    touch_all(page, "store:h e1 store:c e1")
    expect(page.locator(".said")).to_contain_text("rod on e1 is full")
    touch(page, "store:c")  # returns the piece
    expect(find_target(page, "store:c")).to_have_attribute("aria-label", "circle, 16 in the supply")
    touch(page, "do:fill")
    expect(page.locator(".near .status")).to_contain_text("Your army is complete.")
    assert json.loads(read_only_saved_game(page))["actions"][-1] == "fill"
    reload(page)
    check_army_is_hidden(page)
    leave_handover_screen(page)
    expect(find_target(page, "e1")).to_have_attribute(
        "aria-label", "e1, Light square base with crown, hexagon; straight 1, diagonal 0; Prime, Boost"
    )
    touch(page, "do:done")
    expect(page.locator(".curtain")).to_contain_text("Dark")
    check_army_is_hidden(page)
    reload(page)
    check_army_is_hidden(page)
    leave_handover_screen(page)
    check_army_is_hidden(page)
    page.get_by_role("button", name="Step back").click()
    check_army_is_hidden(page)
    expect(page.get_by_role("button", name="Step back")).to_be_disabled()  # building the army counts as one step
    page.get_by_role("button", name="Back to the game", exact=True).click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Armies").click()
    check_army_is_hidden(page)
    touch_all(page, "do:default do:done")
    page.locator('svg[data-turn="0"]').wait_for()
    assert "(Skh)" in read_position(page) or "(Shk)" in read_position(page)
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".ply").last).to_have_text(format_army(DEFAULT_ARMY))


@pytest.mark.shared
def test_armies_are_saved_mirrored_pasted_and_exported(desktop: Page):
    begin_game(desktop, "tesulda", setup="build")
    leave_handover_screen(desktop)
    armies_button = desktop.get_by_role("button", name="Armies")
    text_field = desktop.locator("#setups textarea")
    armies_button.click()
    touch(desktop, "do:default")
    armies_button.click()
    desktop.get_by_label("Name of this army").fill("Classic")
    desktop.get_by_role("button", name="Save this army").click()
    desktop.get_by_role("button", name="Classic", exact=True).wait_for()
    touch(desktop, "do:mirror")
    armies_button.click()
    desktop.get_by_text("As text", exact=True).click()
    expect(text_field).to_have_value(format_army(mirror_image(DEFAULT_ARMY)))
    text_field.fill("(Tcx)9/10")
    desktop.get_by_role("button", name="Use this army").click()
    expect(desktop.locator("#setup-error")).to_contain_text("Front rank, square 1: 'x' isn’t a piece")
    with desktop.expect_download() as download:
        desktop.get_by_role("button", name="Export all").click()
    assert Path(download.value.path()).read_text() == f"Classic: {format_army(DEFAULT_ARMY)}\n"
    reload(desktop)
    leave_handover_screen(desktop)
    armies_button.click()
    desktop.get_by_role("button", name="Classic", exact=True).click()
    expect(desktop.locator("#setups")).to_be_hidden()
    armies_button.click()
    desktop.get_by_text("As text", exact=True).click()
    expect(text_field).to_have_value(format_army(DEFAULT_ARMY))
    desktop.keyboard.press("Escape")
    desktop.get_by_role("button", name="Undo", exact=True).click()
    armies_button.click()
    desktop.get_by_text("As text", exact=True).click()
    expect(text_field).to_have_value(format_army(mirror_image(DEFAULT_ARMY)))


def drag(page: Page, start: str, end: str) -> None:
    """Drag with the mouse from one target to another."""
    boxes = [find_target(page, name).bounding_box() for name in (start, end)]
    (x, y), (goal_x, goal_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 7):
        page.mouse.move(x + (goal_x - x) * step / 6, y + (goal_y - y) * step / 6)
    page.mouse.up()


@pytest.mark.shared
def test_bases_pieces_and_figures_can_be_dragged(desktop: Page):
    begin_game(desktop, "tesulda", setup="build")
    leave_handover_screen(desktop)
    for start, end in (("base:C", "d2"), ("store:h", "d2"), ("store:c", "d2"), ("d2", "f1"), ("f1", "f2")):
        drag(desktop, start, end)
    drag(desktop, "base:S", "f1")
    touch(desktop, "f2")
    drag(desktop, "piece:h1", "f1")
    touch(desktop, "f2")
    drag(desktop, "piece:c1", "store:c")
    expect(find_target(desktop, "f2")).to_have_attribute(
        "aria-label", "f2, Light circle base with no pieces; straight 0, diagonal 1"
    )
    assert json.loads(read_only_saved_game(desktop))["actions"] == [
        "C>d2", "h>d2", "c>d2", "d2-f1", "f1-f2", "S>f1", "f2:h>f1", "f2:c>store",
    ]  # fmt: skip


def drag_with_finger(page: Page, start: str, end: str, end_height: float = 0.5) -> None:
    """Drag with a finger and check that the dragged copy of the piece is above the finger and all other elements.

    Args:
        end_height: the height within the target at which the finger lifts, from 0 (top) to 1 (bottom).
    """
    session = page.context.new_cdp_session(page)
    boxes = [find_target(page, name).bounding_box() for name in (start, end)]
    (start_box, end_box) = [box for box in boxes if box]
    x, y = start_box["x"] + start_box["width"] / 2, start_box["y"] + start_box["height"] / 2
    goal_x, goal_y = end_box["x"] + end_box["width"] / 2, end_box["y"] + end_box["height"] * end_height

    def send_touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send_touch("touchStart", {"x": x, "y": y})
    for step in range(1, 7):
        send_touch("touchMove", {"x": x + (goal_x - x) * step / 6, "y": y + (goal_y - y) * step / 6})
    dragged_copy = page.locator("body > .carrying .dragged")
    box = dragged_copy.bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - goal_x) < end_box["width"] / 2
    assert box["y"] + box["height"] < goal_y, "the finger covers a part of the piece"
    assert goal_y - (box["y"] + box["height"] / 2) < max(box["height"], 44) + 1, "the piece is far from the finger"
    expect(page.locator("#app .lifted")).to_be_hidden()
    send_touch("touchEnd")
    expect(page.locator(".carrying, .lifted")).to_have_count(0)


@pytest.mark.shared
def test_finger_drags_figure(tablet: Page):
    begin_game(tablet, "tesulda")
    drag_with_finger(tablet, "b2", "b3")
    expect(find_target(tablet, "b3")).to_have_attribute(
        "aria-label", "b3, Light triangle base with circle, square; straight 1, diagonal 1; Minion; last move"
    )
    assert json.loads(read_only_saved_game(tablet))["actions"] == ["b2-b3"]


@pytest.mark.shared
def test_finger_builds_and_returns_pieces(tablet: Page):
    begin_game(tablet, "tesulda", setup="build")
    leave_handover_screen(tablet)
    drag_with_finger(tablet, "base:C", "d2")
    drag_with_finger(tablet, "store:h", "d2")
    drag_with_finger(tablet, "d2", "e1")
    touch(tablet, "e1")
    drag_with_finger(tablet, "piece:h1", "store")
    drag_with_finger(tablet, "e1", "store", end_height=0.8)  # on the pieces of the store, which returns the figure, too
    assert json.loads(read_only_saved_game(tablet))["actions"] == ["C>d2", "h>d2", "d2-e1", "e1:h>store", "e1>store"]


@pytest.mark.shared
@pytest.mark.core
def test_attack_take_swap_and_resource_are_playable(tablet: Page):
    begin_at_position(tablet, LATE_TESULDA_POSITION)
    touch(tablet, "d8")  # an enemy figure, for information
    expect(tablet.locator(".said")).to_contain_text("straight 1, diagonal 1")
    expect(tablet.locator(".stage .reach")).to_have_count(3)
    touch(tablet, "d6")
    expect(tablet.locator(".near .status")).to_contain_text("d6: straight 2, diagonal 0")
    touch(tablet, "d8")
    wait_for_position(
        tablet,
        LATE_TESULDA_POSITION.replace("3(tcs)6", "3(Ss)6", 1)
        .replace("3(Ss)6/10/10/10/5", "10/10/10/10/5")
        .replace("l ch 3", "l ccsh 0 then:d8:(tcs)"),
    )
    touch_all(tablet, "prey:c1 prey:s1")
    tap(tablet.get_by_role("button", name="Undo", exact=True))  # a Move is final only at the end of the turn
    wait_for_position(tablet, LATE_TESULDA_POSITION)
    play(tablet, ["d6-d8", "take:cs", "a10-a9", "e1-e2"])
    touch(tablet, "piece:c1")  # the rod would be empty
    expect(tablet.locator(".said")).to_contain_text("needs a piece besides the crown and the star")
    play(tablet, ["swap:e2>f2:k", "a9-a10", "d8-d9", "res:ch", "a10-a9", "d9-a9", "take:-"])
    expect(tablet.locator(".near .status")).to_contain_text("It’s a draw: Dark has no Move")
    expect(tablet.locator(".near .result")).to_have_text("Draw")


@pytest.mark.shared
@pytest.mark.profiles("tablet")
def test_refused_move_shows_attackers_of_prime(page: Page):
    begin_at_position(page, "9(ck)/(sssssh)9/10/10/10/10/10/(Ss)9/10/(Ck)9 l - 0")
    touch_all(page, "a3 b3")
    expect(page.locator(".said")).to_contain_text("exposes your Prime")
    expect(page.locator(".board .way.threat")).to_have_count(1)
    assert page.locator("circle.threat:not(.casing)").count() == 2
    touch(page, "a5")
    expect(page.locator(".ply")).to_have_count(1)


@pytest.mark.core
@pytest.mark.parametrize(
    ("moves", "result", "reason"),
    [
        (["j5-j7"], "Won", "Light wins: no Move can save Dark’s Prime."),
        (["e1-e2"], "Draw", "It’s a draw: Dark has no Move"),
    ],
)
@pytest.mark.shared
def test_win_and_tie_are_announced(tablet: Page, moves, result, reason):
    begin_at_position(tablet, LONE_PRIME_POSITION)
    play(tablet, moves)
    expect(tablet.locator(".near .result")).to_have_text(result)
    expect(tablet.locator(".near .status")).to_contain_text(reason)


RECORD_ANIMATIONS_SCRIPT = """() => {
  globalThis.animatedKeys = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...parameters) {
    globalThis.animatedKeys.push(this.dataset.key);
    return animate.apply(this, parameters);
  };
}"""


def take_animated_pieces(page: Page) -> list[str]:
    """Return the keys of all pieces that were animated since the last call."""
    keys: list[str] = page.evaluate("() => globalThis.animatedKeys.splice(0)")
    return keys


def test_animations_follow_motion_preference(new_context, open_app):
    page = new_context("tablet").new_page()
    open_app(page)
    page.evaluate(RECORD_ANIMATIONS_SCRIPT)
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        page.evaluate("() => { location.hash = '#/'; localStorage.clear(); }")
        page.locator(".page-home").wait_for()
        begin_at_position(page, LATE_TESULDA_POSITION)
        take_animated_pieces(page)
        play(page, ["d6-d8"])
        keys_of_move = take_animated_pieces(page)
        play(page, ["take:cs"])
        keys_of_take = take_animated_pieces(page)
        play(page, ["a10-a9", "e1-e2", "swap:e2>f2:k"])
        keys_of_swap = take_animated_pieces(page)
        if motion == "reduce":
            assert not keys_of_move + keys_of_take + keys_of_swap
            continue
        assert keys_of_move == ["light-d8", "loose-prey:c1", "loose-prey:s1"]
        assert keys_of_take == ["light-d8-c1", "light-d8-s2", "light-d8-s1"]
        assert "light-f2-k1" in keys_of_swap


@pytest.mark.shared
def test_second_piece_does_not_replace_selection_without_room(tablet: Page):
    begin_at_position(tablet, TAKING_POSITION.replace("(Ss)", "(Sccss)"))
    touch_all(tablet, "prey:c1 prey:s1")
    expect(tablet.locator(".said")).to_contain_text("room for only one of these pieces")
    expect(tablet.locator(".loose.taken")).to_have_attribute("data-target", "prey:c1")
    touch_all(tablet, "prey:c1")  # after a refusal the same piece stays selected
    expect(tablet.locator(".loose.taken")).to_have_attribute("data-target", "prey:c1")
    touch_all(tablet, "prey:c1 prey:s1")
    expect(tablet.locator(".loose.taken")).to_have_attribute("data-target", "prey:s1")
