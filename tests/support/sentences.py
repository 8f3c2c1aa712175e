"""A check that a text is a sentence, for the tests of texts."""

from __future__ import annotations

import re


def is_sentence(text: str) -> bool:
    """Return True if a text begins and ends like a sentence. It may begin with the name of a square, such as f5."""
    has_sentence_start = not text[:1].islower() or re.match(r"[a-z]\d", text) is not None
    return len(text) > 2 and text == text.strip() and has_sentence_start and text[-1] in ".!?"
