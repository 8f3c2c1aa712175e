"""Test long move lists: the page contains only the part around the displayed or the requested move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from ruleboard.app.board import endings, history, review_texts
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.parts import Review
from ruleboard.app.board.review import review_turns
from ruleboard.app.board.table import Table
from ruleboard.app.play.move_list import MAX_VISIBLE_TURNS, move_list
from ruleboard.app.play.view import game_page
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell
from ruleboard.engine.move_text import Turn, count_rows, row_label, turn_labels
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import new_timeline, replay
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.node import Node
from tests.support.long_games import create_long_record
from tools.fake_browser import Storage, Tab


def open_tab() -> Tab:
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(create_long_record())}), "#/play/x", check_interval=100)
    tab.idle()
    assert len(tab.timeline.turns()) > MAX_VISIBLE_TURNS
    return tab


def read_turn_numbers(tab: Tab) -> list[int]:
    """Return the numbers of the turns on the page, which must be consecutive."""
    numbers = [int(item[1]["id"].removeprefix("turn-")) for item in tab.all("li") if "turn-" in item[1].get("id", "")]
    assert all(after == before + 1 for before, after in pairwise(numbers))
    assert 0 < len(numbers) <= MAX_VISIBLE_TURNS
    return numbers


def find_current_move(tab: Tab) -> str:
    (move,) = [button for button in tab.all("button") if button[1].get("aria-current") == "step"]
    return str(move[1]["data-value"])


def test_last_turns_are_listed_first() -> None:
    tab = open_tab()
    assert read_turn_numbers(tab)[-1] == len(tab.timeline.turns()) - 1
    assert find_current_move(tab) == str(len(tab.timeline.entries))
    assert "Earlier moves" in tab.text
    assert "Later moves" not in tab.text


def test_complete_list_leaves_board_unchanged() -> None:
    tab = open_tab()
    position, listed_turns = tab.position, set(read_turn_numbers(tab))
    while "Earlier moves" in tab.text:
        first = read_turn_numbers(tab)[0]
        tab.click("play.list", str(first - 1))
        assert read_turn_numbers(tab)[0] < first
        assert first - 1 in read_turn_numbers(tab)
        assert tab.browser.scrolled_to[-1] == f"#turn-{first - 1}"
        listed_turns.update(read_turn_numbers(tab))
    assert listed_turns == set(range(len(tab.timeline.turns())))
    assert tab.position == position
    while "Later moves" in tab.text:
        tab.click("play.list", str(read_turn_numbers(tab)[-1] + 1))
    assert read_turn_numbers(tab)[-1] == len(tab.timeline.turns()) - 1


def test_list_follows_displayed_move() -> None:
    tab = open_tab()
    for at in (1, 300, len(tab.timeline.entries) - 1):
        tab.send("do", "play.look", str(at))
        assert find_current_move(tab) == str(at)
    tab.send("do", "play.look", "0")
    assert read_turn_numbers(tab)[0] == 0


def test_new_action_scrolls_list_to_end() -> None:
    tab = open_tab()
    tab.click("play.list", str(read_turn_numbers(tab)[0] - 1))
    table = tab.play_page.table
    tab.touch(*table.actions[0].targets)
    assert read_turn_numbers(tab)[-1] == len(tab.timeline.turns()) - 1


def find_row_labels(*actions: str, game: str = "sensei", start: str | None = None) -> list[str]:
    """Return the label before each turn of the list, which may be an empty text."""
    timeline = replay(Record(game, {}, 0, ("Ann", "Bob"), actions, start=start), GAMES)
    lines = [node for node in iter_nodes(move_list(Table("x", timeline))) if node.tag == "li"]
    return [next((part.text for part in line.children if part.attrs.get("class") == "label"), "") for line in lines]


def iter_nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from iter_nodes(child)


def test_turn_rows_are_numbered() -> None:
    assert find_row_labels("a1-a2", "end", "a7-a6", "b7-b6", "end", "b1-b2") == ["1.", "", "2."]


def test_second_side_start_gets_own_row() -> None:
    red_start = "rrrRrrr/7/7/7/7/7/gggGggg r 21 arashi"
    assert find_row_labels("a7-a6", "end", "a1-a2", "end", "b7-b6", start=red_start) == ["1.", "2.", ""]


def test_ending_has_no_number() -> None:
    assert find_row_labels("a1-a2", "end", "resign 2") == ["1.", ""]


def test_game_with_own_numbers_uses_them() -> None:
    assert find_row_labels("c1b3", "j7j6", "b3a5", game="tensor-chess") == ["1.", "", "2."]


def test_truncated_list_has_numbers_of_whole_list() -> None:
    tab = open_tab()
    turns = tab.timeline.turns()
    numbers = [item[2] for item in tab.all("span") if item[1].get("class") == "label"]
    assert numbers[-1] == f"{-(-len(turns) // 2)}."  # two players take turns, so two turns are a row


def test_opened_list_scrolls_to_displayed_move() -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.submit("new_game.begin")
    tab.click("play.read", "moves")
    assert tab.browser.scrolled_to[-1] == ".moves .now"


def test_list_after_reveal_scrolls_to_last_move() -> None:
    record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r5 b2 y9", "lay r9 b8 yT"))
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x")
    tab.click("play.show_again")
    tab.browser.scrolled_to.clear()
    tab.click("play.show_skip")
    assert tab.browser.scrolled_to == [".moves .now"]


def test_printed_page_lists_all_moves() -> None:
    tab = open_tab()
    tab.send("do", "share.print_moves")
    printed_text = " ".join(str(item[2]).strip() for item in tab.all("span") if isinstance(item[2], str))
    assert all(action in printed_text for action in create_long_record().actions if action != "end")


def test_earlier_ply_marks_its_turn() -> None:
    """At an earlier ply, only the actions that the turn already has are marked."""
    tab = open_tab()
    table = tab.play_page.table
    for turn in table.timeline.turns()[200:210]:
        first, last_ply = turn.items[0][0], turn.items[-1][0]
        marks = board_marks(history.view_at(table, last_ply + 1))
        targets = {target for entry in table.timeline.entries[first : last_ply + 1] for target in entry.targets}
        assert marks.last == targets


def find_title_text(table: Table) -> str:
    """Return the text in the title bar of a game's page."""
    page = game_page(Shell(), table, Settings())
    (header,) = (node for node in page.children if node.tag == "header")
    return " ".join(node.text for node in iter_nodes(header) if node.text)


def find_turn_numbers(table: Table) -> list[str]:
    """Return the number of each turn in the move list; a turn without a number gets that of the turn before."""
    labels = [
        next((node.text for node in line.children if node.attrs.get("class") == "label"), "")
        for line in move_list(table).children[1].children
    ]
    numbers = [label.rstrip(".…") for label in labels]
    for index, number in enumerate(numbers):
        numbers[index] = number or numbers[index - 1]
    return numbers


@pytest.mark.parametrize("id", sorted(GAMES))
def test_turn_numbers_match_move_list_everywhere(id: str) -> None:
    """The title bar, the review and the list of games count the turns as the move list does."""
    game, chance = GAMES[id], random.Random(5)
    timeline = new_timeline(game, game.initial({}, 5))
    while timeline.outcome is None and timeline.ply < 60:
        timeline = timeline.play(chance.choice(list(game.legal_actions(timeline.state))))
    timeline = timeline if timeline.outcome else endings.resign(Table("x", timeline), timeline.to_move or 0).timeline
    turns, review = timeline.turns(), Review(review_turns(timeline))
    labels = turn_labels(turns)
    listed_numbers_by_turn = find_turn_numbers(Table("x", timeline))
    if not any(number.startswith("Round") for number in listed_numbers_by_turn):
        assert list(labels) == listed_numbers_by_turn
    for number, turn in enumerate(review.turns):
        label = review_texts.turn_label(timeline, review, number)
        assert label.rstrip(".…") in (
            labels[turn.move_list_index],
            VIEWS[id].readable_turn(turns[turn.move_list_index], timeline.states, timeline.entries).label,
        )
        viewed_table = history.view_at(Table("x", timeline), turn.start)
        if turn.start:
            assert f"Turn {labels[turn.move_list_index]} of {labels[-1]}" in find_title_text(viewed_table)
    assert count_rows(turns) == len(dict.fromkeys(labels))


def test_numbers_of_rounds_count_turns() -> None:
    """If the move list has rounds, each turn counts, whatever the order of the players. An answer does not count as a
    turn.
    """
    turns = [
        Turn("Round 1:", 1, ((0, "a"),)),
        Turn("Round 1:", 0, ((1, "b"),)),
        Turn("Round 1:", 1, ((2, "c"),), is_out_of_turn=True),
        Turn("Round 2:", 0, ((3, "d"),)),
        Turn("", None, ((4, "end"),)),
    ]
    assert turn_labels(turns) == ("1", "2", "2", "3", "3")
    assert [row_label(turns, ply) for ply in range(6)] == ["1", "2", "2", "3", "3", "3"]
