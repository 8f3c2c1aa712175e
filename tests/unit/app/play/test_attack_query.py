"""Test the attack query: while it is open, touching a square lists its attackers and plays no action."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import attack_query, gestures, history
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.table import Table
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.ui.legend import legend_dialog
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tools.fake_browser import Storage, Tab

BOUNCE_POSITION = "4k5/10/3q6/10/5T4/10/10/2B5K1 w - - 0 1"
"""Rulebook diagram 5: the bishop on c1 bounces off the beast on f4 and attacks d6."""


def create_chess_table(*actions: str) -> Table:
    return Table("x", replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), actions, start=BOUNCE_POSITION), GAMES))


def open_tab() -> Tab:
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(create_chess_table("i1h1").timeline.to_record())}), "#/play/x")
    tab.click("play.inquire")
    return tab


def test_touch_names_attackers_and_their_paths() -> None:
    table_with_query = attack_query.toggle_attack_query(create_chess_table())
    table_with_answer, action = gestures.touch(table_with_query, "d6")
    assert action is None
    assert attack_query.answer_text(table_with_answer) == "d6 is attacked by the white bishop on c1 bouncing off f4."
    assert attack_query.attack_paths(table_with_answer) == (("c1", "f4", "d6"),)
    assert announcing.touch_text(table_with_query, table_with_answer) == attack_query.answer_text(table_with_answer)


def test_selection_is_disabled_until_query_closes() -> None:
    table_with_query = attack_query.toggle_attack_query(create_chess_table())
    assert gestures.touch(table_with_query, "c1")[0].touches.targets == ()
    assert gestures.begin_drag(table_with_query, "c1") == table_with_query
    table_after_query = attack_query.toggle_attack_query(gestures.touch(table_with_query, "c1")[0])
    assert gestures.touch(table_after_query, "c1")[0].touches.targets == ("c1",)


def test_query_handles_unattacked_square_and_button() -> None:
    table_with_query = attack_query.toggle_attack_query(create_chess_table())
    assert attack_query.answer_text(gestures.touch(table_with_query, "a8")[0]) == "Nothing attacks a8."
    assert gestures.touch(table_with_query, "do:end") == (table_with_query, None)
    assert attack_query.answer_text(table_with_query) == "Touch a square to see what attacks it."


@pytest.mark.parametrize(("game", "has_query"), [("tensor-chess", True), ("sensei", False)])
def test_legend_explains_query_in_games_with_attacks(game: str, has_query: bool) -> None:
    dialog = json.dumps(legend_dialog(game))
    assert ("to see what attacks it" in dialog) is has_query


def test_query_uses_displayed_state() -> None:
    table_with_query = attack_query.toggle_attack_query(create_chess_table("c1d2"))
    assert attack_query.answer_text(gestures.touch(table_with_query, "b2")[0]) == "Nothing attacks b2."
    earlier_table = gestures.touch(history.view_at(table_with_query, 0), "b2")[0]
    assert attack_query.answer_text(earlier_table) == "b2 is attacked by the white bishop on c1."


def test_sharing_closes_query() -> None:
    """The shared picture does not show the query, and touches play actions again after the dialog is closed."""
    tab = open_tab()
    tab.touch("d6")
    tab.send("do", "share.toggle", "open")
    assert tab.play_page.share_choices
    assert tab.play_page.table.touches.attack_query is None
    assert not board_marks(tab.play_page.table).threats
    tab.send("do", "share.toggle", "closed")
    tab.touch("d6", "d5")
    assert tab.timeline.texts[-1] == "d6d5"


def test_game_without_attacks_offers_no_query() -> None:
    sensei = Table("x", replay(Record("sensei", {}, 0, ("", "")), GAMES))
    assert not attack_query.is_available(sensei)
    assert attack_query.toggle_attack_query(sensei).touches.attack_query is None


def test_page_displays_query_and_escape_closes_it() -> None:
    tab = open_tab()
    assert "Touch a square to see what attacks it." in tab.text
    tab.touch("d6")
    assert "d6 is attacked by the white bishop on c1 bouncing off" in tab.text
    tab.key("Escape")
    assert tab.play_page.table.touches.attack_query is None
    tab.touch("e8")
    assert tab.play_page.table.touches.targets == ("e8",)


def test_undo_clears_query_result() -> None:
    tab = open_tab()
    tab.touch("d6")
    tab.click("play.undo")
    assert tab.play_page.table.touches.attack_query == ""


def test_own_figure_guards_instead_of_attacking() -> None:
    """A figure guards its own side's figures and never attacks them (Tesulda, 'Attack')."""
    record = Record("tesulda", {}, 0, ("Ann", "Bob"))
    table_with_query = attack_query.toggle_attack_query(open_table("x", replay(record, GAMES)))
    answer = attack_query.answer_text(gestures.touch(table_with_query, "e1")[0])
    assert answer.startswith("Nothing attacks e1. It’s guarded by Light’s ")
