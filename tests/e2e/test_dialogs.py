"""Test menus and dialogs: a press outside only closes them, and they take the focus and give it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import Record
from tests.e2e.announcements import start_recording, take_announcements
from tests.e2e.helpers import (
    OPEN_ELEMENT_SELECTOR,
    OPENERS_SELECTOR,
    go,
    open_element,
    open_elements,
    read_saved_games,
    replay_saved_game,
    save_and_open,
    tap,
    touch,
    wait_until,
)

FIND_POINTS_SCRIPT = """() => [
  ...document.querySelectorAll("svg [data-legal], button[data-do], a[href]"),
].flatMap((use) => {
  const { left, top, width, height } = use.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const below = width && document.elementFromPoint(x, y);
  return below && (use.contains(below) || below.closest("[data-legal]")) ? [[x, y]] : [];
})"""
"""Return the centres of everything that a press can use."""

FIND_OUTSIDE_POINTS_SCRIPT = """(points) => {
  const open = document.querySelector(".menu-list:popover-open, dialog[open]");
  const { left, top, right, bottom } = open.getBoundingClientRect();
  return points.filter(([x, y]) => x < left - 4 || x > right + 4 || y < top - 4 || y > bottom + 4);
}"""

DESCRIBE_FOCUS_SCRIPT = """() => {
  const open = document.querySelector(".menu-list:popover-open, dialog[open]");
  const focused = document.activeElement;
  return { isInside: Boolean(open?.contains(focused)), isBody: focused === document.body, tag: focused.tagName,
    role: focused.getAttribute("role"), opens: focused.dataset.opens ?? focused.getAttribute("popovertarget") ?? "" };
}"""

READ_STATE_SCRIPT = """() => JSON.stringify([location.hash, document.querySelector("svg[data-game]")?.dataset.position,
  document.querySelector("svg[data-game]")?.innerHTML, document.querySelector(".status")?.textContent])"""
"""Describe what a press on the page could change."""


SENSEI = Record("sensei", {"mode": "arashi"}, 1, ("", ""), ("b1-b5", "end"))


def open_game(page: Page, record: Record, target: str) -> None:
    """Open a saved game and select a piece."""
    save_and_open(page, record)
    touch(page, target)


def open_home(page: Page) -> None:
    """Open the home page with a saved game."""
    save_and_open(page, SENSEI)
    go(page, "#/")
    page.locator(".page-home").wait_for()


PAGES: dict[str, Callable[[Page], None]] = {
    "sensei": lambda page: open_game(page, SENSEI, "a7"),
    "tensor-chess": lambda page: open_game(page, Record("tensor-chess", {}, 1, ("", ""), ("e2e4", "e7e5")), "d2"),
    "home": open_home,
}


@pytest.mark.core
@pytest.mark.parametrize(("device", "name"), [("phone", "sensei"), ("desktop", "tensor-chess"), ("phone", "home")])
def test_press_outside_only_closes(shared_page: Callable[[str], Page], device: str, name: str) -> None:
    """A press outside a menu or dialog closes it, and changes neither the game nor the page."""
    page = shared_page(device)
    PAGES[name](page)
    points = page.evaluate(FIND_POINTS_SCRIPT)
    before, games = page.evaluate(READ_STATE_SCRIPT), read_saved_games(page)
    count = 0
    for index in open_elements(page):
        outside_points = page.evaluate(FIND_OUTSIDE_POINTS_SCRIPT, points)
        for x, y in outside_points[:: max(1, len(outside_points) // 2)][:3]:
            if not page.locator(OPEN_ELEMENT_SELECTOR).count():
                assert open_element(page, index)
            if page.evaluate("navigator.maxTouchPoints > 0"):
                page.touchscreen.tap(x, y)
            else:
                page.mouse.click(x, y)
            expect(page.locator(OPEN_ELEMENT_SELECTOR)).to_have_count(0)
            page.wait_for_timeout(100)
            assert (page.evaluate(READ_STATE_SCRIPT), read_saved_games(page)) == (before, games), (index, x, y)
            count += 1
        if page.locator(OPEN_ELEMENT_SELECTOR).count():  # it leaves no room outside
            page.keyboard.press("Escape")
    assert count >= 2
    if name != "home":
        page.wait_for_timeout(500)
        legal_target = page.locator("svg [data-legal]").first
        tap(legal_target)  # the next press acts again
        assert page.evaluate(READ_STATE_SCRIPT) != before


PRESS_AFTER_OPENING_SCRIPT = """id => {
  document.querySelector(`.menu-list [data-opens="${id}"]`).click();
  const dialog = document.getElementById(id), wasOpen = dialog.open;
  for (const type of ["pointerdown", "pointerup"]) {
    const press = { bubbles: true, cancelable: true, isPrimary: true, clientX: 2, clientY: innerHeight - 2 };
    dialog.dispatchEvent(new PointerEvent(type, press));
  }
  return [wasOpen, dialog.open];
}"""
"""Open a dialog from the open menu, and press outside it before the browser reports that the menu has closed."""


@pytest.mark.profiles("desktop")
def test_press_just_after_opening_closes_dialog(shared_page: Callable[[str], Page], profile: str) -> None:
    page = shared_page(profile)
    PAGES["sensei"](page)
    page.locator("[popovertarget=menu-game]:not([popovertargetaction])").click()
    page.locator(".menu-list:popover-open [role=menuitem]:focus").wait_for()
    assert page.evaluate(PRESS_AFTER_OPENING_SCRIPT, "rename") == [True, False]


FIRST_CONTROL_SCRIPT = """() => [
  ...document.querySelectorAll("dialog[open] :is(.button:not([data-closes]), input, textarea)"),
]
  .find((control) => control.checkVisibility())?.matches("input, textarea") ?? false"""
"""Return true if a field is the first control of the open dialog."""


@pytest.mark.profiles("phone")
@pytest.mark.parametrize("name", ["sensei", "armies"])
def test_dialogs_that_begin_with_buttons_open_without_keyboard(
    shared_page: Callable[[str], Page], profile: str, name: str
) -> None:
    """A field has the focus only if it comes first: the keyboard of a phone would cover the buttons before it."""
    page = shared_page(profile)
    if name == "armies":
        save_and_open(page, Record("tesulda", {"setup": "build"}, 1, ("", "")))
        page.locator(".curtain button").tap()
    else:
        PAGES[name](page)
    kinds = set()
    for _index in open_elements(page):
        if page.locator("dialog[open]").count():
            begins_with_field = page.evaluate(FIRST_CONTROL_SCRIPT)
            assert page.evaluate("document.activeElement.matches('input, textarea')") == begins_with_field
            kinds.add(begins_with_field)
        page.keyboard.press("Escape")
        expect(page.locator(OPEN_ELEMENT_SELECTOR)).to_have_count(0)
    assert False in kinds


@pytest.mark.core
@pytest.mark.profiles("desktop")
@pytest.mark.parametrize("name", PAGES)
def test_focus_goes_into_dialogs_and_back(shared_page: Callable[[str], Page], profile: str, name: str) -> None:
    """Menus and dialogs have the focus while they are open. Tab stays in a dialog, and Escape restores the focus."""
    page = shared_page(profile)
    PAGES[name](page)
    for index in open_elements(page):
        opening_button = page.locator(OPENERS_SELECTOR).nth(index)
        id = opening_button.evaluate("button => button.dataset.opens ?? button.getAttribute('popovertarget')")
        is_dialog = page.locator("dialog[open]").count() == 1
        wait_until(
            page, lambda: page.evaluate(DESCRIBE_FOCUS_SCRIPT)["isInside"]
        )  # the browser reports an open menu later
        assert is_dialog or page.evaluate(DESCRIBE_FOCUS_SCRIPT)["role"] == "menuitem"
        for _ in range(25 if is_dialog else 0):
            page.keyboard.press("Tab")
            focus = page.evaluate(DESCRIBE_FOCUS_SCRIPT)
            assert focus["isInside"] or focus["isBody"], (id, focus)  # body: the browser's own controls
        page.keyboard.press("Escape")
        expect(page.locator(OPEN_ELEMENT_SELECTOR)).to_have_count(0)
        menu_id = opening_button.evaluate("button => button.closest('.menu-list')?.id ?? ''")
        assert page.evaluate(DESCRIBE_FOCUS_SCRIPT)["opens"] == (menu_id or id)


@pytest.mark.core
@pytest.mark.profiles("desktop")
def test_press_on_frame_closes_menu(shared_page: Callable[[str], Page], profile: str) -> None:
    """A press on a frame, such as an embedded board, closes the menu without reaching the frame."""
    page = shared_page(profile)
    PAGES["home"](page)
    page.evaluate("""() => {
      const frame = document.createElement("iframe");
      frame.style = "position: fixed; inset: auto auto 0 0; width: 90px; height: 90px; border: 0";
      document.body.append(frame);
      frame.contentWindow.addEventListener("pointerdown", () => { globalThis.hasPressedFrame = true; });
    }""")
    tap(page.locator(".entry [popovertarget]").first)
    page.locator(OPEN_ELEMENT_SELECTOR).wait_for()
    page.mouse.click(40, page.evaluate("innerHeight") - 40)
    expect(page.locator(OPEN_ELEMENT_SELECTOR)).to_have_count(0)
    assert not page.evaluate("globalThis.hasPressedFrame")
    page.mouse.click(40, page.evaluate("innerHeight") - 40)
    assert page.evaluate("globalThis.hasPressedFrame")
    page.evaluate("document.querySelector('body > iframe').remove()")


@pytest.mark.profiles("tablet")
def test_second_tap_after_closing_does_nothing(shared_page: Callable[[str], Page], profile: str) -> None:
    """A double tap on a button that closes a dialog does not reach the board under the button, but a later tap does."""
    page = shared_page(profile)
    save_and_open(page, Record("tensor-chess", {}, 1, ("", ""), ("e2e4", "e7e5")))
    before = page.evaluate(READ_STATE_SCRIPT)
    page.get_by_role("button", name="This game").last.tap()
    page.get_by_role("menuitem", name="Resign …").tap()
    box = page.get_by_role("alertdialog").get_by_role("button", name="Play on").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    expect(page.locator(OPEN_ELEMENT_SELECTOR)).to_have_count(0)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('svg[data-game]') !== null", [x, y])
    page.wait_for_timeout(500)
    assert page.evaluate(READ_STATE_SCRIPT) == before
    page.touchscreen.tap(x, y)
    wait_until(page, lambda: page.evaluate(READ_STATE_SCRIPT) != before)


@pytest.mark.core
@pytest.mark.profiles("desktop")
def test_announcements_reach_open_dialog(shared_page: Callable[[str], Page], profile: str) -> None:
    """An opponent's move is announced within an open dialog, even while the dialog's first field has the focus."""
    page = shared_page(profile)
    save_and_open(page, Record("sensei", {"mode": "arashi"}, 1, ("", ""), (), seats=(0, 1)))
    start_recording(page)
    touch(page, "a1")
    touch(page, "a4")
    page.locator('[data-target="do:end"]').first.click()
    page.get_by_role("button", name="This game").click()
    page.get_by_role("menuitem", name="Names and title").click()
    expect(page.get_by_role("textbox", name="Title")).to_be_focused()
    take_announcements(page)
    wait_until(page, lambda: replay_saved_game(page).to_move == 0)
    assert any("Red" in text for text in take_announcements(page))
    page.keyboard.type("The final")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("The final")
    expect(page.get_by_role("button", name="This game")).to_be_focused()


@pytest.mark.core
@pytest.mark.profiles("desktop")
def test_question_has_name_and_description(shared_page: Callable[[str], Page], profile: str) -> None:
    """The question before resigning is an alert dialog with name and description, and focuses the harmless answer."""
    page = shared_page(profile)
    PAGES["sensei"](page)
    page.get_by_role("button", name="This game").last.click()
    page.get_by_role("menuitem", name="Resign …").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    expect(question).to_have_accessible_name(question.locator("h2").inner_text())
    expect(question).to_have_accessible_description(question.locator("p").first.inner_text())
    expect(question.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert page.evaluate(DESCRIBE_FOCUS_SCRIPT)["isBody"] is False
