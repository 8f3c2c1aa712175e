"""Every page in every state on a computer: axe finds nothing in the light and the dark, at 200 % nothing is lost.

axe-core lies in node_modules, for the tests alone; the browser is handed it from outside, so that the page's own
policy for scripts stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, ViewportSize

from ruleboard.games.registry import GAMES
from tests.e2e.conftest import CONFIG
from tests.e2e.scenes import HOUSE, different, resize, visit
from tools import setup

AXE = setup.NODE_MODULES / "axe-core" / "axe.min.js"

RUN = """async ([colours, theme, framed]) => {
  // Axe looks at all parts of every picture, most of all elements, and has no rule for parts without name, role or
  // place in the order of tabs: so they leave hidden pictures and those that are one image to a reader. The contrast of
  // text within SVG it cannot tell at all: when asked for colours it does without the parts of any picture. What leaves
  // goes in whole branches, and comes back when the theme is as before: the browser styles each part once.
  const said = "title, desc, a, style, foreignObject, [role], [tabindex], [href]";
  const isSaid = (one) => one.matches(said) || one.getAttributeNames().some((name) => name.startsWith("aria-"));
  const pictures = colours ? "svg:not(:focus-within) *" : "svg :is([aria-hidden=true] *), svg[role=img] *";
  const parts = [...document.querySelectorAll(pictures)];
  const kept = new Set();
  for (const one of colours ? [] : parts.filter(isSaid)) for (let it = one; it; it = it.parentElement) kept.add(it);
  const gone = new Set(parts.filter((one) => !kept.has(one)));
  const taken = [...gone].filter((one) => !gone.has(one.parentNode)).reverse().map((one) => {
    const place = [one, one.parentNode, one.nextSibling];
    one.remove();
    return place;
  });
  if (theme) ruleboard.setTheme(theme);
  const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: !framed } };
  const only = colours ? { runOnly: ["color-contrast"] } : { rules };
  // In the dark what lies over a page is looked at alone: the page below is a scene of its own.
  const over = colours ? [...document.querySelectorAll(":popover-open")] : [];
  const where = over.length ? over : document;
  const { violations } = await axe.run(where, { ...only, resultTypes: ["violations"], iframes: false, preload: false });
  if (theme) ruleboard.setTheme("light");
  for (const [shape, parent, next] of taken.reverse()) parent.insertBefore(shape, next);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) =>
    [id, node.target.join(" "), node.html.slice(0, 160), node.failureSummary.split("\\n").slice(1).join(";")]));
}"""


HALF: ViewportSize = {"width": 640, "height": 400}
"""A screen of 1280 by 800 at 200 %."""

LOST = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`wider than the screen: ${page.scrollWidth} of ${innerWidth}`);
  const open = document.querySelector(":popover-open") ?? document;
  for (const element of open.querySelectorAll("button, a[href], input, select, textarea, summary, .stage, h1, .said")) {
    const hidden = element.closest("[aria-hidden=true], .unseen, [popover]:not(:popover-open), rule-board");
    if (hidden || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} “${(element.textContent || element.ariaLabel || "").slice(0, 30)}”`;
    if (!width || !height) { found.push(`${name} has no size`); continue; }
    const block = open === document ? "center" : "nearest"; // what lies over the page goes along with its button
    element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const [box] = element.getClientRects(); // the first line of a text
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, innerHeight / 2)];
    const there = document.elementFromPoint(x, y);
    const seen = there && (element.contains(there) || there.contains(element) || there.closest(".notice"));
    if (!seen) found.push(`${name} cannot be reached: at ${x.toFixed(0)}, ${y.toFixed(0)} is ${there?.className}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}"""


def findings(page: Page, *, colours: bool = False, theme: str = "") -> list[str]:
    """Return axe's findings on a page, in this theme if any; only those about colours if asked.

    What is shown within other pages leaves the heading to them.
    """
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [" | ".join(found) for found in page.evaluate(RUN, [colours, theme, "embed.html" in page.url])]


@pytest.fixture
def page(kept_page: Callable[[str], Page]) -> Page:
    """A computer's page at home; nothing on it moves."""
    page = kept_page("desktop")
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.parametrize("group", [HOUSE, *GAMES])
def test_axe_finds_nothing_and_nothing_is_lost_at_200_per_cent(page: Page, group: str) -> None:
    """Each scene is gone to once, on a screen of one of the two sizes; at 200 % nothing is too wide, nothing lies where
    it cannot be scrolled to.
    """
    whole = page.viewport_size
    assert whole
    found: list[str] = []
    sizes = [whole, HALF]
    for scene in different():
        if scene.group != group:
            continue
        visit(page, scene)
        for size in sizes:
            if size != page.viewport_size:
                resize(page, size)
            lines = _in_both_themes(page) if size == whole else page.evaluate(LOST)
            found += [f"{scene.name}, {size['width']} wide: {line}" for line in lines]
        sizes.reverse()
    page.set_viewport_size(whole)
    assert not found, "\n".join(found)


@pytest.mark.allow_console(r"icon\.svg")  # Chromium asks for the icon of a page that was left meanwhile
def test_axe_finds_nothing_on_embedded_boards(page: Page, site: str) -> None:
    found: list[str] = []
    for address in embedded():
        page.goto("about:blank")
        page.goto(f"{site}embed.html#{address}")
        page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
        found += [f"{address}: {line}" for line in _in_both_themes(page)]
    assert not found, "\n".join(found)


def embedded() -> list[str]:
    """The addresses of embedded boards: every game, every mode, and those that cannot be shown."""
    modes = ("play", "show&moves={action}", "find&accept={action}&ask=Find%20it.&caption=A%20board")
    found = []
    for game, mode in zip(GAMES.values(), cycle(modes), strict=False):
        start = game.initial({option.id: option.default for option in game.options}, 1)
        action = quote(game.legal_actions(start)[0].text)
        found.append(f"game={game.id}&mode={mode.format(action=action)}")
    return [*found, f"game={next(iter(GAMES))}&mode=nosuchmode"]


@pytest.mark.allow_console(r"icon\.svg")  # Chromium asks for the icon of a page that was left meanwhile
def test_axe_finds_nothing_in_the_sample_article(page: Page, site: str) -> None:
    page.goto(site + "examples/explainer.html")
    page.locator("rule-board").first.wait_for()
    found = findings(page)
    page.emulate_media(color_scheme="dark")
    found += findings(page, colours=True)
    page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)


def _in_both_themes(page: Page) -> list[str]:
    return findings(page) + [f"dark: {line}" for line in findings(page, colours=True, theme="dark")]
