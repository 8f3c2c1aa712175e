"""Test how the table follows an opponent's turn: it describes each action, and displays each briefly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from ruleboard.app.board import history, opponents
from ruleboard.app.board.announcements import past_action_text
from ruleboard.app.board.changes import open_table, toggle_note
from ruleboard.app.board.opponents import FIRST_PAUSE_MS, PAUSE_AFTER_OPPONENT_MS, PlayPlannedAction, next_step
from ruleboard.app.board.opponents_note import OPPONENTS_NOTE, opponents_note, turn_reasons
from ruleboard.app.board.side_notes import current_side_note
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.names import game_title, player_names
from ruleboard.engine.action import Action
from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.state import State
from ruleboard.registry import GAMES, PACKAGES, VIEWS
from tests.support.pictures import iter_nodes
from tests.support.thinking import wait_for_opponents
from tests.unit.equilibrium.equilibrium_help import create_player, create_position
from tools.fake_browser import Tab


def started_game(*seats: int, required_text: str = "") -> Tab:
    """Return a tab with a game of Equilibrium after the setup, in which a person has the first seat and begins."""
    tab = Tab(address="#/new/equilibrium")
    tab.browser.matching_queries.add(required_text)
    tab.change("new_game.option.players", str(len(seats)))
    tab.change("new_game.option.start", "1")
    for number, seat in enumerate(seats):
        tab.change(f"new_game.seat.{number}", str(seat))
    tab.submit("new_game.begin")
    tab.touch(*tab.play_page.table.actions[0].targets)
    wait_for_opponents(tab)
    return tab


def find_last_action(tab: Tab) -> Action:
    entry = tab.timeline.entries[-1]
    assert isinstance(entry, Action)
    return entry


def test_opponents_action_is_displayed_briefly() -> None:
    tab = started_game(0, 1)
    target = find_last_action(tab).targets[-1]
    assert target.startswith("hex:2:"), "the opponent's first tiles"
    assert tab.browser.glances == [(f'.stage [data-target="{target}"]', ".stage [data-legal]")]
    assert not any('[data-player="2"]' in selector for selector in tab.browser.scrolled_to)


def test_persons_action_needs_no_delay() -> None:
    tab = started_game(0, 0)
    tab.touch(*tab.play_page.table.actions[0].targets)
    tab.idle()
    assert not tab.browser.glances


def test_panel_describes_opponents_turn_until_next_touch() -> None:
    tab = started_game(0, 1)
    assert "Teal starts with" in tab.text
    tab.touch(next(target for target in tab.play_page.table.selection.next_targets if target.startswith("tile:")))
    assert "Teal starts with" not in tab.text


def test_goal_takes_the_place_of_opponents_turn() -> None:
    """In the person's first turn, a small panel has no room for both."""
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.seat.0", "1")
    tab.submit("new_game.begin")
    wait_for_opponents(tab)
    assert tab.timeline.to_move == 1
    assert VIEWS["equilibrium"].goal_text(tab.timeline.state) in tab.text
    assert "Sparrow’s last turn: start with" not in tab.text


def test_opponents_pass_is_announced() -> None:
    """An opponent's pass is announced, since it changes nothing near the person's own board."""
    tab = started_game(0, 1)
    tab.touch("do:pass")
    tab.set_table(replace(tab.play_page.table, bots=replace(tab.play_page.table.bots, plan=("pass",))))
    tab.controller.draw()
    tab.idle()
    assert find_last_action(tab).text == "pass"
    assert "Teal passes." in tab.text
    assert not tab.browser.glances[1:], "a pass touches no board"


def test_opponents_of_one_level_have_different_names() -> None:
    tab = started_game(0, 2, 2)
    assert player_names(tab.timeline.record) == ("Orange", "Otter (Teal)", "Beaver (Violet)")
    assert game_title(tab.timeline.record) == "Orange – Otter – Beaver"
    record_with_same_name = replace(tab.timeline.record, players=("Otter", "", ""))
    assert game_title(record_with_same_name) == "Otter – Otter (Teal) – Beaver (Violet)"
    assert player_names(started_game(0, 1, 2).timeline.record) == ("Orange", "Sparrow (Teal)", "Otter (Violet)")


def test_second_opponent_pauses_before_acting() -> None:
    tab = started_game(0, 1, 1)
    tab.touch("do:pass")
    pauses = []
    for _turn in range(2):
        table = replace(tab.play_page.table, bots=replace(tab.play_page.table.bots, plan=("pass",)))
        step = next_step(table)
        assert isinstance(step, PlayPlannedAction)
        pauses.append(step.pause)
        tab.set_table(opponents.play_planned_action(table)[0])
    assert pauses == [FIRST_PAUSE_MS, PAUSE_AFTER_OPPONENT_MS]


def test_irreversible_download_is_explained() -> None:
    """The page explains that a download cannot be undone, because it draws tiles from the hidden pile (rulebook)."""
    tab = started_game(0, 0)
    tab.touch(*tab.play_page.table.actions[0].targets)
    download = next(action for action in tab.play_page.table.actions if action.text.startswith("download"))
    tab.touch(*download.targets)
    (undo,) = [button for button in tab.all("button") if button[1].get("data-do") == "play.undo"]
    assert undo[1]["aria-disabled"] == "true"
    before = tab.timeline
    tab.click("play.undo")
    assert tab.timeline == before
    assert tab.text.count("You can’t undo that. It revealed something hidden.") == 2, "announced and displayed"


def test_wide_screen_shows_whole_board_and_remembers_choice() -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.submit("new_game.begin")
    assert not tab.play_page.table.display.shows_whole_board
    tab = started_game(0, 0, required_text=PACKAGE.view.whole_board_media)
    game = tab.browser.address()
    assert tab.play_page.table.display.shows_whole_board
    tab.click("play.whole")
    assert not tab.play_page.table.display.shows_whole_board
    tab.visit("#/")
    tab.visit(game)
    assert not tab.play_page.table.display.shows_whole_board
    tab.click("play.whole")
    tab.visit("#/settings")
    tab.visit(game)
    assert tab.play_page.table.display.shows_whole_board


def create_game_with_bots(start: State, *actions: str, seats: tuple[int, ...] = (0, 1, 1)) -> Table:
    """Return a table with a game from a position, in which the first player is a person."""
    names = ("",) * len(seats)
    record = Record("equilibrium", {}, 0, names, actions, start=PACKAGE.game.format_position(start), seats=seats)
    return Table("x", replay(record, GAMES))


def find_note_plies(table: Table) -> list[int]:
    """Return the plies whose states the note about the opponents' turns can show."""
    note = opponents_note(table)
    buttons = iter_nodes(note.steps[0].node) if note else ()
    return [int(node.attrs["data-value"]) for node in buttons if node.attrs.get("data-do") == PlayMessage.VIEW_PLY]


POSITION_WITH_TILES = create_position(
    create_player(storage="S", card="IT/AV", board={"0,0": "I"}),
    create_player(storage="TVV", card="AS/IT", board={"0,0": "S"}, cycles=9),
    create_player(storage="VV", card="TS/IA", board={"0,0": "S"}, cycles=9),
    pile="ITAVS" * 3,
)
ACTIONS_AFTER_PASS = ("pass", "hack 1 T@1,0", "tweak I", "load V@1,0", "load V@1,0", "load V@-1,0")


def test_note_lists_turns_since_persons_last_turn() -> None:
    """A person who has passed has no turn while the others continue. A tweak after a hack is no turn, either."""
    table = create_game_with_bots(POSITION_WITH_TILES, *ACTIONS_AFTER_PASS)
    players = [table.timeline.game.to_move(state) for state in table.timeline.states[1:]]
    expected = [ply + 2 for ply, mover in enumerate(players[:-1]) if mover]
    assert expected == find_note_plies(table)
    assert len(expected) > 3
    note = opponents_note(table)
    assert note
    reasons = [
        node for node in iter_nodes(note.steps[0].node) if node.tag == "span" and node.attrs.get("class") == "small"
    ]
    turns = [node for node in iter_nodes(note.steps[0].node) if node.tag == "li"]
    assert len(reasons) == len(turns), "opponents say why"
    assert all(reason.text for reason in reasons)
    assert "your" in reasons[0].text, "the first turn hacks the person"


def test_note_keeps_its_turns_while_the_board_shows_one() -> None:
    table = toggle_note(create_game_with_bots(POSITION_WITH_TILES, *ACTIONS_AFTER_PASS), OPPONENTS_NOTE)
    viewed_table = history.view_at(table, 2)
    assert find_note_plies(viewed_table) == find_note_plies(table)
    note = current_side_note(viewed_table)
    assert note
    assert note.id == OPPONENTS_NOTE
    assert history.opponent_turn_ply(table) == 1


def test_persons_turn_clears_the_note() -> None:
    table = create_game_with_bots(POSITION_WITH_TILES, "pass")
    assert opponents_note(table) is None
    table = create_game_with_bots(POSITION_WITH_TILES, "load S@1,0", "load V@1,0", "load V@1,0")
    assert find_note_plies(table) == [2, 3]
    assert (
        opponents_note(create_game_with_bots(POSITION_WITH_TILES, "load S@1,0", "load V@1,0", "load V@1,0", "pass"))
        is None
    )


def create_game_against_bot(id: str, action_count: int) -> Table:
    """Return a table with a game of random actions by a person and turns of a bot of level 1."""
    game, bot, rng = GAMES[id], PACKAGES[id].opponent, random.Random(3)
    seats = (0,) + (1,) * (len(game.sides(game.initial({}, 3))) - 1)
    timeline = replay(Record(id, {}, 3, ("",) * len(seats), seats=seats), GAMES)
    while timeline.ply < action_count and (player := timeline.to_move) is not None:
        actions: Sequence[Action] = (rng.choice(game.legal_actions(timeline.state)),)
        if seats[player]:
            actions = run_to_end(bot.think(timeline.state_for(player), Question(player, 1, timeline.ply))).actions
        for action in actions:
            timeline = timeline.play(action)
    return open_table("x", timeline)


@pytest.mark.parametrize("id", sorted(GAMES))
def test_each_bot_turn_gives_its_reason_on_request(id: str) -> None:
    """The page gives the reason for a bot's past turn when a person views it. Persons' turns have no reasons."""
    table = create_game_against_bot(id, 40)
    timeline = table.timeline
    bot_name = player_names(timeline.record)[1]
    players_to_move = [timeline.game.to_move(state) for state in timeline.states]
    start = 0
    for turn in timeline.turns():
        end = turn.items[-1][0] + 1
        text = turn_reasons(table, end)
        assert bool(text) == any(players_to_move[start:end]), turn
        assert text == turn_reasons(table, start + 1), "all actions of a turn have one reason"
        if end < timeline.ply:
            assert text in past_action_text(history.view_at(table, end))
        if text and len(table.timeline.record.players) == 2:
            assert text.startswith(bot_name)
        start = end


def test_hidden_choice_gives_its_reason_after_the_reveal() -> None:
    table = create_game_against_bot("tensor-cards", 2)
    assert turn_reasons(table, 2)
    record = replace(table.timeline.to_record(), seats=(1, 0))
    for count, is_open in ((1, False), (2, True)):
        timeline = replay(replace(record, actions=record.actions[:count]), GAMES)
        assert bool(turn_reasons(open_table("x", timeline), count)) == is_open


def test_replay_of_a_turn_ends_with_its_reason() -> None:
    tab = Tab(address="#/new/tensor-chess")
    tab.change("new_game.seat.1", "1")
    tab.submit("new_game.begin")
    tab.touch("e2", "e4")
    wait_for_opponents(tab)
    reason = turn_reasons(tab.play_page.table, 2)
    assert reason
    assert reason not in tab.text
    tab.click("play.turn_again")
    tab.idle()
    assert tab.play_page.table.display.ply is None
    assert tab.text.count(reason) == 2, "displayed and announced"
    tab.touch("d2", "d4")
    assert reason not in tab.text
