"""The core of the end-to-end tests, in WebKitGTK: starting, playing, keeping, learning, sharing, being embedded."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from ruleboard.engine.record import Record
from ruleboard.games.registry import GAMES
from ruleboard.games.tensor_cards import PACKAGE
from tests.support.thinking import answer, request
from tests.support.whole_games import SENSEI, TESULDA_LATE, TWO_PLAYER_GAME, actions
from tests.webkit.hands import PREFIX, Hands
from tools import serve

CARDS = PACKAGE.game

NAMES = ("Ada", "Ben")
Somebody = Callable[[], AbstractContextManager[Hands]]
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
WRITING = 6.0
"""Seconds for which WebKit is still writing when a service worker is ready: the large files are not there before."""
AFTER = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"


def playthrough(name: str) -> list[str]:
    """The lines of a whole game that is kept as text."""
    return (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def own_dist(dist: Path, tmp_path: Path) -> Path:
    """A copy of the app that a test may change."""
    return Path(shutil.copytree(dist, tmp_path / "dist", copy_function=os.link))


@pytest.fixture
def host(tmp_path: Path, site: str) -> Iterator[str]:
    """The address of somebody else's page, of another origin, with a board in it."""
    folder = tmp_path / "host"
    folder.mkdir()
    board = '<rule-board id="board" game="sensei" mode="play"></rule-board>'
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">'
    text = f'{head}<body>{board}<script src="{site}embed.js" defer></script>'
    (folder / "index.html").write_text(text, encoding="utf-8")
    with serve.serving(folder) as url:
        yield url


# --- starting


def test_starts_from_the_snapshot(hands: Hands, site: str) -> None:
    hands.open(site)
    assert hands.html("data-start") == "snapshot"
    assert hands.find("#app h1").text == "Games for a table"
    hands.gone("#start-message")


def test_starts_without_the_snapshot(hands: Hands, own_dist: Path) -> None:
    for snapshot in own_dist.rglob("snapshot.*.bin"):
        snapshot.unlink()
    with serve.serving(own_dist) as url:
        hands.open(url)
        assert hands.html("data-start") == "sources"
        hands.go("#/new/sensei")
        hands.click(".page-new button", "Play")
        hands.play(["a1-a4"])


# --- playing


def test_a_whole_game_of_sensei(hands: Hands, site: str) -> None:
    texts, end, reason = SENSEI["arashi"]
    hands.open(site + "#/new/sensei")
    hands.click(".page-new button", "Play")
    hands.play(texts.split())
    assert hands.position() == end
    hands.told(".near .status", reason)


def test_a_whole_game_of_tensor_chess(hands: Hands, site: str) -> None:
    _, _, *lines, reason = playthrough("tensor_chess_hops_and_kingside")
    hands.open(site + "#/new/tensor-chess")
    hands.click(".page-new button", "Play")
    hands.play(line.split()[0] for line in lines)
    hands.told(".near .status", reason)


def test_a_late_game_of_tesulda(hands: Hands, site: str) -> None:
    """Attack, take, swap, return a piece from the pool; the game ends tied."""
    hands.open(site)
    hands.sit_down(Record("tesulda", {}, 0, NAMES, (), start=TESULDA_LATE))
    hands.play(["d6-d8", "take:cs", "a10-a9", "e1-e2", "swap:e2>f2:k", "a9-a10", "d8-d9", "res:ch", "a10-a9"])
    hands.play(["d9-a9", "take:-"])
    hands.told(".near .status", "Tied: Dark has no Move")


def test_a_whole_game_of_cards(hands: Hands, site: str) -> None:
    _, _, *lines, end = playthrough("tensor_cards_first_star")
    hands.open(site + "#/new/tensor-cards")
    hands.click(".page-new button", "Play")
    pieces = {"r": "red", "b": "blue", "y": "yellow"}
    for turn, after in zip(lines[::2], lines[1::2], strict=True):
        for action in CARDS.parse_moves(hands.replayed().state, turn):
            if action.text.startswith("lay "):
                hands.click(".curtain button.primary")
                for piece, card in action.text.split()[1:]:
                    hands.touch(f"card:{'10' if card == 'T' else card}")
                    hands.touch(f"piece:{pieces[piece]}")
                hands.touch("do:lay")
            else:
                hands.click("button", "Skip")
                hands.touch(action.targets[0])
        hands.click("button", "Skip")
        assert CARDS.format_position(hands.replayed().state) == after.strip()
    hands.told(".near .status", end.removeprefix("end "))


def test_a_whole_game_of_equilibrium(hands: Hands, site: str) -> None:
    hands.open(site)
    hands.sit_down(Record("equilibrium", {"players": "2", "start": "1"}, TWO_PLAYER_GAME[0], NAMES, ()))
    hands.play(actions(TWO_PLAYER_GAME))
    hands.told(".side.near .status", "Orange wins: second lowest token on level 1")


# --- keeping


def test_undo_and_a_reload_in_mid_turn(hands: Hands, site: str) -> None:
    hands.open(site + "#/new/sensei")
    hands.click(".page-new button", "Play")
    hands.play(["b1-b5", "@d1-e1"])
    shown = hands.position()
    hands.reload()
    hands.shows(shown)
    hands.press("u")
    hands.shows("rrrRrrr/7/1g5/7/7/7/g1gGggg g 11 arashi")
    hands.play(["b5-b6"])
    hands.go("#/")
    hands.told(".kept .entry", "Sensei")


def test_what_was_not_written_before_a_power_cut_is_there_and_what_was_deleted_is_not(hands: Hands, site: str) -> None:
    hands.open(site + "#/new/sensei")
    hands.click(".page-new button", "Play")
    hands.play(["a1-a4"])
    ((key, text),) = ((key, text) for key, text in hands.storage().items() if key.startswith(PREFIX))
    hands.until_journaled(key, text)
    hands.after_power_cut({}, site)
    hands.until("return localStorage.getItem(arguments[0]) === arguments[1]", key, text)
    assert hands.kept().actions == ("a1-a4",)
    hands.told(".kept .entry", "Sensei")
    before = hands.storage()
    hands.click(".kept .entry [aria-label^='More for']")
    hands.click("button", "Delete")
    hands.until_journaled(key, None)
    hands.after_power_cut(before, site)
    hands.until("return localStorage.getItem(arguments[0]) === null", key)
    hands.gone(".kept .entry")


def test_all_is_there_with_the_server_stopped(hands: Hands, own_dist: Path) -> None:
    with ExitStack() as running:
        url = running.enter_context(serve.serving(own_dist, "/below/here/"))
        hands.open(url)
        hands.driver.set_script_timeout(60)
        hands.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
        hands.go("#/new/sensei")
        hands.click(".page-new button", "Play")
        hands.play(["a1-a4"])
        played = hands.driver.current_url
        time.sleep(WRITING)
    hands.driver.get("about:blank")
    hands.open(played)
    assert hands.html("data-start") == "snapshot"
    hands.shows(AFTER)
    hands.play(["b1-b4"])
    asked = request("sensei")
    assert hands.think(asked) == answer(asked)


def test_one_file_plays_and_keeps_without_any_server(hands: Hands, dist: Path) -> None:
    address = (dist / "ruleboard.html").as_uri()
    hands.open(address + "#/new/sensei")
    assert hands.html("data-start") == "snapshot"
    hands.click(".page-new button", "Play")
    hands.play(["a1-a4"])
    hands.reload()
    hands.shows(AFTER)
    asked = request("sensei")
    assert hands.think(asked) == answer(asked)


def test_opponents_think_in_a_worker(hands: Hands, site: str) -> None:
    hands.open(site)
    for game in GAMES:
        asked = request(game, actions=6)
        assert hands.think(asked) == answer(asked)


def test_the_language_changes_without_a_reload_and_is_kept(hands: Hands, site: str) -> None:
    hands.open(site + "#/settings")
    hands.click("label", "Français")
    hands.told("h1", "Réglages")
    hands.reload()
    hands.told("h1", "Réglages")
    assert hands.html("lang") == "fr"


# --- learning, refusals


def test_a_lesson_s_task_is_missed_hinted_at_and_solved(hands: Hands, site: str) -> None:
    hands.open(site + "#/learn/sensei/goal/2")
    hands.touch("e1")
    hands.touch("e4")
    hands.told(".answer", "e4 is empty")
    hands.touch("g1")
    hands.told(".answer", "you are still on your own edge")
    hands.click("button", "A hint")
    hands.told(".hint", "far edge")
    hands.touch("e1")
    hands.touch("e7")
    hands.told(".praise", "That is how a game of Sensei ends")


def test_the_rule_behind_a_refusal_is_one_touch_away(hands: Hands, site: str) -> None:
    hands.open(site + "#/new/sensei")
    hands.click(".page-new button", "Play")
    hands.touch("a1")
    hands.touch("b2")
    hands.click("button", "The rule")
    hands.told(".beside", "a stone glides as far as you like")
    hands.touch("a4")
    hands.shows(AFTER)


# --- elsewhere


def test_a_shared_link_is_played_on(somebody: Somebody, site: str) -> None:
    with somebody() as sender:
        sender.open(site + "#/new/sensei")
        sender.click(".page-new button", "Play")
        sender.play(["a1-a4"])
        sender.click("button[popovertarget=menu-game]")
        sender.click("button", "Share")
        sender.click("button", "Link")
        address = sender.find("#share-link").get_property("value")
        assert "#/from/sensei/" in address
    with somebody() as receiver:
        receiver.open(address)
        receiver.shows(AFTER)
        receiver.touch("b1")
        receiver.touch("b4")
        receiver.shows("rrrRrrr/7/7/gg5/7/7/2gGggg g 01 arashi")
        assert receiver.kept().actions == ("b1-b4",)


def test_a_board_in_another_site_s_page(hands: Hands, host: str) -> None:
    """It is played by clicks, hears its page and tells it."""
    hands.driver.get(host)
    hands.driver.execute_script(
        "globalThis.heard = []; board.addEventListener('action', ({ detail }) => heard.push(detail.action))"
    )
    hands.until("return board.shadowRoot?.querySelector('button')").click()
    hands.until("return board.ready")
    frame = hands.driver.execute_script("return board.shadowRoot.querySelector('iframe')")
    with hands.within(frame):
        assert hands.html("data-start") == "snapshot"
        hands.shows(START)
        hands.touch("a1")
        hands.touch("a4")
        hands.shows(AFTER)
    assert hands.until("return heard") == ["a1-a4"]
    hands.driver.execute_script("board.reset()")
    with hands.within(frame):
        hands.shows(START)
