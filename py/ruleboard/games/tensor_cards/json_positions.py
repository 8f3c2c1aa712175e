"""Decode JSON and record the line number of each value, for error messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.engine.decoding import decode
from ruleboard.engine.errors import RuleboardError, escape_unprintable
from ruleboard.i18n import _

Path = tuple[str | int, ...]

_TOKEN_PATTERN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_NEWER_FORMAT_PATTERN = re.compile(r"ruleboard/tensor-(board|deck)/([2-9]|[1-9][0-9]{1,2})")
MAX_JSON_LENGTH = 200_000
"""The maximum length of a board's or deck's JSON text, in characters. The largest board needs a hundredth of it."""


class DataFileError(RuleboardError):
    """An error in the JSON text of a board or deck. ``where`` names the line and the field."""


@dataclass(frozen=True, slots=True)
class JsonObject:
    """A decoded JSON object that knows the line numbers of its values.

    Attributes:
        fields: the members of the object by name.
        lines: the 1-based line number of each value, by the path of the value.
    """

    fields: dict[str, object]
    lines: dict[Path, int]

    def error(self, path: Path, what: str, expected: str = "") -> DataFileError:
        """Return an error for the value at ``path``. For a missing value, the error names the line of its parent."""
        parent = path
        while parent not in self.lines:
            parent = parent[:-1]
        where = _("line {line}").format(line=self.lines[parent])
        if path:
            where = _("{line}, field {field}").format(line=where, field=field_name(path))
        return DataFileError(what, where=where, expected=expected)

    def text(self, path: Path, value: object, max_length: int = 60) -> str:
        """Validate that ``value`` is a line of text, and return it.

        Raises:
            DataFileError: the value is not one line of text, or is longer than ``max_length`` characters.
        """
        if not isinstance(value, str):
            raise self.error(path, _("is missing or not a text"), _("a text in quotes"))
        if len(value) > max_length:
            raise self.error(
                path, _("is {n} characters long").format(n=len(value)), _("at most {n}").format(n=max_length)
            )
        if not value.isprintable():
            raise self.error(path, _("contains a character that can’t be printed"), _("one line of text"))
        return value

    def items(self, path: Path, value: object) -> list[object]:
        """Validate that ``value`` is a list, and return it.

        Raises:
            DataFileError: the value is not a list.
        """
        if not isinstance(value, list):
            raise self.error(path, _("is missing or not a list"), _("a list in square brackets"))
        return value

    def members(self, path: Path, value: object, names: tuple[str, ...]) -> dict[str, object]:
        """Validate that ``value`` is an object whose members all have names from ``names``, and return it.

        Raises:
            DataFileError: the value is not an object, or has another member.
        """
        if not isinstance(value, dict):
            raise self.error(path, _("is missing or not an object"), _("an object in curly brackets"))
        for name in value:
            if name not in names:
                raise self.error((*path, name), _("is unknown"), ", ".join(names))
        return value


def field_name(path: Path) -> str:
    """Format a path with 1-based indices, such as ``cards[2].parts[1]``."""
    name = ""
    for step in path:
        if isinstance(step, int):
            name += f"[{step + 1}]"
        else:
            name += ("." if name else "") + escape_unprintable(step[:30])
    return name


def parse_object(text: str, format: str, names: tuple[str, ...]) -> JsonObject:
    """Decode the JSON text of a board or deck.

    Args:
        text: the JSON text.
        format: the required value of the field ``format``.
        names: the allowed names of fields.

    Raises:
        DataFileError: the text is not JSON, has another format, or has an unknown or duplicate field.
    """
    if len(text) > MAX_JSON_LENGTH:
        raise DataFileError(
            _("this is too long to be a board or deck"), expected=_("at most {n} characters").format(n=MAX_JSON_LENGTH)
        )
    try:
        data = decode(text)
    except RecursionError:
        raise DataFileError(_("this is nested too deeply to be a board or deck")) from None
    except json.JSONDecodeError as error:
        raise DataFileError(
            _("this isn’t a board or deck: the text is cut off or isn’t JSON"),
            where=_("line {line}, column {column}").format(line=error.lineno, column=error.colno),
            expected=_("a file exported from Ruleboard"),
        ) from None
    except ValueError:  # a number beyond the limits
        raise DataFileError(_("this isn’t a board or deck: it has a number that’s far too long")) from None
    if not isinstance(data, dict):
        raise DataFileError(
            _("this isn’t a board or deck"),
            where=_("line {line}").format(line=1),
            expected=_("an object in curly brackets"),
        )
    lines: dict[Path, int] = {}
    duplicates: list[Path] = []
    for path, line in _value_positions(text):
        if path in lines:
            duplicates.append(path)
        lines[path] = line
    result = JsonObject(data, lines)
    if duplicates:
        raise result.error(duplicates[0], _("is there twice"))
    if _NEWER_FORMAT_PATTERN.fullmatch(str(data.get("format"))):
        raise DataFileError(_("this was written by a newer version of Ruleboard; reload this page to get it"))
    if data.get("format") != format:
        raise result.error(("format",), _("this version can’t read this format"), f'"{format}"')
    result.members((), data, names)
    return result


def _value_positions(text: str) -> Iterator[tuple[Path, int]]:
    """Yield the path and the line number of each value in a valid JSON text, in the order in which they appear."""
    path: list[str | int] = []
    open_brackets: list[str] = []
    line, position = 1, 0
    expects_name = False
    for token in _TOKEN_PATTERN.finditer(text):
        line += text.count("\n", position, token.start())
        position = token.start()
        text_of_token = token.group()
        if text_of_token == ",":
            if open_brackets[-1] == "[":
                index = path[-1]
                path[-1] = index + 1 if isinstance(index, int) else 0
            else:
                expects_name = True
        elif text_of_token == ":":
            expects_name = False
        elif text_of_token in "]}":
            open_brackets.pop()
            path.pop()
            expects_name = False
        elif expects_name:
            path[-1] = json.loads(text_of_token)
        else:
            yield tuple(path), line
            if text_of_token in "[{":
                open_brackets.append(text_of_token)
                path.append(0 if text_of_token == "[" else "")
                expects_name = text_of_token == "{"
