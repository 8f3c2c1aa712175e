"""Test what readers get from messages with placeholders, whatever values fill them.

``python -m tests.support.filled_texts`` prints the sentences for an editor, who sees what these patterns cannot.
"""

from __future__ import annotations

import re

import pytest

from ruleboard.registry import GAMES
from tests.support.filled_texts import read_sentences

_ENGLISH_NOUNS = (
    "base|card|cycle|deal|game|hex|lesson|move|piece|player|puzzle|space|square|star|step|stone|tile|time|turn|tweak"
)
_FRENCH_NOUNS = "carte|case|coup|cycle|étoile|leçon|manche|pièce|pierre|réglage|tour|tuile"

FAULTS = {
    "a placeholder is left": r"(?<!\w)\{[a-z_]+\}",
    "a value is empty": r"^[,.:;]|\s[,.](?!\.)|  |“”|«\s*»|\(\)|[:,]$",
    "two marks end the sentence": r"(?<!\.)\.\.(?!\.)|…\.|[,;:!?][,.;:]|\.[,;]",
    "a value has the type None": r"\bNone\b",
}
ENGLISH_FAULTS = {
    "one thing is plural": rf"(?<![\d,./-])(?<!of )\b1 (?:more )?(?:{_ENGLISH_NOUNS})(?:e?s)\b",
    "things are singular": rf"\b(?:[2-9]|\d\d+) (?:{_ENGLISH_NOUNS})\b(?! and\b| bases?\b)",
    "the article before a vowel is a": r"\ba (?=[aeio])(?!one\b)",
    "the article before a consonant is an": r"\ban (?=[b-df-gj-np-tv-z])(?!x\b)",
    "a quote or an apostrophe is straight": r"\w'(?:s|t|re|ve|d|ll)\b",
}
FRENCH_FAULTS = {
    "an article or a preposition is not contracted": r"\b(?:de|à) les? (?=\w)",
    "a word is not elided": r"(?i)\b(?:de|que|le|la|je|ne|se) (?=[aâeéèêiîoôuû](?!\d|\b))(?!oui|onze|out\b)",
    "a mark has no space before it": r"[^\W\d_][?!;](?=\s|$)|[^\W\d_]:(?=\s)",
    "one thing is plural": rf"(?<![\d,./-])\b1 (?:{_FRENCH_NOUNS})s\b",
    "things are singular": rf"(?<!/)\b(?:[2-9]|\d\d+) (?:{_FRENCH_NOUNS})\b",
}
"""Patterns of faults in sentences, by what is wrong."""

_NAME_PATTERN = re.compile(r"'[^']*'|Tensor: A Game of Equilibrium")
"""Texts that sentences quote, and the title with a colon."""


@pytest.mark.parametrize(("language", "faults"), [("en", ENGLISH_FAULTS), ("fr", FRENCH_FAULTS)])
def test_filled_sentences_are_well_formed(language: str, faults: dict[str, str]) -> None:
    sentences_by_message = read_sentences(language, list(GAMES))
    assert len(sentences_by_message) > 500
    assert not [
        (fault, message, text)
        for fault, pattern in (FAULTS | faults).items()
        for message, sentences in sentences_by_message.items()
        for text in sentences
        if re.search(pattern, _NAME_PATTERN.sub("x", text))
    ]
