"""Small matters of wording."""

from __future__ import annotations


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
