"""Functions that format sentences, lists, durations and names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleboard.i18n import _, ngettext

_LINE_BREAK_PATTERN = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
_SQUARE_PATTERN = re.compile(r"[a-j]\d")
_INVISIBLE_CHARACTER_PATTERN = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings, overrides and isolates of UAX 9
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]"  # invisible characters and lone surrogates
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"  # joiners that join no letters or emoji
)
_RIGHT_TO_LEFT_PATTERN = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_FSI, _PDI = "\u2068", "\u2069"


def capitalize(text: str) -> str:
    """Capitalize the first letter of a string, unless it begins with the name of a square."""
    return text if _SQUARE_PATTERN.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Turn a clause into a sentence, with a capital letter and a full stop."""
    return capitalize(with_full_stop(text))


def with_full_stop(text: str) -> str:
    """Add a full stop to a string, unless it ends with one already."""
    return text + ("" if text.endswith((".", "!", "?", "…")) else ".")


def join_as_list(items: Iterable[str]) -> str:
    """Join items into a list in the current language ("a, b and c")."""
    *first_items, last_item = tuple(items) or ("",)
    return _("{items} and {last}").format(items=", ".join(first_items), last=last_item) if first_items else last_item


def join_with_or(items: Iterable[str]) -> str:
    """Join items with commas and "or" in the current language ("a, b or c")."""
    *first_items, last_item = tuple(items) or ("",)
    return _("{others} or {last}").format(others=", ".join(first_items), last=last_item) if first_items else last_item


def join_with_semicolons(items: Iterable[str]) -> str:
    """Join items with semicolons, and with spaces where the current language needs them."""
    texts = tuple(items)
    if len(texts) < 2:
        return "".join(texts)
    middle = len(texts) // 2
    return _("{items}; {last}").format(
        items=join_with_semicolons(texts[:middle]), last=join_with_semicolons(texts[middle:])
    )


def clean_name(name: str) -> str:
    """Put a name on one line, and remove invisible characters and text direction marks.

    Zero-width joiners between letters or emoji outside ASCII stay, since they are part of the spelling.
    """
    return _INVISIBLE_CHARACTER_PATTERN.sub("", _LINE_BREAK_PATTERN.sub(" ", name)).strip()


def isolate_name(name: str) -> str:
    """Wrap a right-to-left name in directional isolate characters (UAX 9: FSI and PDI), to insert it into a string.

    They protect the order of the surrounding text, even in attributes, where no element could isolate the name.
    """
    return f"{_FSI}{name}{_PDI}" if _RIGHT_TO_LEFT_PATTERN.search(name) else name


def format_duration(milliseconds: int) -> str:
    """Format a duration in minutes and whole seconds, rounded up."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    minutes_text = ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    seconds_text = ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    if minutes and seconds:
        return _("{minutes} {seconds}").format(minutes=minutes_text, seconds=seconds_text)
    return minutes_text if minutes else seconds_text
