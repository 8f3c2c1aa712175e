"""Test saved games: damaged texts, full and forbidden storage, two tabs, export and import."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.helpers import (
    KEY_PREFIX,
    RECORD,
    begin_game,
    download,
    go,
    play,
    read_only_saved_game,
    read_position,
    read_saved_games,
    reload,
    store,
    tap,
    touch,
    wait_for_position,
)

FORBID_STORAGE_SCRIPT = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
FILL_STORAGE_SCRIPT = (
    "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
)


@pytest.mark.shared
def test_home_lists_several_games(tablet: Page):
    begin_game(tablet, names=("Anna", "Ben"))
    play(tablet, ["a1-a2"])
    tap(tablet.get_by_role("link", name="Games"))
    begin_game(tablet, mode="arashi-expert", names=("Cleo", "Dan"))
    tap(tablet.get_by_role("link", name="Games"))
    entries = tablet.locator(".entry")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Cleo – Dan")
    assert len(read_saved_games(tablet)) == 2
    tap(entries.nth(1).get_by_role("link"))
    wait_for_position(tablet, "rrrRrrr/7/7/7/7/g6/1ggGggg g 11 arashi")


@pytest.mark.shared
@pytest.mark.core
@pytest.mark.profiles("desktop")
def test_back_and_forward_change_pages(page: Page):
    begin_game(page)
    play(page, ["a1-a4"])
    latest_position = read_position(page)
    table = page.url
    page.go_back()
    expect(page.locator(".page-home .entry")).to_have_count(1)  # not the form for new games
    page.go_forward()
    wait_for_position(page, latest_position)
    assert page.url == table
    page.get_by_role("link", name="Games").click()
    expect(page.locator(".page-home")).to_be_visible()
    page.go_back()
    wait_for_position(page, latest_position)


@pytest.mark.shared
def test_back_returns_to_origin_of_game(phone: Page):
    """Back leads from a rematch or a copy to the earlier game, and from a linked game to the previous page."""
    go(phone, "#/learn/sensei")
    expect(phone.get_by_role("link", name="Pits")).to_be_visible()
    phone.evaluate("location.hash = '#/from/sensei/rrrRrrr%2F7%2F7%2F7%2F7%2F7%2FgggGggg%20g%2021%20arashi'")
    phone.locator(".page-table").wait_for()
    for name in ("a1", "a4", "do:end", "a7", "a6"):
        touch(phone, name)
    first = phone.url
    assert "#/play/" in first
    tap(phone.get_by_role("button", name="This game"))
    tap(phone.get_by_role("menuitem", name="Resign …"))
    tap(phone.get_by_role("button", name="Resign", exact=True))
    tap(phone.get_by_role("button", name="Step back"))
    tap(phone.get_by_role("button", name="Play on from here"))
    expect(phone.locator("h1")).to_contain_text("after turn 1")
    copy = phone.url
    touch(phone, "do:end")
    tap(phone.get_by_role("button", name="This game"))
    tap(phone.get_by_role("menuitem", name="Rematch with sides swapped"))
    expect(phone).not_to_have_url(copy)
    phone.go_back()
    expect(phone).to_have_url(copy)
    expect(phone.locator("h1")).to_contain_text("after turn 1")
    phone.go_back()
    expect(phone).to_have_url(f"{first}/3")
    tap(phone.get_by_role("button", name="Back to the game", exact=True))
    expect(phone.locator(".near .result")).to_have_text("Won")
    phone.go_back()  # to the present state of the reviewed game
    expect(phone).to_have_url(first)
    expect(phone.locator(".near .result")).to_have_text("Won")
    phone.go_back()
    expect(phone.get_by_role("link", name="Pits")).to_be_visible()  # the lessons, as before the link
    phone.go_forward()
    expect(phone.locator(".near .result")).to_have_text("Won")


@pytest.mark.profiles("tablet")
def test_back_from_game_opened_by_address_leads_home(page: Page, open_app):
    open_app(page, "#/from/sensei/rrrRrrr%2F7%2F7%2F7%2F7%2F7%2FgggGggg%20g%2021%20arashi")
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(page.locator(".page-table")).to_be_visible()
    page.go_back()
    expect(page.locator(".page-home")).to_be_visible()
    page.go_forward()
    expect(page.locator(".page-table")).to_be_visible()
    page.go_back()
    expect(page.locator(".page-home")).to_be_visible()
    page.go_back()
    expect(page).to_have_url("about:blank")


BROKEN_ADDRESSES = {
    "#/play/nosuchgame": "There’s no saved game “nosuchgame” in this browser.",
    "#/new/go": "There’s no game called “go” here.",
    "#/nowhere/at/all": "There’s no page at",
    "#/new/%3Cimg src=x onerror=alert(1)%3E": "There’s no game called “<img src=x onerror=alert(1)>” here.",
}


def test_broken_addresses_have_message(desktop: Page, open_app):
    """A broken address causes a message, whether the page is opened at it or navigates to it."""
    open_app(desktop, next(iter(BROKEN_ADDRESSES)))
    for address, message in BROKEN_ADDRESSES.items():
        go(desktop, address)
        expect(desktop.locator("main")).to_contain_text(message)
        desktop.get_by_role("link", name="All games").click()
        expect(desktop.locator(".page-home")).to_be_visible()


DAMAGED_TEXTS = {
    "damaged1": (json.dumps(RECORD)[:60], "cut off"),
    "damaged2": (json.dumps({**RECORD, "actions": ["b1-b5", "b5-c6"]}), "ction 2"),
    "damaged3": (json.dumps({**RECORD, "start": "rrr/7 g 21 arashi"}), "tart position"),
    "damaged4": (json.dumps({**RECORD, "game": "<b>chess</b>"}), "<b>chess</b>"),
}


@pytest.mark.core
def test_damaged_games_are_preserved_and_reported(desktop: Page, open_with_storage):
    texts = {id: text for id, (text, _) in DAMAGED_TEXTS.items()}
    open_with_storage(desktop, {KEY_PREFIX + id: text for id, text in texts.items()})
    for id, (text, message) in DAMAGED_TEXTS.items():
        entry = desktop.locator(".entry", has=desktop.locator(f'a[href="#/play/{id}"]'))
        expect(entry).to_contain_text("Can’t be opened")
        entry.locator("a").click()
        expect(desktop.get_by_role("heading", name="This game can’t be opened")).to_be_visible()
        desktop.get_by_text("Details", exact=True).click()
        reason = desktop.locator(".page-missing details > p")
        expect(reason).to_be_visible()
        expect(reason).to_contain_text(message)
        file = download(desktop, desktop.get_by_role("button", name="Download what was saved").click)
        assert file.read_text() == text
        assert read_saved_games(desktop) == texts
        go(desktop, "#/")


@pytest.mark.shared
def test_deletion_can_be_undone(tablet: Page):
    store(tablet, "game1", json.dumps(RECORD))
    reload(tablet)
    tap(tablet.get_by_role("button", name="More for Anna – Ben"))
    tap(tablet.get_by_role("menuitem", name="Delete"))
    expect(tablet.locator(".entry")).to_have_count(0)
    assert read_saved_games(tablet) == {}
    tap(tablet.locator(".notice").get_by_role("button", name="Undo"))
    expect(tablet.locator(".entry")).to_have_count(1)
    assert read_saved_games(tablet) == {"game1": json.dumps(RECORD)}


@pytest.mark.shared
def test_game_can_be_renamed(tablet: Page):
    begin_game(tablet)
    tap(tablet.get_by_role("button", name="This game"))
    tap(tablet.get_by_role("menuitem", name="Names and title"))
    tablet.get_by_role("textbox", name="Title").fill("<i>Final</i>")
    tablet.get_by_role("textbox", name="Red").fill("Ben & Bea")
    tap(tablet.get_by_role("button", name="Save", exact=True))
    expect(tablet.locator(".bar h1")).to_contain_text("<i>Final</i>")
    expect(tablet.locator(".far .who")).to_contain_text("Ben & Bea")
    assert json.loads(read_only_saved_game(tablet))["meta"]["title"] == "<i>Final</i>"
    reload(tablet)
    expect(tablet.locator(".bar h1")).to_contain_text("<i>Final</i>")


@pytest.mark.core
def test_games_are_exported_and_imported(desktop: Page, open_with_storage):
    texts = [json.dumps(RECORD), json.dumps({**RECORD, "players": ["", ""], "actions": []})]
    open_with_storage(desktop, {f"{KEY_PREFIX}{number}": text for number, text in enumerate(texts)}, "#/settings")
    text = download(desktop, desktop.get_by_role("button", name="Export all games").click).read_text()
    assert len(json.loads(text)["games"]) == 2
    desktop.evaluate("() => localStorage.clear()")
    reload(desktop)
    files = desktop.locator("input[type=file]")
    files.set_input_files({"name": "games.json", "mimeType": "application/json", "buffer": text.encode()})
    expect(desktop.locator(".notice")).to_contain_text("2 games imported.")
    assert sorted(len(json.loads(record)["actions"]) for record in read_saved_games(desktop).values()) == [0, 3]
    files.set_input_files({"name": "games.json", "mimeType": "application/json", "buffer": text.encode()})
    expect(desktop.locator(".notice")).to_contain_text("2 games were already here.")
    assert len(read_saved_games(desktop)) == 2


BROKEN_FILES = {
    b"\x89PNG\r\n\x1a\n\x00\x00": "Nothing was imported",
    b'{"format":"ruleboard/1","game":"sens': "cut off",
    b'{"format":"ruleboard/99"}': "newer version of Ruleboard, so reload this page",
    json.dumps({**RECORD, "actions": ["d1-d2"]}).encode(): "Action 1",
    json.dumps({"format": "ruleboard/1", "games": [{**RECORD, "seed": "x"}]}).encode(): "ield seed",
}


@pytest.mark.shared
def test_broken_import_changes_nothing(desktop: Page):
    store(desktop, "mine", json.dumps(RECORD))
    go(desktop, "#/settings")
    reload(desktop)
    for content, message in BROKEN_FILES.items():
        desktop.locator("input[type=file]").set_input_files(
            {"name": "broken.json", "mimeType": "application/json", "buffer": content}
        )
        expect(desktop.locator(".notice.warning")).to_contain_text(message)
        assert read_saved_games(desktop) == {"mine": json.dumps(RECORD)}


def test_unreadable_file_is_reported(desktop: Page, open_app):
    """The app reports a file that the browser cannot read, for example from a removed drive."""
    open_app(desktop, "#/settings")
    desktop.evaluate(
        "() => { Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError')); }"
    )
    file = {"name": "gone.json", "mimeType": "application/json", "buffer": json.dumps(RECORD).encode()}
    desktop.locator("input[type=file]").set_input_files(file)
    expect(desktop.locator(".notice.warning")).to_contain_text("The browser couldn’t read the file")
    assert read_saved_games(desktop) == {}


@pytest.mark.shared
def test_impossible_position_has_error_at_field(desktop: Page):
    go(desktop, "#/new/sensei")
    desktop.get_by_text("Start from a position").click()
    field = desktop.get_by_label("Position as text")
    field.fill("rrrRrrr/7/7/9/7/7/gggGggg g 21 arashi")
    desktop.get_by_role("button", name="Play", exact=True).click()
    expect(desktop.locator("#start-error")).to_contain_text("ow 4")
    assert read_saved_games(desktop) == {}
    field.fill("rrrRrrr/7/7/g6/7/7/1ggGggg r 21 arashi")
    desktop.get_by_role("button", name="Play", exact=True).click()
    wait_for_position(desktop, "rrrRrrr/7/7/g6/7/7/1ggGggg r 21 arashi")
    play(desktop, ["a7-a6"])


@pytest.mark.core
def test_app_works_with_forbidden_storage(new_context, open_app):
    context = new_context("tablet")
    context.add_init_script(FORBID_STORAGE_SCRIPT)
    page = open_app(context.new_page())
    expect(page.locator(".notice.warning")).to_contain_text("doesn’t let the page save anything")
    tap(page.locator(".notice").get_by_role("button", name="Dismiss"))
    tap(page.locator('.button[href="#/new/sensei"]'))
    tap(page.get_by_role("button", name="Play", exact=True))
    touch(page, "a1")
    touch(page, "a5")
    wait_for_position(page, "rrrRrrr/7/g6/7/7/7/1ggGggg g 11 arashi")
    tap(page.get_by_role("link", name="Games"))
    expect(page.locator(".entry")).to_have_count(1)
    context.close()


@pytest.mark.core
def test_game_can_be_exported_from_full_storage(tablet: Page, open_app):
    open_app(tablet)
    begin_game(tablet)
    play(tablet, ["a1-a5"])
    before = read_only_saved_game(tablet)
    tablet.evaluate(FILL_STORAGE_SCRIPT)
    touch(tablet, "b1")
    touch(tablet, "b5")
    wait_for_position(tablet, "rrrRrrr/7/gg5/7/7/7/2gGggg g 01 arashi")
    expect(tablet.locator(".notice.warning")).to_contain_text("not everything is saved")
    assert read_only_saved_game(tablet) == before
    export_button = tablet.locator(".notice").get_by_role("button", name="Export all games")
    assert json.loads(download(tablet, lambda: tap(export_button)).read_text())["games"][0]["actions"] == [
        "a1-a5",
        "b1-b5",
    ]


@pytest.mark.core
@pytest.mark.tabs
def test_older_of_two_tabs_yields(tablet: Page, open_app):
    open_app(tablet)
    begin_game(tablet)
    play(tablet, ["a1-a2"])
    second = tablet.context.new_page()
    second.goto(tablet.url)
    second.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    play(second, ["a2-a3"])
    expect(tablet.locator(".notice")).to_contain_text("continued this game in another tab")
    expect(tablet.locator("svg[data-game] [data-target]")).to_have_count(0)
    tap(tablet.locator(".notice").get_by_role("button", name="Continue here"))
    assert read_position(tablet) == read_position(second)
    play(tablet, ["@d1-e1"])
    expect(second.locator(".notice")).to_contain_text("continued this game in another tab")


def test_game_is_saved_again_after_storage_was_cleared(tablet: Page, open_app):
    open_app(tablet)
    begin_game(tablet)
    play(tablet, ["a1-a2"])
    tablet.evaluate("() => localStorage.clear()")
    touch(tablet, "b1")
    touch(tablet, "b2")
    expect(tablet.locator(".notice")).to_contain_text("no longer saved")
    tap(tablet.locator(".notice").get_by_role("button", name="Save it again"))
    assert json.loads(read_only_saved_game(tablet))["actions"] == ["a1-a2"]
    play(tablet, ["b1-b2"])
