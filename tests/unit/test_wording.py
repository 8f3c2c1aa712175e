"""The wording of sentences and lists."""

from __future__ import annotations

import pytest

from ruleboard.wording import capitalised, listed, sentence


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_enumerations(items: list[str], text: str) -> None:
    assert listed(items) == listed(iter(items)) == text


@pytest.mark.parametrize(
    ("text", "capital"), [("", ""), ("élan", "Élan"), ("two Stones", "Two Stones"), ("d2 gives", "d2 gives")]
)
def test_only_the_first_letter_is_made_a_capital(text: str, capital: str) -> None:
    assert capitalised(text) == capital


@pytest.mark.parametrize(
    ("clause", "text"), [("the game is over", "The game is over."), ("is it?", "Is it?"), ("It is.", "It is.")]
)
def test_sentences(clause: str, text: str) -> None:
    assert sentence(clause) == text
