"""Test touches in mid-turn: a refused touch does not change the selection."""

from __future__ import annotations

import pytest

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.gestures import touch
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.state import State
from ruleboard.registry import GAMES
from tests.unit.tesulda.positions import play, position

GAME = PACKAGE.game

FAR = {"a1": "Ck", "j10": "ck"}
TAKING = play(position({**FAR, "e8": "Sccss", "e9": "tsh", "a5": "Ss"}), "e8-e9")
"""The mover's rod has room for one of the captured two."""
ROOMY = play(position({**FAR, "e8": "Sc", "e9": "tsh"}), "e8-e9")
SWAPPING = play(position({**FAR, "e8": "Sch", "d9": "Cs", "f9": "Ccss"}, pool="hh"), "e8-e9")
STARRED = play(position({**FAR, "e8": "Sscc", "d9": "Cst"}), "e8-e9")
"""Both have a square, but only the mover can give its own."""
FULL = play(position({**FAR, "e8": "Scchh"}, pool="sz"), "e8-e9")


def touched_in_order(state: State, *targets: str) -> Table:
    """Return the table after touching the targets in order."""
    record = Record("tesulda", {}, 0, ("", ""), start=GAME.format_position(state))
    table = open_table("x", replay(record, GAMES))
    for target in targets:
        table, action = touch(table, target)
        assert action is None
    return table


@pytest.mark.parametrize(
    ("state", "before", "target", "message"),
    [
        (TAKING, ("prey:h1",), "prey:s1", "there’s room for one of these"),
        (FULL, ("pool:s",), "pool:z", "there’s room for one of these"),
        (SWAPPING, ("piece:c1",), "piece:h1", "needs a piece besides crown and star"),
        (SWAPPING, ("piece:c1",), "pool:h", "don’t mix"),
        (SWAPPING, ("pool:h",), "piece:c1", "don’t mix"),
        (STARRED, ("d9",), "piece:s1", "The figure on d9 needs a piece"),
        (SWAPPING, ("f9", "piece:c1"), "d9", "figure on e9 moved"),
        (SWAPPING, ("f9", "piece:c1"), "f9", "already on f9"),
    ],
)
def test_refused_piece_leaves_the_selection_unchanged(
    state: State, before: tuple[str, ...], target: str, message: str
) -> None:
    table = touched_in_order(state, *before, target)
    assert table.touches.targets == before
    assert table.touches.refused_target == target
    assert message in table.touches.refusal.sentence


@pytest.mark.parametrize(
    ("state", "touches", "remaining"),
    [
        (TAKING, ("prey:h1", "prey:h1"), ()),
        (TAKING, ("prey:h1", "prey:h1", "prey:s1"), ("prey:s1",)),
        (ROOMY, ("prey:h1", "prey:s1", "prey:h1"), ("prey:s1",)),
        (ROOMY, ("prey:h1", "prey:s1", "prey:s1"), ("prey:h1",)),
        (STARRED, ("d9", "e9"), ("e9",)),
        (SWAPPING, ("e9", "f9"), ("f9",)),
        (SWAPPING, ("f9", "pool:h"), ("pool:h",)),
    ],
)
def test_builder_may_cancel_a_selection(state: State, touches: tuple[str, ...], remaining: tuple[str, ...]) -> None:
    """Touching a piece again returns it to its place, and then another figure can be touched."""
    table = touched_in_order(state, *touches)
    assert table.touches.targets == remaining
    assert table.touches.refusal.sentence == ""


def test_refused_square_keeps_the_piece_selected() -> None:
    building_state = GAME.initial({"setup": "build"}, 0)
    assert PACKAGE.view.rejects_new_selection(building_state, ("store:c",), "e1")
    assert not PACKAGE.view.rejects_new_selection(building_state, ("e1",), "e2")
    assert not PACKAGE.view.rejects_new_selection(building_state, ("store:c",), "store:s")
