"""The wording of sentences and lists."""

from __future__ import annotations

from collections.abc import Iterable

from ruleboard.i18n import _


def capitalised(text: str) -> str:
    """Return a text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a clause as a sentence."""
    return capitalised(text) + ("" if text.endswith((".", "!", "?")) else ".")


def listed(items: Iterable[str]) -> str:
    """Return an enumeration in the language in use ("a, b and c"); empty without items."""
    *others, last = tuple(items) or ("",)
    return _("{items} and {last}").format(items=", ".join(others), last=last) if others else last
