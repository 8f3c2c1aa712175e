"""Test that French readers see French from the first paint, and that English readers download no translation."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.helpers import begin_game, reload

FRENCH_CONTEXT_OPTIONS = {"locale": "fr-CA"}


@pytest.mark.core
def test_first_paint_is_french(new_context, site):
    context = new_context("phone", **FRENCH_CONTEXT_OPTIONS)
    context.route("**/snapshot.*.bin", lambda route: None)  # Python never starts
    page = context.new_page()
    record_titles_script = """() => { globalThis.titles = []; const look = () => {
      const title = document.querySelector("#app h1");
      if (title?.checkVisibility({ visibilityProperty: true })) titles.push(title.textContent);
      requestAnimationFrame(look);
    }; look(); }"""
    page.add_init_script(f"({record_titles_script})()")
    page.goto(site, wait_until="commit")
    expect(page.locator("#app h1").first).to_have_text("Jeux de plateau")
    expect(page.locator("#app h1").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("link", name="Nouvelle partie").first.click()
    expect(page.locator("#start-message")).to_contain_text("Un instant")
    page.wait_for_timeout(100)
    assert set(page.evaluate("titles")) == {"Jeux de plateau"}


def test_french_pages_fit_phone(new_context, open_app):
    page = new_context("phone", **FRENCH_CONTEXT_OPTIONS).new_page()
    open_app(page)
    expect(page.locator("#app h1").first).to_have_text("Jeux de plateau")
    for route in ("", "settings", "help", "learn", "learn/sensei", "rules/sensei", "rulings/sensei", "new/sensei"):
        page.evaluate("(route) => { location.hash = route; }", f"#/{route}")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), route
    page.locator("form.setup [type=submit]").click()
    expect(page.locator(".status").last).to_contain_text("1 ou 2 déplacements de pierre")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_french_notices_fit_phone(new_context, open_app):
    """French notices fit a phone: their texts and all their buttons are on the screen."""
    page = new_context("phone", **FRENCH_CONTEXT_OPTIONS).new_page()
    open_app(page)
    page.evaluate("() => localStorage.setItem('ruleboard/1/setups', 'broken')")
    page.goto("about:blank")
    open_app(page, "#/new/sensei")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    page.locator("form.setup [type=submit]").dispatch_event("click")  # notices may cover it
    notices = page.locator(".notice.warning")
    expect(notices).to_have_count(2)
    width = page.evaluate("innerWidth")
    for part in page.locator(".notice, .notice p, .notice button").all():
        box = part.bounding_box()
        assert box["x"] >= 0, part.inner_text()
        assert box["x"] + box["width"] <= width, part.inner_text()
    for text in notices.locator("p").all():
        assert text.bounding_box()["width"] > width / 2, text.inner_text()


@pytest.mark.core
def test_language_changes_without_reload_and_is_saved(desktop, open_app):
    open_app(desktop, "#/settings")
    expect(desktop.locator("html")).to_have_attribute("lang", "en")
    desktop.evaluate("() => { globalThis.mark = 1; }")
    desktop.get_by_text("Français").click()
    expect(desktop.locator("h1")).to_have_text("Réglages")
    expect(desktop.locator("html")).to_have_attribute("lang", "fr")
    assert desktop.evaluate("globalThis.mark") == 1
    reload(desktop)
    expect(desktop.locator("h1")).to_have_text("Réglages")
    desktop.get_by_text("English").click()
    expect(desktop.locator("h1")).to_have_text("Settings")
    expect(desktop.locator("html")).to_have_attribute("lang", "en")


def test_english_readers_download_no_translation(new_context, open_app):
    page = new_context("desktop").new_page()
    requested_urls = []
    page.on("request", lambda request: requested_urls.append(request.url))
    open_app(page)
    expect(page.locator(".notice")).to_have_count(0)
    begin_game(page)
    assert not [url for url in requested_urls if ".mo" in url]


@pytest.mark.allow_console("English is used", "404", "integrity")
def test_missing_translation_is_reported_in_english(new_context, open_app):
    context = new_context("desktop", **FRENCH_CONTEXT_OPTIONS)
    context.route("**/words/fr.mo*", lambda route: route.fulfill(status=404))
    page = open_app(context.new_page())
    expect(page.locator(".notice")).to_contain_text("didn’t load")
    expect(page.locator("#app h1").first).to_have_text("Tabletop games")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    context.unroute("**/words/fr.mo*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#app h1").first).to_have_text("Jeux de plateau")


@pytest.mark.core
def test_single_file_has_french(new_browser, dist):
    page = new_browser(**FRENCH_CONTEXT_OPTIONS).new_page()
    page.goto((dist / "ruleboard.html").as_uri())
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    expect(page.locator("#app h1").first).to_have_text("Jeux de plateau")
    expect(page.locator(".notice")).to_have_count(0)
