"""Test that a new service worker can take over in the middle of a turn without any loss."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.helpers import begin, only_saved_game, play, position, target, touch, wait_for_position
from tests.e2e.test_offline import visit, visitor  # noqa: F401 - a fixture
from tools import build, offline, versions

pytestmark = pytest.mark.faults

NOTICE = "A new version of Ruleboard is ready"


def publish(folder, page):
    """Publish a new version on the server and let the browser detect it."""
    index, script = folder / "index.html", folder / "static" / "page" / "main.js"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1), encoding="utf-8")
    script.write_text(script.read_text(encoding="utf-8") + "\n// New.\n", encoding="utf-8")
    versions.write_versions(folder)
    offline.write_service_worker(build.SERVICE_WORKER, folder)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => { registration.update(); })")
    expect(page.get_by_text(NOTICE)).to_be_visible(timeout=60_000)


def play_to_mid_turn(page):
    """Play one action of a turn and touch the first target of the next."""
    begin(page)
    play(page, ["a1-a2"])
    touch(page, "b1")
    expect(target(page, "b1")).to_contain_class("taken")


def actions(page):
    """Return the actions of the only saved game."""
    return json.loads(only_saved_game(page))["actions"]


def test_turn_continues_after_update(visitor, stoppable_site):  # noqa: F811
    folder, _, _ = stoppable_site
    play_to_mid_turn(visitor)
    before = position(visitor)
    publish(folder, visitor)
    expect(target(visitor, "b1")).to_contain_class("taken")
    visitor.get_by_role("button", name="Update now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, before)
    assert actions(visitor) == ["a1-a2"]
    play(visitor, ["b1-b2", "end"])
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]


def test_update_button_works_after_failed_activation(visitor, stoppable_site):  # noqa: F811
    """After a failed activation, the page reloads and offers the waiting version again."""
    folder, _, _ = stoppable_site
    publish(folder, visitor)
    visitor.evaluate("() => { ServiceWorker.prototype.postMessage = () => {}; globalThis.before = true; }")
    visitor.get_by_role("button", name="Update now").click()
    visitor.wait_for_function("() => !globalThis.before && 'ready' in document.documentElement.dataset", timeout=60_000)
    visitor.get_by_role("button", name="Update now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)


def test_turn_continues_while_other_tab_updates(visitor, stoppable_site):  # noqa: F811
    """A turn continues while another tab updates: the old page still gets all files that it requests later."""
    folder, url, _ = stoppable_site
    play_to_mid_turn(visitor)
    other_tab = visitor.context.new_page()
    visit(other_tab, url)
    publish(folder, other_tab)
    expect(visitor.get_by_text(NOTICE)).to_be_visible(timeout=60_000)
    other_tab.get_by_role("button", name="Update now").click()
    other_tab.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    visitor.wait_for_timeout(1000)
    assert visitor.locator("html").get_attribute("data-build") is None  # still the old version
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
    before = position(visitor)
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]
    visitor.get_by_role("button", name="Update now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, before)
    assert actions(visitor) == ["a1-a2", "b1-b2", "end"]
    other_tab.close()
