"""Test the texts of games: the panel at the table that shows them, and their import."""

from __future__ import annotations

from typing import Any

from ruleboard.app.board import history
from ruleboard.app.board.animation import last_turn_paths
from ruleboard.app.board.changes import open_table
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tools.fake_browser import Storage, Tab

CHESS_ACTIONS = ("e2e4", "e7e5", "j1>i1j1")
SENSEI = ("a1-a4", "end", "a7-a6")


def open_game(game: str, *actions: str, **fields: Any) -> Tab:
    options = {"mode": "arashi"} if game == "sensei" else {}
    record = Record(game, options, 5, ("Ada", "Ben"), actions, **fields)
    return Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")


def open_texts(tab: Tab) -> None:
    tab.send("do", "share.toggle", "open")
    tab.click("share.choose.section", "text")


def find_field_texts(tab: Tab) -> dict[str, str]:
    """Return the texts in the panel by the ids of their fields."""
    return {field[1]["id"]: field[2] for field in tab.all("textarea")}


def test_panel_is_filled_on_opening_and_cleared_on_closing() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS)
    assert find_field_texts(tab) == {}
    open_texts(tab)
    texts = find_field_texts(tab)
    assert texts["text-position"] == tab.position
    assert texts["text-record"].endswith("1. e4 e5 2. R>i1j1 *\n")
    assert '[White "Ada"]' in texts["text-record"]
    tab.send("do", "share.toggle", "closed")
    assert find_field_texts(tab) == {}


def test_position_text_follows_viewed_ply() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS)
    tab.click("play.look", "1")
    open_texts(tab)
    assert (
        find_field_texts(tab)["text-position"]
        == tab.position
        == tab.timeline.game.format_position(tab.timeline.states[1])
    )
    assert "R>i1j1" in find_field_texts(tab)["text-record"]


def test_game_without_notation_copies_its_record() -> None:
    tab = open_game("sensei", *SENSEI)
    open_texts(tab)
    texts = find_field_texts(tab)
    game = tab.timeline.game
    assert [str(action) for action in game.parse_moves(tab.timeline.states[0], texts["text-moves"])] == [*SENSEI]
    tab.click("app.copy", "text-record")
    second_tab = Tab(address="#/settings")
    second_tab.submit("library.import_pasted", text=tab.browser.copied[0])
    second_tab.click("app.go")
    assert second_tab.position == tab.position


def test_copied_record_can_be_pasted_and_opened() -> None:
    tab = open_game("tensor-chess", *CHESS_ACTIONS, "resign 2")
    open_texts(tab)
    tab.click("app.copy", "text-record")
    tab.idle()
    assert "Copied" in tab.text
    assert tab.announcement == "Copied."
    second_tab = Tab(address="#/settings")
    second_tab.submit("library.import_pasted", text=tab.browser.copied[0])
    assert second_tab.notices == ["1 game imported."]
    second_tab.click("app.go")
    assert second_tab.timeline.record.players == ("Ada", "Ben")
    assert [str(entry) for entry in second_tab.timeline.entries] == [*CHESS_ACTIONS, "resign 2"]
    second_tab.visit("#/settings")
    second_tab.submit("library.import_pasted", text=tab.browser.copied[0])
    assert second_tab.notices == ["1 game was already here."]


def test_text_is_selected_if_copying_fails() -> None:
    tab = open_game("tensor-chess")
    tab.browser.is_clipboard_allowed = False
    open_texts(tab)
    tab.click("app.copy", "text-position")
    tab.idle()
    assert "press Ctrl+C" in tab.text
    assert tab.announcement == "The text is selected."


def test_unplayable_record_names_the_move() -> None:
    tab = Tab(address="#/settings")
    tab.submit("library.import_pasted", text="1. e4 e5 2. Qxj8")
    (notice,) = tab.notices
    assert notice.startswith("Nothing was imported.")
    assert "Qxj8" in notice
    assert "2" in notice


# --- the last move's paths ---------------------------------------------------------------------------------------


def test_paths_belong_to_action_before_viewed_ply() -> None:
    record = Record("tensor-chess", {}, 0, ("", ""), (*CHESS_ACTIONS, "resign 2"))
    table = open_table("x", replay(record, GAMES))
    assert last_turn_paths(table, 0) == ()
    propel_paths = last_turn_paths(history.view_at(table, 3), 0)
    assert [len(path) for path in propel_paths] == [2, 2]
    assert propel_paths[0][-1] == propel_paths[1][0]
    assert last_turn_paths(history.view_at(table, 3), 1) != propel_paths
    assert len(last_turn_paths(history.view_at(table, 1), 0)) == 1
    assert last_turn_paths(history.view_at(table, 0), 0) == ()
