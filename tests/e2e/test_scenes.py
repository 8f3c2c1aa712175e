"""Test each scene once with all checks that need only the visible page.

Axe finds nothing, also in the dark theme, where it checks one scene of each name and the table of each game. Touch
targets are at least 44 px wide and high on phones and tablets, and no page is too wide. On a phone in portrait, a large
board that is shown as a whole has smaller squares. When enlarged, its squares have the full size. At 200 % zoom every
element can be scrolled into view, and in one scene of each name also at 400 %. On a small phone a finger scrolls the
page from every element that scrolls or clips its content, except dialogs and boards on which a finger draws or drags.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, TimeoutError, ViewportSize

from ruleboard.registry import GAMES
from tests.e2e.axe import find_axe_violations, find_violations_in_both_themes
from tests.e2e.scenes import APP_GROUP, resize, select_distinct_scenes, select_scene_of_each_name, visit

MIN_TARGET_SIZE = 44
EXEMPT_SELECTORS = (
    "p a",  # links within sentences
    "li p a, dd a",
    ".board [data-target]",  # measured separately, see below
    "rule-board a",  # behind the picture of a board, which gets the clicks
)
"""The CSS selectors of elements that may be smaller."""

FIND_SMALL_ELEMENTS_SCRIPT = """([least, exceptions]) => {
  const sizes = {};
  const touchable = "button, a[href], summary, select, textarea, input, label:has(input)";
  for (const element of document.querySelectorAll(touchable)) {
    const label = element.closest("label");
    const measured = element.matches("input") && label ? label : element;
    const hidden = element.closest("[aria-hidden=true], .unseen");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (exceptions.some((selector) => element.matches(selector))) continue;
    const { width, height } = measured.getBoundingClientRect();
    if (!width || !height || (width >= least - 0.5 && height >= least - 0.5)) continue;
    const name = [measured.tagName.toLowerCase(), ...measured.classList].join(".");
    sizes[`${name} “${(measured.textContent || measured.ariaLabel || "").trim().slice(0, 30)}”`]
      = `${width.toFixed(0)} × ${height.toFixed(0)}`;
  }
  return Object.entries(sizes).map(([name, size]) => `${name}: ${size}`);
}"""

FIND_SMALL_TARGETS_SCRIPT = """(least) => {
  const targets = [];
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  // The editor alone changes the types of a Tensor card: four on a small card.
  const edited = ".page-edit .bench [data-target]:not([data-target^='type:'])";
  const touchable = `.stage [data-legal], .lesson-board [data-legal], ${edited}`;
  const withButton = new Set([...document.querySelectorAll("button.narrow")].filter(isVisible)
    .map((button) => button.dataset.target));
  for (const element of document.querySelectorAll(touchable)) {
    const { width, height } = element.getBoundingClientRect();
    if (withButton.has(element.dataset.target)) continue; // the button is measured separately
    if (Math.min(width, height) < least - 0.5) targets.push([element.dataset.target, width, height]);
  }
  return targets.length ? [`on the board: ${targets.length} of
    ${document.querySelectorAll(touchable).length} are smaller, such as
    ${targets[0][0]}: ${targets[0][1].toFixed(0)} × ${targets[0][2].toFixed(0)}`.replace(/\\s+/g, " ")] : [];
}"""

FIND_WIDE_ELEMENTS_SCRIPT = """() => {
  const { scrollWidth, clientWidth } = document.documentElement; // on a phone, innerWidth would grow with the page
  const lines = scrollWidth > clientWidth ? [`wider than the screen: ${scrollWidth} of ${clientWidth}`] : [];
  for (const element of document.querySelectorAll(".dialog, .menu-list, .telling, .tabs, .moves .list, .story")) {
    if (!element.checkVisibility() || element.scrollWidth <= element.clientWidth + 1) continue;
    lines.push(`${element.className} has to be scrolled sideways: ${element.scrollWidth} of ${element.clientWidth}`);
  }
  return lines;
}"""

MIN_SIZE_ON_WHOLE_BOARD = 14
"""The minimum size of a target on a whole board that can be enlarged, in pixels."""


ALLOWED_VIOLATION_PATTERN = re.compile(
    r'label-content-name-mismatch \| button\[data-key="narrow'  # it shows "2 → 3", and its name is a sentence about it
    r"|target-size \|.*partially obscured"  # by a bar, until the user scrolls; the other checks measure sizes
    r"|target-size \| input\["  # people touch its label, which the other checks measure
)
"""A pattern of the violations of axe that are no faults."""
SIZE_AT_200_PERCENT: ViewportSize = {"width": 640, "height": 400}
"""A screen of 1280 by 800 at 200 %."""
SIZE_AT_400_PERCENT: ViewportSize = {"width": 320, "height": 256}
"""A screen of 1280 by 1024 at 400 %."""

FIND_UNREACHABLE_ELEMENTS_SCRIPT = """() => {
  const problems = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`wider than the screen: ${scrollWidth} of ${clientWidth}`);
  const open = document.querySelector(":popover-open, dialog[open]") ?? document;
  for (const element of open.querySelectorAll("button, a[href], input, select, textarea, summary, .stage, h1, .said")) {
    const hidden = element.closest("[aria-hidden=true], .unseen, .skip-button, [popover]:not(:popover-open), "
      + "dialog:not([open]), rule-board");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(element).clipPath === "inset(50%)") continue; // for screen readers only
    const { width, height } = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} “${(element.textContent || element.ariaLabel || "").slice(0, 30)}”`;
    if (!width || !height) { problems.push(`${name} has no size`); continue; }
    let place = "";
    const isReachable = ["center", "nearest"].some((block) => {
      if (block === "center" && open !== document) return false; // a popover moves with its button
      element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      const [box] = element.getClientRects(); // the first line of a text
      const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, innerHeight / 2)];
      const top = document.elementFromPoint(x, y);
      place = `${x.toFixed(0)}, ${y.toFixed(0)} is ${top?.className}`;
      const isOverlappedByDesign = top?.closest(".notice") || (element.matches(".said") && top?.closest(".rule"));
      return top && (element.contains(top) || top.contains(element) || isOverlappedByDesign);
    });
    if (!isReachable) problems.push(`${name} cannot be reached: at ${place}`);
  }
  scrollTo(0, 0);
  return [...new Set(problems)];
}"""

SCROLLING_SCREEN: ViewportSize = {"width": 360, "height": 560}
SWIPE_DISTANCE = 120
"""The distance of a swipe in pixels."""

FIND_BOXES_SCRIPT = """() => {
  const clips = (element) => !/visible|clip/.test(getComputedStyle(element).overflowY);
  const boxes = [...document.querySelectorAll("#app *")].filter((element) => clips(element) && element.checkVisibility()
    && !element.closest("svg, rule-board, textarea, select, .menu-list, .dialog, .unseen"));
  const name = (element) => `${element.localName}.${[...element.classList].join(".")}`;
  document.boxes = new Map(boxes.map((element) => [name(element), element]));
  return [...document.boxes.keys()];
}"""
"""Returns the names of elements that scroll or clip, one of each kind, and stores the elements by name."""

FIND_POINT_SCRIPT = """([name, distance]) => {
  const box = document.boxes.get(name);
  scrollTo(0, 0);
  box.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = box.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9], [0.02, 0.02], [0.98, 0.98]]
    .map(([x, y]) => [left + x * width, top + y * height]);
  const point = points.find(([x, y]) => {
    const element = document.elementFromPoint(x, y);
    return box.contains(element) && !element.closest("svg, rule-board, textarea, input, select, [data-carries]");
  });
  const around = [];
  for (let element = box; element; element = element.parentElement) around.push(element);
  document.moving = around;
  const rest = ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop;
  const page = document.scrollingElement;
  const canScroll = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY) || element === page;
  const [below, above] = [rest, ({ scrollTop }) => scrollTop]
    .map((room) => Math.max(...around.filter(canScroll).map(room)));
  return point && Math.max(below, above) > 3 ? [...point, below > above ? -distance : distance] : null;
}"""
"""Returns a point on a box and the distance to swipe, or null if nothing can scroll or another element covers it.

The swipe goes to the side with more room: the end of an earlier swipe could use up the room on the other side.
"""

SCROLL_OFFSETS_SCRIPT = "() => document.moving.map(({ scrollTop }) => scrollTop)"
HAS_SCROLLED_SCRIPT = f"(before) => ({SCROLL_OFFSETS_SCRIPT})().join() !== before.join()"
SCROLL_TIMEOUT_MS = 2000
"""The time for the compositor to scroll, which takes a frame or two unless the machine is busy."""


def swipe(session: CDPSession, x: float, y: float, distance: float) -> None:
    """Swipe down with a finger by a distance in pixels, or up if the distance is negative."""
    for kind, part in (("touchStart", 0), ("touchMove", 0.2), ("touchMove", 0.6), ("touchMove", 1), ("touchEnd", 1)):
        points = [{"x": x, "y": y + part * distance}] if kind != "touchEnd" else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def scroll_from_boxes(page: Page, session: CDPSession) -> tuple[int, list[str]]:
    """Swipe on every box. Return the number of swipes and the names of the boxes on which the page did not scroll."""
    count, failed_names = 0, []
    for name in page.evaluate(FIND_BOXES_SCRIPT):
        if swipe_arguments := page.evaluate(FIND_POINT_SCRIPT, [name, SWIPE_DISTANCE]):
            before = page.evaluate(SCROLL_OFFSETS_SCRIPT)
            swipe(session, *swipe_arguments)
            count += 1
            try:
                page.wait_for_function(HAS_SCROLLED_SCRIPT, arg=before, timeout=SCROLL_TIMEOUT_MS)
            except TimeoutError:
                failed_names.append(name)
    return count, failed_names


@pytest.fixture(scope="module")
def screens(profile_options: Callable[[str], dict[str, Any]]) -> dict[str, ViewportSize]:
    """Return the sizes of the touch screens by the names of their profiles."""
    return {profile: profile_options(profile)["viewport"] for profile in ("small_phone", "tablet")}


@pytest.mark.parametrize("group", [APP_GROUP, *GAMES])
def test_scenes_are_accessible_and_fit_fingers(
    shared_page: Callable[[str], Page], screens: dict[str, ViewportSize], group: str
) -> None:
    """Every scene is accessible and large enough for fingers. One scene of each name also passes the checks in dark.

    The test resizes the page of each scene, since only the style sheets differ.
    """
    page = shared_page("phone")
    page.emulate_media(reduced_motion="reduce")
    session = page.context.new_cdp_session(page)
    scenes_by_line: dict[str, list[str]] = {}
    swipe_count = 0
    for scene in select_distinct_scenes():
        if scene.group != group:
            continue
        page.set_viewport_size(screens["small_phone"])
        visit(page, scene)
        lines = [f"small phone: {line}" for line in _find_problems(page)]
        resize(page, screens["tablet"])
        is_first_of_name = scene in select_scene_of_each_name()
        is_checked_in_dark = is_first_of_name or scene.name == "table, midway"
        violations = find_violations_in_both_themes(page) if is_checked_in_dark else find_axe_violations(page)
        violations = [line for line in violations if not ALLOWED_VIOLATION_PATTERN.match(line)]
        lines += [f"tablet: {line}" for line in (*_find_problems(page), *violations)]
        resize(page, SIZE_AT_200_PERCENT)
        lines += [f"at 200 %: {line}" for line in page.evaluate(FIND_UNREACHABLE_ELEMENTS_SCRIPT)]
        if is_first_of_name:
            resize(page, SIZE_AT_400_PERCENT)
            lines += [f"at 400 %: {line}" for line in page.evaluate(FIND_UNREACHABLE_ELEMENTS_SCRIPT)]
        if is_first_of_name and all(kind != "open" for kind, _ in scene.steps):
            resize(page, SCROLLING_SCREEN)
            count, names = scroll_from_boxes(page, session)
            swipe_count += count
            lines += [f"does not scroll from {name}" for name in names]
        for line in lines:
            scenes_by_line.setdefault(line, []).append(scene.name)
    session.detach()
    assert swipe_count
    assert not scenes_by_line, "\n".join(
        f"{line} ({', '.join(scene_names[:3])})" for line, scene_names in scenes_by_line.items()
    )


def _find_problems(page: Page) -> list[str]:
    """Return the elements of the page that are too small or too wide."""
    lines: list[str] = [
        *page.evaluate(FIND_SMALL_ELEMENTS_SCRIPT, [MIN_TARGET_SIZE, EXEMPT_SELECTORS]),
        *page.evaluate(FIND_WIDE_ELEMENTS_SCRIPT),
    ]
    enlarge_button = page.get_by_role("button", name="Look closer")
    if not (enlarge_button.count() and enlarge_button.is_visible()):
        return [*lines, *page.evaluate(FIND_SMALL_TARGETS_SCRIPT, MIN_TARGET_SIZE)]
    lines += page.evaluate(FIND_SMALL_TARGETS_SCRIPT, MIN_SIZE_ON_WHOLE_BOARD)
    enlarge_button.dispatch_event("click")  # a real click would close a popover
    shrink_button = page.get_by_role("button", name="Show the whole board")
    shrink_button.wait_for()
    lines += [*page.evaluate(FIND_SMALL_TARGETS_SCRIPT, MIN_TARGET_SIZE), *page.evaluate(FIND_WIDE_ELEMENTS_SCRIPT)]
    shrink_button.dispatch_event("click")
    enlarge_button.wait_for()
    return lines
