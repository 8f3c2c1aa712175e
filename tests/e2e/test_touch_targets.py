"""Whatever can be touched is large enough for a finger, 44 px at least, on phones and tablets; and nothing is too wide.

On a phone held upright a big board shows its squares smaller, and a card of four types its quarters: those are let off.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from ruleboard.games import GAMES
from tests.e2e.scenes import HOUSE, Scene, scenes, visit

TOUCH = 44
EXCEPTIONS = (
    "p a",  # links within sentences: the line around them is text
    "li p a, dd a",
    ".board [data-target]",  # measured by themselves, see below
)
"""What need not be that large, as CSS selectors."""

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
  for (const element of document.querySelectorAll(".stage [data-legal], .lesson-board [data-legal]")) {
    const { width, height } = element.getBoundingClientRect();
    if (element.dataset.target.startsWith("type:")) continue; // four on one small card
    if (Math.min(width, height) < least - 0.5) found.push([element.dataset.target, width, height]);
  }
  return found.length ? [`on the board: ${found.length} of
    ${document.querySelectorAll(".stage [data-legal], .lesson-board [data-legal]").length} are smaller, such as
    ${found[0][0]}: ${found[0][1].toFixed(0)} × ${found[0][2].toFixed(0)}`.replace(/\\s+/g, " ")] : [];
}"""

WIDE = """() => {
  const page = document.documentElement;
  return page.scrollWidth > innerWidth ? [`wider than the screen: ${page.scrollWidth} of ${innerWidth}`] : [];
}"""

LEAST_ON_BOARD = {"tablet": 44, "phone": 24}
"""How large what may be touched on a board is at least."""


@pytest.mark.parametrize("group", [HOUSE, *GAMES])
@pytest.mark.profiles("phone", "tablet")
def test_all_that_is_touched_is_large_enough(kept_page: Callable[[str], Page], profile: str, group: str) -> None:
    page = kept_page(profile)
    page.emulate_media(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for scene in scenes():
        if scene.group == group:
            for line in _of(page, scene, profile):
                found.setdefault(line, []).append(scene.name)
    assert not found, "\n".join(f"{line} ({', '.join(where[:3])})" for line, where in found.items())


def _of(page: Page, scene: Scene, profile: str) -> list[str]:
    visit(page, scene)
    small: list[str] = page.evaluate(SMALL, [TOUCH, EXCEPTIONS])
    return [*small, *page.evaluate(BOARD, LEAST_ON_BOARD[profile]), *page.evaluate(WIDE)]
