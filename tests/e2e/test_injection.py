"""Test that external texts never become elements or scripts, and that unusual browsers get clear messages."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.helpers import (
    KEY_PREFIX,
    RECORD,
    begin_game,
    play,
    read_only_saved_game,
    read_position,
    read_saved_games,
    reload,
    tap,
    touch,
    wait_for_position,
)

HOSTILE_TEXT = (
    "\"><img id=evil src=x onerror=window.evil=1><script id=evil>window.evil=1</script>'`${window.evil=1}&lt;"
)


def check_no_injection(page: Page) -> None:
    """Check that no external text has become an element or a script."""
    page.wait_for_timeout(100)
    assert page.locator("#evil, [onerror], [onclick], [srcdoc]").count() == 0
    assert page.evaluate("typeof window.evil") == "undefined"


def go(page: Page, address: str) -> None:
    """Open an address within the page and wait until it is rendered."""
    page.evaluate("address => { location.hash = address; }", address)
    page.wait_for_timeout(100)


# --- foreign texts ---------------------------------------------------------------------------------------------------


def test_addresses_stay_text(desktop: Page, open_app):
    open_app(desktop)
    text = quote(HOSTILE_TEXT, safe="")
    pages = ["new", "edit", "boards", "from", "learn", "rules", "rulings", "play", "javascript:alert(1)", ""]
    for address in [
        *(f"#/{page}/{text}" for page in pages),
        *(f"#/{page}/sensei/{text}" for page in pages),
        *(f"#/{page}/tensor-cards/{text}/1" for page in pages),
        "#" + HOSTILE_TEXT,
        "#/play/%ED%A0%BD",
        "#/%00/%FF",
        "#/from/sensei/" + "x" * 20_000,
    ]:
        go(desktop, address)
        assert desktop.locator("body").inner_text().strip(), address
        check_no_injection(desktop)
    expect(desktop.locator(".notice.warning")).to_have_count(0)


def test_names_titles_and_stored_texts_stay_text(desktop: Page, open_with_storage):
    lone_surrogate = "\ud83d"
    record = {
        **RECORD,
        "players": [HOSTILE_TEXT, HOSTILE_TEXT],
        "meta": {**RECORD["meta"], "title": HOSTILE_TEXT, "position": HOSTILE_TEXT},
    }
    texts = {
        KEY_PREFIX + HOSTILE_TEXT: json.dumps(record),
        KEY_PREFIX + "half": json.dumps(
            {**record, "players": [lone_surrogate, lone_surrogate], "meta": {"title": lone_surrogate}}
        ),
        KEY_PREFIX + "bad": HOSTILE_TEXT,
        "ruleboard/1/settings": json.dumps(
            {"theme": HOSTILE_TEXT, "language": HOSTILE_TEXT, "names": [HOSTILE_TEXT, HOSTILE_TEXT]}
        ),
        KEY_PREFIX + "deep": "[" * 99_999,
        "ruleboard/1/progress": json.dumps({"sensei": [HOSTILE_TEXT], HOSTILE_TEXT: [HOSTILE_TEXT]}),
        "ruleboard/1/setups": json.dumps({"setups": [{"game": "tesulda", "name": HOSTILE_TEXT, "text": HOSTILE_TEXT}]}),
    }
    open_with_storage(desktop, texts)
    for address in (
        *("#/", "#/settings", "#/learn", "#/learn/sensei", "#/new/sensei", "#/new/tesulda", "#/boards/tensor-cards"),
        *(f"#/play/{quote(HOSTILE_TEXT, safe='')}", "#/play/bad", "#/play/half"),
    ):
        go(desktop, address)
        check_no_injection(desktop)
        assert desktop.locator("body").inner_text().strip(), address
    touch(desktop, "b7")
    desktop.get_by_role("button", name="This game").click()
    desktop.get_by_role("menuitem", name="Share", exact=True).click()
    check_no_injection(desktop)
    expect(desktop.locator(".notice.warning")).to_have_count(0)


def test_imported_texts_stay_text(desktop: Page, open_app):
    open_app(desktop, "#/settings")
    field = desktop.locator("input[type=file]")
    for text in (
        HOSTILE_TEXT,
        json.dumps({**RECORD, "game": HOSTILE_TEXT}),
        json.dumps({**RECORD, "actions": [HOSTILE_TEXT]}),
        "[" * 99_999,
    ):
        field.set_input_files({"name": HOSTILE_TEXT, "mimeType": "text/html", "buffer": text.encode()})
        expect(desktop.locator(".notice.warning")).to_contain_text("Nothing was imported")
        check_no_injection(desktop)
    assert read_saved_games(desktop) == {}


def test_embedded_board_treats_parameters_and_messages_as_text(desktop: Page, site: str):
    text = quote(HOSTILE_TEXT, safe="")
    for fragment in (f"game={text}", f"game=sensei&position={text}", f"game=sensei&caption={text}&hint={text}", text):
        desktop.goto("about:blank")
        desktop.goto(f"{site}embed.html#{fragment}")
        desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
        assert desktop.locator("body").inner_text().strip()
        check_no_injection(desktop)
    desktop.evaluate("text => postMessage(text, '*')", "[" * 99_999)
    for message in (
        {"type": HOSTILE_TEXT},
        {"type": "show", "parameters": {"game": HOSTILE_TEXT}},
        {"type": "play", "action": HOSTILE_TEXT},
    ):
        desktop.evaluate("message => postMessage(message, '*')", {"ruleboard": 1, **message})
        desktop.evaluate("message => postMessage(JSON.stringify(message), '*')", {"ruleboard": 1, **message})
        check_no_injection(desktop)


@pytest.mark.allow_console("Content Security Policy")
@pytest.mark.parametrize("shell", ["index.html", "embed.html#game=sensei", "ruleboard.html"])
def test_page_policy_blocks_injected_scripts(desktop: Page, site: str, shell: str):
    """The content security policy blocks scripts in injected HTML."""
    desktop.goto(site + shell)
    desktop.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    executed_scripts = desktop.evaluate(
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
    assert executed_scripts == 0


def test_every_page_has_policy(dist):
    pages = list(dist.glob("*.html"))  # the examples are pages of other sites
    assert {path.name for path in pages} >= {"index.html", "embed.html", "ruleboard.html"}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert '<meta http-equiv="Content-Security-Policy"' in text, path
        policy = " ".join(re.findall(r"script-src ([^;]*)", text))
        assert "'unsafe-inline'" not in policy, path


# --- unusual browser states ------------------------------------------------------------------------------------------

FULL_STORAGE_SCRIPT = """
  Storage.prototype.setItem = () => {
    throw new DOMException("The quota has been reached.".replace("quota", "limit"), "NS_ERROR_DOM_QUOTA_REACHED");
  };
"""
NO_STORAGE_SCRIPT = "Object.defineProperty(window, 'localStorage', { get: () => null });"


def test_games_are_listed_with_full_storage(new_context, open_with_storage):
    """The games are listed even if writes to the storage fail with the error that Firefox raises."""
    context = new_context("desktop")
    page = context.new_page()
    page.add_init_script(f"if (!location.pathname.endsWith('/empty')) {{ {FULL_STORAGE_SCRIPT} }}")
    open_with_storage(page, {f"{KEY_PREFIX}x": json.dumps(RECORD)})
    expect(page.locator(".entry")).to_contain_text("Anna – Ben")
    context.close()


def test_missing_storage_is_reported(new_context, open_app):
    context = new_context("desktop")
    context.add_init_script(NO_STORAGE_SCRIPT)
    page = open_app(context.new_page())
    expect(page.locator(".notice.warning")).to_contain_text("doesn’t let the page save anything")
    page.locator('.button[href="#/new/sensei"]').click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".page-table")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("zone", "language", "now", "day"),
    [
        # In 1970 its time was ten hours and forty minutes behind UTC.
        ("Pacific/Kiritimati", "ar-EG", "1970-01-01T00:00:01Z", "31 December 1969"),
        ("America/Caracas", "th-TH", "2093-12-31T23:59:59Z", "31 December 2093"),
    ],
)
def test_dates_are_local_in_any_zone(new_context, open_app, zone: str, language: str, now: str, day: str):
    """The list shows local dates in any time zone, even after the clock was set back."""
    context = new_context("desktop", timezone_id=zone, locale=language)
    page = context.new_page()
    open_app(page)
    begin_game(page, names=("Anna", "Ben"))
    page.clock.set_fixed_time(now)
    play(page, ["a1-a2", "b1-b2"])
    page.clock.set_fixed_time(datetime.fromisoformat(now) + timedelta(days=3))  # else the list says "today"
    open_app(page, "#/")
    reload(page)
    expect(page.locator(".entry")).to_contain_text("Anna – Ben")
    expect(page.locator(".entry")).to_contain_text(day)
    context.close()


@pytest.mark.tabs
def test_tab_closed_in_mid_turn_loses_nothing(tablet: Page, open_app):
    open_app(tablet)
    begin_game(tablet)
    play(tablet, ["a1-a2"])
    other_tabs = [tablet.context.new_page() for _ in range(2)]
    for tab in other_tabs:
        tab.goto(tablet.url)
        tab.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    play(other_tabs[0], ["b1-b2"])
    for tab in (tablet, other_tabs[1]):
        expect(tab.locator(".notice")).to_contain_text("continued this game in another tab")
    touch(other_tabs[0], "d1")  # selected, and then the tab closes
    other_tabs[0].close(run_before_unload=False)
    tap(other_tabs[1].locator(".notice").get_by_role("button", name="Continue here"))
    assert json.loads(read_only_saved_game(tablet))["actions"] == ["a1-a2", "b1-b2"]
    play(other_tabs[1], ["end"])
    tap(tablet.locator(".notice").get_by_role("button", name="Continue here"))
    wait_for_position(tablet, read_position(other_tabs[1]))
    assert json.loads(read_only_saved_game(tablet))["actions"] == ["a1-a2", "b1-b2", "end"]
    other_tabs[1].close()


def test_list_of_thousand_games_reads_in_slices(desktop: Page, open_app):
    """The list reads each game at most twice, and the background check reads only a few games at a time."""
    desktop.add_init_script(
        """(() => {
          const getItem = Storage.prototype.getItem;
          globalThis.reads = { all: 0, atOnce: 0, most: 0 };
          Storage.prototype.getItem = function (key) {
            if (!reads.atOnce) setTimeout(() => { reads.atOnce = 0; });
            reads.all += 1;
            reads.most = Math.max(reads.most, reads.atOnce += 1);
            return getItem.call(this, key);
          };
          new MutationObserver(() => {
            const ready = "ready" in document.documentElement.dataset;
            if (ready && !("ready" in reads)) Object.assign(reads, { ready: reads.all, atOnce: 0, most: 0 });
          }).observe(document, { attributes: true, subtree: true });
        })()"""
    )
    open_app(desktop)
    desktop.evaluate(
        """([prefix, record]) => {
          for (let i = 0; i < 1000; i++) {
            const meta = { title: `Game ${i}`, changed: new Date(1e12 + i * 1e6).toISOString() };
            localStorage.setItem(prefix + i, JSON.stringify({ ...record, seed: i, meta }));
          }
        }""",
        [KEY_PREFIX, RECORD],
    )
    reload(desktop)
    expect(desktop.locator(".entry").first).to_contain_text("Game 999")
    assert desktop.evaluate("reads.ready") < 2100
    desktop.wait_for_function("reads.all > reads.ready + 300")
    assert desktop.evaluate("reads.most") < 300
    desktop.get_by_role("link", name="Game 999").click()
    expect(desktop.locator(".page-table")).to_be_visible()


@pytest.mark.faults
@pytest.mark.first_visit
@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the page reports it, too
@pytest.mark.parametrize("file", ["**/*.wasm.zstd.bin", "**/ruleboard.zip*"])
def test_truncated_file_is_reported(desktop: Page, site: str, file: str):
    """The page reports a truncated file in a complete response. test_incomplete_files.py has broken connections."""

    def truncate(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.body()[: len(response.body()) // 2])

    if "zip" in file:
        desktop.route("**/snapshot.*.bin", lambda route: route.fulfill(status=404))
    desktop.route(file, truncate)
    desktop.goto(site)
    message = desktop.locator("#start-message", has_text="couldn’t start")
    message.wait_for(timeout=90_000)
    assert "reload" in message.inner_text()
