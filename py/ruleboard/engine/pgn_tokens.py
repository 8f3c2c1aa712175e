"""The tokens of PGN texts, read one after the other in linear time: tags, comments, glyphs, parentheses and words.

The scanner takes what programs write: any line ends, a byte order mark, lines behind ``%``, quotes within quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

_BLANKS: Final = re.compile(r"\s*+")
_TOKEN: Final = re.compile(r"\{[^}]*+\}?|;[^\n]*+|\[|[()]|\$[0-9]*+|[^\s{}()\[;$]++|[}]")
_NAME: Final = r"\[\s*+([A-Za-z0-9_][A-Za-z0-9_+#=:-]*+)[^\S\n]++"
_TAG: Final = re.compile(_NAME + r'"((?:[^"\\\n]++|\\[^\n])*+)"\s*+\]')
_LOOSE_TAG: Final = re.compile(_NAME + r'"([^\n]*+)')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_JSON: Final = re.compile(r'\{\s*+(?:"(?:[^"\\]++|\\.)*+(?:"\s*+(?::|\Z)|\\?\Z)|\}\s*+\Z|\Z)', re.DOTALL)
_PGN: Final = re.compile(
    r'\[\s*+[A-Za-z0-9_][A-Za-z0-9_+#=:-]*+\s++"|\[[A-Z]|[0-9]++(?:\s*+[.…]|\s++[A-Za-z])|[{;%(]|\*|1-0|0-1|1/2|½'
)


class Kind(Enum):
    """The kinds of tokens."""

    TAG = "tag"
    BAD_TAG = "bad tag"
    """A bracket that begins no tag; ``value`` is the rest of its line."""
    ESCAPE = "escape"
    """A line behind a percent sign, which is for other programs."""
    COMMENT = "comment"
    UNCLOSED = "unclosed"
    """A comment in braces that never ends."""
    GLYPH = "glyph"
    OPEN = "open"
    CLOSE = "close"
    WORD = "word"
    STRAY = "stray"
    """A closing brace without a comment."""


class Token(NamedTuple):
    """A token.

    Attributes:
        kind: its kind.
        value: the value of a tag, the text of a comment, or the token as it is written.
        at: the number of characters before it.
        after_blank: True if an empty line comes before it.
        name: the name of a tag.
    """

    kind: Kind
    value: str
    at: int
    after_blank: bool = False
    name: str = ""


_KINDS: Final = {"(": Kind.OPEN, ")": Kind.CLOSE, "}": Kind.STRAY, "$": Kind.GLYPH}


def with_line_feeds(text: str) -> str:
    """Return a text without byte order mark, its lines ended by line feeds alone."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def looks_like_json(text: str) -> bool:
    """Return True if a text is meant as a JSON object, complete or cut off; PGN can begin with a brace, too."""
    return _JSON.match(text.lstrip("\ufeff \t\r\n")) is not None


def looks_like_pgn(text: str) -> bool:
    """Return True if a text begins as PGN does: with a tag, a comment, the number of a move or a result."""
    start = text[:1000].lstrip("\ufeff \t\r\n")
    return _PGN.match(start) is not None and not looks_like_json(text)


def line_number(text: str, at: int) -> int:
    """Return the number, from 1, of the line with a character."""
    return text.count("\n", 0, at) + 1


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text whose lines are ended by line feeds (``with_line_feeds``)."""
    end = 0
    while True:
        start, end = end, _blanks_end(text, end)
        match = _TOKEN.match(text, end)
        if match is None:
            return
        at, word = end, match[0]
        after_blank = text.count("\n", start, at) > 1
        end = match.end()
        sign = word[0]
        if sign == "[":
            token, end = _tag(text, at, after_blank)
            yield token
        elif sign == "%" and (not at or text[at - 1] == "\n"):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield Token(Kind.ESCAPE, text[at:end], at, after_blank)
        elif sign == "{":
            closed = word[-1] == "}"
            yield Token(Kind.COMMENT if closed else Kind.UNCLOSED, word[1 : -1 if closed else None], at, after_blank)
        elif sign == ";":
            yield Token(Kind.COMMENT, word[1:], at, after_blank)
        else:
            yield Token(_KINDS.get(sign, Kind.WORD), word, at, after_blank)


def _blanks_end(text: str, at: int) -> int:
    """Return the end of the blanks and line ends from a character on."""
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _tag(text: str, at: int, after_blank: bool) -> tuple[Token, int]:
    """Return the tag at a bracket, and where the text goes on."""
    if tag := _TAG.match(text, at):
        return Token(Kind.TAG, _ESCAPED.sub(r"\1", tag[2]), at, after_blank, tag[1]), tag.end()
    loose = _LOOSE_TAG.match(text, at)
    value = loose[2].rstrip() if loose else ""
    if loose and value.endswith('"]'):  # quotes or backslashes that should have been escaped
        return Token(Kind.TAG, value[:-2], at, after_blank, loose[1]), loose.end()
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return Token(Kind.BAD_TAG, text[at:end], at, after_blank), end
