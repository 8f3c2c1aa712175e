"""Test actions with several touches: their steps are numbered, survive a touch elsewhere, and can be cancelled."""

from __future__ import annotations

import pytest

from ruleboard.app.board import announcements, gestures
from ruleboard.app.board.prompts import touch_hint
from ruleboard.app.board.table import Table
from ruleboard.app.play.player_panel import controls
from ruleboard.app.storage.preferences import Settings
from ruleboard.engine.timeline import new_timeline
from ruleboard.registry import GAMES
from tests.unit.equilibrium.equilibrium_help import GAME, create_player, create_position
from tests.unit.tesulda.mid_turns import FULL_ROD_STATE, ROOMY_ROD_STATE, SWAP_STATE, TAKE_STATE, table_after_touches

ADDITION_TOUCHES = ("hand:1:add", "hex:1:0,0")
"""The touches of the addition card and the tile to remove; the next is the new tile's type in the supply."""


def create_table(*targets: str) -> Table:
    """Return the table of a game after touches. Orange can add, multiply, load and download."""
    tiles = {"0,0": "T", "1,0": "A"}
    orange = create_player(board=tiles, storage="S", hand=["add", "mul"], weights=[5, 3, 3, 3, 3])
    table = Table("x", new_timeline(GAME, create_position(orange, create_player(board={"0,0": "V"}))))
    for target in targets:
        table, _ = gestures.touch(table, target)
    return table


def table_with_card(card: str) -> Table:
    """Return the table of a game in which Orange has selected the only card in hand, with tiles on the board."""
    tiles = {"0,0": "T", "1,0": "A", "0,1": "I"}
    orange = create_player(board=tiles, hand=[card], weights=[5, 3, 3, 3, 3])
    table = Table("x", new_timeline(GAME, create_position(orange, create_player(board={"0,0": "V"}))))
    return gestures.touch(table, f"hand:1:{card}")[0]


def has_cancel_button(table: Table) -> bool:
    """Return True if a button cancels the selection."""
    return any(
        node.attrs.get("data-do") == "play.put_down"
        for node in controls(table, 0, Settings(), is_far_side=False).children
    )


def test_steps_of_addition_are_numbered_and_announced() -> None:
    """The steps of Addition are the card, the tile to remove, the type of the new tile, and its hex."""
    assert touch_hint(create_table()) == ""
    assert touch_hint(create_table("hand:1:add")) == "Step 2 of 4 · Addition. Touch the tile you want to remove."
    assert (
        touch_hint(create_table(*ADDITION_TOUCHES))
        == "Step 3 of 4 · Addition. Choose the new tile’s type from the supply."
    )
    assert (
        touch_hint(create_table(*ADDITION_TOUCHES, "supply:I"))
        == "Step 4 of 4 · Addition. Touch the hex for the new tile."
    )


def test_steps_of_multiplication_are_numbered_in_any_order() -> None:
    """The steps of Multiplication are the card, two neighbours in either order, and a hex for each copy."""
    steps = ("hand:1:mul", "hex:1:0,0", "hex:1:1,0", "hex:1:0,1")
    hints = [touch_hint(create_table(*steps[:count])) for count in range(1, 5)]
    assert [hint.split(" · ")[0] for hint in hints] == ["Step 2 of 5", "Step 3 of 5", "Step 4 of 5", "Step 5 of 5"]
    assert hints[1].endswith("Multiplication. Touch the second tile, next to the first.")


def test_simple_move_has_no_steps_or_cancel() -> None:
    table = create_table("storage:1:S")
    assert touch_hint(table).startswith("Sensor. Touch a marked hex")
    assert not has_cancel_button(table)


def test_unordered_tiles_have_no_step_numbers() -> None:
    table = create_table("tile:0")
    assert touch_hint(table) == "You’ve chosen 1 of 3 tiles. Touch 2 more tiles."
    assert has_cancel_button(table)


def test_tesulda_take_and_swap_describe_steps() -> None:
    table_before_take = table_after_touches(ROOMY_ROD_STATE, "prey:h1")
    assert touch_hint(table_before_take) == "Touch your figure on e9 to give it this piece, or pick up a second piece."
    swap_targets = table_after_touches(SWAP_STATE, "f9")
    assert touch_hint(swap_targets) == "Pick up the piece you want to hand over."
    mover = table_after_touches(SWAP_STATE, "e9")
    assert touch_hint(mover) == "Step 2 of 3 · Pick up the piece you want to hand over.", (
        "its pieces are selectable on their own, too"
    )


def test_steps_have_numbers_only_if_no_optional_step_can_follow() -> None:
    """A second piece is one more step of taking and handing over (Tesulda), so no step has a number."""
    first_piece = table_after_touches(ROOMY_ROD_STATE, "prey:h1")
    assert touch_hint(first_piece).startswith("Touch your figure")
    second_target = next(target for target in first_piece.selection.next_targets if target.startswith("prey:"))
    assert touch_hint(gestures.touch(first_piece, second_target)[0]).startswith("Touch your figure")


def test_second_piece_is_told_from_the_figures_that_could_get_the_first() -> None:
    """The announcement names the 2 equal squares as one second piece, next to the figure (Tesulda)."""
    table = table_after_touches(SWAP_STATE, "f9", "piece:c1")
    assert {"piece:s1", "piece:s2", "e9"} <= {*table.selection.next_targets}
    assert announcements.selection_text(table).endswith("; second piece: square.")


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        (table_after_touches(TAKE_STATE, "prey:h1"), "Step 2 of 2 · Touch your figure on e9"),
        (table_after_touches(FULL_ROD_STATE, "pool:s"), "Step 2 of 2 · Touch your figure on e9"),
        (table_with_card("sub"), "Step 2 of 2 · Subtraction. Touch"),
        (table_with_card("div"), "Step 2 of 2 · Division. Touch"),
    ],
)
def test_committing_first_touch_has_steps_and_cancel(table: Table, hint: str) -> None:
    """A take and a Resource with room for one piece have two numbered steps and a cancel button (Tesulda)."""
    assert touch_hint(table).startswith(hint)
    assert has_cancel_button(table)
    assert gestures.clear_selection(table).touches.targets == ()


def test_army_piece_has_no_steps_or_cancel() -> None:
    """A piece of an army has no steps and no cancel button, since the player may move it again at any time."""
    rules = GAMES["tesulda"]
    table, _ = gestures.touch(Table("x", new_timeline(rules, rules.initial({"setup": "build"}, 0))), "base:T")
    assert touch_hint(table) == "Touch a free square on your 2 ranks."
    assert not has_cancel_button(table)


@pytest.mark.parametrize("other_target", ["tile:0", "hand:1:mul", "storage:1:S", "do:pass"])
def test_touch_elsewhere_warns_before_deselecting(other_target: str) -> None:
    table = create_table(*ADDITION_TOUCHES)
    table_after_warning, action = gestures.touch(table, other_target)
    assert action is None
    assert table_after_warning.touches.targets == ADDITION_TOUCHES
    assert table_after_warning.touches.refused_target == other_target
    assert "other choice" in table_after_warning.touches.refusal.sentence
    assert has_cancel_button(table_after_warning)
    table_after_repeat, action = gestures.touch(table_after_warning, other_target)
    assert table_after_repeat.touches.targets == (other_target,) or action, "a second touch confirms"


def test_action_continues_after_touch_elsewhere() -> None:
    table = create_table(*ADDITION_TOUCHES, "tile:0", "supply:I")
    assert table.touches.targets == (*ADDITION_TOUCHES, "supply:I")
    assert not table.touches.refusal


def test_simple_selection_is_replaced_immediately() -> None:
    assert create_table("hand:1:add", "storage:1:S").touches.targets == ("storage:1:S",)
    assert create_table(*ADDITION_TOUCHES, "hand:1:add").touches.targets == ("hand:1:add",), "the same card restarts"


def test_cancel_clears_all_touches() -> None:
    assert has_cancel_button(create_table(*ADDITION_TOUCHES))
    table = gestures.clear_selection(create_table(*ADDITION_TOUCHES, "tile:0"))
    assert table.touches.targets == ()
    assert not table.touches.refusal
    assert not has_cancel_button(table)
