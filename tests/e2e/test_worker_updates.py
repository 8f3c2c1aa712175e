"""Test that a new service worker can take over in the middle of a turn without any loss."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.helpers import (
    begin_game,
    find_target,
    play,
    read_only_saved_game,
    read_position,
    touch,
    visit,
    wait_for_position,
)
from tools import build, offline, versions

pytestmark = pytest.mark.faults

NOTICE_TEXT = "A new version of Ruleboard is ready"


def publish(folder, page):
    """Publish a new version on the server and let the browser detect it."""
    index, script = folder / "index.html", folder / "static" / "page" / "main.js"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1), encoding="utf-8")
    script.write_text(script.read_text(encoding="utf-8") + "\n// New.\n", encoding="utf-8")
    versions.write_versions(folder)
    offline.write_service_worker(build.SERVICE_WORKER_FILE, folder)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => { registration.update(); })")
    expect(page.get_by_text(NOTICE_TEXT)).to_be_visible(timeout=60_000)


def play_to_mid_turn(page):
    """Play one action of a turn and touch the first target of the next."""
    begin_game(page)
    play(page, ["a1-a2"])
    touch(page, "b1")
    expect(find_target(page, "b1")).to_contain_class("taken")


def read_actions(page):
    """Return the actions of the only saved game."""
    return json.loads(read_only_saved_game(page))["actions"]


def test_turn_continues_after_update(cached_page, stoppable_site):
    folder, _, _ = stoppable_site
    play_to_mid_turn(cached_page)
    before = read_position(cached_page)
    publish(folder, cached_page)
    expect(find_target(cached_page, "b1")).to_contain_class("taken")
    cached_page.get_by_role("button", name="Update now").click()
    cached_page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(cached_page, before)
    assert read_actions(cached_page) == ["a1-a2"]
    play(cached_page, ["b1-b2", "end"])
    assert read_actions(cached_page) == ["a1-a2", "b1-b2", "end"]


def test_update_button_works_after_failed_activation(cached_page, stoppable_site):
    """After a failed activation, the page reloads and offers the waiting version again."""
    folder, _, _ = stoppable_site
    publish(folder, cached_page)
    cached_page.evaluate("() => { ServiceWorker.prototype.postMessage = () => {}; globalThis.before = true; }")
    cached_page.get_by_role("button", name="Update now").click()
    cached_page.wait_for_function(
        "() => !globalThis.before && 'ready' in document.documentElement.dataset", timeout=60_000
    )
    cached_page.get_by_role("button", name="Update now").click()
    cached_page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)


def test_turn_continues_while_other_tab_updates(cached_page, stoppable_site):
    """A turn continues while another tab updates: the old page still gets all files that it requests later."""
    folder, url, _ = stoppable_site
    play_to_mid_turn(cached_page)
    other_tab = cached_page.context.new_page()
    visit(other_tab, url)
    publish(folder, other_tab)
    expect(cached_page.get_by_text(NOTICE_TEXT)).to_be_visible(timeout=60_000)
    other_tab.get_by_role("button", name="Update now").click()
    other_tab.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    cached_page.wait_for_timeout(1000)
    assert cached_page.locator("html").get_attribute("data-build") is None  # still the old version
    expect(find_target(cached_page, "b1")).to_contain_class("taken")
    touch(cached_page, "b2")
    expect(find_target(cached_page, "b2")).to_be_visible()
    cached_page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('b1-b2'))")
    table = cached_page.url
    cached_page.evaluate("() => { location.hash = '#/settings'; }")
    cached_page.get_by_text("Français").click()
    expect(cached_page.locator("h1")).to_have_text("Réglages")
    cached_page.get_by_text("English").click()
    cached_page.evaluate("table => { location.href = table; }", table)
    cached_page.locator(".page-table").wait_for()
    play(cached_page, ["end"])
    before = read_position(cached_page)
    assert read_actions(cached_page) == ["a1-a2", "b1-b2", "end"]
    cached_page.get_by_role("button", name="Update now").click()
    cached_page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(cached_page, before)
    assert read_actions(cached_page) == ["a1-a2", "b1-b2", "end"]
    other_tab.close()
