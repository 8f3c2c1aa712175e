"""Test every page in both themes with axe, and check that every element can be reached at 200 % zoom.

Playwright injects axe-core from node_modules, so the content security policy of the page stays unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, ViewportSize

from ruleboard.registry import GAMES
from tests.e2e.conftest import CONFIG
from tests.e2e.scenes import APP_GROUP, distinct_scenes, resize, visit
from tools import setup

AXE = setup.NODE_MODULES / "axe-core" / "axe.min.js"

RUN_AXE = """async ([colours, theme, framed]) => {
  // Most elements are parts of pictures, and axe has no rule for parts without name, role or tabindex. So this removes
  // such parts of hidden pictures and of pictures with role=img. Axe cannot check the contrast of text within SVG. So
  // for colours it removes the parts of all pictures. It removes whole branches and inserts them again when the theme
  // is the first one, so that the browser styles each part once.
  const named = "title, desc, a, style, foreignObject, [role], [tabindex], [href]";
  const isNamed = (part) => part.matches(named) || part.getAttributeNames().some((name) => name.startsWith("aria-"));
  const pictures = colours ? "svg:not(:focus-within) *" : "svg :is([aria-hidden=true] *), svg[role=img] *";
  const parts = [...document.querySelectorAll(pictures)];
  const retained = new Set();
  for (const part of colours ? [] : parts.filter(isNamed)) {
    for (let node = part; node; node = node.parentElement) retained.add(node);
  }
  const removable = new Set(parts.filter((part) => !retained.has(part)));
  const removed = [...removable].filter((part) => !removable.has(part.parentNode)).reverse().map((part) => {
    const place = [part, part.parentNode, part.nextSibling];
    part.remove();
    return place;
  });
  if (theme) ruleboard.setTheme(theme);
  const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: !framed } };
  const only = colours ? { runOnly: ["color-contrast"] } : { rules };
  // In the dark theme axe checks an open popover alone: the page below is another scene.
  const popovers = colours ? [...document.querySelectorAll(":popover-open, dialog[open]")] : [];
  const root = popovers.length ? popovers : document;
  const { violations } = await axe.run(root, { ...only, resultTypes: ["violations"], iframes: false, preload: false });
  if (theme) ruleboard.setTheme("light");
  for (const [shape, parent, next] of removed.reverse()) parent.insertBefore(shape, next);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) =>
    [id, node.target.join(" "), node.html.slice(0, 160), node.failureSummary.split("\\n").slice(1).join(";")]));
}"""


HALF_SIZE: ViewportSize = {"width": 640, "height": 400}
"""A screen of 1280 by 800 at 200 %."""

UNREACHABLE = """() => {
  const problems = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) problems.push(`wider than the screen: ${page.scrollWidth} of ${innerWidth}`);
  const open = document.querySelector(":popover-open, dialog[open]") ?? document;
  for (const element of open.querySelectorAll("button, a[href], input, select, textarea, summary, .stage, h1, .said")) {
    const hidden = element.closest("[aria-hidden=true], .unseen, .skip-button, [popover]:not(:popover-open), "
      + "dialog:not([open]), rule-board");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} “${(element.textContent || element.ariaLabel || "").slice(0, 30)}”`;
    if (!width || !height) { problems.push(`${name} has no size`); continue; }
    const block = open === document ? "center" : "nearest"; // a popover moves with its button
    element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const [box] = element.getClientRects(); // the first line of a text
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, innerHeight / 2)];
    const top = document.elementFromPoint(x, y);
    const isReachable = top && (element.contains(top) || top.contains(element) || top.closest(".notice"));
    const place = `${x.toFixed(0)}, ${y.toFixed(0)}`;
    if (!isReachable) problems.push(`${name} can’t load right now: at ${place} is ${top?.className}`);
  }
  scrollTo(0, 0);
  return [...new Set(problems)];
}"""


def findings(page: Page, *, colours: bool = False, theme: str = "") -> list[str]:
    """Return the violations that axe finds on a page.

    An empty theme leaves the current theme unchanged. With ``colours``, axe checks only contrast. An embedded board is
    not required to have a heading.
    """
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [" | ".join(violation) for violation in page.evaluate(RUN_AXE, [colours, theme, "embed.html" in page.url])]


@pytest.fixture
def page(shared_page: Callable[[str], Page]) -> Page:
    """Return the shared page of a desktop, on the home page, without animations."""
    page = shared_page("desktop")
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.parametrize("group", [APP_GROUP, *GAMES])
def test_pages_pass_axe_and_are_reachable_at_200_percent(page: Page, group: str) -> None:
    """Every scene passes axe. At 200 % zoom no scene is too wide, and every element can be scrolled into view."""
    full_size = page.viewport_size
    assert full_size
    problems: list[str] = []
    sizes = [full_size, HALF_SIZE]
    for scene in distinct_scenes():
        if scene.group != group:
            continue
        visit(page, scene)
        for size in sizes:
            if size != page.viewport_size:
                resize(page, size)
            lines = _findings_in_both_themes(page) if size == full_size else page.evaluate(UNREACHABLE)
            problems += [f"{scene.name}, {size['width']} wide: {line}" for line in lines]
        sizes.reverse()
    page.set_viewport_size(full_size)
    assert not problems, "\n".join(problems)


@pytest.mark.allow_console(r"icon\.svg")  # Chromium requests the icon of a page that was left
def test_embedded_boards_pass_axe(page: Page, site: str) -> None:
    violations: list[str] = []
    for address in embedded_addresses():
        page.goto("about:blank")
        page.goto(f"{site}embed.html#{address}")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
        violations += [f"{address}: {line}" for line in _findings_in_both_themes(page)]
    assert not violations, "\n".join(violations)


def embedded_addresses() -> list[str]:
    """Return the addresses of embedded boards of every game and every mode, and of an invalid mode."""
    modes = ("play", "show&moves={action}", "find&accept={action}&ask=Find%20it.&caption=A%20board")
    addresses = []
    for game, mode in zip(GAMES.values(), cycle(modes), strict=False):
        start = game.initial({option.id: option.default for option in game.options}, 1)
        action = quote(game.legal_actions(start)[0].text)
        addresses.append(f"game={game.id}&mode={mode.format(action=action)}")
    return [*addresses, f"game={next(iter(GAMES))}&mode=nosuchmode"]


@pytest.mark.allow_console(r"icon\.svg")  # Chromium requests the icon of a page that was left
def test_sample_article_passes_axe(page: Page, site: str) -> None:
    page.goto(site + "examples/explainer.html")
    page.locator("rule-board").first.wait_for()
    violations = findings(page)
    page.emulate_media(color_scheme="dark")
    violations += findings(page, colours=True)
    page.emulate_media(color_scheme="light")
    assert not violations, "\n".join(violations)


def _findings_in_both_themes(page: Page) -> list[str]:
    return findings(page) + [f"dark: {line}" for line in findings(page, colours=True, theme="dark")]
