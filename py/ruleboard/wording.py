"""The wording of sentences, lists and times, and of names from outside in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleboard.i18n import _, ngettext

_BREAKS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
_SQUARE = re.compile(r"[a-j]\d")
_HIDING = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings, overrides and isolates of UAX 9
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]"  # what is not seen, and halves of characters
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"  # joiners that join no letters or emoji
)
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FSI, _PDI = "\u2068", "\u2069"


def capitalised(text: str) -> str:
    """Return a text with a capital first letter, the rest unchanged; the name of a square keeps its small letter."""
    return text if _SQUARE.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a clause as a sentence."""
    return capitalised(text) + ("" if text.endswith((".", "!", "?")) else ".")


def listed(items: Iterable[str]) -> str:
    """Return an enumeration in the language in use ("a, b and c"); empty without items."""
    *others, last = tuple(items) or ("",)
    return _("{items} and {last}").format(items=", ".join(others), last=last) if others else last


def separated(items: Iterable[str]) -> str:
    """Return items in a row with semicolons between them, spaced as in the language in use."""
    *others, last = tuple(items) or ("",)
    return _("{items}; {last}").format(items=separated(others), last=last) if others else last


def cleaned(name: str) -> str:
    """Return a name from outside on one line, without characters that are not seen or turn the text around.

    Joiners stay between letters and emoji that are not ASCII, where they belong to the spelling.
    """
    return _HIDING.sub("", _BREAKS.sub(" ", name)).strip()


def isolated(name: str) -> str:
    """Return a name for the middle of a text: one written from right to left within an isolate (UAX 9, FSI and PDI).

    So the text around keeps its order, also where no element could isolate the name, as in attributes.
    """
    return f"{_FSI}{name}{_PDI}" if _RIGHT_TO_LEFT.search(name) else name


def duration(milliseconds: int) -> str:
    """Return a time in words, in minutes and full seconds, rounded up."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    long = ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    short = ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    if minutes and seconds:
        return _("{minutes} {seconds}").format(minutes=long, seconds=short)
    return long if minutes else short
