"""Everything at 200 %, as on half the screen: nothing is too wide, nothing lies where it cannot be scrolled to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from ruleboard.games.registry import GAMES
from tests.e2e.scenes import HOUSE, scenes, visit

HALF = {"width": 640, "height": 400}
"""A screen of 1280 by 800 at 200 %."""

LOST = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`wider than the screen: ${page.scrollWidth} of ${innerWidth}`);
  const open = document.querySelector(":popover-open") ?? document;
  for (const element of open.querySelectorAll("button, a[href], input, select, textarea, summary, .stage, h1, .said")) {
    const hidden = element.closest("[aria-hidden=true], .unseen, [popover]:not(:popover-open)");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} “${(element.textContent || element.ariaLabel || "").slice(0, 30)}”`;
    if (!width || !height) { found.push(`${name} has no size`); continue; }
    const block = open === document ? "center" : "nearest"; // what lies over the page goes along with its button
    element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, innerHeight / 2)];
    const there = document.elementFromPoint(x, y);
    const seen = there && (element.contains(there) || there.contains(element) || there.closest(".notice"));
    if (!seen) found.push(`${name} cannot be reached: at ${x.toFixed(0)}, ${y.toFixed(0)} is ${there?.className}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def small(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """A computer's page at 200 %."""
    context = new_context("desktop", viewport=HALF, reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


@pytest.mark.parametrize("group", [HOUSE, *GAMES])
def test_nothing_is_lost_at_200_per_cent(small: Page, group: str) -> None:
    found: dict[str, list[str]] = {}
    for scene in scenes():
        if scene.group == group:
            visit(small, scene)
            for line in small.evaluate(LOST):
                found.setdefault(line, []).append(scene.name)
    assert not found, "\n".join(f"{line} ({', '.join(where[:4])})" for line, where in found.items())
