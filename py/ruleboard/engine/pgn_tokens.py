"""A PGN tokenizer, which yields tags, comments, glyphs, parentheses and words in linear time.

It accepts all kinds of line breaks, a byte order mark, lines that begin with ``%``, unescaped quotes in the values
of tags, tags with a missing quote or bracket, move numbers such as ``1)``, and the markup of web pages and forums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from ruleboard.engine.plain_text import plain_characters

_BLANKS_PATTERN: Final = re.compile(r"\s*+")
_TOKEN_PATTERN: Final = re.compile(
    r"\{[^}]*+\}?|;[^\n]*+|\[|[()]|\$[0-9]*+"
    r"|(?:1/2|[01½])[^\S\n]++[-–—−:][^\S\n]++(?:1/2|[01½])(?!\S)"  # a result with blanks in it
    r"|</?[A-Za-z][^<>\n]*+>|`{3,}+[a-z]*+|`++|<>"  # markup, or a null move
    r"|[^\s{}()\[;$<`]++(?:\([QRBNTqrbnt]\)[+#!?]*+|(?<=[18])[^\S\n]++=[QRBNTqrbnt](?!\w)[+#!?]*+)?+"  # a promotion
    r"|[<}]"
)
_TAG_NAME_SYNTAX: Final = r"\[\s*+([A-Za-z0-9_][A-Za-z0-9_+#=:-]*+)[^\S\n]++"
_TAG_PATTERN: Final = re.compile(_TAG_NAME_SYNTAX + r'"((?:[^"\\\n]++|\\[^\n]|\n(?![^\S\n]*+[\[\n]))*+)"\s*+\]')
_LOOSE_TAG_PATTERN: Final = re.compile(_TAG_NAME_SYNTAX + r'"([^\n]*+)')
_MISSPELLED_TAG_PATTERN: Final = re.compile(
    r"\[\s*+([A-Z][A-Za-z0-9_+#=:-]*+(?:[^\S\n]++[A-Za-z0-9_]++(?=[^\S\n]++[\"'“„]))*+)[^\S\n]++([^\n]*+)"
)
"""A line that its author meant as a tag. The name may contain blanks, and the value may lack quotes."""
_VALUE_DELIMITERS: Final = "\"'“”„] \t"
_TAG_MARKUP_PATTERN: Final = re.compile(r"\[/?[A-Za-z]*+(?:=[^\]\n]*+)?\]")
"""A bracket without a value, such as ``[]`` and a forum's ``[pgn]``."""
_TAG_LINE_PATTERN: Final = re.compile(r'[\s>]*+\[[A-Za-z][A-Za-z0-9_]*+\s++"')
_ESCAPE_SEQUENCE_PATTERN: Final = re.compile(r"\\([\"'\\])")
_MAX_INDENT: Final = 100
"""Maximum number of blanks before the first word of a line."""
_NUMBER_WORD_PATTERN: Final = re.compile(r"[0-9]{1,4}\.?", re.ASCII)
_QUOTE_MARK_PATTERN: Final = re.compile(r"^(?:[^\S\n]{0,8}>)++[^\S\n]?", re.MULTILINE)
"""The signs ``>`` before each line of a quoted message."""
_FIRST_MOVE_LINE_PATTERN: Final = re.compile(r"^[^\S\n]{0,40}(?:<[a-z]{1,20}>)?1(?:\.?\)|[.…])", re.MULTILINE)
_JSON_START_PATTERN: Final = re.compile(
    r'(?:\[\s*+)?\{\s*+(?:[“”„]\w++[“”„]\s*+:|"(?:[^"\\]++|\\.)*+(?:"\s*+(?::|\Z)|\\?\Z)|\}\s*+\Z|\Z)', re.DOTALL
)
_PGN_START_PATTERN: Final = re.compile(
    r'\[\s*+[A-Za-z0-9_][A-Za-z0-9_+#=:-]*+\s++"|\[[A-Z]|[0-9]++(?:\s*+[.…):]|\s++[A-Za-z])|[{;%(]|\*|1-0|0-1|1/2|½'
)


class TokenKind(Enum):
    """The kind of a PGN token."""

    TAG = "tag"
    BAD_TAG = "bad tag"
    """A bracket without a valid tag; ``value`` is its line from the bracket on."""
    ESCAPE = "escape"
    """A line that begins with a percent sign, which is for other programs."""
    MARKUP = "markup"
    """An HTML tag, a forum's tag, or the backticks around a block of code."""
    COMMENT = "comment"
    UNCLOSED_COMMENT = "unclosed"
    """A comment without its closing brace."""
    GLYPH = "glyph"
    OPEN_PARENTHESIS = "open"
    CLOSE_PARENTHESIS = "close"
    WORD = "word"
    STRAY_BRACE = "stray"
    """A closing brace without its opening brace."""


class Token(NamedTuple):
    """A PGN token.

    Attributes:
        kind: its kind.
        value: the value of a tag or the text of any other token.
        start: the index of its first character in the text.
        follows_empty_line: True if it follows an empty line.
        name: the name of the tag; empty for other tokens.
        is_repaired: True if the reader had to repair the tag: a quote or bracket is missing, or its name has blanks.
    """

    kind: TokenKind
    value: str
    start: int
    follows_empty_line: bool = False
    name: str = ""
    is_repaired: bool = False


_KINDS_BY_SIGN: Final = {
    "(": TokenKind.OPEN_PARENTHESIS,
    ")": TokenKind.CLOSE_PARENTHESIS,
    "}": TokenKind.STRAY_BRACE,
    "$": TokenKind.GLYPH,
}


def with_line_feeds(text: str) -> str:
    """Normalize line breaks to line feeds, and remove byte order marks and end-of-file characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
    if text.isascii():
        return text
    return text.lstrip("\ufeff").replace("\u2028", "\n").replace("\u2029", "\n").replace("\n\ufeff", "\n")


def without_quote_marks(text: str) -> str:
    """Remove the signs ``>`` before the lines of a quoted message, but only if the first line begins with one."""
    return _QUOTE_MARK_PATTERN.sub("", text) if text[:1000].lstrip().startswith(">") else text


def looks_like_json(text: str) -> bool:
    """Return True if a text begins like a JSON object rather than a PGN comment in braces."""
    return _JSON_START_PATTERN.match(text.lstrip("\ufeff \t\r\n")) is not None


def looks_like_pgn(text: str) -> bool:
    """Return True if a text begins like PGN, with a tag, a comment, a move number or a result.

    Words may precede the first tag or move.
    """
    start = without_quote_marks(plain_characters(text[:1000])).lstrip()
    is_pgn = _PGN_START_PATTERN.match(start) or _FIRST_MOVE_LINE_PATTERN.search(start) or has_tags(start)
    return bool(is_pgn) and not looks_like_json(text)


def is_prose(line: str) -> bool:
    """Return True if a line is prose: its first word is neither PGN syntax nor similar to a move."""
    word = line.split(maxsplit=1)[0]
    return not (_PGN_START_PATTERN.match(line) or any(map(str.isdigit, word)) or word[:2] in ("O-", "o-"))


def has_tags(text: str) -> bool:
    """Return True if at least one line of a text is a PGN tag."""
    return any(_TAG_LINE_PATTERN.match(line) for line in with_line_feeds(text).split("\n"))


def line_number(text: str, index: int) -> int:
    """Return the line number (1-based) of the character at an index."""
    return text.count("\n", 0, index) + 1


class Tokenizer:
    """An iterator over the tokens of a PGN text.

    Args:
        text: the text, whose line breaks must be line feeds.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = 0
        self._open_parenthesis_count = 0
        self._has_number_parentheses = False

    def __iter__(self) -> Iterator[Token]:
        return self

    def __next__(self) -> Token:
        text, start = self._text, self._end
        index = _find_blanks_end(text, start)
        match = _TOKEN_PATTERN.match(text, index)
        if match is None:
            raise StopIteration
        word, self._end = match[0], match.end()
        follows_empty_line = text.count("\n", start, index) > 1
        sign = word[0]
        if sign == "[":
            token, self._end = _read_tag(text, index, follows_empty_line)
            if token.kind is TokenKind.TAG:
                self._open_parenthesis_count = 0
            return token
        if sign == "%" and (not index or text[index - 1] == "\n"):
            self._end = _find_line_end(text, index)
            return Token(TokenKind.ESCAPE, text[index : self._end], index, follows_empty_line)
        if sign == "{":
            is_closed = word[-1] == "}"
            kind = TokenKind.COMMENT if is_closed else TokenKind.UNCLOSED_COMMENT
            return Token(kind, word[1 : -1 if is_closed else None], index, follows_empty_line)
        if sign == ";":
            return Token(TokenKind.COMMENT, word[1:], index, follows_empty_line)
        if sign == "`" or (sign == "<" and len(word) > 2):
            return Token(TokenKind.MARKUP, word, index, follows_empty_line)
        if _NUMBER_WORD_PATTERN.fullmatch(word) and self._closes_number():
            self._end += 1
            return Token(TokenKind.WORD, text[index : self._end], index, follows_empty_line)
        self._open_parenthesis_count = max(0, self._open_parenthesis_count + (sign == "(") - (sign == ")"))
        return Token(_KINDS_BY_SIGN.get(sign, TokenKind.WORD), word, index, follows_empty_line)

    def skip_line(self, token: Token) -> str:
        """Skip the rest of the line on which a token begins; return the text from the token to the line's end."""
        self._end = _find_line_end(self._text, token.start)
        return self._text[token.start : self._end]

    def _closes_number(self) -> bool:
        """Return True if the parenthesis after a number belongs to the number, as in ``1)``.

        The first such parenthesis must have no counterpart. From then on, every number may have a parenthesis.
        """
        if not self._text.startswith(")", self._end):
            return False
        self._has_number_parentheses |= not self._open_parenthesis_count
        return self._has_number_parentheses


def _find_line_end(text: str, index: int) -> int:
    """Return the index of the line break after the character at an index, or the length of the text."""
    end = text.find("\n", index)
    return len(text) if end < 0 else end


def begins_line(text: str, index: int) -> bool:
    """Return True if only a few blanks precede the character at an index in its line."""
    preceding_text = text[max(0, index - _MAX_INDENT) : index]
    return not preceding_text.rpartition("\n")[2].strip() and (index < _MAX_INDENT or "\n" in preceding_text)


def _find_blanks_end(text: str, index: int) -> int:
    """Return the index of the first character at or after ``index`` that is not whitespace."""
    blanks = _BLANKS_PATTERN.match(text, index)
    return blanks.end() if blanks else index


def _read_tag(text: str, index: int, follows_empty_line: bool) -> tuple[Token, int]:
    """Parse the tag whose opening bracket is at ``index``; return the token and the index after it."""
    if tag := _TAG_PATTERN.match(text, index):
        return Token(
            TokenKind.TAG, _ESCAPE_SEQUENCE_PATTERN.sub(r"\1", tag[2]), index, follows_empty_line, tag[1]
        ), tag.end()
    unescaped_match = _LOOSE_TAG_PATTERN.match(text, index)
    value = unescaped_match[2].rstrip() if unescaped_match else ""
    if unescaped_match and value.endswith('"]'):  # its value contains unescaped quotes or backslashes
        return Token(TokenKind.TAG, value[:-2], index, follows_empty_line, unescaped_match[1]), unescaped_match.end()
    if markup := _TAG_MARKUP_PATTERN.match(text, index):
        return Token(TokenKind.MARKUP, markup[0], index, follows_empty_line), markup.end()
    if begins_line(text, index) and (misspelled_tag := _MISSPELLED_TAG_PATTERN.match(text, index)):
        value = misspelled_tag[2].strip(_VALUE_DELIMITERS)
        name = "".join(misspelled_tag[1].split())
        return Token(TokenKind.TAG, value, index, follows_empty_line, name, is_repaired=True), misspelled_tag.end()
    end = _find_line_end(text, index)
    return Token(TokenKind.BAD_TAG, text[index:end], index, follows_empty_line), end
