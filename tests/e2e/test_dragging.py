"""Test dragging with a finger and with the mouse, including after other touches and drags."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import CDPSession, FrameLocator, Page, expect

from ruleboard.engine.record import Record
from tests.e2e.helpers import (
    begin_game,
    find_target,
    go,
    read_only_saved_game,
    reload,
    save_and_open,
    touch,
    wait_until,
)
from tests.support.whole_games import TWO_PLAYER_GAME, load_game_actions

LATE_POSITION = "(ss)8(tk)/10/3(tcs)6/10/3(Ss)6/10/10/10/5(Cs)4/4(Sck)5 l ch 3"
"""Tesulda: the figure on d6 can attack the one on d8, and then take pieces."""

RECORD_PRESSED_TARGETS_SCRIPT = """() => {
  globalThis.pressedTargets = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const name = target.dataset.target;
      if (target.hasAttribute("data-pressed")) pressedTargets.push([name, getComputedStyle(target).fill]);
    }
  }).observe(document, { attributes: true, attributeFilter: ["data-pressed"], subtree: true });
}"""
"""Records the name and the fill of each element that looks pressed, even for a moment."""

WAIT_FOR_END_OF_SCROLLING_SCRIPT = """() => new Promise((resolve) => {
  let timer = setTimeout(resolve, 300);
  addEventListener("scroll", () => { clearTimeout(timer); timer = setTimeout(resolve, 300); });
})"""

Point = tuple[float, float]

tablet_only = pytest.mark.profiles("tablet")
"""For drags that are the same with a mouse: a finger's drags have more conditions. Other tests use both."""


@pytest.fixture
def page(shared_page: Callable[[str], Page], profile: str) -> Page:
    """Return the shared page of a profile, on the home page, with animations."""
    page = shared_page(profile)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("() => { localStorage.clear(); scrollTo(0, 0); location.hash = '#/'; }")
    page.locator(".page-home").wait_for()
    return page


class Pointer:
    """A finger on devices with a touch screen, or the mouse on other devices."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession | None = None
        if page.evaluate("() => navigator.maxTouchPoints > 0"):
            self.session = page.context.new_cdp_session(page)

    def send_touch(self, kind: str, *points: Point) -> None:
        """Send a touch event with one finger at each of the points."""
        assert self.session
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def press(self, point: Point) -> None:
        if self.session:
            self.send_touch("touchStart", point)
        else:
            self.page.mouse.move(*point)
            self.page.mouse.down()

    def move(self, start: Point, end: Point) -> None:
        for step in range(1, 9):
            point = tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
            if self.session:
                self.send_touch("touchMove", point)
            else:
                self.page.mouse.move(*point)

    def lift(self) -> None:
        if self.session:
            self.send_touch("touchEnd")
        else:
            self.page.mouse.up()

    def drag(self, start: Point, end: Point) -> None:
        self.press(start)
        self.move(start, end)
        self.lift()


def find_centre(page: Page | FrameLocator, name: str) -> Point:
    """Return the centre of a target, in pixels of the screen."""
    box = page.locator(f'[data-target="{name}"]:not(.narrow)').first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    """Wait until animations have ended, then drag from one target to another."""
    expect(page.locator(".travelling")).to_have_count(0)
    Pointer(page).drag(find_centre(page, start), find_centre(page, end))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)


def expect_selected(page: Page, *names: str) -> None:
    """Wait until exactly the named targets are selected."""
    elements = page.locator("svg[data-game] [data-target].taken")
    expect(elements).to_have_count(len(names))
    assert set(elements.evaluate_all("elements => elements.map((element) => element.dataset.target)")) == set(names)


def read_saved_actions(page: Page) -> list[str]:
    """Return the actions of the only saved game."""
    actions: list[str] = json.loads(read_only_saved_game(page))["actions"]
    return actions


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.mark.core
def test_selected_piece_and_other_piece_can_be_dragged(page: Page) -> None:
    begin_game(page)
    touch(page, "c1")
    drag(page, "b1", "b4")
    assert read_saved_actions(page) == ["b1-b4"]
    touch(page, "c1")
    drag(page, "c1", "c4")
    assert read_saved_actions(page) == ["b1-b4", "c1-c4"]


@pytest.mark.core
def test_drags_work_after_refused_drag(page: Page) -> None:
    begin_game(page)
    drag(page, "a1", "b3")
    expect(page.locator(".said")).to_be_visible()
    drag(page, "b1", "b4")
    expect(page.locator(".said")).to_have_count(0)
    drag(page, "a1", "c3")
    expect(page.locator(".said")).to_be_visible()
    drag(page, "a1", "a4")
    assert read_saved_actions(page) == ["b1-b4", "a1-a4"]


def test_arrow_on_board_stays_until_next_move(page: Page) -> None:
    """An arrow drawn after a long press or with the right mouse button plays nothing and stays until the next move."""
    begin_game(page)
    pointer, start, end = Pointer(page), find_centre(page, "c4"), find_centre(page, "a4")
    if pointer.session:
        pointer.press(start)
        page.wait_for_timeout(700)
        pointer.move(start, end)
        pointer.lift()
    else:
        page.mouse.move(*start)
        page.mouse.down(button="right")
        page.mouse.move(*end, steps=5)
        page.mouse.up(button="right")
    arrow = page.locator('[data-ends="c4 a4"]')
    expect(arrow).to_have_count(1)
    assert arrow.locator(".drawn-head").evaluate("(head) => getComputedStyle(head).fill") == "rgb(31, 138, 76)"
    expect_selected(page)
    touch(page, "b1")
    expect(arrow).to_have_count(1)
    drag(page, "b1", "b4")
    expect(arrow).to_have_count(0)
    assert read_saved_actions(page) == ["b1-b4"]


@tablet_only
def test_touches_work_after_refused_drop(page: Page) -> None:
    begin_game(page)
    drag(page, "a1", "b3")
    touch(page, "a1")
    touch(page, "a4")
    assert read_saved_actions(page) == ["a1-a4"]


@tablet_only
def test_drop_on_own_piece_is_refused(page: Page) -> None:
    """A drop on another piece of the same player is refused and does not select the other piece."""
    begin_game(page)
    drag(page, "a1", "b1")
    expect(page.locator(".said")).to_be_visible()
    expect_selected(page, "a1")


@tablet_only
def test_drop_on_own_square_selects_piece(page: Page) -> None:
    begin_game(page)
    x, y = find_centre(page, "a1")
    Pointer(page).drag((x - 10, y), (x + 10, y))
    expect_selected(page, "a1")
    touch(page, "a4")
    assert read_saved_actions(page) == ["a1-a4"]


@tablet_only
def test_drag_moves_piece_instead_of_propelling_it(page: Page) -> None:
    """A dragged piece next to a selected rook moves itself, although the rook could propel it to the same square."""
    save_and_open(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), ("g2g4", "g7g6", "h2h3", "h7h6")))
    touch(page, "j1")
    drag(page, "e2", "e4")
    assert read_saved_actions(page)[4:] == ["e2e4"]
    drag(page, "c7", "c5")
    assert read_saved_actions(page)[4:] == ["e2e4", "c7c5"]


@tablet_only
def test_selected_tile_can_be_dragged(page: Page) -> None:
    save_and_open(
        page,
        Record(
            "equilibrium",
            {"players": "2", "start": "1"},
            TWO_PLAYER_GAME[0],
            ("Ann", "Bob"),
            tuple(load_game_actions(TWO_PLAYER_GAME)[:9]),
        ),
    )
    for _ in range(2):
        touch(page, "storage:2:S")
        expect_selected(page, "storage:2:S")
        drag(page, "storage:2:S", "hex:2:0,0")  # an occupied hex
        expect(page.locator(".said")).to_be_visible()
        touch(page, "storage:2:S")
        touch(page, "storage:2:S")  # deselect
    drag(page, "storage:2:S", "hex:2:-2,1")
    assert read_saved_actions(page)[9:] == ["load S@-2,1"]


@tablet_only
def test_dragged_piece_joins_selected_pieces(page: Page) -> None:
    """A dragged piece joins the selected pieces: the attacker captures two of a figure's three pieces (Tesulda)."""
    go(page, "#/new/tesulda")
    page.get_by_text("Start from a position").click()
    page.locator("textarea[name=start]").fill(LATE_POSITION)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()
    touch(page, "d6")
    drag(page, "d6", "d8")
    assert read_saved_actions(page) == ["d6-d8"]
    touch(page, "prey:c1")
    drag(page, "prey:s1", "d8")
    assert read_saved_actions(page) == ["d6-d8", "take:cs"]
    touch(page, "e1")
    drag(page, "a10", "a9")
    assert read_saved_actions(page)[2:] == ["a10-a9"]


@tablet_only
def test_cards_can_be_dragged_after_touches(page: Page) -> None:
    begin_game(page, "tensor-cards", ("Ada", "Ben"))
    page.locator(".curtain button").click()
    page.locator("svg[data-game]").wait_for()
    touch(page, "card:9")
    drag(page, "card:4", "slot:blue")
    touch(page, "card:9")
    drag(page, "card:9", "slot:red")
    touch(page, "card:2")
    drag(page, "card:4", "slot:yellow")
    assert read_saved_actions(page)[-3:] == ["put b4", "put r9", "put y4"]


@pytest.mark.profiles("phone")
def test_board_stays_under_finger_when_texts_change(page: Page) -> None:
    """The board stays in place when the next drag removes a refusal of two lines, almost as high as a square."""
    save_and_open(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), ("e2e4",)))
    drag(page, "d7", "d4")
    expect(page.locator(".said")).to_be_visible()
    before = find_target(page, "a8").bounding_box()
    pointer, start, end = Pointer(page), find_centre(page, "e7"), find_centre(page, "e5")
    pointer.press(start)
    pointer.move(start, end)
    expect(page.locator(".said")).to_have_count(0)
    assert find_target(page, "a8").bounding_box() == pytest.approx(before, abs=1)
    pointer.lift()
    assert read_saved_actions(page) == ["e2e4", "e7e5"]


@pytest.mark.profiles("phone")
def test_sweep_places_selected_part_on_each_square(page: Page) -> None:
    """While a part of the store is selected, one drag over several squares puts a part on each of them."""
    begin_game(page, "tesulda", setup="build")
    page.locator(".curtain button").click()
    page.locator("svg[data-game]").wait_for()
    touch(page, "base:T")
    drag(page, "a2", "e2")
    triangle_actions = [f"T>{file}2" for file in "abcde"]
    assert read_saved_actions(page) == triangle_actions
    expect_selected(page, "base:T")
    drag(page, "e2", "j2")  # from a figure, which moves
    assert read_saved_actions(page)[-1] == "e2-j2"
    touch(page, "store:c")
    drag(page, "c2", "a2")
    assert read_saved_actions(page)[-3:] == ["c>c2", "c>b2", "c>a2"]
    touch(page, "store:c")
    expect_selected(page)


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.core
def test_drop_outside_board_has_no_effect(page: Page) -> None:
    begin_game(page)
    Pointer(page).drag(find_centre(page, "a1"), (3, 3))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    drag(page, "b1", "b4")
    drag(page, "a1", "a4")
    assert read_saved_actions(page) == ["b1-b4", "a1-a4"]


@tablet_only
def test_drag_of_immovable_piece_has_reason(page: Page) -> None:
    begin_game(page)
    touch(page, "a1")
    drag(page, "a7", "a5")
    expect(page.locator(".said")).to_contain_text("you’re Green")
    expect_selected(page)
    drag(page, "a1", "a4")
    assert read_saved_actions(page) == ["a1-a4"]


@pytest.mark.profiles("phone")
def test_drag_of_blocked_pawn_has_reason_for_goal(page: Page) -> None:
    """The reason for refusing a pawn that is dragged onto an adjacent black pawn refers to this target.

    A beast blocks the dragged pawn, and the black pawn arrived earlier (Tensor Chess, spec: Moves, 3).
    """
    start = "k9/10/4t5/3pP5/10/10/10/9K w - - 0 1"
    save_and_open(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), start=start))
    page.evaluate("() => { document.body.style.paddingBottom = '1000px'; }")  # a finger could scroll the page
    drag(page, "e5", "d6")
    expect(page.locator(".said")).to_contain_text("nowhere to go")
    expect(page.locator(".said")).to_contain_text("in passing only right after")
    page.evaluate("() => { document.body.style.paddingBottom = ''; }")
    drag(page, "j1", "j2")
    assert read_saved_actions(page) == ["j1j2"]


@pytest.mark.core
@pytest.mark.profiles("tablet", "desktop")
def test_touched_element_looks_pressed_until_answer(page: Page) -> None:
    """A touched element looks pressed until the answer: browsers set ``:active`` only at the end of a tap."""
    begin_game(page)
    pointer, pressed_element = Pointer(page), page.locator("[data-pressed]")
    page.evaluate(RECORD_PRESSED_TARGETS_SCRIPT)
    page.evaluate("() => { document.body.style.paddingBottom = '1000px'; }")  # a finger can scroll the page
    pointer.press(find_centre(page, "b1"))
    pointer.lift()  # at once: a long touch is no tap
    expect_selected(page, "b1")
    expect(pressed_element).to_have_count(0)
    ((name, fill),) = page.evaluate("() => pressedTargets")
    assert name == "b1"
    assert fill != "rgba(0, 0, 0, 0)"
    button = page.locator('[data-do="play.hint"]').bounding_box()
    assert button
    pointer.press((button["x"] + button["width"] / 2, button["y"] + button["height"] / 2))
    expect(pressed_element).to_have_css("opacity", "0.6")
    pointer.move((button["x"], button["y"]), find_centre(page, "d4"))
    expect(pressed_element).to_have_count(0)
    pointer.lift()
    page.evaluate(WAIT_FOR_END_OF_SCROLLING_SCRIPT)  # a page that scrolls on does not let a finger drag
    page.evaluate("() => scrollTo(0, 0)")
    pointer.press(find_centre(page, "c1"))
    pointer.move(find_centre(page, "c1"), find_centre(page, "c4"))
    expect(page.locator(".carrying")).to_have_count(1)
    expect(pressed_element).to_have_count(0)
    pointer.lift()
    wait_until(page, lambda: read_saved_actions(page) == ["c1-c4"])


@pytest.mark.profiles("desktop")
def test_click_with_small_movement_is_click(page: Page) -> None:
    begin_game(page)
    touch(page, "a1")
    x, y = find_centre(page, "a4")
    Pointer(page).drag((x - 8, y), (x + 8, y))
    assert read_saved_actions(page) == ["a1-a4"]


@pytest.mark.profiles("desktop")
def test_button_released_outside_window_ends_drag(page: Page) -> None:
    """A mouse movement without a pressed button ends the drag."""
    begin_game(page)
    pointer, (x, y) = Pointer(page), find_centre(page, "a1")
    pointer.press((x, y))
    pointer.move((x, y), find_centre(page, "a3"))
    expect(page.locator(".carrying")).to_have_count(1)
    page.evaluate(
        "() => document.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, buttons: 0, clientX: 9 }))"
    )
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    pointer.lift()
    drag(page, "b1", "b4")
    assert read_saved_actions(page) == ["b1-b4"]


@pytest.mark.profiles("tablet")
def test_second_finger_does_not_disturb_drag(page: Page) -> None:
    begin_game(page)
    pointer, start, end, second_point = (
        Pointer(page),
        find_centre(page, "a1"),
        find_centre(page, "a4"),
        find_centre(page, "g2"),
    )
    pointer.press(start)
    pointer.move(start, end)
    pointer.send_touch("touchStart", end, second_point)
    pointer.send_touch("touchEnd", end)
    pointer.lift()
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    drag(page, "b1", "b4")
    assert read_saved_actions(page)[-1:] == ["b1-b4"]


@pytest.mark.profiles("tablet")
def test_cancelled_drag_leaves_no_trace(page: Page) -> None:
    begin_game(page)
    pointer, start = Pointer(page), find_centre(page, "a1")
    pointer.press(start)
    pointer.move(start, find_centre(page, "a4"))
    pointer.send_touch("touchCancel")
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    page.locator('[data-target="b1"]').dispatch_event("click")  # as a screen reader does, without touch events
    expect_selected(page, "b1")
    drag(page, "a1", "a4")
    assert read_saved_actions(page) == ["a1-a4"]


@pytest.mark.profiles("phone")
def test_finger_scrolls_from_immovable_piece(page: Page) -> None:
    """On a long page, dragging an immovable piece scrolls the page and causes no refusal."""
    go(page, "#/learn/sensei/stones")
    expect_selected(page, "d4")
    page.evaluate("() => { document.body.style.paddingBottom = '1000px'; }")
    x, y = find_centre(page, "d7")
    Pointer(page).drag((x, y), (x, y - 200))
    page.wait_for_function("() => scrollY > 20")
    page.wait_for_timeout(400)
    expect(page.locator(".answer")).to_be_empty()
    expect_selected(page, "d4")
    page.evaluate("() => { document.body.style.paddingBottom = ''; }")


@tablet_only
def test_drag_starts_during_animation(page: Page) -> None:
    begin_game(page)
    slow_animate_script = (
        "function (frames, times) { return animate.call(this, frames, { ...times, duration: 20000 }); }"
    )
    page.evaluate(
        f"() => {{ const {{ animate }} = Element.prototype; Element.prototype.animate = {slow_animate_script}; }}"
    )
    touch(page, "a1")
    touch(page, "a5")
    expect(page.locator(".travelling")).to_have_count(1)
    Pointer(page).drag(find_centre(page, "b1"), find_centre(page, "b4"))
    expect(page.locator(".travelling")).to_have_count(0)
    assert read_saved_actions(page) == ["a1-a5", "b1-b4"]
    reload(page)  # restores Element.animate


# --- lessons and editors ----------------------------------------------------------------------------------------------


@pytest.mark.core
@tablet_only
@pytest.mark.parametrize(
    ("lesson", "start", "end"),
    [
        ("sensei/stones", "d4", "d5"),
        ("equilibrium/load", "storage:1:S", "hex:1:0,-1"),
        ("tensor-chess/leaps", "d4", "e6"),
    ],
)
def test_piece_selected_by_lesson_can_be_dragged(page: Page, lesson: str, start: str, end: str) -> None:
    go(page, f"#/learn/{lesson}")
    page.locator("svg[data-game] .taken").first.wait_for()
    before = page.locator("svg[data-position]").first.get_attribute("data-position")
    drag(page, start, end)
    expect(page.locator("svg[data-position]").first).not_to_have_attribute("data-position", before or "")


@tablet_only
def test_exercise_accepts_drags_after_wrong_answer(page: Page) -> None:
    go(page, "#/learn/sensei/goal/2")
    page.locator(".ask").wait_for()
    drag(page, "e1", "g1")
    expect(page.locator(".answer")).to_contain_text("you’re still on your own edge")
    touch(page, "a1")
    drag(page, "e1", "e7")
    expect(page.locator(".praise")).to_be_visible()


def test_finger_builds_figure_from_palette(shared_page: Callable[[str], Page]) -> None:
    page = shared_page("small_phone")
    page.evaluate("() => { localStorage.clear(); scrollTo(0, 0); location.hash = '#/'; }")
    go(page, "#/edit/tesulda/10%2F10%2F10%2F10%2F10%2F10%2F10%2F10%2F10%2F5(sk)4%20l%20-%200")
    text = page.locator("#edit-text")
    find_target(page, "a1").wait_for()
    expect(page.locator("#verdict")).to_have_class("error")  # Light has no crown
    for part in ("base:T", "piece:k", "piece:s"):
        button = page.locator(f'[data-carries="tool:{part}"]')
        button.scroll_into_view_if_needed()
        find_target(page, "a1").scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        Pointer(page).drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), find_centre(page, "a1"))
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
    expect(text).to_have_value("10/10/10/10/10/10/10/10/10/(Tsk)4(sk)4 l - 0")
    touch(page, "a1")
    touch(page, "b1")
    drag(page, "f1", "j10")
    expect(text).to_have_value("9(sk)/10/10/10/10/10/10/10/10/1(Tsk)8 l - 0")
    page.get_by_role("button", name="Play from here").tap()
    page.locator('form button[type="submit"]').tap()
    find_target(page, "b1").wait_for()
    touch(page, "b1")
    touch(page, "b2")
    assert read_saved_actions(page) == ["b1-b2"]


@tablet_only
def test_editor_drags_piece_while_other_is_selected(page: Page) -> None:
    go(page, "#/edit/tensor-chess")
    text = page.locator("#edit-text")
    find_target(page, "c1").wait_for()
    touch(page, "c1")
    drag(page, "d1", "d4")
    expect(text).to_have_value("rtnbqkbntr/pppppppppp/10/10/3B6/10/PPPPPPPPPP/RTN1QKBNTR w KQkq - 0 1")
    touch(page, "c1")
    drag(page, "c1", "c3")
    expect(text).to_have_value("rtnbqkbntr/pppppppppp/10/10/3B6/2N7/PPPPPPPPPP/RT2QKBNTR w KQkq - 0 1")


PANELS = (
    '{"bag":"","cards":["add","div","mul","sub"],"final":null,"order":[1,2],"passed":[],"phase":["action",1],'
    '"pile":"TIVASIVTSTIVAIAAVSSIV","players":[{"board":{"-1,1":"I","0,0":"A"},"card":"AV/IT","cycles":6,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]},{"board":{"0,-1":"T","0,0":"V"},"card":"VS/TA","cycles":7,"hand":[],'
    '"storage":"","weights":[3,3,3,3,3]}],"quiet":0,"round":1,"supply":{"A":14,"I":14,"S":14,"T":14,"V":14},'
    '"tiles":"SSTTA"}'
)
"""A position of Equilibrium for two."""

EDITED_POSITIONS = {
    "sensei": ("a1", "a3", "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"),
    "tensor-chess": ("a1", "a4", "rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR w KQkq - 0 1"),
    "tesulda": ("d3", "g5", "9(sk)/10/10/10/10/10/10/3(Tcs)6/10/5(Sk)4 l - 0"),
    "tensor-cards": ("4,1", "0,0", "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"),
    "equilibrium": ("hex:1:-1,1", "hex:1:1,-1", PANELS),
}
"""For each game: an occupied target, a free one, and the position."""

FIND_POINT_WITHOUT_TARGET_SCRIPT = """() => {
  const { x, y, width, height } = document.querySelector(".bench svg").getBoundingClientRect();
  for (let down = 2; down < Math.min(height, innerHeight - y) - 2; down += 3)
    for (let across = 2; across < width - 2; across += 3) {
      const elements = document.elementsFromPoint(x + across, y + down);
      const hasTarget = elements.some((element) => element.closest("[data-target]"));
      if (elements[0]?.closest(".bench svg") && !hasTarget) return [x + across, y + down];
    }
  return null;
}"""
"""Returns a point of the picture without a target, or null."""


@pytest.mark.parametrize("game", EDITED_POSITIONS)
@tablet_only
def test_editors_survive_mistaken_drags(page: Page, game: str) -> None:
    start, end, position = EDITED_POSITIONS[game]
    go(page, f"#/edit/{game}/{quote(position, safe='')}")
    text, pointer = page.locator("#edit-text"), Pointer(page)
    find_target(page, start).wait_for()
    before = text.input_value()
    drag(page, start, start)
    expect(text).to_have_value(before)
    pointer.press(find_centre(page, start))
    pointer.move(find_centre(page, start), find_centre(page, end))
    pointer.move(find_centre(page, end), find_centre(page, start))  # back again
    pointer.lift()
    expect(text).to_have_value(before)
    if free_point := page.evaluate(FIND_POINT_WITHOUT_TARGET_SCRIPT):
        pointer.drag(find_centre(page, start), tuple(free_point))  # between the targets: the piece stays
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        expect(text).to_have_value(before)
    if pointer.session:
        pointer.press(find_centre(page, start))
        pointer.move(find_centre(page, start), find_centre(page, end))
        pointer.send_touch(
            "touchStart", find_centre(page, end), (find_centre(page, end)[0] + 40, find_centre(page, end)[1] + 40)
        )
        pointer.send_touch("touchEnd", find_centre(page, end))
        pointer.lift()
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        if text.input_value() != before:
            page.get_by_role("button", name="Undo").click()
            expect(text).to_have_value(before)
        pointer.press(find_centre(page, start))
        pointer.move(find_centre(page, start), find_centre(page, end))
        pointer.send_touch("touchCancel")
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        expect(text).to_have_value(before)
    drag(page, start, end)
    expect(text).not_to_have_value(before)
    after = text.input_value()
    pointer.drag(find_centre(page, end), (3, 3))  # off the board: this removes the piece, and undo restores it
    expect(text).not_to_have_value(after)
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(after)
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(before)


@tablet_only
def test_mistaken_drop_deselects_palette_piece(page: Page) -> None:
    go(page, "#/edit/tensor-chess")
    text, pointer = page.locator("#edit-text"), Pointer(page)
    find_target(page, "e4").wait_for()
    before = text.input_value()
    box = page.locator('[data-carries="tool:N"]').bounding_box()
    assert box
    knight = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pointer.drag(knight, (3, 3))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    if pointer.session:
        pointer.press(knight)
        pointer.move(knight, find_centre(page, "e4"))
        pointer.send_touch("touchCancel")
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
    touch(page, "e5")
    expect(text).to_have_value(before)
    pointer.drag(knight, find_centre(page, "e4"))
    expect(text).not_to_have_value(before)
