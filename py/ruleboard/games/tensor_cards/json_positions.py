"""Decode the JSON text of a board or deck into a value whose errors name the line and the field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ruleboard.engine.decoding import ErrorStyle, Path, Value, decode_as, format_path
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.limits import max_length_phrase
from ruleboard.i18n import _

_TOKEN_PATTERN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_NEWER_FORMAT_PATTERN = re.compile(r"ruleboard/tensor-(board|deck)/([2-9]|[1-9][0-9]{1,2})")
MAX_JSON_LENGTH = 200_000
"""The maximum length of a board's or deck's JSON text, in characters. The largest board needs a hundredth of it."""


class DataFileError(RuleboardError):
    """An error in the JSON text of a board or deck. ``where`` names the line and the field."""


def parse_object(text: str, format: str, names: tuple[str, ...]) -> Value:
    """Decode the JSON text of a board or deck.

    Args:
        text: the JSON text.
        format: the required value of the field ``format``.
        names: the allowed names of fields.

    Raises:
        DataFileError: the text is not JSON, has another format, or has an unknown or duplicate field.
    """
    if len(text) > MAX_JSON_LENGTH:
        raise DataFileError(_("this is too long to be a board or deck"), expected=max_length_phrase(MAX_JSON_LENGTH))
    data = decode_as(text, DataFileError, _("a board or deck"), _("a file exported from Ruleboard"))
    lines: dict[Path, int] = {}
    duplicate_paths: list[Path] = []
    for path, line in _iter_value_lines(text):
        if path in lines:
            duplicate_paths.append(path)
        lines[path] = line

    def location(path: Path) -> str:
        """Format the line and the field of a value. For a missing value, use the line of its parent."""
        parent_path = path
        while parent_path not in lines:
            parent_path = parent_path[:-1]
        where = _("line {line}").format(line=lines[parent_path])
        return _("{line}, field {field}").format(line=where, field=format_path(path)) if path else where

    error_style = ErrorStyle(DataFileError, location)
    if duplicate_paths:
        raise Value(None, error_style, duplicate_paths[0]).error(_("appears twice"))
    value = Value(data, error_style)
    if _NEWER_FORMAT_PATTERN.fullmatch(str(value.members(_("an object in curly brackets")).get("format"))):
        raise DataFileError(_("this needs a newer version of Ruleboard, so reload this page"))
    if value.field("format").data != format:
        raise value.field("format").error(_("this version can’t read this format"), f'"{format}"')
    value.check_names(names)
    return value


def _iter_value_lines(text: str) -> Iterator[tuple[Path, int]]:
    """Yield the path and the line number of each value in a valid JSON text, in the order in which they appear."""
    path: list[str | int] = []
    open_brackets: list[str] = []
    line, position = 1, 0
    expects_name = False
    for token in _TOKEN_PATTERN.finditer(text):
        line += text.count("\n", position, token.start())
        position = token.start()
        token_text = token.group()
        if token_text == ",":
            if open_brackets[-1] == "[":
                index = path[-1]
                path[-1] = index + 1 if isinstance(index, int) else 0
            else:
                expects_name = True
        elif token_text == ":":
            expects_name = False
        elif token_text in "]}":
            open_brackets.pop()
            path.pop()
            expects_name = False
        elif expects_name:
            path[-1] = json.loads(token_text)
        else:
            yield tuple(path), line
            if token_text in "[{":
                open_brackets.append(token_text)
                path.append(0 if token_text == "[" else "")
                expects_name = token_text == "{"
