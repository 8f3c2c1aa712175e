"""Core end-to-end tests in WebKitGTK: start, play, storage, lessons, sharing, embedding."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from selenium.webdriver.common.actions.action_builder import ActionBuilder

from ruleboard.engine.record import Record
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.registry import GAMES
from tests.support.thinking import answer, request
from tests.support.whole_games import LATE_TESULDA_POSITION, SENSEI, TWO_PLAYER_GAME, load_game_actions
from tests.webkit.user import CENTER_SCRIPT, GAME_KEY_PREFIX, User
from tools import serve

TENSOR_CARDS = PACKAGE.game

NAMES = ("Ada", "Ben")
NewUser = Callable[[], AbstractContextManager[User]]
PLAYTHROUGHS_FOLDER = Path(__file__).parents[1] / "playthroughs"
START_POSITION = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
CACHE_WRITE_SECONDS = 6.0
"""The time for which WebKit still writes large files to the cache when a service worker is ready."""
OPEN_ELEMENT_SELECTOR = ".menu-list:popover-open, dialog[open]"
POSITION_AFTER_FIRST_ACTION = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"


def read_playthrough(name: str) -> list[str]:
    """Read the lines of a playthrough file."""
    return (PLAYTHROUGHS_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def dist_copy(dist: Path, tmp_path: Path) -> Path:
    """Copy dist/ for a test that changes files."""
    return Path(shutil.copytree(dist, tmp_path / "dist", copy_function=os.link))


@pytest.fixture
def host_page(tmp_path: Path, site: str) -> Iterator[str]:
    """Serve a page with an embedded board from another origin and return its URL."""
    folder = tmp_path / "host"
    folder.mkdir()
    board = '<rule-board id="board" game="sensei" mode="play"></rule-board>'
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">'
    text = f'{head}<body>{board}<script src="{site}embed.js" defer></script>'
    (folder / "index.html").write_text(text, encoding="utf-8")
    with serve.serve_folder(folder) as url:
        yield url


# --- start


def test_app_starts_from_snapshot(user: User, site: str) -> None:
    user.open(site)
    assert user.html_attribute("data-start") == "snapshot"
    assert user.find("#app h1").text == "Tabletop games"
    user.wait_until_gone("#start-message")


def test_app_starts_without_snapshot(user: User, dist_copy: Path) -> None:
    for snapshot in dist_copy.rglob("snapshot.*.bin"):
        snapshot.unlink()
    with serve.serve_folder(dist_copy) as url:
        user.open(url)
        assert user.html_attribute("data-start") == "sources"
        user.go("#/new/sensei")
        user.click(".page-new button", "Play")
        user.play(["a1-a4"])


# --- play


def test_whole_game_of_sensei_is_played(user: User, site: str) -> None:
    texts, end, reason = SENSEI["arashi"]
    user.open(site + "#/new/sensei")
    user.click(".page-new button", "Play")
    user.play(texts.split())
    assert user.board_position() == end
    user.wait_for_text(".near .status", reason)


def test_whole_game_of_tensor_chess_is_played(user: User, site: str) -> None:
    _, _, *lines, reason = read_playthrough("tensor_chess_hops_and_kingside")
    user.open(site + "#/new/tensor-chess")
    user.click(".page-new button", "Play")
    user.play(line.split()[0] for line in lines)
    user.wait_for_text(".near .status", reason)


def test_late_game_of_tesulda_ends_in_draw(user: User, site: str) -> None:
    """A late game of Tesulda with an attack, a swap and a piece from the pool ends in a draw."""
    user.open(site)
    user.open_game(Record("tesulda", {}, 0, NAMES, (), start=LATE_TESULDA_POSITION))
    user.play(["d6-d8", "take:cs", "a10-a9", "e1-e2", "swap:e2>f2:k", "a9-a10", "d8-d9", "res:ch", "a10-a9"])
    user.play(["d9-a9", "take:-"])
    user.wait_for_text(".near .status", "draw")


def test_whole_game_of_tensor_cards_is_played(user: User, site: str) -> None:
    _, _, *lines, end = read_playthrough("tensor_cards_first_star")
    user.open(site + "#/new/tensor-cards")
    user.click(".page-new button", "Play")
    pieces = {"r": "red", "b": "blue", "y": "yellow"}
    for turn, expected in zip(lines[::2], lines[1::2], strict=True):
        for action in TENSOR_CARDS.parse_moves(user.timeline().state, turn):
            if action.text.startswith("lay "):
                user.click(".curtain button.primary")
                for piece, card in action.text.split()[1:]:
                    user.touch(f"card:{'10' if card == 'T' else card}")
                    user.touch(f"piece:{pieces[piece]}")
                user.touch("do:lay")
            else:
                user.click("button", "Skip")
                user.touch(action.targets[0])
        user.click("button", "Skip")
        assert TENSOR_CARDS.format_position(user.timeline().state) == expected.strip()
    user.wait_for_text(".near .status", end.removeprefix("end "))


def test_whole_game_of_equilibrium_is_played(user: User, site: str) -> None:
    user.open(site)
    user.open_game(Record("equilibrium", {"players": "2", "start": "1"}, TWO_PLAYER_GAME[0], NAMES, ()))
    user.play(load_game_actions(TWO_PLAYER_GAME))
    user.wait_for_text(".side.near .status", "Orange wins: their second lowest token is on 1")


# --- storage


def test_undo_works_after_reload_in_mid_turn(user: User, site: str) -> None:
    user.open(site + "#/new/sensei")
    user.click(".page-new button", "Play")
    user.play(["b1-b5", "@d1-e1"])
    position = user.board_position()
    user.reload()
    user.wait_for_position(position)
    user.press("u")
    user.wait_for_position("rrrRrrr/7/1g5/7/7/7/g1gGggg g 11 arashi")
    user.play(["b5-b6"])
    user.go("#/")
    user.wait_for_text(".kept .entry", "Sensei")


def test_journal_restores_writes_lost_in_power_cut(user: User, site: str) -> None:
    user.open(site + "#/new/sensei")
    user.click(".page-new button", "Play")
    user.play(["a1-a4"])
    ((key, text),) = ((key, text) for key, text in user.storage().items() if key.startswith(GAME_KEY_PREFIX))
    user.wait_for_journal(key, text)
    user.open_with_storage({}, site)
    user.wait_for_script("return localStorage.getItem(arguments[0]) === arguments[1]", key, text)
    assert user.saved_game().actions == ("a1-a4",)
    user.wait_for_text(".kept .entry", "Sensei")
    before = user.storage()
    user.click(".kept .entry [aria-label^='More for']")
    user.click("button", "Delete")
    user.wait_for_journal(key, None)
    user.open_with_storage(before, site)
    user.wait_for_script("return localStorage.getItem(arguments[0]) === null", key)
    user.wait_until_gone(".kept .entry")


def test_app_works_offline(user: User, dist_copy: Path) -> None:
    with ExitStack() as server:
        url = server.enter_context(serve.serve_folder(dist_copy, "/below/here/"))
        user.open(url)
        user.driver.set_script_timeout(60)
        user.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
        user.go("#/new/sensei")
        user.click(".page-new button", "Play")
        user.play(["a1-a4"])
        address = user.driver.current_url
        time.sleep(CACHE_WRITE_SECONDS)
    user.driver.get("about:blank")
    user.open(address)
    assert user.html_attribute("data-start") == "snapshot"
    user.wait_for_position(POSITION_AFTER_FIRST_ACTION)
    user.play(["b1-b4"])
    question = request("sensei")
    assert user.think(question) == answer(question)


def test_single_file_plays_and_saves_without_server(user: User, dist: Path) -> None:
    address = (dist / "ruleboard.html").as_uri()
    user.open(address + "#/new/sensei")
    assert user.html_attribute("data-start") == "snapshot"
    user.click(".page-new button", "Play")
    user.play(["a1-a4"])
    user.reload()
    user.wait_for_position(POSITION_AFTER_FIRST_ACTION)
    question = request("sensei")
    assert user.think(question) == answer(question)


def test_opponents_think_in_worker(user: User, site: str) -> None:
    user.open(site)
    for game in GAMES:
        question = request(game, action_count=6)
        assert user.think(question) == answer(question)


def test_language_changes_without_reload_and_is_saved(user: User, site: str) -> None:
    user.open(site + "#/settings")
    user.click("label", "Français")
    user.wait_for_text("h1", "Réglages")
    user.reload()
    user.wait_for_text("h1", "Réglages")
    assert user.html_attribute("lang") == "fr"


# --- lessons, refusals


def test_lesson_task_has_answers_and_hint(user: User, site: str) -> None:
    user.open(site + "#/learn/sensei/goal/2")
    user.touch("e1")
    user.touch("e4")
    user.wait_for_text(".answer", "e4 is empty")
    user.touch("g1")
    user.wait_for_text(".answer", "you’re still on your own edge")
    user.click("button", "A hint")
    user.wait_for_text(".hint", "far edge")
    user.touch("e1")
    user.touch("e7")
    user.wait_for_text(".praise", "That’s how you win at Sensei")


def test_refusal_opens_its_rule(user: User, site: str) -> None:
    user.open(site + "#/new/sensei")
    user.click(".page-new button", "Play")
    user.touch("a1")
    user.touch("b2")
    user.click("button", "The rule")
    user.wait_for_text(".beside", "a stone glides")
    user.touch("a4")
    user.wait_for_position(POSITION_AFTER_FIRST_ACTION)


def test_press_outside_only_closes_menu_and_dialog(user: User, site: str) -> None:
    """A press on a legal square closes an open menu or dialog and plays nothing; the focus returns to its button."""
    user.open(site + "#/new/sensei")
    user.click(".page-new button", "Play")
    user.touch("a1")
    square = user.find('[data-target="a4"]')
    x, y = user.driver.execute_script(CENTER_SCRIPT, square)
    before = user.find("svg[data-game]").get_attribute("data-position")
    for steps in (("[popovertarget=menu-game]",), ("[popovertarget=menu-game]", "[data-opens=resigning]")):
        for step in steps:
            user.click(step)
        user.wait_for_script(
            f"return document.querySelector('{OPEN_ELEMENT_SELECTOR}')?.contains(document.activeElement)"
        )
        actions = ActionBuilder(user.driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()
        user.wait_until_gone(OPEN_ELEMENT_SELECTOR)
        assert user.find("svg[data-game]").get_attribute("data-position") == before
        assert user.driver.execute_script("return document.activeElement.hasAttribute('popovertarget')")
    user.touch("a4")
    user.wait_for_position(POSITION_AFTER_FIRST_ACTION)


# --- sharing and embedding


def test_shared_link_opens_playable_game(new_user: NewUser, site: str) -> None:
    with new_user() as sender:
        sender.open(site + "#/new/sensei")
        sender.click(".page-new button", "Play")
        sender.play(["a1-a4"])
        sender.click("button[popovertarget=menu-game]")
        sender.click("button", "Share")
        sender.click("button", "Link")
        sender.click("summary", "Show link")
        address = sender.find("#share-link").get_property("value")
        assert "#/from/sensei/" in address
    with new_user() as receiver:
        receiver.open(address)
        receiver.wait_for_position(POSITION_AFTER_FIRST_ACTION)
        receiver.touch("b1")
        receiver.touch("b4")
        receiver.wait_for_position("rrrRrrr/7/7/gg5/7/7/2gGggg g 01 arashi")
        assert receiver.saved_game().actions == ("b1-b4",)


def test_board_in_other_site_exchanges_messages(user: User, host_page: str) -> None:
    """A board in a page of another origin reacts to clicks and exchanges messages with the page."""
    user.driver.get(host_page)
    user.driver.execute_script(
        "globalThis.actions = []; board.addEventListener('action', ({ detail }) => actions.push(detail.action))"
    )
    user.wait_for_script("return board.shadowRoot?.querySelector('button')").click()
    user.wait_for_script("return board.ready")
    frame = user.driver.execute_script("return board.shadowRoot.querySelector('iframe')")
    with user.in_frame(frame):
        assert user.html_attribute("data-start") == "snapshot"
        user.wait_for_position(START_POSITION)
        user.touch("a1")
        user.touch("a4")
        user.wait_for_position(POSITION_AFTER_FIRST_ACTION)
    assert user.wait_for_script("return actions") == ["a1-a4"]
    user.driver.execute_script("board.reset()")
    with user.in_frame(frame):
        user.wait_for_position(START_POSITION)
