"""Without a network, and with a new version: everything is kept, and taken anew only when somebody agrees."""

from __future__ import annotations

import json
import shutil

import pytest
from playwright.sync_api import expect

from ruleboard.app.routes import parse_route
from ruleboard.games.courses import lesson
from ruleboard.games.registry import GAMES
from tests.e2e.at_table import begin, only_kept, play, position, reload, until, wait_for_position
from tests.e2e.conftest import LOOPBACK, watch
from tests.support.thinking import ASK, answer, request
from tools import build, offline, serve
from tools.versions import bind

KEPT = "() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"


@pytest.fixture
def visitor(first_visit_page, stoppable_site):
    """A page of a browser that has been to the site once and keeps it."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    wait_until_kept(first_visit_page)
    return first_visit_page


def wait_until_kept(page):
    until(page, lambda: page.evaluate(KEPT))


def visit(page, url):
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def test_nothing_is_put_aside_while_somebody_touches_the_board(first_visit_page, stoppable_site):
    """It takes a core of its own for a second or two, and a touch is answered later meanwhile."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    for _ in range(12):
        first_visit_page.mouse.click(10, 10)
        first_visit_page.wait_for_timeout(300)
    assert first_visit_page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => !found)")
    wait_until_kept(first_visit_page)


@pytest.fixture
def varied(monkeypatch):
    """A host that says of each file that it depends on a header, as some do of all they have."""
    end_headers = serve.Handler.end_headers

    def told(handler):
        handler.send_header("Vary", "Accept")
        end_headers(handler)

    monkeypatch.setattr(serve.Handler, "end_headers", told)


@pytest.mark.core
def test_all_is_there_with_the_server_stopped(varied, visitor, stoppable_site):
    _, url, stop = stoppable_site
    stop()
    visit(visitor, url)
    assert visitor.locator("html").get_attribute("data-start") == "snapshot"
    begin(visitor)
    play(visitor, ["a1-a2"])
    shown = position(visitor)
    reload(visitor)
    wait_for_position(visitor, shown)


def test_every_page_is_there_with_the_server_stopped(kept_visitor):
    """Every page that any page leads to, found by following links; of each game one lesson, one quiz and one problem.

    That the links of all the others lead somewhere is shown without a browser, in tests/unit/app/runtime/test_pages.py.
    """
    visitor, failed = kept_visitor, []
    visitor.on("requestfailed", lambda request: failed.append(request.url))
    visitor.on("console", lambda message: failed.append(message.text) if message.type == "error" else None)
    reload(visitor)
    seen: dict[str, str] = {}
    taught = set()
    ahead = ["#/"]
    while ahead:
        address = ahead.pop()
        route = parse_route(address)
        if route.page in ("learn", "problem") and route.text:
            kind = (route.page, route.name, lesson(route.name, route.text) is not None)
            if kind in taught:
                continue
            taught.add(kind)
        visitor.evaluate("address => { location.hash = address; }", address)
        # Python draws within the event: two frames later all is there.
        seen[address] = visitor.evaluate(
            "() => new Promise((done) => setTimeout(() => done(document.querySelector('main').className), 50))"
        )
        links = visitor.locator("a[href^='#/']").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        ahead += [link for link in dict.fromkeys(links) if link not in seen and link not in ahead]
    assert {kind for kind in seen.values() if "missing" in kind} == set(), seen
    kinds = {parse_route(address).page for address in seen}
    assert {"home", "settings", "help", "new", "learn", "edit", "boards"} <= kinds
    assert {parse_route(address).name for address in seen if parse_route(address).page == "new"} == set(GAMES)
    kinds_of_one = (("learn", True), ("learn", False), ("problem", False))
    assert taught == {(page, game, is_lesson) for game in GAMES for page, is_lesson in kinds_of_one}
    assert failed == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_with_the_server_stopped(kept_visitor, game):
    begin(kept_visitor, game)
    before = len(json.loads(only_kept(kept_visitor))["actions"])
    choices = ", ".join(
        (
            '[data-do="play.uncover"]',
            '[data-do="play.choose"]',
            "[data-target][data-legal]",
            "button[data-target]:enabled",
        )
    )
    for number in range(30):
        found = kept_visitor.locator(choices)
        found.nth(number * 7 % found.count()).dispatch_event("click")
        if len(json.loads(only_kept(kept_visitor))["actions"]) > before + 1:
            break
    actions = json.loads(only_kept(kept_visitor))["actions"]
    assert len(actions) > before
    kept_visitor.reload()
    kept_visitor.locator("html[data-ready] .page-table").wait_for(timeout=90_000)
    assert json.loads(only_kept(kept_visitor))["actions"] == actions


@pytest.mark.core
def test_opponents_think_with_the_server_stopped(kept_visitor):
    asked = request("sensei")
    given = kept_visitor.evaluate(f"(request) => {{ {ASK} return ask(request); }}", asked)
    assert given == answer(asked)


def test_a_board_for_other_pages_is_there_with_the_server_stopped(kept_visitor):
    visitor = kept_visitor.context.new_page()
    visit(visitor, f"{kept_visitor.url.partition('#')[0]}embed.html#game=sensei&mode=play")
    assert visitor.locator("html").get_attribute("data-start") == "snapshot"
    shown = position(visitor)
    visitor.locator("[data-target][data-legal]").first.click()
    visitor.locator("[data-target][data-legal]").first.click()
    visitor.wait_for_function(
        "shown => document.querySelector('svg[data-position]').dataset.position !== shown", arg=shown
    )
    visitor.close()


@pytest.fixture(scope="module")
def stopped(browser, dist, problems):
    """A page of a browser that has been to the site once; the site is gone."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watch(context, LOOPBACK, problems)
    page = context.new_page()
    with serve.serving(dist, "/below/here/") as url:
        visit(page, url)
        wait_until_kept(page)
    visit(page, url)
    yield page
    context.close()


@pytest.fixture
def kept_visitor(stopped):
    """The same page, without games."""
    stopped.evaluate("() => { localStorage.clear(); location.hash = '#/'; }")
    return stopped


@pytest.mark.core
def test_a_new_version_waits_until_somebody_agrees(visitor, stoppable_site):
    folder, _, _ = stoppable_site
    begin(visitor)
    play(visitor, ["a1-a2"])
    shown, kept = position(visitor), only_kept(visitor)
    index = folder / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"'), encoding="utf-8")
    offline.service_worker(build.WORKER, folder)
    visitor.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => { found.update(); })")
    notice = visitor.get_by_text("A new version of Ruleboard is ready")
    expect(notice).to_be_visible(timeout=60_000)
    assert position(visitor) == shown
    reload(visitor)  # is no agreement
    assert visitor.locator("html").get_attribute("data-build") is None
    expect(notice).to_be_visible()
    visitor.get_by_role("button", name="Use it now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, shown)
    assert json.loads(only_kept(visitor))["actions"] == json.loads(kept)["actions"]


def test_an_update_downloads_only_what_has_changed(dist, tmp_path, new_browser, monkeypatch):
    """Two builds that differ in the page and one script: what is large, and all else, is not asked for again."""
    asked: list[str] = []
    get = serve.Handler.do_GET

    def counted(handler):
        asked.append(handler.path.removeprefix("/below/here/"))
        get(handler)

    monkeypatch.setattr(serve.Handler, "do_GET", counted)
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    page = new_browser().new_page()
    with serve.serving(folder, "/below/here/") as url:
        visit(page, url)
        wait_until_kept(page)
        large = {name for name in asked if name.endswith(".bin")}
        assert len(large) == 2  # both builds have them; the first has downloaded them
        page_itself, script = folder / "index.html", folder / "static" / "page" / "main.js"
        text = page_itself.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1)
        page_itself.write_text(text, encoding="utf-8")
        script.write_text(f"{script.read_text(encoding='utf-8')}// New.\n", encoding="utf-8")
        bind(folder)
        offline.service_worker(build.WORKER, folder)
        asked.clear()
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => { found.update(); })")
        page.get_by_role("button", name="Use it now").click(timeout=60_000)
        page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    assert set(asked) <= {"sw.js", "index.html", "embed.html", "static/page/main.js"}
    assert {"index.html", "static/page/main.js"} <= set(asked)


@pytest.mark.core
def test_one_file_plays_and_saves_without_any_server(new_browser, dist, tmp_path):
    shutil.copyfile(dist / "ruleboard.html", tmp_path / "ruleboard.html")
    page = new_browser().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, (tmp_path / "ruleboard.html").as_uri())
    begin(page)
    play(page, ["a1-a2"])
    shown = position(page)
    reload(page)
    wait_for_position(page, shown)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
