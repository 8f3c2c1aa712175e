"""Test that a button never becomes a different button while a finger may be on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from ruleboard.app.board import advice, endings, gestures, history
from ruleboard.app.board import changes as tables
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.table import Table
from ruleboard.app.play.player_panel import controls, status_messages
from ruleboard.app.storage.preferences import Settings
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.learning.first_game import first_game_record
from ruleboard.registry import GAMES
from ruleboard.scene.diff import diff
from ruleboard.scene.node import Node, el


def create_table(*actions: str) -> Table:
    """Return the table of a game of Tensor Chess after some moves."""
    return open_table("id", replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), actions), GAMES))


CASES: dict[str, tuple[Callable[[], Table], Callable[[Table], Table]]] = {
    "a draw is accepted": (
        lambda: endings.offer_draw(create_table("f2f3")),
        lambda game_table: endings.answer_draw_offer(game_table, True),
    ),
    "a draw is declined": (
        lambda: endings.offer_draw(create_table("f2f3")),
        lambda game_table: endings.answer_draw_offer(game_table, False),
    ),
    "played on from where one looked": (
        lambda: history.view_at(create_table("f2f3", "g7g5"), 1),
        history.continue_from_view,
    ),
    "back to the game": (
        lambda: history.view_at(create_table("f2f3", "g7g5"), 1),
        lambda game_table: history.view_at(game_table, 2),
    ),
    "resigned": (lambda: create_table("f2f3"), lambda game_table: endings.resign(game_table, 1)),
    "taken back after the end": (lambda: endings.resign(create_table("f2f3"), 1), history.undo),
}
"""Changes of the panel: a function for the table before, and one that returns the table after."""


def iter_button_changes(old_node: Node, new_node: Node) -> Iterator[object]:
    """Yield the patch operations that change the action of an existing element."""
    for op in diff(old_node, new_node):
        if op[0] == "attr" and op[2] in ("data-do", "data-value", "data-target"):
            yield op


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("player", [0, 1])
def test_buttons_never_change_their_action(case: str, player: int) -> None:
    make_table, continue_game = CASES[case]
    before = make_table()
    after = continue_game(before)
    old_node, new_node = (controls(game_table, player, Settings(), is_far_side=False) for game_table in (before, after))
    assert not list(iter_button_changes(old_node, new_node))


def test_buttons_of_a_hint_never_change_their_action() -> None:
    """The button that closes a hint stays the same, also when the hint arrives or its last step offers a line."""
    searching = advice.request_hint(create_table())
    tables_in_order = [searching, advice.with_hint(searching, ("f2f3",), ("f2f3", "g7g5", "f3f4"))]
    while (table := advice.show_next_step(tables_in_order[-1])) != tables_in_order[-1]:
        tables_in_order.append(table)
    nodes = [el("div", *filter(None, status_messages(table, 0, None))) for table in tables_in_order]
    assert "play.line" in str(nodes[-1])
    for old_node, new_node in pairwise(nodes):
        assert not list(iter_button_changes(old_node, new_node))


def test_next_players_pass_is_new_button() -> None:
    """The next player's pass button is a new element.

    On an embedded board, all players have their buttons in the same place.
    """
    setup = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1")
    options = {"players": "2", "start": "1"}
    before = open_table("id", replay(Record("equilibrium", options, 428, ("Ann", "Bob"), setup), GAMES))
    after, action = gestures.touch(before, "do:pass")
    assert action is not None
    assert after.timeline.to_move != before.timeline.to_move
    old_key, new_key = (
        next(
            button.key
            for button in choice_buttons(game_table, "play.choose")
            if button.attrs["data-target"] == "do:pass"
        )
        for game_table in (before, after)
    )
    assert old_key != new_key


# --- emphasis


def game_table(game: str, *actions: str, position: str | None = None, **options: str) -> Table:
    """Return the table of a game after some actions, as the player to move sees it."""
    record = Record(game, options, 428, ("", ""), actions, start=position)
    return tables.uncover(open_table("x", replay(record, GAMES)))


def find_button_classes(table: Table) -> dict[str, str]:
    """Return the classes of the game's text buttons, by their targets or actions."""
    classes = {}
    for node in choice_buttons(table, "play.choose"):
        if "pictured" not in node.attrs["class"]:
            name = node.attrs.get("data-target") or node.attrs["data-value"]
            classes[name] = node.attrs["class"].removeprefix("button").strip()
    return classes


EQUILIBRIUM_SETUP = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1")
CAPTURE_POSITION = "9(ck)/4(tsh)5/4(Sc)5/10/10/10/10/10/10/(Ck)9 l - 0"
"""Light's square on e8 captures the triangle on e9 and may take pieces of it (Tesulda, spec: Attack)."""


def test_end_turn_is_emphasised_as_only_option() -> None:
    """The button that ends a turn is emphasised only if no other action is left.

    In Sensei most players continue the turn while they can.
    """
    assert find_button_classes(game_table("sensei", "a1-a4")) == {"do:end": ""}
    assert find_button_classes(gestures.touch(game_table("sensei", "a1-a4"), "b1")[0]) == {"do:end": ""}
    lone_table = game_table("sensei", position="rrrRrrr/7/7/G6/7/7/7 g 21 arashi")
    assert find_button_classes(lone_table) == {"do:end": "primary"}


def test_giving_up_is_not_emphasised() -> None:
    """Buttons for giving something up are not emphasised.

    Examples are passing (Equilibrium), and taking no captured piece (Tesulda).
    """
    assert find_button_classes(game_table("equilibrium", *EQUILIBRIUM_SETUP, players="2", start="1"))["do:pass"] == ""
    assert find_button_classes(game_table("tesulda", "e8-e9", position=CAPTURE_POSITION)) == {"do:none": "quiet"}


def test_complete_placement_emphasises_its_button() -> None:
    """The button is emphasised only after the player has placed all three cards.

    Before that, the button places three cards in a row, which few players intend (Tensor Cards).
    """
    table_before_placement = game_table("tensor-cards")
    assert find_button_classes(table_before_placement).get("do:lay") is None
    assert "primary" not in find_button_classes(table_before_placement).values()
    for touches in (("card:1", "piece:red"), ("card:2", "piece:blue"), ("card:3", "piece:yellow")):
        for target in touches:
            table_before_placement, _ = gestures.touch(table_before_placement, target)
    assert find_button_classes(table_before_placement)["do:lay"] == "primary"


def test_complete_army_is_ready_and_others_fill() -> None:
    building_table = game_table("tesulda", setup="build")
    assert find_button_classes(building_table)["do:fill"] == "primary"
    ready_table = tables.uncover(gestures.touch(building_table, "do:fill")[0])
    assert find_button_classes(ready_table)["do:done"] == "primary"
    assert "primary" not in {
        button_class for target, button_class in find_button_classes(ready_table).items() if target != "do:done"
    }


# --- the goal


def reads_goal(table: Table, player: int | None = None) -> bool:
    """Return True if the panel of the player to move, or of another player, says how to win."""
    to_move = table.timeline.to_move
    assert to_move is not None
    nodes = status_messages(table, to_move if player is None else player, None)
    return any(node is not None and node.key == "goal" for node in nodes)


@pytest.mark.parametrize(
    ("game", "first_turn", "second_turn"),
    [
        ("sensei", ("a1-a4", "b1-b4", "end"), ("a7-a5", "end")),
        ("tensor-chess", ("f2f3",), ("g7g5",)),
        ("tesulda", ("a2-a3", "end"), ("a9-a8", "end")),
        ("equilibrium", ("setup I@0,0 A@-1,1",), ("setup I@0,0 T@0,1",)),
        ("tensor-cards", ("put r5", "put b4", "put y9", "lay r5 b4 y9"), ("lay r4 b3 y9",)),
    ],
)
def test_each_player_reads_goal_in_first_turn(
    game: str, first_turn: tuple[str, ...], second_turn: tuple[str, ...]
) -> None:
    """Both players read how to win until the end of their first turn, unless they hold a piece."""
    for count in range(len(first_turn) + len(second_turn)):
        assert reads_goal(game_table(game, *(first_turn + second_turn)[:count])), count
    assert not reads_goal(game_table(game, *first_turn, *second_turn))


def test_goal_makes_room_for_the_selection() -> None:
    table, _action = gestures.touch(create_table(), "f2")
    assert table.touches.targets
    assert not reads_goal(table)


def test_guided_game_has_tips_instead_of_the_goal() -> None:
    table = open_table("x", replay(first_game_record("sensei", 1, is_guided=True), GAMES))
    assert not reads_goal(table)
    assert reads_goal(open_table("x", replay(first_game_record("sensei", 1, is_guided=False), GAMES)))


def test_goal_comes_after_the_armies_are_built() -> None:
    """Building an army is no turn: the goal follows it."""
    assert not reads_goal(game_table("tesulda", setup="build"))
    assert not reads_goal(game_table("tesulda", "default", setup="build"))
    assert reads_goal(game_table("tesulda", "default", "done", "default", "done", setup="build"))
