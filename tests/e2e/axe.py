"""Checks of a page with axe, in the light and the dark theme.

Playwright injects axe-core from node_modules, so the content security policy of the page stays unchanged.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tools import setup

AXE_SCRIPT_FILE = setup.NODE_MODULES / "axe-core" / "axe.min.js"

RUN_AXE_SCRIPT = """async ([colours, theme, framed]) => {
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


def find_axe_violations(page: Page, *, colours: bool = False, theme: str = "") -> list[str]:
    """Return the violations that axe finds on a page.

    An empty theme leaves the current theme unchanged. With ``colours``, axe checks only contrast. An embedded board is
    not required to have a heading.
    """
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT_FILE.read_text(encoding="utf-8"))
    return [
        " | ".join(violation) for violation in page.evaluate(RUN_AXE_SCRIPT, [colours, theme, "embed.html" in page.url])
    ]


def find_violations_in_both_themes(page: Page) -> list[str]:
    """Return all violations on a page in the light theme, and the contrast violations in the dark theme."""
    return find_axe_violations(page) + [
        f"dark: {line}" for line in find_axe_violations(page, colours=True, theme="dark")
    ]
