"""Test every kind of save in full storage, and two tabs that save settings, progress and boards."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.helpers import (
    KEY_PREFIX,
    RECORD,
    begin_game,
    find_target,
    go,
    play,
    read_saved_games,
    read_storage,
    reload,
    tap,
    touch,
)

CONTROL_STORAGE_SCRIPT = """() => {
  if ("full" in window) return;
  const set = Storage.prototype.setItem;
  window.full = false;
  Storage.prototype.setItem = function (key, text) {
    if (window.full) throw new DOMException("full", "QuotaExceededError");
    return set.call(this, key, text);
  };
}"""
SETUPS_KEY = "ruleboard/1/setups"
PageAction = Callable[[Page], object]


def tap_button(page: Page, name: str) -> None:
    """Tap the button with a name."""
    tap(page.get_by_role("button", name=name, exact=True))


def start_game(page: Page) -> None:
    begin_game(page)
    play(page, ["a1-a2"])


def open_army(page: Page) -> None:
    begin_game(page, "tesulda", setup="build")
    tap(page.locator('.curtain [data-do="play.uncover"]'))
    tap(page.locator('[data-opens="setups"]'))
    touch(page, "do:default")
    expect(page.locator("#setups")).to_be_hidden()


def save_army(page: Page) -> None:
    tap(page.locator('[data-opens="setups"]'))
    page.locator('#setups input[name="name"]').fill("Wings")
    tap(page.locator('[data-do="setups.keep"] button'))


def open_board(page: Page) -> None:
    go(page, "#/boards/tensor-cards")
    tap_button(page, "Draw a new board")
    expect(find_target(page, "1,1")).to_be_visible()


def open_lesson(page: Page) -> None:
    go(page, "#/learn/sensei/goal/2")
    expect(find_target(page, "e1")).to_be_visible()


def solve_lesson(page: Page) -> None:
    touch(page, "e1")
    touch(page, "e7")


def rename(page: Page) -> None:
    tap_button(page, "This game")
    tap(page.get_by_role("menuitem", name="Names and title"))
    page.get_by_role("textbox", name="Title").fill("Final")
    tap_button(page, "Save")


def resign(page: Page) -> None:
    tap_button(page, "This game")
    page.locator('[data-do="play.resign"]').first.evaluate("button => button.click()")


def delete_game(page: Page) -> None:
    start_game(page)
    tap_button(page, "This game")
    page.locator('[data-do="library.delete"]').first.evaluate("button => button.click()")
    expect(page.locator(".page-home")).to_be_visible()


def play_first_action(page: Page) -> None:
    touch(page, "a1")
    touch(page, "a2")


def choose_theme(page: Page) -> None:
    dark = page.locator('input[name="theme"][value="dark"]').is_checked()
    page.locator(f'input[name="theme"][value="{"light" if dark else "dark"}"]').check()


SAVING_ACTIONS: dict[str, tuple[PageAction, PageAction]] = {
    "a new game": (lambda page: None, begin_game),
    "an action": (start_game, lambda page: [touch(page, name) for name in ("b1", "b2")]),
    "undo": (start_game, lambda page: tap_button(page, "Undo")),
    "a name": (start_game, rename),
    "an end": (start_game, resign),
    "a link": (lambda page: go(page, "#/from/sensei"), play_first_action),
    "a game brought back": (delete_game, lambda page: tap_button(page, "Undo")),
    "a choice": (lambda page: go(page, "#/settings"), choose_theme),
    "a lesson": (open_lesson, solve_lesson),
    "a new board": (lambda page: go(page, "#/boards/tensor-cards"), lambda page: tap_button(page, "Draw a new board")),
    "a drawing": (open_board, lambda page: touch(page, "1,1")),
    "an army": (open_army, save_army),
}


@pytest.mark.parametrize("save", SAVING_ACTIONS)
def test_full_storage_is_reported_and_save_repeated(shared_page, save: str):
    """Stored texts stay unchanged, and the app saves the new text as soon as the storage has space again."""
    page = shared_page("tablet")
    page.evaluate(CONTROL_STORAGE_SCRIPT)
    prepare_page, save_action = SAVING_ACTIONS[save]
    prepare_page(page)
    texts = read_storage(page)
    page.evaluate("() => { window.full = true; }")
    save_action(page)
    notice = page.locator(".notice.warning", has_text="not everything is saved")
    expect(notice).to_be_visible()
    assert read_storage(page) == texts
    page.evaluate("() => { window.full = false; }")
    go(page, "#/help")
    expect(page.locator(".page-help")).to_be_visible()
    expect(notice).to_have_count(0)
    assert read_storage(page) != texts


def test_full_storage_is_reported_at_import(shared_page):
    page = shared_page("tablet")
    page.evaluate(CONTROL_STORAGE_SCRIPT)
    go(page, "#/settings")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(RECORD).encode()}
    page.evaluate("() => { window.full = true; }")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".notice.warning")).to_contain_text("so 1 game wasn’t saved")
    assert not read_storage(page)
    page.evaluate("() => { window.full = false; }")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".notice")).to_contain_text("1 game imported.")
    assert len(read_saved_games(page)) == 1


@pytest.mark.tabs
def test_two_tabs_merge_settings_progress_and_board(tablet: Page, open_app):
    """Two tabs merge their changes of settings, progress and the same board, and each shows the other's changes."""
    other_tab = open_app(tablet.context.new_page(), "#/settings")
    open_app(tablet, "#/settings")
    tablet.locator('input[name="theme"][value="dark"]').check()
    expect(other_tab.locator("html")).to_have_attribute("data-theme", "dark")
    other_tab.locator('input[name="motion"][value="off"]').check()
    expect(tablet.locator('input[name="motion"][value="off"]')).to_be_checked()
    settings = json.loads(read_storage(tablet)["ruleboard/1/settings"])
    assert (settings["theme"], settings["motion"]) == ("dark", "off")

    open_lesson(tablet)
    solve_lesson(tablet)
    expect(tablet.locator(".praise")).to_be_visible()
    go(other_tab, "#/learn/sensei/draws/2")
    expect(other_tab.locator(".page-lesson, .page-learn").first).to_be_visible()
    other_tab.wait_for_function("() => JSON.parse(localStorage['ruleboard/1/progress']).sensei.length === 2")
    assert set(json.loads(read_storage(tablet)["ruleboard/1/progress"])["sensei"]) == {"goal", "draws"}

    open_board(tablet)
    go(other_tab, tablet.evaluate("() => location.hash"))
    expect(find_target(other_tab, "1,1")).to_be_visible()
    touch(tablet, "1,1")
    empty_space_name = "column 2, row 2: nothing"
    expect(find_target(tablet, "1,1")).to_have_attribute("aria-label", empty_space_name)
    expect(find_target(other_tab, "1,1")).to_have_attribute("aria-label", empty_space_name)
    touch(other_tab, "2,0")
    expect(find_target(tablet, "2,0")).to_have_attribute("aria-label", "column 3, row 1: nothing")
    expect(find_target(tablet, "1,1")).to_have_attribute("aria-label", empty_space_name)
    (board,) = json.loads(read_storage(tablet)[SETUPS_KEY])["setups"]
    reload(tablet)
    expect(find_target(tablet, "1,1")).to_have_attribute("aria-label", empty_space_name)
    expect(find_target(tablet, "2,0")).to_have_attribute("aria-label", "column 3, row 1: nothing")
    assert board["name"] == "New board"
    assert not any(key.startswith(KEY_PREFIX) for key in read_storage(tablet))
    other_tab.close()


@pytest.mark.parametrize(
    ("save", "key"),
    [("a choice", "settings"), ("a lesson", "progress"), ("a new board", "setups"), ("a drawing", "setups")],
)
def test_next_change_saves_after_storage_was_cleared(shared_page, save: str, key: str):
    """After the storage was cleared, the page saves all its texts again at the next change."""
    page = shared_page("tablet")
    page.evaluate(CONTROL_STORAGE_SCRIPT)
    prepare_page, save_action = SAVING_ACTIONS[save]
    prepare_page(page)
    page.evaluate("() => localStorage.clear()")
    save_action(page)
    page.wait_for_function("key => localStorage.getItem(key)", arg=f"ruleboard/1/{key}")
    assert set(read_storage(page)) == {f"ruleboard/1/{key}"}
    expect(page.locator(".notice.warning")).to_have_count(0)
