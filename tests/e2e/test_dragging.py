"""Dragging with a finger and with the mouse: it begins anew from what is under them, whatever was done before."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import CDPSession, FrameLocator, Page, expect

from ruleboard.engine.record import Record
from tests.e2e.at_table import begin, go, keep, only_kept, reload, target, touch
from tests.e2e.test_equilibrium import TWO_PLAYER_GAME, actions

LATE = "(ss)8(tk)/10/3(tcs)6/10/3(Ss)6/10/10/10/5(Cs)4/4(Sck)5 l ch 3"
"""Tesulda with a Move left to be finished: the figure on d6 takes the one on d8."""

Point = tuple[float, float]

by_finger = pytest.mark.profiles("tablet")
"""Of what is the same with a mouse: a finger's drags have some conditions more, and others are tried with both."""


@pytest.fixture
def page(kept_page: Callable[[str], Page], profile: str) -> Page:
    """The page of each profile in turn, shared by the tests of this file; pieces travel on all of them."""
    page = kept_page(profile)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("() => { localStorage.clear(); scrollTo(0, 0); location.hash = '#/'; }")
    page.locator(".page-home").wait_for()
    return page


class Hand:
    """A finger where there is a touch screen, else the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession | None = None
        if page.evaluate("() => navigator.maxTouchPoints > 0"):
            self.session = page.context.new_cdp_session(page)

    def feel(self, kind: str, *points: Point) -> None:
        """Send the browser a touch event with these fingers on the screen."""
        assert self.session
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def press(self, at: Point) -> None:
        if self.session:
            self.feel("touchStart", at)
        else:
            self.page.mouse.move(*at)
            self.page.mouse.down()

    def move(self, start: Point, end: Point) -> None:
        for step in range(1, 9):
            at = tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
            if self.session:
                self.feel("touchMove", at)
            else:
                self.page.mouse.move(*at)

    def lift(self) -> None:
        if self.session:
            self.feel("touchEnd")
        else:
            self.page.mouse.up()

    def drag(self, start: Point, end: Point) -> None:
        self.press(start)
        self.move(start, end)
        self.lift()


def middle(page: Page | FrameLocator, name: str) -> Point:
    """The middle of a target, in pixels of the screen."""
    box = page.locator(f'[data-target="{name}"]:not(.narrow)').first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    """Drag what lies on a target to another one, once nothing travels any more."""
    expect(page.locator(".travelling")).to_have_count(0)
    Hand(page).drag(middle(page, start), middle(page, end))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)


def taken(page: Page, *names: str) -> None:
    """Wait until exactly these targets are taken up."""
    found = page.locator("svg[data-game] [data-target].taken")
    expect(found).to_have_count(len(names))
    assert set(found.evaluate_all("found => found.map((one) => one.dataset.target)")) == set(names)


def made(page: Page) -> list[str]:
    """The actions of the one game that is kept."""
    found: list[str] = json.loads(only_kept(page))["actions"]
    return found


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.mark.core
def test_what_is_taken_up_is_dragged_and_so_is_another(page: Page) -> None:
    begin(page)
    touch(page, "c1")
    drag(page, "b1", "b4")
    assert made(page) == ["b1-b4"]
    touch(page, "c1")
    drag(page, "c1", "c4")
    assert made(page) == ["b1-b4", "c1-c4"]


@pytest.mark.core
def test_after_a_refused_drag_all_others_go(page: Page) -> None:
    begin(page)
    drag(page, "a1", "b3")
    expect(page.locator(".said")).to_be_visible()
    drag(page, "b1", "b4")
    expect(page.locator(".said")).to_have_count(0)
    drag(page, "a1", "c3")
    expect(page.locator(".said")).to_be_visible()
    drag(page, "a1", "a4")
    assert made(page) == ["b1-b4", "a1-a4"]


@by_finger
def test_after_a_refused_drop_the_same_piece_and_a_legal_square_simply_work(page: Page) -> None:
    begin(page)
    drag(page, "a1", "b3")
    touch(page, "a1")
    touch(page, "a4")
    assert made(page) == ["a1-a4"]


@by_finger
def test_a_piece_dropped_on_another_of_ones_own_is_refused_with_the_reason(page: Page) -> None:
    """It does not take up the other unasked."""
    begin(page)
    drag(page, "a1", "b1")
    expect(page.locator(".said")).to_be_visible()
    taken(page, "a1")


@by_finger
def test_a_piece_dropped_on_its_own_square_is_taken_up(page: Page) -> None:
    begin(page)
    x, y = middle(page, "a1")
    Hand(page).drag((x - 10, y), (x + 10, y))
    taken(page, "a1")
    touch(page, "a4")
    assert made(page) == ["a1-a4"]


@by_finger
def test_a_dragged_piece_makes_its_own_move_though_another_could_propel_it_there(page: Page) -> None:
    """The tower beside it was only touched to be read; by touches it propels."""
    keep(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), ("g2g4", "g7g6", "h2h3", "h7h6")))
    touch(page, "j1")
    drag(page, "e2", "e4")
    assert made(page)[4:] == ["e2e4"]
    drag(page, "c7", "c5")
    assert made(page)[4:] == ["e2e4", "c7c5"]


@by_finger
def test_a_tile_that_is_taken_up_is_dragged(page: Page) -> None:
    keep(
        page,
        Record(
            "equilibrium",
            {"players": "2", "start": "1"},
            TWO_PLAYER_GAME[0],
            ("Ann", "Bob"),
            tuple(actions(TWO_PLAYER_GAME)[:9]),
        ),
    )
    for _ in range(2):
        touch(page, "storage:2:S")
        taken(page, "storage:2:S")
        drag(page, "storage:2:S", "hex:2:0,0")  # a tile lies there
        expect(page.locator(".said")).to_be_visible()
        touch(page, "storage:2:S")
        touch(page, "storage:2:S")  # put down
    drag(page, "storage:2:S", "hex:2:-2,1")
    assert made(page)[9:] == ["load S@-2,1"]


@by_finger
def test_pieces_join_those_in_the_hand_and_go_along(page: Page) -> None:
    """Tesulda: of the three pieces of the figure taken, two are taken by the figure that took it."""
    go(page, "#/new/tesulda")
    page.get_by_text("Begin from a position").click()
    page.locator("textarea[name=start]").fill(LATE)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".page-table").wait_for()
    touch(page, "d6")
    drag(page, "d6", "d8")
    assert made(page) == ["d6-d8"]
    touch(page, "prey:c1")
    drag(page, "prey:s1", "d8")
    assert made(page) == ["d6-d8", "take:cs"]
    touch(page, "e1")
    drag(page, "a10", "a9")
    assert made(page)[2:] == ["a10-a9"]


@by_finger
def test_cards_are_dragged_whatever_was_touched_before(page: Page) -> None:
    begin(page, "tensor-cards", ("Ada", "Ben"))
    page.locator(".curtain button").click()
    page.locator("svg[data-game]").wait_for()
    touch(page, "card:9")
    drag(page, "card:4", "slot:blue")
    touch(page, "card:9")
    drag(page, "card:9", "slot:red")
    touch(page, "card:2")
    drag(page, "card:4", "slot:yellow")
    assert made(page)[-3:] == ["put b4", "put r9", "put y4"]


@pytest.mark.profiles("phone")
def test_the_board_stays_under_the_finger_though_the_words_around_it_change(page: Page) -> None:
    """A reason of two lines goes when the next drag begins: without care the board moves up by almost a square."""
    keep(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), ("e2e4",)))
    drag(page, "d7", "d4")
    expect(page.locator(".said")).to_be_visible()
    before = target(page, "a8").bounding_box()
    hand, start, end = Hand(page), middle(page, "e7"), middle(page, "e5")
    hand.press(start)
    hand.move(start, end)
    expect(page.locator(".said")).to_have_count(0)
    assert target(page, "a8").bounding_box() == pytest.approx(before, abs=1)
    hand.lift()
    assert made(page) == ["e2e4", "e7e5"]


# --- what happens by mistake ------------------------------------------------------------------------------------------


@pytest.mark.core
def test_nothing_is_lost_by_a_drop_beside_the_board(page: Page) -> None:
    begin(page)
    Hand(page).drag(middle(page, "a1"), (3, 3))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    drag(page, "b1", "b4")
    drag(page, "a1", "a4")
    assert made(page) == ["b1-b4", "a1-a4"]


@pytest.mark.profiles("phone", "tablet", "desktop")
def test_dragging_what_cannot_be_moved_says_why(page: Page) -> None:
    begin(page)
    touch(page, "a1")
    drag(page, "a7", "a5")
    expect(page.locator(".said")).to_contain_text("Green's turn")
    taken(page)
    drag(page, "a1", "a4")
    assert made(page) == ["a1-a4"]


@pytest.mark.profiles("desktop", "phone")
def test_a_pawn_that_cannot_move_is_told_of_where_it_was_dragged(page: Page) -> None:
    """Tensor Chess: the black pawn beside it came there long ago, and a beast is ahead (spec: Moves, 3)."""
    stuck = "k9/10/4t5/3pP5/10/10/10/9K w - - 0 1"
    keep(page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), start=stuck))
    page.evaluate("() => { document.body.style.paddingBottom = '1000px'; }")  # a finger could scroll the page
    drag(page, "e5", "d6")
    expect(page.locator(".said")).to_contain_text("nowhere to go")
    expect(page.locator(".said")).to_contain_text("captured in passing only right after")
    page.evaluate("() => { document.body.style.paddingBottom = ''; }")
    drag(page, "j1", "j2")
    assert made(page) == ["j1j2"]


@pytest.mark.core
@pytest.mark.profiles("tablet", "desktop")
def test_what_is_touched_looks_pressed_until_it_is_answered(page: Page) -> None:
    """A browser's own ``:active`` comes with a tap's click, when a slow device is at work on the answer already."""
    begin(page)
    hand, pressed = Hand(page), page.locator("[data-pressed]")
    hand.press(middle(page, "b1"))
    expect(pressed).to_have_attribute("data-target", "b1")
    assert pressed.evaluate("one => getComputedStyle(one).fill") != "rgba(0, 0, 0, 0)"
    hand.lift()
    taken(page, "b1")
    expect(pressed).to_have_count(0)
    button = page.locator('[data-do="play.hint"]').bounding_box()
    assert button
    hand.press((button["x"] + button["width"] / 2, button["y"] + button["height"] / 2))
    expect(pressed).to_have_css("opacity", "0.6")
    hand.move((button["x"], button["y"]), middle(page, "d4"))
    expect(pressed).to_have_count(0)
    hand.lift()
    hand.press(middle(page, "c1"))
    hand.move(middle(page, "c1"), middle(page, "c4"))
    expect(page.locator(".carrying")).to_have_count(1)
    expect(pressed).to_have_count(0)
    hand.lift()
    assert made(page) == ["c1-c4"]


@pytest.mark.profiles("desktop")
def test_a_hand_that_wanders_while_it_clicks_has_clicked(page: Page) -> None:
    begin(page)
    touch(page, "a1")
    x, y = middle(page, "a4")
    Hand(page).drag((x - 8, y), (x + 8, y))
    assert made(page) == ["a1-a4"]


@pytest.mark.profiles("desktop")
def test_a_button_let_go_unseen_ends_the_drag(page: Page) -> None:
    """As over another window: the next move of the mouse has no button down."""
    begin(page)
    hand, (x, y) = Hand(page), middle(page, "a1")
    hand.press((x, y))
    hand.move((x, y), middle(page, "a3"))
    expect(page.locator(".carrying")).to_have_count(1)
    page.evaluate(
        "() => document.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, buttons: 0, clientX: 9 }))"
    )
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    hand.lift()
    drag(page, "b1", "b4")
    assert made(page) == ["b1-b4"]


@pytest.mark.profiles("tablet")
def test_a_second_finger_does_not_disturb_a_drag(page: Page) -> None:
    begin(page)
    hand, start, end, other = Hand(page), middle(page, "a1"), middle(page, "a4"), middle(page, "g2")
    hand.press(start)
    hand.move(start, end)
    hand.feel("touchStart", end, other)
    hand.feel("touchEnd", end)
    hand.lift()
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    drag(page, "b1", "b4")
    assert made(page)[-1:] == ["b1-b4"]


@pytest.mark.profiles("tablet")
def test_a_drag_the_system_breaks_off_leaves_nothing_behind(page: Page) -> None:
    begin(page)
    hand, start = Hand(page), middle(page, "a1")
    hand.press(start)
    hand.move(start, middle(page, "a4"))
    hand.feel("touchCancel")
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    page.locator('[data-target="b1"]').dispatch_event("click")  # as a screen reader does, with no finger before it
    taken(page, "b1")
    drag(page, "a1", "a4")
    assert made(page) == ["a1-a4"]


@pytest.mark.profiles("phone")
def test_a_finger_scrolls_from_a_piece_that_cannot_be_moved(page: Page) -> None:
    """On a page longer than the screen the gesture scrolls; no refusal is shown, since no drag was meant."""
    go(page, "#/learn/sensei/stones")
    taken(page, "d4")
    page.evaluate("() => { document.body.style.paddingBottom = '1000px'; }")
    x, y = middle(page, "d7")
    Hand(page).drag((x, y), (x, y - 200))
    page.wait_for_function("() => scrollY > 20")
    page.wait_for_timeout(400)
    expect(page.locator(".answer")).to_be_empty()
    taken(page, "d4")
    page.evaluate("() => { document.body.style.paddingBottom = ''; }")


@by_finger
def test_a_drag_begins_while_something_travels(page: Page) -> None:
    begin(page)
    slow = "function (frames, times) { return animate.call(this, frames, { ...times, duration: 20000 }); }"
    page.evaluate(f"() => {{ const {{ animate }} = Element.prototype; Element.prototype.animate = {slow}; }}")
    touch(page, "a1")
    touch(page, "a5")
    expect(page.locator(".travelling")).to_have_count(1)
    Hand(page).drag(middle(page, "b1"), middle(page, "b4"))
    expect(page.locator(".travelling")).to_have_count(0)
    assert made(page) == ["a1-a5", "b1-b4"]
    reload(page)  # with motions as they were


# --- elsewhere --------------------------------------------------------------------------------------------------------


@pytest.mark.core
@pytest.mark.parametrize(
    ("lesson", "start", "end"),
    [
        ("sensei/stones", "d4", "d5"),
        ("equilibrium/load", "storage:1:S", "hex:1:0,-1"),
        ("tensor-chess/leaps", "d4", "e6"),
    ],
)
def test_what_a_lesson_has_taken_up_is_dragged(page: Page, lesson: str, start: str, end: str) -> None:
    go(page, f"#/learn/{lesson}")
    page.locator("svg[data-game] .taken").first.wait_for()
    before = page.locator("svg[data-position]").first.get_attribute("data-position")
    drag(page, start, end)
    expect(page.locator("svg[data-position]").first).not_to_have_attribute("data-position", before or "")


@by_finger
def test_an_exercise_takes_drags_after_a_wrong_answer_and_after_a_touch(page: Page) -> None:
    go(page, "#/learn/sensei/goal/2")
    page.locator(".ask").wait_for()
    drag(page, "e1", "g1")
    expect(page.locator(".answer")).to_contain_text("you are still on your own edge")
    touch(page, "a1")
    drag(page, "e1", "e7")
    expect(page.locator(".praise")).to_be_visible()


def test_with_a_finger_a_figure_is_put_together_from_the_palette_and_played(kept_page: Callable[[str], Page]) -> None:
    page = kept_page("small_phone")
    page.evaluate("() => { localStorage.clear(); scrollTo(0, 0); location.hash = '#/'; }")
    go(page, "#/edit/tesulda/10%2F10%2F10%2F10%2F10%2F10%2F10%2F10%2F10%2F5(sk)4%20l%20-%200")
    text = page.locator("#edit-text")
    target(page, "a1").wait_for()
    expect(page.locator("#verdict")).to_have_class("error")  # Light has no crown
    for part in ("base:T", "piece:k", "piece:s"):
        button = page.locator(f'[data-carries="tool:{part}"]')
        button.scroll_into_view_if_needed()
        target(page, "a1").scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        Hand(page).drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), middle(page, "a1"))
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
    expect(text).to_have_value("10/10/10/10/10/10/10/10/10/(Tsk)4(sk)4 l - 0")
    touch(page, "a1")
    touch(page, "b1")
    drag(page, "f1", "j10")
    expect(text).to_have_value("9(sk)/10/10/10/10/10/10/10/10/1(Tsk)8 l - 0")
    page.get_by_role("button", name="Play from here").tap()
    page.locator('form button[type="submit"]').tap()
    target(page, "b1").wait_for()
    touch(page, "b1")
    touch(page, "b2")
    assert made(page) == ["b1-b2"]


def test_in_the_editor_another_piece_is_dragged_while_one_is_taken_up(page: Page) -> None:
    go(page, "#/edit/tensor-chess")
    text = page.locator("#edit-text")
    target(page, "c1").wait_for()
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

EDITED = {
    "sensei": ("a1", "a3", "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"),
    "tensor-chess": ("a1", "a4", "rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR w KQkq - 0 1"),
    "tesulda": ("d3", "g5", "9(sk)/10/10/10/10/10/10/3(Tcs)6/10/5(Sk)4 l - 0"),
    "tensor-cards": ("4,1", "0,0", "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"),
    "equilibrium": ("hex:1:-1,1", "hex:1:1,-1", PANELS),
}
"""For each game: where something stands, a free place, and the position."""

BESIDE_TARGETS = """() => {
  const { x, y, width, height } = document.querySelector(".bench svg").getBoundingClientRect();
  for (let down = 2; down < Math.min(height, innerHeight - y) - 2; down += 3)
    for (let across = 2; across < width - 2; across += 3) {
      const found = document.elementsFromPoint(x + across, y + down);
      const isBeside = found[0]?.closest(".bench svg") && !found.some((one) => one.closest("[data-target]"));
      if (isBeside) return [x + across, y + down];
    }
  return null;
}"""
"""A point of the picture on which there is nothing to be touched."""


@pytest.mark.parametrize("game", EDITED)
@by_finger
def test_in_each_editor_a_drag_moves_and_a_mistake_loses_nothing(page: Page, game: str) -> None:
    start, end, position = EDITED[game]
    go(page, f"#/edit/{game}/{quote(position, safe='')}")
    text, hand = page.locator("#edit-text"), Hand(page)
    target(page, start).wait_for()
    before = text.input_value()
    drag(page, start, start)
    expect(text).to_have_value(before)
    hand.press(middle(page, start))
    hand.move(middle(page, start), middle(page, end))
    hand.move(middle(page, end), middle(page, start))  # back again
    hand.lift()
    expect(text).to_have_value(before)
    if beside := page.evaluate(BESIDE_TARGETS):
        hand.drag(middle(page, start), tuple(beside))  # between the places: nothing is taken off
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        expect(text).to_have_value(before)
    if hand.session:
        hand.press(middle(page, start))
        hand.move(middle(page, start), middle(page, end))
        hand.feel("touchStart", middle(page, end), (middle(page, end)[0] + 40, middle(page, end)[1] + 40))
        hand.feel("touchEnd", middle(page, end))
        hand.lift()
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        if text.input_value() != before:
            page.get_by_role("button", name="Undo").click()
            expect(text).to_have_value(before)
        hand.press(middle(page, start))
        hand.move(middle(page, start), middle(page, end))
        hand.feel("touchCancel")
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
        expect(text).to_have_value(before)
    drag(page, start, end)
    expect(text).not_to_have_value(before)
    after = text.input_value()
    hand.drag(middle(page, end), (3, 3))  # off the board: it is taken off, and comes back by undo
    expect(text).not_to_have_value(after)
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(after)
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(before)


@pytest.mark.profiles("tablet", "desktop")
def test_a_piece_of_the_palette_that_is_dropped_by_mistake_is_put_down(page: Page) -> None:
    go(page, "#/edit/tensor-chess")
    text, hand = page.locator("#edit-text"), Hand(page)
    target(page, "e4").wait_for()
    before = text.input_value()
    box = page.locator('[data-carries="tool:N"]').bounding_box()
    assert box
    knight = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand.drag(knight, (3, 3))
    expect(page.locator(".carrying, .lifted")).to_have_count(0)
    if hand.session:
        hand.press(knight)
        hand.move(knight, middle(page, "e4"))
        hand.feel("touchCancel")
        expect(page.locator(".carrying, .lifted")).to_have_count(0)
    touch(page, "e5")
    expect(text).to_have_value(before)
    hand.drag(knight, middle(page, "e4"))
    expect(text).not_to_have_value(before)
