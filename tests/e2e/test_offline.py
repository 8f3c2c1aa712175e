"""Without a network, and with a new version: everything is kept, and taken anew only when somebody agrees."""

from __future__ import annotations

import json
import shutil
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.e2e.at_table import begin, only_kept, play, position, wait_for_position
from tools import build, offline, serve

KEPT = "() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"


@pytest.fixture
def own_site(dist, tmp_path):
    """A copy of the app on a server that can be stopped: its folder, its address, and how to stop it."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with ExitStack() as running:
        yield folder, running.enter_context(serve.serving(folder, "/below/here/")), running.close


@pytest.fixture
def visitor(browser, own_site):
    """A page of a browser that has been to the site once and keeps it."""
    _, url, _ = own_site
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    visit(page, url)
    for _ in range(200):
        if page.evaluate(KEPT):
            break
        page.wait_for_timeout(200)
    yield page
    context.close()


def visit(page, url):
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


def test_all_is_there_with_the_server_stopped(visitor, own_site):
    _, url, stop = own_site
    stop()
    visit(visitor, url)
    assert visitor.locator("html").get_attribute("data-start") == "snapshot"
    begin(visitor)
    play(visitor, ["a1-a2"])
    shown = position(visitor)
    visitor.reload()
    visitor.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, shown)
    visitor.evaluate("() => { location.hash = '#/'; }")
    links = visitor.locator(".shelf a.primary")
    links.first.wait_for()
    for address in links.evaluate_all("links => links.map((link) => link.getAttribute('href'))"):
        visitor.evaluate("address => { location.hash = address; }", address)
        expect(visitor.locator(".page-new h1")).to_be_visible()


def test_a_new_version_waits_until_somebody_agrees(visitor, own_site):
    folder, _, _ = own_site
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
    visitor.reload()  # is no agreement
    visitor.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    assert visitor.locator("html").get_attribute("data-build") is None
    expect(notice).to_be_visible()
    visitor.get_by_role("button", name="Use it now").click()
    visitor.locator("html[data-build=two][data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(visitor, shown)
    assert json.loads(only_kept(visitor))["actions"] == json.loads(kept)["actions"]


def test_one_file_plays_and_saves_without_any_server(browser, dist, tmp_path):
    shutil.copyfile(dist / "ruleboard.html", tmp_path / "ruleboard.html")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, (tmp_path / "ruleboard.html").as_uri())
    begin(page)
    play(page, ["a1-a2"])
    shown = position(page)
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    wait_for_position(page, shown)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()


def test_it_can_be_installed(dist):
    """The manifest has what browsers ask for, and the files it names are there in the sizes it says."""
    manifest = json.loads((dist / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"]
    assert manifest["display"] == "standalone"
    assert manifest["start_url"].startswith("./")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        data = (dist / picture["src"]).read_bytes()
        if picture["type"] == "image/png":
            size = "x".join(str(int.from_bytes(data[at : at + 4])) for at in (16, 20))
            assert size == picture["sizes"], picture["src"]
