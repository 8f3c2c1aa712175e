"""Touch targets are at least 44 px large on phones and tablets, and no page is too wide.

On a phone held upright a big board as a whole has smaller squares: it can be enlarged, and nothing is smaller then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from ruleboard.games.registry import GAMES
from tests.e2e.scenes import APP_GROUP, distinct_scenes, resize, visit

TOUCH = 44
EXCEPTIONS = (
    "p a",  # links within sentences: the line around them is text
    "li p a, dd a",
    ".board [data-target]",  # measured by themselves, see below
    "rule-board a",  # behind the picture of a board, which is what is touched
)
"""The CSS selectors of elements that may be smaller."""

SMALL = """([least, exceptions]) => {
  const found = {};
  const touched = "button, a[href], summary, select, textarea, input, label:has(input)";
  for (const element of document.querySelectorAll(touched)) {
    const label = element.closest("label");
    const measured = element.matches("input") && label ? label : element;
    const hidden = element.closest("[aria-hidden=true], .unseen");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (exceptions.some((selector) => element.matches(selector))) continue;
    const { width, height } = measured.getBoundingClientRect();
    if (!width || !height || (width >= least - 0.5 && height >= least - 0.5)) continue;
    const name = [measured.tagName.toLowerCase(), ...measured.classList].join(".");
    found[`${name} “${(measured.textContent || measured.ariaLabel || "").trim().slice(0, 30)}”`]
      = `${width.toFixed(0)} × ${height.toFixed(0)}`;
  }
  return Object.entries(found).map(([name, size]) => `${name}: ${size}`);
}"""

BOARD = """(least) => {
  const found = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  // The types of a Tensor card can be changed in the editor alone: four on one small card.
  const edited = ".page-edit .bench [data-target]:not([data-target^='type:'])";
  const touched = `.stage [data-legal], .lesson-board [data-legal], ${edited}`;
  const offered = new Set([...document.querySelectorAll("button.narrow")].filter(seen)
    .map((button) => button.dataset.target));
  for (const element of document.querySelectorAll(touched)) {
    const { width, height } = element.getBoundingClientRect();
    if (offered.has(element.dataset.target)) continue; // as a button under the hand, which is measured by itself
    if (Math.min(width, height) < least - 0.5) found.push([element.dataset.target, width, height]);
  }
  return found.length ? [`on the board: ${found.length} of
    ${document.querySelectorAll(touched).length} are smaller, such as
    ${found[0][0]}: ${found[0][1].toFixed(0)} × ${found[0][2].toFixed(0)}`.replace(/\\s+/g, " ")] : [];
}"""

WIDE = """() => {
  const page = document.documentElement;
  const found = page.scrollWidth > innerWidth ? [`wider than the screen: ${page.scrollWidth} of ${innerWidth}`] : [];
  for (const element of document.querySelectorAll(".dialog, .menu-list, .telling, .tabs, .moves .list, .story")) {
    if (!element.checkVisibility() || element.scrollWidth <= element.clientWidth + 1) continue;
    found.push(`${element.className} has to be scrolled sideways: ${element.scrollWidth} of ${element.clientWidth}`);
  }
  return found;
}"""

LEAST_AS_A_WHOLE = 14
"""The least size of a target on a board that can be enlarged, in pixels."""


@pytest.fixture(scope="module")
def screens(profile_options: Callable[[str], dict[str, Any]]) -> dict[str, ViewportSize]:
    """The sizes of the screens that are touched."""
    return {profile: profile_options(profile)["viewport"] for profile in ("small_phone", "tablet")}


@pytest.mark.parametrize("group", [APP_GROUP, *GAMES])
def test_all_that_is_touched_is_large_enough(
    shared_page: Callable[[str], Page], screens: dict[str, ViewportSize], group: str
) -> None:
    """Each scene is gone to once and seen on all screens: which it is, only style sheets know."""
    page = shared_page("phone")
    page.emulate_media(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for scene in distinct_scenes():
        if scene.group == group:
            page.set_viewport_size(screens["small_phone"])
            visit(page, scene)
            for screen, size in screens.items():
                if size != page.viewport_size:
                    resize(page, size)
                for line in _of(page):
                    found.setdefault(f"{screen}: {line}", []).append(scene.name)
    assert not found, "\n".join(f"{line} ({', '.join(where[:3])})" for line, where in found.items())


def _of(page: Page) -> list[str]:
    """Return the elements that are too small or too wide on the page, which is left unchanged."""
    found: list[str] = [*page.evaluate(SMALL, [TOUCH, EXCEPTIONS]), *page.evaluate(WIDE)]
    closer = page.get_by_role("button", name="Look closer")
    if not (closer.count() and closer.is_visible()):
        return [*found, *page.evaluate(BOARD, TOUCH)]
    found += page.evaluate(BOARD, LEAST_AS_A_WHOLE)
    closer.dispatch_event("click")  # a click would close what lies over the page
    whole = page.get_by_role("button", name="Show the whole board")
    whole.wait_for()
    found += [*page.evaluate(BOARD, TOUCH), *page.evaluate(WIDE)]
    whole.dispatch_event("click")
    closer.wait_for()
    return found
