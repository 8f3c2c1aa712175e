"""Pages on which extensions and translators insert, wrap, replace and remove nodes, before Python starts and after each
patch: our part of every page is as it is without them, all of theirs stays, and nothing raises.

The cases of single patches are in tests/support/patch_cases.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import format_record
from tests.e2e.at_table import PREFIX, begin, play, position, replayed
from tests.e2e.conftest import OpenApp
from tests.e2e.scenes import Scene, begun, distinct_scenes, go, page_kinds, settle, visit

EXTENSION = """([kind, seed]) => {
  const seen = new WeakSet();
  const random = () => { // from 0, below 1
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  const made = (parent, name) => {
    const isPicture = parent.namespaceURI.endsWith("svg");
    const element = document.createElementNS(parent.namespaceURI, isPicture ? "g" : name);
    element.setAttribute("data-foreign", name);
    return element;
  };
  const MEDDLERS = {
    add: (element) => MEDDLERS[random() < 0.5 ? "insert" : "wrap"](element),
    insert: (element) => {
      if (element.localName === "form") element.prepend(made(element, "input"));
      const parent = element.parentNode, choice = Math.floor(random() * 3), input = made(parent, "input");
      if (random() > 0.4) return;
      else if (choice === 0) element.before(input);
      else if (choice === 1) element.after(input);
      else if (!element.closest("svg, button, a, input, select, textarea, rule-board")) {
        element.prepend(made(element, "span"), made(element, "input"));
      }
      for (const one of document.querySelectorAll("input[data-foreign]")) {
        Object.assign(one, { name: "foreign", value: "secret", type: "hidden" });
      }
    },
    wrap: (element) => {
      if (random() > 0.2 || element.closest("details, select, [popover]")) return;
      const wrapper = made(element.parentNode, "div");
      wrapper.style.display = "contents";
      element.replaceWith(wrapper);
      wrapper.append(element);
    },
    translate: (element) => {
      if (element.closest("svg, textarea, select")) return;
      for (const node of [...element.childNodes]) {
        if (node.nodeName !== "#text" || !node.data.trim()) continue;
        const font = document.createElement("font"), inner = document.createElement("font");
        font.dataset.of = node.data;
        inner.textContent = `${node.data} `;
        font.append(inner);
        node.replaceWith(font);
      }
    },
    remove: (element) => { if (random() < 0.02 && element.matches("main *")) element.remove(); },
  };
  const meddle = () => {
    for (const element of document.querySelectorAll("#app *")) {
      if ((seen.has(element) && kind !== "translate") || element.closest("[data-foreign], font") === element) continue;
      seen.add(element);
      MEDDLERS[kind](element);
    }
  };
  navigator.storage.persist = navigator.storage.persisted = async () => true; // asked after a save
  if (kind) new MutationObserver(meddle).observe(document, { childList: true, subtree: true, characterData: true });
}"""

OUR_PART = """() => {
  const page = document.querySelector("#app > *, #app [data-foreign] > .page").closest("#app").cloneNode(true);
  for (const one of page.querySelectorAll("font[data-of]")) one.replaceWith(one.dataset.of);
  for (const one of page.querySelectorAll("[data-foreign]")) one.replaceWith(...one.childNodes);
  for (const one of page.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
  page.normalize();
  return page.innerHTML.replaceAll(">", ">\\n");
}"""
"""All of #app but for what is foreign; the scripts of the page change ``tabindex``."""

FOREIGN = "() => document.querySelectorAll('#app [data-foreign], #app font').length"


@cache
def kinds() -> tuple[Scene, ...]:
    """Return a scene of each kind of page, and some of which people have touched the board."""
    touched = [
        scene for scene in distinct_scenes() if scene.name in ("table, taken up", "table, names", "lesson, missed")
    ]
    return (*page_kinds(), *touched[-3:])


def attack(page: Page, kind: str) -> Page:
    """Add an extension to a page that is not open yet."""
    page.add_init_script(f"({EXTENSION})({json.dumps([kind, 7])})")
    return page


@pytest.fixture(scope="module")
def clean() -> dict[str, str]:
    """The scenes without any extension, once they have been seen."""
    return {}


@pytest.mark.parametrize("kind", ["add", "translate"])
def test_our_part_of_every_page_is_as_without_extensions(
    new_page: Callable[[str], Page], open_app: OpenApp, clean: dict[str, str], kind: str
) -> None:
    if not clean:
        page = open_app(attack(new_page("phone"), ""), "#/")
        for scene in kinds():
            visit(page, scene)
            clean[str(scene)] = page.evaluate(OUR_PART)
        page.close()
    page = open_app(attack(new_page("phone"), kind), "#/")
    for scene in kinds():
        visit(page, scene)
        assert page.evaluate(FOREIGN) > 2, scene
        assert page.evaluate(OUR_PART).split("\n") == clean[str(scene)].split("\n"), scene
    page.evaluate("() => localStorage.clear()")
    begin(page, "sensei", ("Anna", "Ben"), mode="arashi")
    play(page, ["b1-b5", "end"])
    assert replayed(page).record.players == ("Anna", "Ben")
    before = position(page)
    page.locator('[data-do="play.undo"]').first.click()
    expect(page.locator(f"svg[data-position={json.dumps(before)}]")).to_have_count(0)


def test_pages_go_on_where_an_extension_removes_elements(new_page: Callable[[str], Page], open_app: OpenApp) -> None:
    page = attack(new_page("phone"), "remove")
    open_app(page, "#/")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"{PREFIX}x", format_record(begun("sensei"))])
    for address in (*(scene.address for scene in kinds()), "#/play/x"):
        go(page, address, ".page")
        settle(page)
        for button in page.locator("main [data-do]:not(form, [data-on]), main [data-legal]").all()[:4]:
            button.dispatch_event("click")
            settle(page)
    go(page, "#/settings", ".page-settings")
