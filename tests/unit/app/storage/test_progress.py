"""Test progress: any stored text gives valid progress, and formatting and parsing progress does not change it."""

from __future__ import annotations

import pytest

from ruleboard.app.storage.progress import format_progress, parse_progress


@pytest.mark.parametrize("text", [None, "", "[]", "{", "null", '{"sensei": 3}', "[" * 99999])
def test_unreadable_progress_is_none(text: str | None) -> None:
    assert parse_progress(text) == {}


def test_progress_round_trips() -> None:
    progress = {"sensei": ("goal", "pits"), "tesulda": ("é",)}
    assert parse_progress(format_progress(progress)) == progress
    assert parse_progress('{"sensei": ["goal", 3, "goal"]}') == {"sensei": ("goal",)}
