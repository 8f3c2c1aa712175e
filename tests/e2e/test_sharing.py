"""Sharing in the browser: from a game in progress to another browser, into files, and onto paper."""

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

from ruleboard.engine.record import LONGEST_NAME, Record
from ruleboard.games.registry import GAMES
from tests.e2e.at_table import begin, download, keep, kept, position, replayed, touch
from tests.e2e.scenes import of_game, visit
from tools.setup import ROOT

CHESS = ("e2e4", "e7e5", "j1>i1j1")


@pytest.fixture
def desk(shared_page) -> Page:
    """A computer with mouse and keyboard."""
    return shared_page("desktop")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def open_share(page: Page, section: str) -> None:
    button(page, "This game").click()
    button(page, "Share").click()
    button(page, section).click()


@pytest.mark.core
@pytest.mark.profiles("phone")
def test_a_link_from_a_game_in_progress_is_played_on_elsewhere(page: Page, new_context, open_app):
    open_app(page)
    begin(page, "sensei", ("Ann", "Bob"), mode="arashi")
    touch(page, "a1")
    touch(page, "a4")
    shown = position(page)
    open_share(page, "Link")
    dialog = page.locator(".share")
    expect(dialog).to_be_in_viewport(ratio=1)
    button(page, "Embed").click()
    expect(page.locator("#share-embed")).to_be_attached()
    expect(dialog).to_be_in_viewport(ratio=0.999)  # what is higher than the screen scrolls within the dialog
    button(page, "Link").click()
    address = page.locator("#share-link").input_value()
    assert "#/from/sensei/" in address
    other = new_context("desktop").new_page()
    other.goto(address)
    other.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    expect(other.locator(".page-table")).to_be_visible()
    assert position(other) == shown
    assert kept(other) == {}
    touch(other, "b1")
    touch(other, "b4")
    (id,) = kept(other)
    assert other.url.endswith(f"#/play/{id}")
    assert [str(entry) for entry in replayed(other).entries] == ["b1-b4"]
    button(other, "Undo").first.click()
    assert position(other) == shown
    other.close()


def test_a_link_opens_where_python_runs_already_and_a_bad_one_says_why(desk: Page):
    desk.evaluate("() => { location.hash = '#/from/sensei/nonsense'; }")
    expect(desk.get_by_role("heading", name="This link cannot be opened")).to_be_visible()
    desk.get_by_role("link", name="Begin Sensei from its start").click()
    desk.locator(".page-new").wait_for()
    desk.evaluate("() => { location.hash = '#/from/tesulda'; }")
    desk.locator(".of-tesulda").wait_for()
    assert kept(desk) == {}


def test_long_names_leave_the_dialog_as_wide_as_the_phone(phone: Page, open_app):
    open_app(phone)
    begin(phone, "sensei", ("W" * LONGEST_NAME,) * 2)
    open_share(phone, "Text")
    dialog = phone.locator("#share")
    expect(dialog.get_by_role("textbox", name="The game as it is kept")).to_have_value(re.compile("W" * LONGEST_NAME))
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


@pytest.mark.allow_console("Applying inline style")  # here the snippet is read on a page stricter than most
def test_what_is_copied_is_what_is_shown(desk: Page):
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    keep(desk, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS))
    open_share(desk, "Embed")
    desk.get_by_label("Caption under the board").fill('Black "to" <move>')
    desk.get_by_label("Caption under the board").blur()
    button(desk, "Copy: Put this into your page").click()
    expect(button(desk, "Copied: Put this into your page")).to_be_visible()
    snippet = desk.evaluate("navigator.clipboard.readText()")
    assert 'caption="Black &quot;to&quot; &lt;move&gt;"' in snippet
    parsed = desk.evaluate(
        """text => {
            const board = new DOMParser().parseFromString(text, "text/html").querySelector("rule-board");
            const script = new DOMParser().parseFromString(text, "text/html").querySelector("script");
            return { caption: board.getAttribute("caption"), position: board.getAttribute("position"),
                     href: board.querySelector("a").href, src: script.src };
        }""",
        snippet,
    )
    assert parsed["caption"] == 'Black "to" <move>'
    assert parsed["position"] == position(desk)
    site = desk.url.partition("#")[0]
    assert parsed["src"] == site + "embed.js"
    assert parsed["href"].startswith(site + "#/from/tensor-chess/")


def test_the_preview_is_the_board_at_the_chosen_width(desk: Page):
    """Its poster first; once started, the frame tells the height that a plain frame needs."""
    keep(desk, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS))
    open_share(desk, "Embed")
    preview = desk.locator(".preview rule-board")
    expect(preview.locator("img").first).to_be_visible()
    desk.locator(".share label", has_text="320").click()
    expect(preview).to_have_class("wide-320")
    box = preview.bounding_box()
    assert box is not None
    assert 280 <= box["width"] <= 320
    picture = preview.locator("a img")
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth; }") == 320
    preview.evaluate("board => board.start()")
    desk.wait_for_function("() => document.querySelector('.preview rule-board').ready", timeout=90_000)
    height = str(preview.evaluate("board => board.clientHeight"))
    desk.locator(".share label", has_text="a plain frame").click()
    frame = desk.locator(".preview iframe")  # and the very frame is the preview, until it is touched a picture
    lines = desk.locator("#share-embed").input_value()
    assert escape(frame.get_attribute("src") or "") in lines
    expect(frame).to_have_attribute("height", height)
    assert f'height="{height}"' in lines
    expect(desk.frame_locator(".preview iframe").locator("#first img")).to_have_attribute("src", re.compile("^data:"))


@pytest.mark.core
def test_the_file_is_the_very_same_as_from_the_command_line(desk: Page):
    """One style sheet, one picture: a browser and a plain Python write the same text."""
    keep(desk, Record("sensei", {"mode": "arashi"}, 0, ("", "")))
    open_share(desk, "Picture")
    expect(desk.locator(".preview img")).to_be_visible()
    file = download(desk, button(desk, "Download SVG").click)
    line = [sys.executable, str(ROOT / "dev.py"), "diagrams", "sensei", "start", "--width", "1200"]
    made = subprocess.run(line, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    assert file.read_text(encoding="utf-8") == made
    assert ElementTree.fromstring(made.encode()).get("data-game") == "sensei"


@pytest.mark.core
@pytest.mark.parametrize("width", [600, 2400])
def test_a_png_has_the_chosen_size_and_a_board_on_it(width: int, desk: Page):
    keep(desk, Record("equilibrium", {"players": "3"}, 0, ("", "", "")))
    open_share(desk, "Picture")
    desk.locator(".share label", has_text=str(width)).click()
    expect(desk.locator(".preview img")).to_be_visible()
    file = download(desk, button(desk, "Download PNG").click)
    size, colours = _png(file)
    assert size[0] == width
    assert size[1] > width / 3
    assert colours > 50


def _png(path: Path) -> tuple[tuple[int, int], int]:
    """The size of a PNG, and how many different bytes its lines hold."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", data[16:24])
    parts, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            parts += data[at + 8 : at + 8 + length]
        at += length + 12
    return size, len(set(zlib.decompress(parts)))


def test_paper_gets_the_board_and_nothing_to_be_touched(desk: Page):
    keep(desk, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS, meta={"title": "Club night"}))
    desk.emulate_media(media="print", color_scheme="dark")
    try:
        expect(desk.locator(".on-paper.heading")).to_have_text("Club night · Ben to move")
        expect(desk.locator(".on-paper.heading")).to_be_visible()
        board = desk.locator(".stage > svg.board")
        expect(board).to_be_visible()
        for hidden in (".bar", ".controls", ".beside", ".side"):
            expect(desk.locator(hidden).first).to_be_hidden()
        light = desk.evaluate("getComputedStyle(document.querySelector('.board .light')).fill")
        assert light == "rgb(255, 255, 255)"
        heading, drawn = desk.locator(".on-paper.heading").bounding_box(), board.bounding_box()
        assert heading is not None
        assert drawn is not None
        assert heading["y"] + heading["height"] <= drawn["y"]
        assert drawn["width"] > 600
        assert len(desk.screenshot()) > 20_000
    finally:
        desk.emulate_media(media="screen", color_scheme="light")


@pytest.mark.parametrize("game", GAMES)
def test_paper_does_not_show_where_the_keys_are(desk: Page, game: str):
    """No square has a ring there."""
    stage = desk.locator(".stage")
    for scene in of_game(game):
        if scene.name != "table, midway":
            continue
        visit(desk, scene)
        desk.emulate_media(media="print")
        try:
            desk.evaluate("document.activeElement.blur()")
            printed = stage.screenshot(animations="disabled")
            desk.locator("svg[data-game][tabindex]").focus()
            desk.keyboard.press("ArrowUp")
            assert desk.evaluate("document.activeElement.matches('.stage :focus-visible')")
            assert stage.screenshot(animations="disabled") == printed, scene
        finally:
            desk.emulate_media(media="screen")


def test_the_moves_are_printed_alone(desk: Page):
    keep(desk, Record("tensor-chess", {}, 0, ("Ada", "Ben"), CHESS))
    desk.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    open_share(desk, "Text")
    button(desk, "Print the moves").click()
    desk.wait_for_function("() => window.printed === 1")
    desk.emulate_media(media="print")
    try:
        expect(desk.locator(".on-paper.record li")).to_have_text(["1.e4 e5", "2.R>i1j1"])
        expect(desk.locator(".on-paper.record")).to_be_visible()
        expect(desk.locator(".stage")).to_be_hidden()
    finally:
        desk.emulate_media(media="screen")
    desk.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(desk.locator(".on-paper.record")).to_have_count(0)


@pytest.mark.parametrize("mode", ["look at it", "play on", "find a move"])
def test_the_lines_for_another_page_show_the_position_there(mode: str, desk: Page, new_context, site: str):
    """Equilibrium's positions travel coded; marks, caption and the answer to a task come along."""
    keep(desk, Record("equilibrium", {}, 4, ("", ""), ("setup I@0,0 A@-1,0",)))
    open_share(desk, "Embed")
    desk.locator(".share label", has_text=mode).click()
    if mode == "find a move":
        state = replayed(desk)
        action = state.game.legal_actions(state.state)[0]
        desk.get_by_label("The move to be found").fill(state.game.format_action(state.state, action))
        desk.get_by_label("The move to be found").blur()
    snippet = desk.locator("#share-embed")
    expect(snippet).to_have_value(re.compile("rule-board"))
    html = f"<!doctype html><title>Another page</title>{snippet.input_value()}"
    shown = position(desk)
    other = new_context("desktop").new_page()
    other.route("**/another.html", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    other.goto(site + "another.html")
    detail = other.evaluate(
        """() => new Promise((told) => {
            const board = document.querySelector("rule-board");
            for (const name of ["ready", "error"]) {
                board.addEventListener(name, ({ type, detail }) => told({ type, ...detail }));
            }
            customElements.whenDefined("rule-board").then(() => board.start());
        })"""
    )
    assert detail["type"] == "ready", detail
    assert detail["position"] == shown
    other.close()
