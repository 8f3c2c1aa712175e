"""Test refused touches: each refusal has a reason, which stays on the page until the next action.

The specs have the rules: Sensei ('Character move'), Tensor Chess ('Pawn', 'Castling'), Tesulda ('Moves').
"""

from __future__ import annotations

import pytest

from ruleboard.app.board import gestures
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.tesulda import PACKAGE as TESULDA
from ruleboard.registry import GAMES

TOUCH_AGAIN_TEXT = "Touch {} again to pick up that piece."


def table_at(game: str, start: str) -> Table:
    """Return a table of a game that begins at a position."""
    return open_table("x", replay(Record(game, {}, 0, ("Ann", "Bob"), start=start), GAMES))


def touch_targets(table: Table, *targets: str) -> Table:
    for target in targets:
        table, _ = gestures.touch(table, target)
    return table


def list_action_texts(table: Table) -> list[str]:
    return [str(entry) for entry in table.timeline.entries]


def find_refusal_sentence(table: Table) -> str:
    return table.touches.refusal.sentence


# --- Sensei

LEAP_TABLE = table_at("sensei", "rrrRrr1/7/3g3/7/3r3/1g5/gg1Ggg1 g 21 arashi")
"""Green's character on d1 sees its stones on b1 and e1; a red stone on d3 hides d5, and b2 is on none of its lines."""
BLOCKED_REASON = f"Red’s stone on d3 is in the way. {TOUCH_AGAIN_TEXT.format('d5')}"
OFF_LINE_REASON = f"No row, column or diagonal leads from your character to b2. {TOUCH_AGAIN_TEXT.format('b2')}"


@pytest.mark.parametrize(("stone", "reason"), [("d5", BLOCKED_REASON), ("b2", OFF_LINE_REASON)])
def test_unreachable_stone_explains_refused_leap(stone: str, reason: str) -> None:
    """Touching a stone that the character cannot reach gives the reason (spec: Character move)."""
    table_after_refusal = touch_targets(LEAP_TABLE, "d1", stone)
    assert (
        find_refusal_sentence(table_after_refusal),
        table_after_refusal.touches.targets,
        table_after_refusal.touches.refused_target,
    ) == (reason, ("d1",), stone)
    assert touch_targets(table_after_refusal, stone).touches.targets == (stone,)
    assert not find_refusal_sentence(touch_targets(table_after_refusal, stone))


@pytest.mark.parametrize("touches_between", [(), ("d1",), ("b2",), ("c4", "c4")])
def test_legal_leap_works_after_refused_leap(touches_between: tuple[str, ...]) -> None:
    assert list_action_texts(touch_targets(LEAP_TABLE, "d1", "d5", *touches_between, "e1")) == ["@d1-e1"]


def test_drag_of_stone_restarts_and_drop_explains() -> None:
    assert gestures.begin_drag(touch_targets(LEAP_TABLE, "d1"), "d5").touches.targets == ("d5",)
    table_after_drop, action = gestures.drop(gestures.begin_drag(LEAP_TABLE, "d1"), "d5")
    assert (action, table_after_drop.touches.targets) == (None, ("d1",))
    assert find_refusal_sentence(table_after_drop) == BLOCKED_REASON.removesuffix(" " + TOUCH_AGAIN_TEXT.format("d5"))


def test_selecting_another_stone_gives_no_refusal() -> None:
    assert touch_targets(LEAP_TABLE, "d5", "b2").touches.targets == ("b2",)


# --- Tensor Chess

CHECK_TABLE = table_at("tensor-chess", "k3r5/10/10/10/10/10/3P2P3/4K5 w - - 0 1")
"""The king on e1 is in check from e8, and neither pawn can help."""
EN_PASSANT_TABLE = table_at("tensor-chess", "k9/10/4t5/3pP5/10/10/10/9K w - - 0 1")
"""Black’s pawn on d5 came there earlier, and a beast on e6 is ahead of the white pawn on e5."""
NO_HELP_REASON = "You’re in check, and your pawn on d2 can’t help."


@pytest.mark.parametrize("goal", ["d5", "h4", "a8"])
def test_later_touch_preserves_refusal_of_piece(goal: str) -> None:
    table_after_refusal = touch_targets(CHECK_TABLE, "d2")
    assert find_refusal_sentence(table_after_refusal) == NO_HELP_REASON
    for table_after_touches in (
        touch_targets(table_after_refusal, goal),
        touch_targets(table_after_refusal, goal, goal),
        gestures.explain_drag(table_after_refusal, goal),
    ):
        assert find_refusal_sentence(table_after_touches) == NO_HELP_REASON
        assert (table_after_touches.touches.targets, table_after_touches.touches.refused_target) == ((), "d2")


def test_further_reasons_extend_first_reason() -> None:
    reason = "You’d still be in check from the rook on e8."
    assert find_refusal_sentence(touch_targets(CHECK_TABLE, "d2", "d4")) == f"{NO_HELP_REASON} {reason}"
    assert find_refusal_sentence(touch_targets(CHECK_TABLE, "d2", "d4", "d4", "h4")) == NO_HELP_REASON


def test_another_piece_is_selected_after_refusal() -> None:
    assert list_action_texts(touch_targets(CHECK_TABLE, "d2", "d4", "e1", "d1")) == ["e1d1"]
    assert (
        find_refusal_sentence(touch_targets(CHECK_TABLE, "d2", "g2"))
        == "You’re in check, and your pawn on g2 can’t help."
    )


def test_empty_square_cannot_be_moved() -> None:
    assert find_refusal_sentence(touch_targets(CHECK_TABLE, "h4", "h5")) == "There’s no piece on h5."


@pytest.mark.parametrize("square", ["d4", "d5", "a5"])
def test_enemy_piece_starts_no_move(square: str) -> None:
    """Touching an enemy piece selects nothing, so a second touch gets the same refusal."""
    table_after_refusal = touch_targets(CHECK_TABLE, "e8")
    assert find_refusal_sentence(table_after_refusal) == "The piece on e8 is black, and you’re White."
    after = touch_targets(table_after_refusal, square)
    assert (
        find_refusal_sentence(after)
        == find_refusal_sentence(touch_targets(CHECK_TABLE, square))
        == f"There’s no piece on {square}."
    )
    assert after.touches.refused_target == square
    assert (
        find_refusal_sentence(touch_targets(CHECK_TABLE, "e8", "a8")) == "The piece on a8 is black, and you’re White."
    )


def test_immobile_pawn_explains_at_every_target() -> None:
    """A pawn without moves has a reason for every target.

    A pawn cannot capture a beast, and can capture en passant only at once (spec: Moves, 3).
    """
    blocked_reason = (
        "Your pawn on e5 has nowhere to go. A pawn can’t capture straight ahead: the black beast on e6 blocks it."
    )
    en_passant_reason = "You can capture the pawn on d5 in passing only right after its double step."
    assert find_refusal_sentence(touch_targets(EN_PASSANT_TABLE, "e5")) == blocked_reason
    assert find_refusal_sentence(touch_targets(EN_PASSANT_TABLE, "e5", "d6")) == f"{blocked_reason} {en_passant_reason}"
    table_after_drag = gestures.begin_drag(EN_PASSANT_TABLE, "e5")
    assert (
        find_refusal_sentence(gestures.explain_drag(table_after_drag, "d6")) == f"{blocked_reason} {en_passant_reason}"
    )
    assert (
        find_refusal_sentence(gestures.explain_drag(table_after_drag, "e6"))
        == f"{blocked_reason} Only a beast can capture a beast."
    )


def test_pointing_without_refusal_does_nothing() -> None:
    assert gestures.explain_drag(EN_PASSANT_TABLE, "e6") == EN_PASSANT_TABLE
    table_with_selection = touch_targets(EN_PASSANT_TABLE, "j1")
    assert gestures.explain_drag(table_with_selection, "j2") == table_with_selection


CASTLING_TABLE = table_at("tensor-chess", "1k8/10/10/10/10/10/10/R4K3R w KQ - 0 1")


def test_castling_does_not_select_rook() -> None:
    """Touching the rook after the king is refused.

    Players castle by touching the square to which the king goes (spec: Moves, 7).
    """
    table_after_refusal = touch_targets(CASTLING_TABLE, "f1", "j1")
    assert (
        find_refusal_sentence(table_after_refusal)
        == f"To castle, touch the square where your king lands. {TOUCH_AGAIN_TEXT.format('j1')}"
    )
    assert table_after_refusal.touches.targets == ("f1",)
    assert list_action_texts(touch_targets(table_after_refusal, "i1")) == ["f1i1"]
    assert list_action_texts(touch_targets(table_after_refusal, "f1", "i1")) == ["f1i1"]
    assert touch_targets(table_after_refusal, "j1").touches.targets == ("j1",)
    table_without_castling = table_at("tensor-chess", "1k8/10/10/10/10/10/10/R4K3R w Q - 0 1")
    assert touch_targets(table_without_castling, "f1", "j1").touches.targets == ("j1",)


def test_blocked_beast_explains_instead_of_selecting() -> None:
    """Touching a beast that the selected pawn cannot propel is refused.

    A pawn propels a beast only on its first move (spec: Moves, 5). This pawn is selectable because it can capture.
    """
    table = table_at("tensor-chess", "k9/10/10/3pT5/4P5/10/10/9K w - - 0 1")
    table_after_refusal = touch_targets(table, "e4", "e5")
    assert (
        find_refusal_sentence(table_after_refusal)
        == f"A pawn can propel a beast only on its first move. {TOUCH_AGAIN_TEXT.format('e5')}"
    )
    assert list_action_texts(touch_targets(table_after_refusal, "d5")) == ["e4d5"]
    assert touch_targets(table_after_refusal, "e5").touches.targets == ("e5",)
    assert touch_targets(table, "j1", "e5").touches.targets == ("e5",)


def test_immobile_piece_on_another_line_gives_only_its_own_reason() -> None:
    """The refusal says why the touched pawn cannot move, not why the selected king cannot go there."""
    table = table_at("tensor-chess", "k9/10/10/10/10/3p6/3P6/9K w - - 0 1")
    sentence = find_refusal_sentence(touch_targets(table, "j1", "d2"))
    assert sentence == find_refusal_sentence(touch_targets(table, "d2"))


def test_touch_outside_choice_of_promotion_closes_it() -> None:
    """A touch outside the choice of a promotion closes the choice, and the pawn stays selected."""
    table = touch_targets(table_at("tensor-chess", "k9/4P5/10/10/10/10/10/9K w - - 0 1"), "e7", "e8")
    after = touch_targets(table, "c5")
    assert (after.touches.targets, after.touches.refused_target) == (("e7",), "")
    assert list_action_texts(touch_targets(after, "e8", "do:promote-t")) == ["e7e8t"]
    assert touch_targets(table, "j1").touches.targets == ("j1",)


# --- Tesulda

ARMY_TABLE = table_at("tesulda", TESULDA.game.format_position(TESULDA.game.initial({}, 0)))


def test_touching_immobile_own_figure_gives_reason() -> None:
    """A figure without moves is refused for its own reason even if the player touches it after another figure."""
    table_after_refusal = touch_targets(ARMY_TABLE, "e2", "e1")
    assert "own figures on d1, f1, d2, e2 and f2 block the figure on e1" in find_refusal_sentence(table_after_refusal)
    assert table_after_refusal.touches.targets == ("e2",)
    assert touch_targets(ARMY_TABLE, "e2", "d2").touches.targets == ("d2",)


def test_blocked_figure_stays_refused() -> None:
    """A blocked figure stays refused, and touching a target adds a reason about its ratings (spec: Traits)."""
    blocked_reason = find_refusal_sentence(touch_targets(ARMY_TABLE, "e1"))
    assert blocked_reason.endswith("block the figure on e1.")
    assert find_refusal_sentence(touch_targets(ARMY_TABLE, "e1", "e3")).startswith(
        f"{blocked_reason} This figure goes at most 1 square straight"
    )


@pytest.mark.parametrize(
    ("position", "piece", "beast", "goal_square", "text"),
    [
        ("4k5/10/10/10/5T4/10/10/2B5K1 w - - 0 1", "c1", "f4", "h2", "c1>f4h2"),
        ("9k/10/10/10/10/10/2t6P/1T7K w - - 0 1", "b1", "c2", "b1", "b1b1xc2"),
    ],
)
def test_touch_after_drop_picks_up_the_target(
    position: str, piece: str, beast: str, goal_square: str, text: str
) -> None:
    """A drop that completes no action selects its target. The next touch picks up the piece there."""
    table_after_drop, action = gestures.drop(gestures.begin_drag(table_at("tensor-chess", position), piece), beast)
    assert action is None
    table_after_touch, action = gestures.touch(table_after_drop, beast)
    assert action is None
    assert table_after_touch.touches.targets == table_after_drop.touches.targets == (piece, beast)
    assert gestures.touch(table_after_touch, beast)[0].touches.targets == (piece,)
    for table in (table_after_drop, table_after_touch):
        action = gestures.touch(table, goal_square)[1]
        assert action
        assert action.text == text
