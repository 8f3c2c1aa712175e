"""Test touches in mid-turn: a refused touch does not change the selection."""

from __future__ import annotations

import pytest

from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.state import State
from tests.unit.tesulda.mid_turns import (
    FULL_ROD_STATE,
    ROOMY_ROD_STATE,
    STARRED_STATE,
    SWAP_STATE,
    TAKE_STATE,
    table_after_touches,
)

GAME = PACKAGE.game


@pytest.mark.parametrize(
    ("state", "touched_targets", "target", "message"),
    [
        (TAKE_STATE, ("prey:h1",), "prey:s1", "room for only one of these pieces"),
        (FULL_ROD_STATE, ("pool:s",), "pool:z", "room for only one of these pieces"),
        (SWAP_STATE, ("piece:c1",), "piece:h1", "needs a piece besides the crown and the star"),
        (SWAP_STATE, ("piece:c1",), "pool:h", "can’t mix"),
        (SWAP_STATE, ("pool:h",), "piece:c1", "can’t mix"),
        (STARRED_STATE, ("d9",), "piece:s1", "The figure on d9 needs a piece"),
        (SWAP_STATE, ("f9", "piece:c1"), "d9", "figure on e9 moved"),
        (SWAP_STATE, ("f9", "piece:c1"), "f9", "already on f9"),
    ],
)
def test_refused_piece_leaves_the_selection_unchanged(
    state: State, touched_targets: tuple[str, ...], target: str, message: str
) -> None:
    table = table_after_touches(state, *touched_targets, target)
    assert table.touches.targets == touched_targets
    assert table.touches.refused_target == target
    assert message in table.touches.refusal.sentence


@pytest.mark.parametrize(
    ("state", "touches", "remaining_targets"),
    [
        (TAKE_STATE, ("prey:h1", "prey:h1"), ()),
        (TAKE_STATE, ("prey:h1", "prey:h1", "prey:s1"), ("prey:s1",)),
        (ROOMY_ROD_STATE, ("prey:h1", "prey:s1", "prey:h1"), ("prey:s1",)),
        (ROOMY_ROD_STATE, ("prey:h1", "prey:s1", "prey:s1"), ("prey:h1",)),
        (STARRED_STATE, ("d9", "e9"), ("e9",)),
        (SWAP_STATE, ("e9", "f9"), ("f9",)),
        (SWAP_STATE, ("f9", "pool:h"), ("pool:h",)),
    ],
)
def test_builder_may_cancel_a_selection(
    state: State, touches: tuple[str, ...], remaining_targets: tuple[str, ...]
) -> None:
    """Touching a piece again returns it to its place, and then another figure can be touched."""
    table = table_after_touches(state, *touches)
    assert table.touches.targets == remaining_targets
    assert table.touches.refusal.sentence == ""


def test_refused_square_keeps_the_piece_selected() -> None:
    building_state = GAME.initial({"setup": "build"}, 0)
    assert PACKAGE.view.rejects_new_selection(building_state, ("store:c",), "e1")
    assert not PACKAGE.view.rejects_new_selection(building_state, ("e1",), "e2")
    assert not PACKAGE.view.rejects_new_selection(building_state, ("store:c",), "store:s")
