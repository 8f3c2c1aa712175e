"""Test pages on which browser extensions insert, wrap, replace and remove elements.

The app's own part of every page stays the same, and the extensions' elements remain. tests/support/patch_cases.py
contains the cases of single patches.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from ruleboard.engine.record import format_record
from tests.e2e.conftest import OpenApp
from tests.e2e.helpers import KEY_PREFIX, begin_game, play, read_position, replay_saved_game
from tests.e2e.scenes import (
    Scene,
    create_new_record,
    go,
    select_distinct_scenes,
    select_scene_of_each_kind,
    visit,
    wait_until_painted,
)

EXTENSION_SCRIPT = """([kind, seed]) => {
  const visited = new WeakSet();
  const random = () => { // from 0, below 1
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  const create = (parent, name) => {
    const isPicture = parent.namespaceURI.endsWith("svg");
    const element = document.createElementNS(parent.namespaceURI, isPicture ? "g" : name);
    element.setAttribute("data-foreign", name);
    return element;
  };
  const MEDDLERS = {
    add: (element) => MEDDLERS[random() < 0.5 ? "insert" : "wrap"](element),
    insert: (element) => {
      if (element.localName === "form") element.prepend(create(element, "input"));
      const parent = element.parentNode, choice = Math.floor(random() * 3), input = create(parent, "input");
      if (random() > 0.4) return;
      else if (choice === 0) element.before(input);
      else if (choice === 1) element.after(input);
      else if (!element.closest("svg, button, a, input, select, textarea, rule-board")) {
        element.prepend(create(element, "span"), create(element, "input"));
      }
      for (const foreign of document.querySelectorAll("input[data-foreign]")) {
        Object.assign(foreign, { name: "foreign", value: "secret", type: "hidden" });
      }
    },
    wrap: (element) => {
      if (random() > 0.2 || element.closest("details, select, [popover], dialog")) return;
      const wrapper = create(element.parentNode, "div");
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
      if ((visited.has(element) && kind !== "translate") || element.matches("[data-foreign], font")) continue;
      visited.add(element);
      MEDDLERS[kind](element);
    }
  };
  window.print = () => {}; // Firefox would wait for its dialog
  // Requested after a save. Firefox has no storage in its first, empty page.
  if (navigator.storage) navigator.storage.persist = navigator.storage.persisted = async () => true;
  if (kind) new MutationObserver(meddle).observe(document, { childList: true, subtree: true, characterData: true });
}"""

OWN_PART_SCRIPT = """() => {
  const page = document.querySelector("#app > *, #app [data-foreign] > .page").closest("#app").cloneNode(true);
  for (const font of page.querySelectorAll("font[data-of]")) font.replaceWith(font.dataset.of);
  for (const foreign of page.querySelectorAll("[data-foreign]")) foreign.replaceWith(...foreign.childNodes);
  for (const element of page.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
  page.normalize();
  return page.innerHTML.replaceAll(">", ">\\n");
}"""
"""The HTML of #app without foreign nodes, and without ``tabindex``, which the page's scripts change."""

COUNT_FOREIGN_NODES_SCRIPT = "() => document.querySelectorAll('#app [data-foreign], #app font').length"


@cache
def select_sample_scenes() -> tuple[Scene, ...]:
    """Return one scene of each kind of page, and several scenes with a touched board."""
    touched_scenes = [
        scene
        for scene in select_distinct_scenes()
        if scene.name in ("table, taken up", "table, names", "lesson, missed")
    ]
    return (*select_scene_of_each_kind(), *touched_scenes[-3:])


def add_extension(page: Page, kind: str) -> Page:
    """Simulate a browser extension in a page, from its next navigation on; return the page."""
    page.add_init_script(f"({EXTENSION_SCRIPT})({json.dumps([kind, 7])})")
    return page


def open_home_with_pictures(open_app: OpenApp, page: Page) -> Page:
    """Open the home page and wait for its pictures, which come later than the page and stay for later visits."""
    open_app(page, "#/")
    page.locator(".game.of-problem .plate svg").first.wait_for(state="attached")
    expect(page.locator(".own-study .plate:not(svg *, :has(svg))")).to_have_count(0, timeout=20_000)
    return page


@pytest.fixture(scope="module")
def html_without_extensions() -> dict[str, str]:
    """Return a cache of the HTML of scenes without extensions, by scene name. The tests fill it."""
    return {}


@pytest.mark.core
@pytest.mark.parametrize("kind", ["add", "translate"])
def test_extensions_do_not_change_our_part_of_pages(
    new_page: Callable[[str], Page], open_app: OpenApp, html_without_extensions: dict[str, str], kind: str
) -> None:
    if not html_without_extensions:
        page = open_home_with_pictures(open_app, add_extension(new_page("phone"), ""))
        for scene in select_sample_scenes():
            visit(page, scene)
            html_without_extensions[str(scene)] = page.evaluate(OWN_PART_SCRIPT)
        page.close()
    page = open_home_with_pictures(open_app, add_extension(new_page("phone"), kind))
    for scene in select_sample_scenes():
        visit(page, scene)
        assert page.evaluate(COUNT_FOREIGN_NODES_SCRIPT) > 2, scene
        assert page.evaluate(OWN_PART_SCRIPT).split("\n") == html_without_extensions[str(scene)].split("\n"), scene
    page.evaluate("() => localStorage.clear()")
    begin_game(page, "sensei", ("Anna", "Ben"), mode="arashi")
    play(page, ["b1-b5", "end"])
    assert replay_saved_game(page).record.players == ("Anna", "Ben")
    before = read_position(page)
    page.locator('[data-do="play.undo"]').first.click()
    expect(page.locator(f"svg[data-position={json.dumps(before)}]")).to_have_count(0)


def test_pages_work_after_extension_removes_elements(new_page: Callable[[str], Page], open_app: OpenApp) -> None:
    page = add_extension(new_page("phone"), "remove")
    open_app(page, "#/")
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)",
        [f"{KEY_PREFIX}x", format_record(create_new_record("sensei"))],
    )
    for address in (*(scene.address for scene in select_sample_scenes()), "#/play/x"):
        go(page, address, ".page")
        wait_until_painted(page)
        buttons = page.locator("main [data-do]:not(form, [data-on]), main [data-legal]")
        for index in range(4):
            if buttons.count() > index:  # a click can change the page
                buttons.nth(index).dispatch_event("click")
                wait_until_painted(page)
    go(page, "#/settings", ".page-settings")
