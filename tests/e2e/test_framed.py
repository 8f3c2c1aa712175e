"""The app in a frame: it starts only where a page of its own origin has asked for it, else it offers to open alone."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tools import serve

READY = 90_000


@pytest.fixture
def own(dist, tmp_path):
    """A copy of the app in which a test may write pages, and its address."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder, ignore=shutil.ignore_patterns("examples", "ruleboard.html"))
    with serve.serving(folder) as url:
        yield folder, url


def framed(address, more=""):
    """Return a page that frames an address."""
    frame = f'<iframe id="frame" src="{address}" {more} width="900" height="700"></iframe>'
    return f'<!doctype html><title>Around</title><link rel="icon" href="data:,">{frame}'


def sees_refusal(page, frame, address):
    """See that the app in a frame does not start, and offers to open alone."""
    message = frame.locator("#start-message")
    expect(message).to_contain_text("does not start inside another page", timeout=20_000)
    link = message.get_by_role("link")
    assert link.evaluate("link => [link.href, link.target, link.rel]") == [address, "_blank", "noopener"]
    assert frame.locator("#app a, #app button").count() == 0  # nothing is left to be clicked by mistake
    page.wait_for_timeout(1000)
    assert frame.locator("html[data-ready]").count() == 0


@pytest.mark.core
@pytest.mark.allow_console("IDBFactory|insecure|SecurityError")  # PyScript asks for a database before all else
@pytest.mark.parametrize("more", ["", "data-ruleboard", 'sandbox="allow-scripts" data-ruleboard'])
def test_a_page_of_another_origin_cannot_frame_the_app(first_visit_page, own, tmp_path, more):
    """Clickjacking: what lies under the frame would be clicked by people who see something else."""
    _, url = own
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(framed(f"{url}#/settings", more), encoding="utf-8")
    asked = []
    first_visit_page.on("request", lambda request: asked.append(request.url))
    with serve.serving(host) as around:
        first_visit_page.goto(around)
        sees_refusal(first_visit_page, first_visit_page.frame_locator("#frame"), f"{url}#/settings")
    assert not [address for address in asked if address.endswith(".bin")]  # nor is it loaded in vain


def test_a_page_of_its_own_origin_frames_the_app_if_it_asks_for_it(first_visit_page, own):
    folder, url = own
    (folder / "around.html").write_text(framed("./index.html"), encoding="utf-8")
    first_visit_page.goto(f"{url}around.html")
    sees_refusal(first_visit_page, first_visit_page.frame_locator("#frame"), f"{url}index.html")
    (folder / "around.html").write_text(framed("./index.html", "data-ruleboard"), encoding="utf-8")
    first_visit_page.goto(f"{url}around.html")
    frame = first_visit_page.frame_locator("#frame")
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=READY)
    expect(frame.get_by_role("heading", level=1, name="Games for a table")).to_be_visible()


def test_every_page_around_must_be_of_its_origin(first_visit_page, own, tmp_path):
    folder, url = own
    (folder / "around.html").write_text(framed("./index.html", "data-ruleboard"), encoding="utf-8")
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(framed(f"{url}around.html"), encoding="utf-8")
    with serve.serving(host) as around:
        first_visit_page.goto(around)
        inner = first_visit_page.frame_locator("#frame").frame_locator("#frame")
        sees_refusal(first_visit_page, inner, f"{url}index.html")


def test_the_refusal_is_said_in_the_reader_s_language(new_browser, own, tmp_path):
    _, url = own
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(framed(url), encoding="utf-8")
    with serve.serving(host) as around:
        page = new_browser(locale="fr-FR").new_page()
        page.goto(around)
        expect(page.frame_locator("#frame").get_by_role("link")).to_have_text("Ouvrir Ruleboard seul", timeout=20_000)
