"""Test offline use and updates: the service worker caches all files, and updates only on request."""

from __future__ import annotations

import json
import shutil

import pytest
from playwright.sync_api import expect

from ruleboard.app.routes import parse_route
from ruleboard.learning.courses import find_lesson
from ruleboard.registry import GAMES
from tests.e2e.conftest import LOOPBACK, watch
from tests.e2e.helpers import (
    begin_game,
    play,
    read_only_saved_game,
    read_position,
    read_saved_games,
    reload,
    visit,
    wait_for_position,
    wait_until,
    wait_until_cached,
)
from tests.support.thinking import ASK_SCRIPT, answer, request
from tools import build, offline, serve
from tools.versions import write_versions


def test_caching_waits_while_user_touches_page(first_visit_page, stoppable_site):
    """Caching waits while the user touches the page, since it occupies a processor core for one or two seconds."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    for _ in range(12):
        first_visit_page.mouse.click(10, 10)
        first_visit_page.wait_for_timeout(300)
    assert first_visit_page.evaluate(
        "() => navigator.serviceWorker.getRegistration().then((registration) => !registration)"
    )
    wait_until_cached(first_visit_page)


@pytest.fixture
def vary_header(monkeypatch):
    """Let the host send a Vary header with each file, as some hosts do."""
    end_headers = serve.Handler.end_headers

    def add_vary_header(handler):
        handler.send_header("Vary", "Accept")
        end_headers(handler)

    monkeypatch.setattr(serve.Handler, "end_headers", add_vary_header)


@pytest.mark.core
def test_app_works_offline(vary_header, cached_page, stoppable_site):
    _, url, stop_server = stoppable_site
    stop_server()
    visit(cached_page, url)
    assert cached_page.locator("html").get_attribute("data-start") == "snapshot"
    begin_game(cached_page)
    play(cached_page, ["a1-a2"])
    before = read_position(cached_page)
    reload(cached_page)
    wait_for_position(cached_page, before)


def test_all_pages_work_offline(offline_visitor):
    """All links work offline.

    For each game the test opens one lesson, one quiz and one problem, and in the lab it waits for the board.
    tests/unit/app/runtime/test_pages.py checks all other links without a browser.
    """
    visitor, failed_games = offline_visitor, []
    visitor.on("requestfailed", lambda request: failed_games.append(request.url))
    visitor.on("console", lambda message: failed_games.append(message.text) if message.type == "error" else None)
    reload(visitor)
    visited_pages: dict[str, str] = {}
    opened_kinds = set()
    queue = ["#/"]
    while queue:
        address = queue.pop()
        route = parse_route(address)
        if route.page in ("learn", "problem") and route.text:
            kind = (route.page, route.name, find_lesson(route.name, route.text) is not None)
            if kind in opened_kinds:
                continue
            opened_kinds.add(kind)
        visitor.evaluate("address => { location.hash = address; }", address)
        # Python renders during the event.
        visited_pages[address] = visitor.evaluate(
            "() => new Promise((done) => setTimeout(() => done(document.querySelector('main').className), 50))"
        )
        if address == "#/lab":  # a board of its own, which stops loading when the page closes it
            expect(visitor.frame_locator("rule-board iframe").locator("[data-target=b2]")).to_be_visible(timeout=60_000)
        links = visitor.locator("a[href^='#/']").evaluate_all("all => all.map((link) => link.getAttribute('href'))")
        queue += [link for link in dict.fromkeys(links) if link not in visited_pages and link not in queue]
    assert {kind for kind in visited_pages.values() if "missing" in kind} == set(), visited_pages
    kinds = {parse_route(address).page for address in visited_pages}
    assert {"home", "settings", "help", "new", "learn", "edit", "boards"} <= kinds
    assert {parse_route(address).name for address in visited_pages if parse_route(address).page == "new"} == set(GAMES)
    single_page_kinds = (("learn", True), ("learn", False), ("problem", False))
    assert opened_kinds == {(page, game, is_lesson) for game in GAMES for page, is_lesson in single_page_kinds}
    assert failed_games == []


def test_every_game_plays_offline(offline_visitor):
    choices = ", ".join(
        (
            '[data-do="play.uncover"]',
            '[data-do="play.choose"]',
            "[data-target][data-legal]",
            "button[data-target]:enabled",
        )
    )
    for game in GAMES:
        begin_game(offline_visitor, game)
        id = offline_visitor.url.rpartition("/")[2]
        action_count_before = len(read_actions(offline_visitor, id))
        for number in range(30):
            elements = offline_visitor.locator(choices)
            elements.nth(number * 7 % elements.count()).dispatch_event("click")
            if len(read_actions(offline_visitor, id)) > action_count_before + 1:
                break
        actions = read_actions(offline_visitor, id)
        assert len(actions) > action_count_before, game
    texts = read_saved_games(offline_visitor)
    assert len(texts) == len(GAMES)
    offline_visitor.reload()
    offline_visitor.locator("html[data-ready] .page-table").wait_for(timeout=90_000)
    assert read_saved_games(offline_visitor) == texts


def read_actions(page, id):
    """Return the actions of a saved game."""
    return json.loads(read_saved_games(page)[id])["actions"]


@pytest.mark.core
def test_opponents_think_offline(offline_visitor):
    question = request("sensei")
    reply = offline_visitor.evaluate(f"(request) => {{ {ASK_SCRIPT} return ask(request); }}", question)
    assert reply == answer(question)


def test_embedded_board_works_offline(offline_visitor):
    visitor = offline_visitor.context.new_page()
    visit(visitor, f"{offline_visitor.url.partition('#')[0]}embed.html#game=sensei&mode=play")
    assert visitor.locator("html").get_attribute("data-start") == "snapshot"
    before = read_position(visitor)
    visitor.locator("[data-target][data-legal]").first.click()
    visitor.locator("[data-target][data-legal]").first.click()
    visitor.wait_for_function(
        "before => document.querySelector('svg[data-position]').dataset.position !== before", arg=before
    )
    visitor.close()


@pytest.fixture(scope="module")
def offline_page(browser, dist, problems):
    """Return the page of a browser that has visited the site once. The server has stopped since then."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watch(context, LOOPBACK, problems)
    page = context.new_page()
    with serve.serve_folder(dist, "/below/here/") as url:
        visit(page, url)
        wait_until_cached(page)
    visit(page, url)
    yield page
    context.close()


@pytest.fixture
def offline_visitor(offline_page):
    """Return the page of ``offline_page`` with empty storage."""
    offline_page.evaluate("() => { localStorage.clear(); location.hash = '#/'; }")
    return offline_page


@pytest.mark.core
def test_new_version_waits_for_agreement(cached_page, stoppable_site):
    folder, _, _ = stoppable_site
    begin_game(cached_page)
    play(cached_page, ["a1-a2"])
    before, saved_text = read_position(cached_page), read_only_saved_game(cached_page)
    index = folder / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"'), encoding="utf-8")
    offline.write_service_worker(build.SERVICE_WORKER_FILE, folder)
    cached_page.evaluate(
        "() => navigator.serviceWorker.getRegistration().then((registration) => { registration.update(); })"
    )
    notice = cached_page.get_by_text("A new version of Ruleboard is ready")
    expect(notice).to_be_visible(timeout=60_000)
    assert read_position(cached_page) == before
    reload(cached_page)  # a reload is no agreement
    assert cached_page.locator("html").get_attribute("data-build") is None
    expect(notice).to_be_visible()
    cached_page.get_by_role("button", name="Update now").click()
    cached_page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(cached_page, before)
    assert json.loads(read_only_saved_game(cached_page))["actions"] == json.loads(saved_text)["actions"]


def test_update_downloads_only_changed_files(dist, tmp_path, new_browser, monkeypatch):
    """After the page and one script have changed, the browser requests no other file."""
    requested_paths: list[str] = []
    get = serve.Handler.do_GET

    def record_request(handler):
        requested_paths.append(handler.path.removeprefix("/below/here/"))
        get(handler)

    monkeypatch.setattr(serve.Handler, "do_GET", record_request)
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    page = new_browser().new_page()
    with serve.serve_folder(folder, "/below/here/") as url:
        visit(page, url)
        wait_until_cached(page)
        large_files = {name for name in requested_paths if name.endswith(".bin")}
        assert len(large_files) == 2  # both builds have them, and the browser has downloaded them
        index, script = folder / "index.html", folder / "static" / "page" / "main.js"
        text = index.read_text(encoding="utf-8").replace("<html", '<html data-build="two"', 1)
        index.write_text(text, encoding="utf-8")
        script.write_text(f"{script.read_text(encoding='utf-8')}// New.\n", encoding="utf-8")
        write_versions(folder)
        offline.write_service_worker(build.SERVICE_WORKER_FILE, folder)
        requested_paths.clear()
        page.evaluate(
            "() => navigator.serviceWorker.getRegistration().then((registration) => { registration.update(); })"
        )
        page.get_by_role("button", name="Update now").click(timeout=60_000)
        page.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    assert set(requested_paths) <= {"sw.js", "index.html", "embed.html", "static/page/main.js"}
    assert {"index.html", "static/page/main.js"} <= set(requested_paths)


@pytest.mark.core
def test_single_file_plays_and_saves_without_server(new_browser, dist, tmp_path):
    shutil.copyfile(dist / "ruleboard.html", tmp_path / "ruleboard.html")
    page = new_browser().new_page()
    requested_urls: list[str] = []
    page.on("request", lambda request: requested_urls.append(request.url))
    visit(page, (tmp_path / "ruleboard.html").as_uri())
    begin_game(page)
    play(page, ["a1-a2"])
    before = read_position(page)
    reload(page)
    wait_for_position(page, before)
    page.evaluate("location.hash = '#/lab'")
    lab = page.locator("rule-lab")
    wait_until(page, lambda: lab.inner_text() == lab.get_attribute("data-absence"))
    assert [url for url in requested_urls if not url.startswith(("file:", "data:", "blob:"))] == []
