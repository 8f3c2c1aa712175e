"""What buttons and fields are named is told apart from one another."""

from __future__ import annotations

import pytest

from ruleboard.app.runtime.controller import joined


def test_handlers_of_all_places_stand_in_one_table() -> None:
    assert joined({"undo": 1}, {"redo": 2}) == {"undo": 1, "redo": 2}


def test_no_two_handlers_have_one_name() -> None:
    with pytest.raises(ValueError, match="undo"):
        joined({"undo": 1}, {"redo": 2, "undo": 3})
