"""Test the app inside a frame, where it starts only if a page of the same origin requests it."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tools import serve

READY_TIMEOUT_MS = 90_000


@pytest.fixture
def writable_site(dist, tmp_path):
    """Serve a copy of the app to which a test can add pages. Return its folder and URL."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder, ignore=shutil.ignore_patterns("examples", "ruleboard.html"))
    with serve.serve_folder(folder) as url:
        yield folder, url


def create_html_with_frame(address, attributes=""):
    """Return the HTML of a page with a frame that shows an address."""
    frame = f'<iframe id="frame" src="{address}" {attributes} width="900" height="700"></iframe>'
    return f'<!doctype html><title>Around</title><link rel="icon" href="data:,">{frame}'


def expect_refusal(page, frame, address):
    """Check that the framed app does not start and that it offers to open in a tab."""
    message = frame.locator("#start-message")
    expect(message).to_contain_text("can’t show the whole", timeout=20_000)
    link = message.get_by_role("link")
    assert link.evaluate("link => [link.href, link.target, link.rel]") == [address, "_blank", "noopener"]
    assert frame.locator("#app a, #app button").count() == 0  # no element that can be clicked by mistake
    page.wait_for_timeout(1000)
    assert frame.locator("html[data-ready]").count() == 0


@pytest.mark.core
@pytest.mark.allow_console("IDBFactory|insecure|SecurityError")  # PyScript opens a database first
@pytest.mark.parametrize("attributes", ["", "data-ruleboard"])
def test_other_origin_cannot_frame_app(first_visit_page, writable_site, tmp_path, attributes):
    """The app does not start in a frame of another origin, which could trick people into clicking it (clickjacking)."""
    _, url = writable_site
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(create_html_with_frame(f"{url}#/settings", attributes), encoding="utf-8")
    requested_urls = []
    first_visit_page.on("request", lambda request: requested_urls.append(request.url))
    with serve.serve_folder(host) as host_url:
        first_visit_page.goto(host_url)
        expect_refusal(first_visit_page, first_visit_page.frame_locator("#frame"), f"{url}#/settings")
    assert not [
        address for address in requested_urls if address.endswith(".bin")
    ]  # nor does it download the large files


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # the refused scripts
def test_sandboxed_app_says_why_it_does_not_start(new_browser, writable_site, tmp_path):
    """In a sandbox the app says why it does not start: without an origin, browsers cannot verify its scripts."""
    page = new_browser(locale="fr-FR").new_page()
    _, url = writable_site
    host = tmp_path / "host"
    host.mkdir()
    html = create_html_with_frame(f"{url}#/settings", 'sandbox="allow-scripts" data-ruleboard')
    (host / "index.html").write_text(html, encoding="utf-8")
    with serve.serve_folder(host) as host_url:
        page.goto(host_url)
        frame = page.frame_locator("#frame")
        message = frame.locator("#start-message")
        expect(message).to_contain_text("sandbox", timeout=20_000)
        expect(message).to_contain_text("onglet")  # in the reader's language
        link = message.get_by_role("link")
        assert link.evaluate("link => [link.href, link.target, link.rel]") == [f"{url}#/settings", "_blank", "noopener"]
        expect(link).to_have_text(f"{url}#/settings")  # the sandbox may forbid new tabs
        assert frame.locator("#app a, #app button").count() == 0
        assert frame.locator("html[data-ready]").count() == 0


def test_same_origin_frames_app_on_request(first_visit_page, writable_site):
    folder, url = writable_site
    (folder / "around.html").write_text(create_html_with_frame("./index.html"), encoding="utf-8")
    first_visit_page.goto(f"{url}around.html")
    expect_refusal(first_visit_page, first_visit_page.frame_locator("#frame"), f"{url}index.html")
    (folder / "around.html").write_text(create_html_with_frame("./index.html", "data-ruleboard"), encoding="utf-8")
    first_visit_page.goto(f"{url}around.html")
    frame = first_visit_page.frame_locator("#frame")
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=READY_TIMEOUT_MS)
    expect(frame.get_by_role("heading", level=1, name="Tabletop games")).to_be_visible()


def test_all_parent_pages_must_have_same_origin(first_visit_page, writable_site, tmp_path):
    folder, url = writable_site
    (folder / "around.html").write_text(create_html_with_frame("./index.html", "data-ruleboard"), encoding="utf-8")
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(create_html_with_frame(f"{url}around.html"), encoding="utf-8")
    with serve.serve_folder(host) as host_url:
        first_visit_page.goto(host_url)
        inner_frame = first_visit_page.frame_locator("#frame").frame_locator("#frame")
        expect_refusal(first_visit_page, inner_frame, f"{url}index.html")


def test_refusal_uses_reader_language(new_browser, writable_site, tmp_path):
    _, url = writable_site
    host = tmp_path / "host"
    host.mkdir()
    (host / "index.html").write_text(create_html_with_frame(url), encoding="utf-8")
    with serve.serve_folder(host) as host_url:
        page = new_browser(locale="fr-FR").new_page()
        page.goto(host_url)
        expect(page.frame_locator("#frame").get_by_role("link")).to_contain_text("Ouvrir", timeout=20_000)
