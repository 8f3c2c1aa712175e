"""Test that touch targets are at least 44 px wide and high on phones and tablets, and that no page is too wide.

On a phone in portrait, a large board that is shown as a whole has smaller squares. When enlarged, its squares have
the full size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from ruleboard.registry import GAMES
from tests.e2e.scenes import APP_GROUP, distinct_scenes, resize, visit

MIN_TARGET_SIZE = 44
EXCEPTIONS = (
    "p a",  # links within sentences
    "li p a, dd a",
    ".board [data-target]",  # measured separately, see below
    "rule-board a",  # behind the picture of a board, which gets the clicks
)
"""The CSS selectors of elements that may be smaller."""

FIND_SMALL_ELEMENTS = """([least, exceptions]) => {
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

FIND_SMALL_TARGETS = """(least) => {
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

FIND_WIDE_ELEMENTS = """() => {
  const page = document.documentElement;
  const lines = page.scrollWidth > innerWidth ? [`wider than the screen: ${page.scrollWidth} of ${innerWidth}`] : [];
  for (const element of document.querySelectorAll(".dialog, .menu-list, .telling, .tabs, .moves .list, .story")) {
    if (!element.checkVisibility() || element.scrollWidth <= element.clientWidth + 1) continue;
    lines.push(`${element.className} has to be scrolled sideways: ${element.scrollWidth} of ${element.clientWidth}`);
  }
  return lines;
}"""

MIN_SIZE_ON_WHOLE_BOARD = 14
"""The least size of a target on a whole board that can be enlarged, in pixels."""


@pytest.fixture(scope="module")
def screens(profile_options: Callable[[str], dict[str, Any]]) -> dict[str, ViewportSize]:
    """Return the sizes of the touch screens by the names of their profiles."""
    return {profile: profile_options(profile)["viewport"] for profile in ("small_phone", "tablet")}


@pytest.mark.parametrize("group", [APP_GROUP, *GAMES])
def test_touch_targets_are_large_enough(
    shared_page: Callable[[str], Page], screens: dict[str, ViewportSize], group: str
) -> None:
    """Touch targets are large enough on each screen.

    The test resizes the page of each scene, since only the style sheets differ.
    """
    page = shared_page("phone")
    page.emulate_media(reduced_motion="reduce")
    scenes_by_line: dict[str, list[str]] = {}
    for scene in distinct_scenes():
        if scene.group == group:
            page.set_viewport_size(screens["small_phone"])
            visit(page, scene)
            for screen, size in screens.items():
                if size != page.viewport_size:
                    resize(page, size)
                for line in _find_problems(page):
                    scenes_by_line.setdefault(f"{screen}: {line}", []).append(scene.name)
    assert not scenes_by_line, "\n".join(
        f"{line} ({', '.join(scene_names[:3])})" for line, scene_names in scenes_by_line.items()
    )


def _find_problems(page: Page) -> list[str]:
    """Return the elements of the page that are too small or too wide."""
    lines: list[str] = [
        *page.evaluate(FIND_SMALL_ELEMENTS, [MIN_TARGET_SIZE, EXCEPTIONS]),
        *page.evaluate(FIND_WIDE_ELEMENTS),
    ]
    enlarge_button = page.get_by_role("button", name="Look closer")
    if not (enlarge_button.count() and enlarge_button.is_visible()):
        return [*lines, *page.evaluate(FIND_SMALL_TARGETS, MIN_TARGET_SIZE)]
    lines += page.evaluate(FIND_SMALL_TARGETS, MIN_SIZE_ON_WHOLE_BOARD)
    enlarge_button.dispatch_event("click")  # a real click would close a popover
    shrink_button = page.get_by_role("button", name="Show the whole board")
    shrink_button.wait_for()
    lines += [*page.evaluate(FIND_SMALL_TARGETS, MIN_TARGET_SIZE), *page.evaluate(FIND_WIDE_ELEMENTS)]
    shrink_button.dispatch_event("click")
    enlarge_button.wait_for()
    return lines
