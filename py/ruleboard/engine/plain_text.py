"""Normalize typed and pasted text: typographic characters, HTML entities and lone surrogates."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _

_INVISIBLE_RANGES: Final = "\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""Zero-width characters, such as a byte order mark, as a character class of a regular expression."""
_OTHER_BLANKS: Final = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"
_QUOTES: Final = "\u201c\u201d\u201e\u201f"
_LINE_ENDS: Final = "\r\x0b\x0c\x85\u2028\u2029"
_FULL_WIDTH_CODES: Final = range(0xFF01, 0xFF5F)
"""The full-width forms of ASCII, which Chinese and Japanese keyboards produce."""

_PLAIN_CHARACTERS: Final[dict[int, str | int]] = {
    **{code: code - 0xFEE0 for code in _FULL_WIDTH_CODES},
    **dict.fromkeys(map(ord, _OTHER_BLANKS), " "),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _QUOTES), '"'),
    **dict.fromkeys(map(ord, _LINE_ENDS), "\n"),
    ord("×"): "x",
}
_INVISIBLE_CHARACTERS_PATTERN: Final = re.compile(f"[{_INVISIBLE_RANGES}]+")
_ENTITY_PATTERN: Final = re.compile(r"&(amp|lt|gt|quot|apos|nbsp|#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5});")
_SURROGATE_PATTERN: Final = re.compile("[\ud800-\udfff]")


def plain_characters(text: str) -> str:
    """Replace typographic characters with plain ones.

    Other dashes and the minus sign become hyphens, full-width letters and digits become ASCII, no-break spaces become
    spaces, other line breaks become line feeds, and zero-width characters disappear.
    """
    text = text.replace("\r\n", "\n")
    if text.isascii() and not any(end in text for end in _LINE_ENDS):
        return text
    return _INVISIBLE_CHARACTERS_PATTERN.sub("", text).translate(_PLAIN_CHARACTERS)


def unescape_entities(text: str) -> str:
    """Replace HTML entities such as ``&#39;`` with their characters."""
    return _ENTITY_PATTERN.sub(lambda entity: unescape(entity[0]), text)


def escape_entities(text: str) -> str:
    """Escape the parts of a string that look like HTML entities, so that ``unescape_entities`` restores the string."""
    return _ENTITY_PATTERN.sub(r"&amp;\1;", text)


def lone_surrogate_indices(text: str) -> tuple[int, ...]:
    """Return the indices of lone surrogates in a string, which occur when a program cuts a string within an emoji."""
    return () if text.isascii() else tuple(surrogate.start() for surrogate in _SURROGATE_PATTERN.finditer(text))


def replace_surrogates(text: str) -> str:
    """Replace each lone surrogate with U+FFFD. The length of the text stays the same."""
    return text if text.isascii() else _SURROGATE_PATTERN.sub("\N{REPLACEMENT CHARACTER}", text)


def escape_surrogates(json_text: str) -> str:
    """Escape the lone surrogates in a JSON text, since UTF-8 files cannot contain them."""
    if json_text.isascii():  # nearly all texts: a search of a long text would take time
        return json_text
    return _SURROGATE_PATTERN.sub(lambda match: f"\\u{ord(match[0]):04x}", json_text)


def check_surrogates(text: str, error: type[RuleboardError]) -> None:
    """Check that a string contains no lone surrogates.

    Raises:
        RuleboardError: an error of the class ``error``, which names the line.
    """
    for index in lone_surrogate_indices(text)[:1]:
        line = text.count("\n", 0, index) + 1
        raise error(
            _("{text} is only half of a character").format(text=ascii(text[index])), where=_("line {n}").format(n=line)
        )
