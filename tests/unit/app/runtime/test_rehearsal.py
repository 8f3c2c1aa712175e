"""The rehearsal of touches after the start."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.app.play import gestures
from ruleboard.app.play.table import Table
from ruleboard.app.runtime.rehearsal import WARM_UP_TOUCHES, warm_up
from ruleboard.engine.action import Action


def test_warm_up_selects_and_moves_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Action[Any] | None] = []
    touch = gestures.touch

    def watched(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
        after, action = touch(table, target)
        seen.append(action)
        return after, action

    monkeypatch.setattr(gestures, "touch", watched)
    assert list(warm_up())[-1] == 1
    assert len(seen) == WARM_UP_TOUCHES
    assert 0 < seen.count(None) < WARM_UP_TOUCHES
