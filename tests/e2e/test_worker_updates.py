"""The service worker is replaced in the middle of a turn: nothing is lost, and the turn is finished."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.e2e.at_table import begin, only_kept, play, position, target, touch, wait_for_position
from tests.e2e.test_offline import visit, visitor  # noqa: F401 - a fixture
from tools import build, offline

NOTICE = "A new version of Ruleboard is ready"


def publish(folder, page):
    """Put a new version on the server and have the browser look for it."""
    index, script = folder / "index.html", folder / "static" / "page" / "main.js"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1), encoding="utf-8")
    script.write_text(script.read_text(encoding="utf-8") + "\n// New.\n", encoding="utf-8")
    offline.service_worker(build.WORKER, folder)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => { found.update(); })")
    expect(page.get_by_text(NOTICE)).to_be_visible(timeout=60_000)


def in_the_middle_of_a_turn(page):
    """One action of a turn made, and of the next the first half."""
    begin(page)
    play(page, ["a1-a2"])
    touch(page, "b1")
    expect(target(page, "b1")).to_contain_class("taken")


def actions(page):
    """The actions that are kept of the only game."""
    return json.loads(only_kept(page))["actions"]


def test_a_turn_goes_on_after_the_new_version_was_taken(visitor, stoppable_site):  # noqa: F811
    folder, _, _ = stoppable_site
    in_the_middle_of_a_turn(visitor)
    shown = position(visitor)
    publish(folder, visitor)
    expect(target(visitor, "b1")).to_contain_class("taken")
    visitor.get_by_role("button", name="Use it now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, shown)
    assert actions(visitor) == ["a1-a2"]
    play(visitor, ["b1-b2", "end"])
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]


def test_a_new_version_that_is_not_activated_does_not_leave_the_button_without_effect(visitor, stoppable_site):  # noqa: F811
    """The page is loaded anew all the same, and the version that is still ready is told of again."""
    folder, _, _ = stoppable_site
    publish(folder, visitor)
    visitor.evaluate("() => { ServiceWorker.prototype.postMessage = () => {}; globalThis.before = true; }")
    visitor.get_by_role("button", name="Use it now").click()
    visitor.wait_for_function("() => !globalThis.before && 'ready' in document.documentElement.dataset", timeout=60_000)
    visitor.get_by_role("button", name="Use it now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)


def test_a_turn_goes_on_where_it_is_while_another_tab_takes_the_new_version(visitor, stoppable_site):  # noqa: F811
    """The page that is played on is still the old one, and what it has not asked for yet comes all the same."""
    folder, url, _ = stoppable_site
    in_the_middle_of_a_turn(visitor)
    other = visitor.context.new_page()
    visit(other, url)
    publish(folder, other)
    expect(visitor.get_by_text(NOTICE)).to_be_visible(timeout=60_000)
    other.get_by_role("button", name="Use it now").click()
    other.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    visitor.wait_for_timeout(1000)
    assert visitor.locator("html").get_attribute("data-build") is None  # nobody has taken it away
    expect(target(visitor, "b1")).to_contain_class("taken")
    touch(visitor, "b2")
    expect(target(visitor, "b2")).to_be_visible()
    visitor.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('b1-b2'))")
    table = visitor.url
    visitor.evaluate("() => { location.hash = '#/settings'; }")
    visitor.get_by_text("Français").click()
    expect(visitor.locator("h1")).to_have_text("Réglages")
    visitor.get_by_text("English").click()
    visitor.evaluate("table => { location.href = table; }", table)
    visitor.locator(".page-table").wait_for()
    play(visitor, ["end"])
    shown = position(visitor)
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]
    visitor.get_by_role("button", name="Use it now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, shown)
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]
    other.close()
