"""Test the sessions of the workshop: the lists of custom boards, and the editor for one board."""

from __future__ import annotations

from ruleboard.app.storage.setups import Setup
from ruleboard.app.workshop.session import (
    new_board,
    playable_boards,
    press_key,
    readable_boards,
    touch,
    undo,
    with_tool,
)

GAME = "tensor-cards"


def test_unreadable_boards_and_foreign_setups_are_ignored() -> None:
    setups = (Setup(GAME, "bad", "nonsense"), Setup("tesulda", "army", "x"))
    assert readable_boards(GAME, setups) == ()
    assert playable_boards("sensei", "mode", setups) == ()


def test_unknown_tools_and_targets_change_nothing() -> None:
    draft = new_board(GAME, ())
    assert with_tool(draft, "x") == draft
    assert touch(draft, "nowhere", ()) == draft
    assert undo(draft) == draft


def test_keys_select_tools() -> None:
    draft = new_board(GAME, ())
    assert press_key(draft, "t").tool == "star"
    assert press_key(draft, "2").tool == "blue"
    assert press_key(draft, "x") == draft
