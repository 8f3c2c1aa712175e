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

AGAIN = "Touch {} again to pick up that piece."


def at(game: str, start: str) -> Table:
    """Return a table of a game that begins at a position."""
    return open_table("x", replay(Record(game, {}, 0, ("Ann", "Bob"), start=start), GAMES))


def touched(table: Table, *targets: str) -> Table:
    for target in targets:
        table, _ = gestures.touch(table, target)
    return table


def texts(table: Table) -> list[str]:
    return [str(entry) for entry in table.timeline.entries]


def sentence(table: Table) -> str:
    return table.touches.refusal.sentence


# --- Sensei

LEAPS = at("sensei", "rrrRrr1/7/3g3/7/3r3/1g5/gg1Ggg1 g 21 arashi")
"""Green's character on d1 sees its stones on b1 and e1; a red stone on d3 hides d5, and b2 is on none of its lines."""
BLOCKED = f"Red’s stone on d3 is in the way. {AGAIN.format('d5')}"
OFF_LINE = f"b2 isn’t on your character’s row, column or diagonals. {AGAIN.format('b2')}"


@pytest.mark.parametrize(("stone", "reason"), [("d5", BLOCKED), ("b2", OFF_LINE)])
def test_unreachable_stone_explains_refused_leap(stone: str, reason: str) -> None:
    """Touching a stone that the character cannot reach gives the reason (spec: Character move)."""
    refused = touched(LEAPS, "d1", stone)
    assert (sentence(refused), refused.touches.targets, refused.touches.refused_target) == (reason, ("d1",), stone)
    assert touched(refused, stone).touches.targets == (stone,)
    assert not sentence(touched(refused, stone))


@pytest.mark.parametrize("between", [(), ("d1",), ("b2",), ("c4", "c4")])
def test_legal_leap_works_after_refused_leap(between: tuple[str, ...]) -> None:
    assert texts(touched(LEAPS, "d1", "d5", *between, "e1")) == ["@d1-e1"]


def test_drag_of_stone_restarts_and_drop_explains() -> None:
    assert gestures.begin_drag(touched(LEAPS, "d1"), "d5").touches.targets == ("d5",)
    table_after_drop, action = gestures.drop(gestures.begin_drag(LEAPS, "d1"), "d5")
    assert (action, table_after_drop.touches.targets) == (None, ("d1",))
    assert sentence(table_after_drop) == BLOCKED.removesuffix(" " + AGAIN.format("d5"))


def test_selecting_another_stone_gives_no_refusal() -> None:
    assert touched(LEAPS, "d5", "b2").touches.targets == ("b2",)


# --- Tensor Chess

CHECKED = at("tensor-chess", "k3r5/10/10/10/10/10/3P2P3/4K5 w - - 0 1")
"""The king on e1 is in check from e8, and neither pawn can help."""
PASSED = at("tensor-chess", "k9/10/4t5/3pP5/10/10/10/9K w - - 0 1")
"""Black’s pawn on d5 came there earlier, and a beast on e6 is ahead of the white pawn on e5."""
NO_HELP = "You’re in check, and your pawn on d2 can’t help."


@pytest.mark.parametrize("goal", ["d5", "h4", "a8"])
def test_later_touch_preserves_refusal_of_piece(goal: str) -> None:
    refused = touched(CHECKED, "d2")
    assert sentence(refused) == NO_HELP
    for touched_again in (touched(refused, goal), touched(refused, goal, goal), gestures.explain_drag(refused, goal)):
        assert sentence(touched_again) == NO_HELP
        assert (touched_again.touches.targets, touched_again.touches.refused_target) == ((), "d2")


def test_further_reasons_extend_first_reason() -> None:
    reason = "You’d still be in check from the rook on e8."
    assert sentence(touched(CHECKED, "d2", "d4")) == f"{NO_HELP} {reason}"
    assert sentence(touched(CHECKED, "d2", "d4", "d4", "h4")) == NO_HELP


def test_another_piece_is_selected_after_refusal() -> None:
    assert texts(touched(CHECKED, "d2", "d4", "e1", "d1")) == ["e1d1"]
    assert sentence(touched(CHECKED, "d2", "g2")) == "You’re in check, and your pawn on g2 can’t help."


def test_empty_square_cannot_be_moved() -> None:
    assert sentence(touched(CHECKED, "h4", "h5")) == "There’s no piece on h5."


@pytest.mark.parametrize("square", ["d4", "d5", "a5"])
def test_enemy_piece_starts_no_move(square: str) -> None:
    """Touching an enemy piece selects nothing, so a second touch gets the same refusal as the first one."""
    refused = touched(CHECKED, "e8")
    assert sentence(refused) == "The piece on e8 is black, and you’re White."
    after = touched(refused, square)
    assert sentence(after) == sentence(touched(CHECKED, square)) == f"There’s no piece on {square}."
    assert after.touches.refused_target == square
    assert sentence(touched(CHECKED, "e8", "a8")) == "The piece on a8 is black, and you’re White."


def test_immobile_pawn_explains_at_every_target() -> None:
    """A pawn without moves has a reason for every target.

    A pawn cannot capture a beast, and can capture en passant only at once (spec: Moves, 3).
    """
    blocked_reason = (
        "Your pawn on e5 has nowhere to go. A pawn can’t capture straight ahead: the black beast on e6 blocks it."
    )
    en_passant_reason = "You can capture the pawn on d5 in passing only right after its double step."
    assert sentence(touched(PASSED, "e5")) == blocked_reason
    assert sentence(touched(PASSED, "e5", "d6")) == f"{blocked_reason} {en_passant_reason}"
    table_after_drag = gestures.begin_drag(PASSED, "e5")
    assert sentence(gestures.explain_drag(table_after_drag, "d6")) == f"{blocked_reason} {en_passant_reason}"
    assert (
        sentence(gestures.explain_drag(table_after_drag, "e6")) == f"{blocked_reason} Only a beast can capture a beast."
    )


def test_pointing_without_refusal_does_nothing() -> None:
    assert gestures.explain_drag(PASSED, "e6") == PASSED
    table_with_selection = touched(PASSED, "j1")
    assert gestures.explain_drag(table_with_selection, "j2") == table_with_selection


CASTLING = at("tensor-chess", "1k8/10/10/10/10/10/10/R4K3R w KQ - 0 1")


def test_castling_does_not_select_rook() -> None:
    """Touching the rook after the king is refused.

    Players castle by touching the square to which the king goes (spec: Moves, 7).
    """
    refused = touched(CASTLING, "f1", "j1")
    assert sentence(refused) == f"To castle, touch the square where your king lands. {AGAIN.format('j1')}"
    assert refused.touches.targets == ("f1",)
    assert texts(touched(refused, "i1")) == ["f1i1"]
    assert texts(touched(refused, "f1", "i1")) == ["f1i1"]
    assert touched(refused, "j1").touches.targets == ("j1",)
    without = at("tensor-chess", "1k8/10/10/10/10/10/10/R4K3R w Q - 0 1")
    assert touched(without, "f1", "j1").touches.targets == ("j1",)


def test_blocked_beast_explains_instead_of_selecting() -> None:
    """Touching a beast that the selected pawn cannot propel is refused.

    A pawn propels a beast only on its first move (spec: Moves, 5). This pawn is selectable because it can capture.
    """
    board = at("tensor-chess", "k9/10/10/3pT5/4P5/10/10/9K w - - 0 1")
    refused = touched(board, "e4", "e5")
    assert sentence(refused) == f"A pawn can send a beast only on its first move. {AGAIN.format('e5')}"
    assert texts(touched(refused, "d5")) == ["e4d5"]
    assert touched(refused, "e5").touches.targets == ("e5",)
    assert touched(board, "j1", "e5").touches.targets == ("e5",)


def test_touch_outside_choice_of_promotion_closes_it() -> None:
    """A touch of an impossible target keeps only the pawn selected, so that its landing can change."""
    board = touched(at("tensor-chess", "k9/4P5/10/10/10/10/10/9K w - - 0 1"), "e7", "e8")
    after = touched(board, "c5")
    assert (after.touches.targets, after.touches.refused_target) == (("e7",), "")
    assert texts(touched(after, "e8", "do:promote-t")) == ["e7e8t"]
    assert touched(board, "j1").touches.targets == ("j1",)


# --- Tesulda

ARMIES = at("tesulda", TESULDA.game.format_position(TESULDA.game.initial({}, 0)))


def test_touching_immobile_own_figure_gives_reason() -> None:
    """A figure without moves gets a refusal as well when it is touched after another figure."""
    refused = touched(ARMIES, "e2", "e1")
    assert sentence(refused) == "Your own figure on e1 is in the way. Your own figures shut this one in."
    assert refused.touches.targets == ("e2",)
    assert touched(ARMIES, "e2", "d2").touches.targets == ("d2",)


def test_blocked_figure_stays_refused() -> None:
    """A blocked figure stays refused, and touching a target adds a reason about its ratings (spec: Traits)."""
    shut = "Your own figures shut this one in."
    assert sentence(touched(ARMIES, "e1")) == shut
    assert sentence(touched(ARMIES, "e1", "e3")).startswith(f"{shut} This figure goes at most 1 square straight")


@pytest.mark.parametrize(
    ("position", "piece", "beast", "destination", "text"),
    [
        ("4k5/10/10/10/5T4/10/10/2B5K1 w - - 0 1", "c1", "f4", "h2", "c1>f4h2"),
        ("9k/10/10/10/10/10/2t6P/1T7K w - - 0 1", "b1", "c2", "b1", "b1b1xc2"),
    ],
)
def test_touch_after_drop_picks_up_the_target(
    position: str, piece: str, beast: str, destination: str, text: str
) -> None:
    """A drop that completes no action selects its target. The next touch of it picks it up, and does not deselect."""
    dropped, action = gestures.drop(gestures.begin_drag(at("tensor-chess", position), piece), beast)
    assert action is None
    touched_once, action = gestures.touch(dropped, beast)
    assert action is None
    assert touched_once.touches.targets == dropped.touches.targets == (piece, beast)
    assert gestures.touch(touched_once, beast)[0].touches.targets == (piece,)
    for board in (dropped, touched_once):
        action = gestures.touch(board, destination)[1]
        assert action
        assert action.text == text
