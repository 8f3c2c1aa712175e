"""Test how sentences and lists are worded."""

from __future__ import annotations

import pytest

from ruleboard.wording import capitalize, join_as_list, sentence


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_enumeration_joins_its_items(items: list[str], text: str) -> None:
    assert join_as_list(items) == join_as_list(iter(items)) == text


@pytest.mark.parametrize(
    ("text", "capital"), [("", ""), ("élan", "Élan"), ("two Stones", "Two Stones"), ("d2 gives", "d2 gives")]
)
def test_capitalization_changes_first_letter_only(text: str, capital: str) -> None:
    assert capitalize(text) == capital


@pytest.mark.parametrize(
    ("clause", "text"), [("the game is over", "The game is over."), ("is it?", "Is it?"), ("It is.", "It is.")]
)
def test_sentence_ends_with_one_stop(clause: str, text: str) -> None:
    assert sentence(clause) == text
