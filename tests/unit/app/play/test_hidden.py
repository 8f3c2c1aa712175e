"""Test that the table reveals nothing of a hidden decision to other players. Tesulda's rules describe the armies."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures, history
from ruleboard.app.board.animation import board_motions
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.table import Table
from ruleboard.app.browser.slices import IDLE_PAUSE_MS
from ruleboard.app.play.view import game_page as page
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.scene.diff import node_json
from ruleboard.thinking.messages import Reply, format_answer
from tools.fake_browser import FakeBrowser, Storage, Tab

LIGHT_ARMY = ("S>e1", "k>e1", "h>e1", "C>d2", "fill", "done")
PIECES = {"r": "red", "b": "blue", "y": "yellow"}
OTHER_ARMY = ("T>a2", "T>b2", "s>a2", "default", "mirror", "done")


def create_table(*actions: str, **options: str) -> Table:
    record = Record("tesulda", {"setup": "build", **options}, 4, ("Ann", "Bob"), actions)
    return open_table("x", replay(record, GAMES))


def format_page_json(table: Table) -> str:
    """Return the page of a table as JSON."""
    return json.dumps(node_json(page(Shell(), table, Settings())))


def test_page_is_independent_of_first_army() -> None:
    boards = [create_table(*LIGHT_ARMY, "T>a9"), create_table(*OTHER_ARMY, "T>a9")]
    assert len({format_page_json(table) for table in boards}) == 1
    assert len({format_page_json(tables.uncover(table)) for table in boards}) == 1


def test_earlier_plies_hide_first_army() -> None:
    boards = [tables.uncover(create_table(*actions, "T>a9")) for actions in (LIGHT_ARMY, OTHER_ARMY)]
    for at in range(1, 7):
        assert len({format_page_json(history.view_at(table, at)) for table in boards}) == 1
        for table in boards:
            assert board_motions(history.view_at(table, at), history.view_at(table, at - 1), 0) == ()


def test_refusal_hides_first_army() -> None:
    table = tables.uncover(create_table(*LIGHT_ARMY, "S>a9", "c>a9"))
    game, state = table.timeline.game, table.timeline.state
    view = game.view(state, 1)
    for square in (f"{file}{rank}" for file in "abcdefghij" for rank in (1, 2, 5)):
        for first in ("base:S", "store:k", "a9"):
            table_after_touch, _ = gestures.touch(gestures.touch(table, first)[0], square)
            assert table_after_touch.touches.refusal.sentence == game.explain(view, (first, square)).sentence
        table_after_touch, _ = gestures.touch(table, square)
        assert table_after_touch.touches.refusal.sentence == game.explain(view, (square,)).sentence


def record_pages_hiding_placement(placement: str) -> dict[str, str]:
    """Play a turn of cards. Return the pages that hide the first player's placement, by occasion."""
    tab = Tab(address="#/new/tensor-cards")
    pages: dict[str, str] = {}

    def record(occasion: str) -> None:
        contents = [tab.browser.page, tab.browser.address(), tab.browser.titles[-1], tab.browser.motions]
        pages[occasion] = json.dumps([*contents, tab.announcement]).replace(tab.game_id, "id")

    def place(cards: str) -> None:
        tab.touch(*(target for sign in cards.split() for target in (f"card:{sign[1]}", f"piece:{PIECES[sign[0]]}")))

    tab.submit("new_game.begin", name_0="Ada", name_1="Ben")
    record("before Ada has asked for the board")
    tab.click("play.uncover")
    place(placement)
    for player, occasion in ((0, "while Ada places"), (1, "when Ben has the device")):
        tab = tab.reload()
        assert tab.shows("play.uncover")
        record(f"after a reload {occasion}")
        tab.key("u")
        record(f"after an undo {occasion}")
        tab.click("play.uncover")
        if player == 0:
            assert not tab.shows("play.look"), "earlier plies would show the placed cards"
            tab.touch("do:lay")
            record("when Ada has confirmed")
    record("when Ben sees the table")
    tab.key("u")
    for steps in range(4):
        tab.key("[")
        record(f"when Ben looks back by {steps + 1}")
    tab.key("Escape")
    tab.send("do", "share.toggle", "open")
    tab.click("share.choose.section", "text")
    record("when Ben shares the game as text")
    tab.send("do", "share.toggle", "close")
    place("r9 b8 y1")
    record("when Ben has placed cards")
    game_id, tab = tab.game_id, tab.reload()
    tab.visit("#/")
    tab.idle()
    pages["the list of games"] = json.dumps(tab.browser.page).replace(game_id, "id")
    return pages


def test_page_is_independent_of_first_placement() -> None:
    """Until the reveal, the pages on every occasion are the same for two different placements."""
    first_pages, other_pages = (record_pages_hiding_placement(placement) for placement in ("r5 b2 y9", "r1 b6 y3"))
    assert first_pages.keys() == other_pages.keys()
    assert [occasion for occasion in first_pages if first_pages[occasion] != other_pages[occasion]] == []


def test_game_file_is_refused_during_hidden_decision() -> None:
    """The app refuses to export the game, whose file contains the hidden cards, unless only one person is playing."""
    for names, is_hidden in ((("Ann", "Bob"), True), (("Ann", ""), False)):
        record = Record("tensor-cards", {}, 1, names, ("lay r1 b2 y3",), seats=("", "" if is_hidden else "bot:1"))
        tab = Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")
        tab.click("library.export")
        assert bool(tab.browser.downloads) is not is_hidden
        assert ("would give away secret choices" in tab.text) is is_hidden


def test_game_list_also_refuses_file_of_hidden_decision() -> None:
    for names, is_hidden in ((("Ann", "Bob"), True), (("Ann", ""), False)):
        record = Record("tensor-cards", {}, 1, names, ("lay r1 b2 y3",), seats=("", "" if is_hidden else "bot:1"))
        tab = Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/")
        tab.click("library.export", "x")
        assert bool(tab.browser.downloads) is not is_hidden
        assert ("would give away secret choices" in tab.text) is is_hidden


def test_unplayable_saved_game_can_be_exported() -> None:
    """The owner of an unplayable game can export it, to repair the file."""
    record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r1 b2 y3", "nothing"))
    text = format_record(record)
    tab = Tab(Storage({KEY_PREFIX + "x": text}), "#/")
    tab.click("library.export", "x")
    assert [written_text for _name, _kind, written_text in tab.browser.downloads] == [text]


def test_rematch_deals_hidden_information_again() -> None:
    """The rematch of a game from a position has a new pile, since the players have seen the old one."""
    game = GAMES["equilibrium"]
    first_state = game.initial({}, 5)
    record = Record("equilibrium", {"numbers": "scarce"}, 5, ("", ""), start=game.format_position(first_state))
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")
    tab.click("play.resign")
    tab.click("play.rematch")
    rematch_state = tab.timeline.states[0]
    assert game.view(rematch_state, None) == game.view(first_state, None)
    assert rematch_state != first_state


# --- hidden decisions of bots -----------------------------------------------------------------------------------------


class WatchedBrowser(FakeBrowser):
    """A fake browser that records the total time of all pauses, except those between slices of background work.

    The number of slices depends on the speed of the machine.
    """

    pauses = 0

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        self.pauses += milliseconds if milliseconds != IDLE_PAUSE_MS else 0
        super().call_later(callback, milliseconds)


def record_visible_bot_decision(record: Record, plan: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> object:
    """Return everything that a person notices of a bot's hidden decision, with the total time of its pauses."""
    monkeypatch.setattr("tools.fake_browser.FakeBrowser", WatchedBrowser)
    settings = json.dumps({"sounds": "on", "haptics": "on"})
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(record), "ruleboard/1/settings": settings}), "#/play/x")
    browser = tab.browser
    assert isinstance(browser, WatchedBrowser)
    mover, pages = tab.timeline.to_move, [json.dumps(browser.page)]
    browser._answer(format_answer(Reply(browser.requests[-1].id, plan, 0, (), 1)))
    while tab.timeline.to_move == mover:
        browser.pending_calls.pop(0)()
        pages += [json.dumps(browser.page)] if pages[-1] != json.dumps(browser.page) else []
    return pages, browser.pauses, browser.signals, browser.motions, browser.titles, browser.history


@pytest.mark.parametrize(
    ("game", "options", "plans"),
    [
        ("tesulda", {"setup": "build"}, (("default", "done"), ("default", "mirror", "a1-b1", "done"))),
        ("tensor-cards", {}, (("lay r1 b2 y3",), ("put r4", "put b5", "put y6", "lay r4 b5 y6"))),
    ],
)
def test_hidden_decision_of_bot_takes_equally_long(
    game: str, options: dict[str, str], plans: tuple[tuple[str, ...], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pauses, the sounds and the page are the same for any number of actions in a bot's hidden decision."""
    record = Record(game, options, 4, ("", ""), seats=(1, 0))
    first, second = (record_visible_bot_decision(record, plan, monkeypatch) for plan in plans)
    assert first == second
