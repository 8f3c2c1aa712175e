"""A PGN tokenizer, which yields tags, comments, glyphs, parentheses and words in linear time.

It accepts all kinds of line breaks, a byte order mark, lines that begin with ``%``, and unescaped quotes in the values
of tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from ruleboard.engine.plain_text import plain_characters

_BLANKS: Final = re.compile(r"\s*+")
_TOKEN: Final = re.compile(
    r"\{[^}]*+\}?|;[^\n]*+|\[|[()]|\$[0-9]*+"
    r"|(?:1/2|[01½])[^\S\n]++[-–—−:][^\S\n]++(?:1/2|[01½])(?!\S)"  # a result with blanks in it
    r"|[^\s{}()\[;$]++(?:\([QRBNTqrbnt]\)[+#!?]*+)?+|[}]"  # a word may end in a promotion such as (Q)
)
_NAME: Final = r"\[\s*+([A-Za-z0-9_][A-Za-z0-9_+#=:-]*+)[^\S\n]++"
_TAG: Final = re.compile(_NAME + r'"((?:[^"\\\n]++|\\[^\n])*+)"\s*+\]')
_LOOSE_TAG: Final = re.compile(_NAME + r'"([^\n]*+)')
_TAG_LINE: Final = re.compile(r'\s*+\[[A-Za-z][A-Za-z0-9_]*+\s++"')
_ESCAPE_SEQUENCE: Final = re.compile(r'\\(["\\])')
_JSON_START: Final = re.compile(
    r'(?:\[\s*+)?\{\s*+(?:[“”„]\w++[“”„]\s*+:|"(?:[^"\\]++|\\.)*+(?:"\s*+(?::|\Z)|\\?\Z)|\}\s*+\Z|\Z)', re.DOTALL
)
_PGN_START: Final = re.compile(
    r'\[\s*+[A-Za-z0-9_][A-Za-z0-9_+#=:-]*+\s++"|\[[A-Z]|[0-9]++(?:\s*+[.…]|\s++[A-Za-z])|[{;%(]|\*|1-0|0-1|1/2|½'
)


class TokenKind(Enum):
    """The kind of a PGN token."""

    TAG = "tag"
    BAD_TAG = "bad tag"
    """A bracket without a valid tag; ``value`` is its line from the bracket on."""
    ESCAPE = "escape"
    """A line that begins with a percent sign, which is for other programs."""
    COMMENT = "comment"
    UNCLOSED = "unclosed"
    """A comment without its closing brace."""
    GLYPH = "glyph"
    OPEN = "open"
    CLOSE = "close"
    WORD = "word"
    STRAY = "stray"
    """A closing brace without its opening brace."""


class Token(NamedTuple):
    """A PGN token.

    Attributes:
        kind: its kind.
        value: the value of a tag, the text of a comment, or the text of another token.
        start: the index of its first character in the text.
        follows_empty_line: True if it follows an empty line.
        name: the name of a tag; empty for other tokens.
    """

    kind: TokenKind
    value: str
    start: int
    follows_empty_line: bool = False
    name: str = ""


_KINDS_BY_SIGN: Final = {"(": TokenKind.OPEN, ")": TokenKind.CLOSE, "}": TokenKind.STRAY, "$": TokenKind.GLYPH}


def with_line_feeds(text: str) -> str:
    """Normalize line breaks to line feeds, and remove byte order marks and end-of-file characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
    if text.isascii():
        return text
    return text.lstrip("\ufeff").replace("\u2028", "\n").replace("\u2029", "\n").replace("\n\ufeff", "\n")


def looks_like_json(text: str) -> bool:
    """Return True if a text begins like a JSON object rather than a PGN comment in braces."""
    return _JSON_START.match(text.lstrip("\ufeff \t\r\n")) is not None


def looks_like_pgn(text: str) -> bool:
    """Return True if a text begins like PGN, with a tag, a comment, a move number or a result."""
    start = plain_characters(text[:1000]).lstrip()
    return _PGN_START.match(start) is not None and not looks_like_json(text)


def has_tags(text: str) -> bool:
    """Return True if at least one line of a text is a PGN tag."""
    return any(_TAG_LINE.match(line) for line in with_line_feeds(text).split("\n"))


def line_number(text: str, index: int) -> int:
    """Return the line number (1-based) of the character at an index."""
    return text.count("\n", 0, index) + 1


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a PGN text, whose line breaks must be line feeds."""
    end = 0
    while True:
        start, end = end, _blanks_end(text, end)
        match = _TOKEN.match(text, end)
        if match is None:
            return
        index, word = end, match[0]
        after_blank = text.count("\n", start, index) > 1
        end = match.end()
        sign = word[0]
        if sign == "[":
            token, end = _read_tag(text, index, after_blank)
            yield token
        elif sign == "%" and (not index or text[index - 1] == "\n"):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            yield Token(TokenKind.ESCAPE, text[index:end], index, after_blank)
        elif sign == "{":
            is_closed = word[-1] == "}"
            yield Token(
                TokenKind.COMMENT if is_closed else TokenKind.UNCLOSED,
                word[1 : -1 if is_closed else None],
                index,
                after_blank,
            )
        elif sign == ";":
            yield Token(TokenKind.COMMENT, word[1:], index, after_blank)
        else:
            yield Token(_KINDS_BY_SIGN.get(sign, TokenKind.WORD), word, index, after_blank)


def _blanks_end(text: str, index: int) -> int:
    """Return the index of the first character from ``index`` on that is not whitespace."""
    blanks = _BLANKS.match(text, index)
    return blanks.end() if blanks else index


def _read_tag(text: str, index: int, follows_blank: bool) -> tuple[Token, int]:
    """Parse the tag whose opening bracket is at ``index``; return the token and the index after it."""
    if tag := _TAG.match(text, index):
        return Token(TokenKind.TAG, _ESCAPE_SEQUENCE.sub(r"\1", tag[2]), index, follows_blank, tag[1]), tag.end()
    loose_match = _LOOSE_TAG.match(text, index)
    value = loose_match[2].rstrip() if loose_match else ""
    if loose_match and value.endswith('"]'):  # its value contains unescaped quotes or backslashes
        return Token(TokenKind.TAG, value[:-2], index, follows_blank, loose_match[1]), loose_match.end()
    end = text.find("\n", index)
    end = len(text) if end < 0 else end
    return Token(TokenKind.BAD_TAG, text[index:end], index, follows_blank), end
