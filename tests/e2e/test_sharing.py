"""Test sharing: links, snippets, pictures and print."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import zlib
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from ruleboard.engine.record import MAX_NAME_LENGTH, Record
from ruleboard.registry import GAMES
from tests.e2e.helpers import (
    begin_game,
    download,
    read_position,
    read_saved_games,
    replay_saved_game,
    save_and_open,
    touch,
)
from tests.e2e.scenes import iter_game_scenes, visit
from tools.setup import ROOT

CHESS_ACTIONS = ("e2e4", "e7e5", "j1>i1j1")


@pytest.fixture
def desktop_page(shared_page) -> Page:
    """Return the shared page of a desktop, on the home page."""
    return shared_page("desktop")


def find_button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def open_share(page: Page, section: str) -> None:
    find_button(page, "This game").click()
    page.get_by_role("menuitem", name="Share").click()
    find_button(page, section).click()


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_shared_link_opens_playable_game(page: Page, new_context, open_app):
    open_app(page)
    begin_game(page, "sensei", ("Ann", "Bob"), mode="arashi")
    touch(page, "a1")
    touch(page, "a4")
    shared_position = read_position(page)
    open_share(page, "Link")
    dialog = page.locator(".share")
    expect(dialog).to_be_in_viewport(ratio=1)
    find_button(page, "Embed").click()
    expect(page.locator("#share-embed")).to_be_attached()
    expect(dialog).to_be_in_viewport(ratio=0.999)  # higher content scrolls within the dialog
    find_button(page, "Link").click()
    address = page.locator("#share-link").input_value()
    assert "#/from/sensei/" in address
    receiver = new_context("desktop").new_page()
    receiver.goto(address)
    receiver.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    expect(receiver.locator(".page-table")).to_be_visible()
    assert read_position(receiver) == shared_position
    assert read_saved_games(receiver) == {}
    touch(receiver, "b1")
    touch(receiver, "b4")
    (id,) = read_saved_games(receiver)
    assert receiver.url.endswith(f"#/play/{id}")
    assert [str(entry) for entry in replay_saved_game(receiver).entries] == ["b1-b4"]
    find_button(receiver, "Undo").first.click()
    assert read_position(receiver) == shared_position
    receiver.close()


def test_links_open_in_running_app_and_bad_ones_have_reason(desktop_page: Page):
    desktop_page.evaluate("() => { location.hash = '#/from/sensei/nonsense'; }")
    expect(desktop_page.get_by_role("heading", name="This link can’t be opened")).to_be_visible()
    desktop_page.get_by_role("link", name="Start a new game of Sensei").click()
    desktop_page.locator(".page-new").wait_for()
    desktop_page.evaluate("() => { location.hash = '#/from/tesulda'; }")
    desktop_page.locator(".of-tesulda").wait_for()
    assert read_saved_games(desktop_page) == {}


def test_share_dialog_with_long_names_fits_phone(phone: Page, open_app):
    open_app(phone)
    begin_game(phone, "sensei", ("W" * MAX_NAME_LENGTH,) * 2)
    open_share(phone, "Text")
    dialog = phone.locator("#share")
    expect(dialog.get_by_role("textbox", name="The saved game")).to_have_value(re.compile("W" * MAX_NAME_LENGTH))
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


@pytest.mark.allow_console("Applying inline style")  # the test parses the snippet on a page with a strict policy
def test_copied_snippet_describes_board(desktop_page: Page):
    desktop_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    save_and_open(desktop_page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS_ACTIONS))
    open_share(desktop_page, "Embed")
    desktop_page.get_by_label("Caption under the board").fill('Black "to" <move>')
    desktop_page.get_by_label("Caption under the board").blur()
    find_button(desktop_page, "Copy: Copy this into your page").click()
    expect(find_button(desktop_page, "Copied: Copy this into your page")).to_be_visible()
    snippet = desktop_page.evaluate("navigator.clipboard.readText()")
    assert 'caption="Black &quot;to&quot; &lt;move&gt;"' in snippet
    parsed_address = desktop_page.evaluate(
        """text => {
            const board = new DOMParser().parseFromString(text, "text/html").querySelector("rule-board");
            const script = new DOMParser().parseFromString(text, "text/html").querySelector("script");
            return { caption: board.getAttribute("caption"), position: board.getAttribute("position"),
                     href: board.querySelector("a").href, src: script.src };
        }""",
        snippet,
    )
    assert parsed_address["caption"] == 'Black "to" <move>'
    assert parsed_address["position"] == read_position(desktop_page)
    site = desktop_page.url.partition("#")[0]
    assert parsed_address["src"] == site + "embed.js"
    assert parsed_address["href"].startswith(site + "#/from/tensor-chess/")


def test_preview_has_chosen_width(desktop_page: Page):
    """The poster and then the running board have the width that the user has chosen."""
    save_and_open(desktop_page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS_ACTIONS))
    open_share(desktop_page, "Embed")
    preview = desktop_page.locator(".preview rule-board")
    expect(preview.locator("img").first).to_be_visible()
    desktop_page.locator(".share label", has_text="320").click()
    expect(preview).to_have_class("wide-320")
    box = preview.bounding_box()
    assert box is not None
    assert 280 <= box["width"] <= 320
    picture = preview.locator("a img")
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth; }") == 320
    preview.evaluate("board => board.start()")
    desktop_page.wait_for_function("() => document.querySelector('.preview rule-board').ready", timeout=90_000)
    height = str(preview.evaluate("board => board.clientHeight"))
    desktop_page.locator(".share label", has_text="a plain iframe").click()
    frame = desktop_page.locator(
        ".preview iframe"
    )  # the preview is the frame itself, with a picture until the first click
    snippet = desktop_page.locator("#share-embed").input_value()
    assert escape(frame.get_attribute("src") or "") in snippet
    expect(frame).to_have_attribute("height", height)
    assert f'height="{height}"' in snippet
    expect(desktop_page.frame_locator(".preview iframe").locator("#first img")).to_have_attribute(
        "src", re.compile("^data:")
    )


@pytest.mark.core
def test_svg_file_equals_command_line_output(desktop_page: Page):
    """The file from the browser has the same text as the output of the command line."""
    save_and_open(desktop_page, Record("sensei", {"mode": "arashi"}, 0, ("", "")))
    open_share(desktop_page, "Picture")
    expect(desktop_page.locator(".preview img")).to_be_visible()
    file = download(desktop_page, find_button(desktop_page, "Download SVG").click)
    command = [sys.executable, str(ROOT / "dev.py"), "diagrams", "sensei", "start", "--width", "1200"]
    expected = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    assert file.read_text(encoding="utf-8") == expected
    assert ElementTree.fromstring(expected.encode()).get("data-game") == "sensei"


@pytest.mark.core
@pytest.mark.parametrize("width", [600, 2400])
def test_png_has_chosen_width_and_board(width: int, desktop_page: Page):
    save_and_open(desktop_page, Record("equilibrium", {"players": "3"}, 0, ("", "", "")))
    open_share(desktop_page, "Picture")
    desktop_page.locator(".share label", has_text=str(width)).click()
    expect(desktop_page.locator(".preview img")).to_be_visible()
    file = download(desktop_page, find_button(desktop_page, "Download PNG").click)
    size, byte_count = _read_png_size_and_byte_count(file)
    assert size[0] == width
    assert size[1] > width / 3
    assert byte_count > 50


def _read_png_size_and_byte_count(path: Path) -> tuple[tuple[int, int], int]:
    """Return the size of a PNG file and the number of different bytes in its pixels."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", data[16:24])
    parts, offset = b"", 8
    while offset < len(data):
        (length,) = struct.unpack(">I", data[offset : offset + 4])
        if data[offset + 4 : offset + 8] == b"IDAT":
            parts += data[offset + 8 : offset + 8 + length]
        offset += length + 12
    return size, len(set(zlib.decompress(parts)))


def test_print_shows_board_without_controls(desktop_page: Page):
    save_and_open(
        desktop_page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS_ACTIONS, meta={"title": "Club night"})
    )
    desktop_page.emulate_media(media="print", color_scheme="dark")
    try:
        expect(desktop_page.locator(".on-paper.heading")).to_have_text("Club night · Ben to move")
        expect(desktop_page.locator(".on-paper.heading")).to_be_visible()
        board = desktop_page.locator(".stage > svg.board")
        expect(board).to_be_visible()
        for hidden_selector in (".bar", ".controls", ".beside", ".side"):
            expect(desktop_page.locator(hidden_selector).first).to_be_hidden()
        light_square = desktop_page.evaluate("getComputedStyle(document.querySelector('.board .light')).fill")
        assert light_square == "rgb(255, 255, 255)"
        heading_box, board_box = desktop_page.locator(".on-paper.heading").bounding_box(), board.bounding_box()
        assert heading_box is not None
        assert board_box is not None
        assert heading_box["y"] + heading_box["height"] <= board_box["y"]
        assert board_box["width"] > 600
        assert len(desktop_page.screenshot()) > 20_000
    finally:
        desktop_page.emulate_media(media="screen", color_scheme="light")


@pytest.mark.parametrize("game", GAMES)
def test_print_hides_focus(desktop_page: Page, game: str):
    stage = desktop_page.locator(".stage")
    for scene in iter_game_scenes(game):
        if scene.name != "table, midway":
            continue
        visit(desktop_page, scene)
        desktop_page.emulate_media(media="print")
        try:
            desktop_page.evaluate("document.activeElement.blur()")
            printed_image = stage.screenshot(animations="disabled")
            desktop_page.locator("svg[data-game][tabindex]").focus()
            desktop_page.keyboard.press("ArrowUp")
            assert desktop_page.evaluate("document.activeElement.matches('.stage :focus-visible')")
            assert stage.screenshot(animations="disabled") == printed_image, scene
        finally:
            desktop_page.emulate_media(media="screen")


def test_only_the_moves_are_printed(desktop_page: Page):
    save_and_open(desktop_page, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS_ACTIONS))
    desktop_page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    open_share(desktop_page, "Text")
    find_button(desktop_page, "Print the moves").click()
    desktop_page.wait_for_function("() => window.printed === 1")
    desktop_page.emulate_media(media="print")
    try:
        expect(desktop_page.locator(".on-paper.record li")).to_have_text(["1.e4 e5", "2.R>i1j1"])
        expect(desktop_page.locator(".on-paper.record")).to_be_visible()
        expect(desktop_page.locator(".stage")).to_be_hidden()
    finally:
        desktop_page.emulate_media(media="screen")
    desktop_page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(desktop_page.locator(".on-paper.record")).to_have_count(0)


@pytest.mark.parametrize("mode", ["look at it", "play on", "find a move"])
def test_snippet_shows_position_on_other_page(mode: str, desktop_page: Page, new_context, site: str):
    """A snippet with Equilibrium's encoded position works, and so does a snippet with the answer to a task."""
    save_and_open(desktop_page, Record("equilibrium", {}, 4, ("", ""), ("setup I@0,0 A@-1,0",)))
    open_share(desktop_page, "Embed")
    desktop_page.locator(".share label", has_text=mode).click()
    if mode == "find a move":
        timeline = replay_saved_game(desktop_page)
        action = timeline.game.legal_actions(timeline.state)[0]
        desktop_page.get_by_label("The move to find").fill(timeline.game.format_action(timeline.state, action))
        desktop_page.get_by_label("The move to find").blur()
    snippet = desktop_page.locator("#share-embed")
    expect(snippet).to_have_value(re.compile("rule-board"))
    html = f"<!doctype html><title>Another page</title>{snippet.input_value()}"
    shared_position = read_position(desktop_page)
    other_page = new_context("desktop").new_page()
    other_page.route("**/another.html", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    other_page.goto(site + "another.html")
    detail = other_page.evaluate(
        """() => new Promise((resolve) => {
            const board = document.querySelector("rule-board");
            for (const name of ["ready", "error"]) {
                board.addEventListener(name, ({ type, detail }) => resolve({ type, ...detail }));
            }
            customElements.whenDefined("rule-board").then(() => board.start());
        })"""
    )
    assert detail["type"] == "ready", detail
    assert detail["position"] == shared_position
    other_page.close()
