"""Test the warm-up, which touches a board after the start so that the first real touch is fast."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.app.board import gestures
from ruleboard.app.board.table import Table
from ruleboard.app.runtime.warm_up import WARM_UP_TOUCHES, warm_up
from ruleboard.engine.action import Action


def test_warm_up_selects_and_moves_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    actions: list[Action[Any] | None] = []
    touch = gestures.touch

    def record_touch(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
        after, action = touch(table, target)
        actions.append(action)
        return after, action

    monkeypatch.setattr(gestures, "touch", record_touch)
    assert list(warm_up())[-1] == 1
    assert len(actions) == WARM_UP_TOUCHES
    assert 0 < actions.count(None) < WARM_UP_TOUCHES
