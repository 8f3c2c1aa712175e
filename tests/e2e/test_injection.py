"""Texts from outside are never more than text, and a browser in an odd state gets a plain message."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import (
    PREFIX,
    RECORD,
    begin,
    kept,
    only_kept,
    play,
    position,
    reload,
    tap,
    touch,
    wait_for_position,
)

EVIL = "\"><img id=evil src=x onerror=window.evil=1><script id=evil>window.evil=1</script>'`${window.evil=1}&lt;"


def harmless(page: Page) -> None:
    """Nothing of what came from outside has become an element, or run."""
    page.wait_for_timeout(100)
    assert page.locator("#evil, [onerror], [onclick], [srcdoc]").count() == 0
    assert page.evaluate("typeof window.evil") == "undefined"


def go(page: Page, address: str) -> None:
    """Go to an address within the page, and let it be drawn."""
    page.evaluate("address => { location.hash = address; }", address)
    page.wait_for_timeout(100)


# --- from outside ----------------------------------------------------------------------------------------------------


def test_addresses_are_only_ever_text(desktop: Page, open_app):
    open_app(desktop)
    text = quote(EVIL, safe="")
    pages = ["new", "edit", "boards", "from", "learn", "rules", "rulings", "play", "javascript:alert(1)", ""]
    for address in [
        *(f"#/{page}/{text}" for page in pages),
        *(f"#/{page}/sensei/{text}" for page in pages),
        *(f"#/{page}/tensor-cards/{text}/1" for page in pages),
        "#" + EVIL,
        "#/play/%ED%A0%BD",
        "#/%00/%FF",
        "#/from/sensei/" + "x" * 20_000,
    ]:
        go(desktop, address)
        assert desktop.locator("body").inner_text().strip(), address
        harmless(desktop)
    expect(desktop.locator(".notice.warning")).to_have_count(0)


def test_names_titles_and_what_is_stored_are_only_ever_text(desktop: Page, open_with_storage):
    half = "\ud83d"
    record = {**RECORD, "players": [EVIL, EVIL], "meta": {**RECORD["meta"], "title": EVIL, "position": EVIL}}
    stored = {
        PREFIX + EVIL: json.dumps(record),
        PREFIX + "half": json.dumps({**record, "players": [half, half], "meta": {"title": half}}),
        PREFIX + "bad": EVIL,
        "ruleboard/1/settings": json.dumps({"theme": EVIL, "language": EVIL, "names": [EVIL, EVIL]}),
        PREFIX + "deep": "[" * 99_999,
        "ruleboard/1/progress": json.dumps({"sensei": [EVIL], EVIL: [EVIL]}),
        "ruleboard/1/setups": json.dumps({"setups": [{"game": "tesulda", "name": EVIL, "text": EVIL}]}),
    }
    open_with_storage(desktop, stored)
    for address in (
        *("#/", "#/settings", "#/learn", "#/learn/sensei", "#/new/sensei", "#/new/tesulda", "#/boards/tensor-cards"),
        *(f"#/play/{quote(EVIL, safe='')}", "#/play/bad", "#/play/half"),
    ):
        go(desktop, address)
        harmless(desktop)
        assert desktop.locator("body").inner_text().strip(), address
    touch(desktop, "b7")
    desktop.get_by_role("button", name="This game").click()
    desktop.get_by_role("button", name="Share", exact=True).click()
    harmless(desktop)
    expect(desktop.locator(".notice.warning")).to_have_count(0)


def test_what_is_imported_is_only_ever_text(desktop: Page, open_app):
    open_app(desktop, "#/settings")
    field = desktop.locator("input[type=file]")
    for text in (EVIL, json.dumps({**RECORD, "game": EVIL}), json.dumps({**RECORD, "actions": [EVIL]}), "[" * 99_999):
        field.set_input_files({"name": EVIL, "mimeType": "text/html", "buffer": text.encode()})
        expect(desktop.locator(".notice.warning")).to_contain_text("Nothing was imported")
        harmless(desktop)
    assert kept(desktop) == {}


def test_a_board_in_another_page_takes_addresses_and_messages_as_text(desktop: Page, site: str):
    text = quote(EVIL, safe="")
    for fragment in (f"game={text}", f"game=sensei&position={text}", f"game=sensei&caption={text}&hint={text}", text):
        desktop.goto("about:blank")
        desktop.goto(f"{site}embed.html#{fragment}")
        desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
        assert desktop.locator("body").inner_text().strip()
        harmless(desktop)
    desktop.evaluate("text => postMessage(text, '*')", "[" * 99_999)
    for message in ({"type": EVIL}, {"type": "show", "parameters": {"game": EVIL}}, {"type": "play", "action": EVIL}):
        desktop.evaluate("message => postMessage(message, '*')", {"ruleboard": 1, **message})
        desktop.evaluate("message => postMessage(JSON.stringify(message), '*')", {"ruleboard": 1, **message})
        harmless(desktop)


@pytest.mark.allow_console("Content Security Policy")
@pytest.mark.parametrize("shell", ["index.html", "embed.html#game=sensei", "ruleboard.html"])
def test_what_is_put_into_a_page_from_outside_does_not_run(desktop: Page, site: str, shell: str):
    """Were there a way in for HTML, it would not get far: the page's policy is there and holds."""
    desktop.goto(site + shell)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    ran = desktop.evaluate(
        """async () => {
          const box = document.body.appendChild(document.createElement("div"));
          box.innerHTML = '<img src="data:," onerror="window.evil = 1"><a href="javascript:window.evil = 2">x</a>';
          const script = document.createElement("script");
          script.textContent = "window.evil = 3";
          box.append(script);
          box.querySelector("a").click();
          const elsewhere = document.createElement("script");
          elsewhere.src = "data:text/javascript,window.evil=4";
          box.append(elsewhere);
          await new Promise((done) => setTimeout(done, 500));
          return window.evil ?? 0;
        }"""
    )
    assert ran == 0


def test_every_page_that_is_served_has_a_policy(dist):
    pages = list(dist.glob("*.html"))  # the examples are pages of somebody else's
    assert {path.name for path in pages} >= {"index.html", "embed.html", "ruleboard.html"}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert '<meta http-equiv="Content-Security-Policy"' in text, path
        policy = " ".join(re.findall(r"script-src ([^;]*)", text))
        assert "'unsafe-inline'" not in policy, path


# --- browsers in whatever state --------------------------------------------------------------------------------------

SHOUTED = """
  Storage.prototype.setItem = () => {
    throw new DOMException("The quota has been reached.".replace("quota", "limit"), "NS_ERROR_DOM_QUOTA_REACHED");
  };
"""
NONE = "Object.defineProperty(window, 'localStorage', { get: () => null });"


def test_games_are_there_if_the_storage_is_full_from_the_start(new_context, open_with_storage):
    """As Firefox says it, too: what is kept can be seen, played on and taken along."""
    context = new_context("desktop")
    page = context.new_page()
    page.add_init_script(f"if (!location.pathname.endsWith('/empty')) {{ {SHOUTED} }}")
    open_with_storage(page, {f"{PREFIX}x": json.dumps(RECORD)})
    expect(page.locator(".entry")).to_contain_text("Anna – Ben")
    context.close()


def test_a_browser_that_has_no_storage_at_all_is_told(new_context, open_app):
    context = new_context("desktop")
    context.add_init_script(NONE)
    page = open_app(context.new_page())
    expect(page.locator(".notice.warning")).to_contain_text("does not let the page keep anything")
    page.locator('.button[href="#/new/sensei"]').click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".page-table")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("zone", "language", "now", "day"),
    [
        # Where it was ten hours and forty minutes earlier in those days.
        ("Pacific/Kiritimati", "ar-EG", "1970-01-01T00:00:01Z", "1969-12-31"),
        ("America/Caracas", "th-TH", "2093-12-31T23:59:59Z", "2093-12-31"),
    ],
)
def test_clocks_and_places_of_any_kind(new_context, open_app, zone: str, language: str, now: str, day: str):
    """Games go on if the clock is put back, and are in the list with the day it was there."""
    context = new_context("desktop", timezone_id=zone, locale=language)
    page = context.new_page()
    open_app(page)
    begin(page, names=("Anna", "Ben"))
    page.clock.set_fixed_time(now)
    play(page, ["a1-a2", "b1-b2"])
    open_app(page, "#/")
    reload(page)
    expect(page.locator(".entry")).to_contain_text("Anna – Ben")
    expect(page.locator(".entry")).to_contain_text(day)
    context.close()


@pytest.mark.tabs
def test_three_tabs_and_one_that_ends_in_the_middle_of_a_turn(tablet: Page, open_app):
    open_app(tablet)
    begin(tablet)
    play(tablet, ["a1-a2"])
    others = [tablet.context.new_page() for _ in range(2)]
    for other in others:
        other.goto(tablet.url)
        other.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    play(others[0], ["b1-b2"])
    for other in (tablet, others[1]):
        expect(other.locator(".notice")).to_contain_text("continued in another tab")
    touch(others[0], "d1")  # in the hand, and the tab ends
    others[0].close(run_before_unload=False)
    tap(others[1].locator(".notice").get_by_role("button", name="Continue here"))
    assert json.loads(only_kept(tablet))["actions"] == ["a1-a2", "b1-b2"]
    play(others[1], ["end"])
    tap(tablet.locator(".notice").get_by_role("button", name="Continue here"))
    wait_for_position(tablet, position(others[1]))
    assert json.loads(only_kept(tablet))["actions"] == ["a1-a2", "b1-b2", "end"]
    others[1].close()


def test_a_thousand_games(desktop: Page, open_app):
    """For the list each is read twice, whatever their number; then they are looked through, some at a time."""
    desktop.add_init_script(
        """(() => {
          const own = Storage.prototype.getItem;
          globalThis.reads = { all: 0, atOnce: 0, most: 0 };
          Storage.prototype.getItem = function (key) {
            if (!reads.atOnce) setTimeout(() => { reads.atOnce = 0; });
            reads.all += 1;
            reads.most = Math.max(reads.most, reads.atOnce += 1);
            return own.call(this, key);
          };
          new MutationObserver(() => {
            const ready = "ready" in document.documentElement.dataset;
            if (ready && !("ready" in reads)) Object.assign(reads, { ready: reads.all, most: 0 });
          }).observe(document, { attributes: true, subtree: true });
        })()"""
    )
    open_app(desktop)
    desktop.evaluate(
        """([prefix, record]) => {
          for (let i = 0; i < 1000; i++) {
            const meta = { title: `Game ${i}`, changed: new Date(1e12 + i * 1e6).toISOString() };
            const own = { ...record, seed: i, meta };
            localStorage.setItem(prefix + i, JSON.stringify(own));
          }
        }""",
        [PREFIX, RECORD],
    )
    reload(desktop)
    expect(desktop.locator(".entry").first).to_contain_text("Game 999")
    assert desktop.evaluate("reads.ready") < 2100
    desktop.wait_for_function("reads.all > reads.ready + 300")
    assert desktop.evaluate("reads.most") < 300
    desktop.get_by_role("link", name="Game 999").click()
    expect(desktop.locator(".page-table")).to_be_visible()


@pytest.mark.first_visit
@pytest.mark.allow_console("^console: ", "^uncaught: ")  # it is said on the page, too
@pytest.mark.parametrize("file", ["**/*.wasm.zstd.bin", "**/ruleboard.zip*"])
def test_a_file_that_came_only_by_half_is_said_in_words(desktop: Page, site: str, file: str):
    """As if it were whole; test_half_loaded.py has files that break off."""

    def half(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.body()[: len(response.body()) // 2])

    if "zip" in file:
        desktop.route("**/snapshot.*.bin", lambda route: route.fulfill(status=404))
    desktop.route(file, half)
    desktop.goto(site)
    message = desktop.locator("#start-message", has_text="could not start")
    message.wait_for(timeout=90_000)
    assert "reload" in message.inner_text()
