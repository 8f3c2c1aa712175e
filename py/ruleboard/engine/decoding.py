"""Decode and validate JSON, and data of the same form such as TOML, within limits and with readable errors.

``decode`` and its variants convert a string to plain values. ``Value`` validates these values part by part, and its
errors name the path of the invalid part.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from ruleboard.engine.errors import RuleboardError, escape_unprintable
from ruleboard.engine.limits import MAX_RECORD_LENGTH, max_count_phrase, max_length_phrase
from ruleboard.i18n import _

MAX_NESTING = 100
"""The maximum nesting depth. No text of the app comes near it."""
MAX_DIGITS: Final = 20
"""The maximum number of digits of an integer. A seed is below 2 to the power of 64, so it has at most 20 digits."""
MAX_SAFE_INTEGER: Final = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""

Path: TypeAlias = tuple[str | int, ...]
"""The names and indices (from 0) that lead from the root of the data to a part of it."""

T = TypeVar("T")

_TOKEN_PATTERN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. An unclosed string extends to the end, so that the expression reads each character only once.
"""


# --- JSON ------------------------------------------------------------------------------------------------------------


def decode(text: str) -> Any:
    """Decode JSON, and check the limits of its length, its nesting depth and its numbers.

    Numbers beyond the limits would break arithmetic: an integer of 400 digits does not fit in a float, and every
    comparison with ``NaN`` is false. Deep nesting would raise a ``RecursionError`` under CPython. In the browser it
    would end the whole interpreter, because the stack of the page overflows first.

    Raises:
        ValueError: the string is longer than the app ever writes, is not JSON, or contains a number that is too long or
            not finite.
        RecursionError: the string is nested too deeply.
    """
    if len(text) > MAX_RECORD_LENGTH:
        raise ValueError("longer than any text")
    if text.count("[") + text.count("{") > MAX_NESTING and _measure_nesting_depth(text) > MAX_NESTING:
        raise RecursionError("nested too deeply")
    return json.loads(text, parse_int=_parse_integer, parse_float=_parse_float, parse_constant=_parse_float)


def decode_or_none(text: str) -> Any:
    """Decode JSON, or return None if ``decode`` would raise an error."""
    try:
        return decode(text)
    except (ValueError, RecursionError):
        return None


def decode_object(text: str) -> dict[str, Any] | None:
    """Decode a JSON object, or return None if the string is not a JSON object."""
    data = decode_or_none(text)
    return data if isinstance(data, dict) else None


def decode_texts(text: str) -> dict[str, str] | None:
    """Decode a JSON object whose values are all strings, or return None if the string is not such an object."""
    data = decode_object(text)
    return None if data is None or not all(isinstance(value, str) for value in data.values()) else data


def decode_as(text: str, error_type: type[RuleboardError], noun: str, expected: str = "") -> Any:
    """Decode JSON that a user entered or imported, or raise an error that they can understand.

    Args:
        text: the text; the caller has checked its length.
        error_type: the class of the error to raise.
        noun: a name for the expected kind of text, with an article ("a study").
        expected: a description of valid text, as a noun phrase; may be empty.

    Raises:
        RuleboardError: an error of the class ``error_type``: the string is not JSON, is nested too deeply, or contains
            a number that is too long.
    """
    try:
        return decode(text)
    except RecursionError:
        raise error_type(_("this isn’t {noun}: its brackets are nested too deeply").format(noun=noun)) from None
    except json.JSONDecodeError as problem:
        raise error_type(
            _("this isn’t {noun}: its text is cut off or not JSON").format(noun=noun),
            where=_("line {line}, column {column}").format(line=problem.lineno, column=problem.colno),
            expected=expected,
        ) from None
    except ValueError:  # a number beyond the limits
        raise error_type(_("this isn’t {noun}: one of its numbers is far too long").format(noun=noun)) from None


def _parse_integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise ValueError("a number that is too long")
    return int(digits)


def _parse_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number that is not finite")
    return number


def _measure_nesting_depth(text: str) -> int:
    """Return the nesting depth of a JSON text, or a depth above the limit as soon as it is reached."""
    depth = max_depth = 0
    for token in _TOKEN_PATTERN.finditer(text):
        character = token[0]
        if character in "[{":
            depth += 1
            max_depth = max(max_depth, depth)
            if max_depth > MAX_NESTING:
                break
        elif character in "]}":
            depth -= 1
    return max_depth


# --- validation ------------------------------------------------------------------------------------------------------


def format_path(path: Path) -> str:
    """Format a path for an error, with indices from 1: ``chapters[1].moves[2]``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += ("." if text else "") + escape_unprintable(step[:30])
    return text


@dataclass(frozen=True, slots=True)
class ErrorStyle:
    """The form of the errors in one kind of data.

    Attributes:
        error_type: the class of the errors.
        format_path: a function that formats the path of a value as the location in an error.
    """

    error_type: type[RuleboardError]
    format_path: Callable[[Path], str] = format_path


@dataclass(slots=True)
class Value:
    """A part of decoded data to validate.

    Every method raises an error of ``style.error_type`` if the value is missing or has the wrong type.

    Attributes:
        data: the decoded value; None if it is missing.
        style: the form of the errors.
        path: the path to the value.
    """

    data: Any
    style: ErrorStyle
    path: Path = ()

    def error(self, what: str, expected: str = "") -> RuleboardError:
        """Return an error about this value; see ``RuleboardError``."""
        return self.style.error_type(what, where=self.style.format_path(self.path), expected=expected)

    def text(self, max_length: int | None = None) -> str:
        """Return the value, which must be a string of at most ``max_length`` characters."""
        if not isinstance(self.data, str):
            raise self.error(_("is missing or not text"), _("text in quotes"))
        if max_length is not None and len(self.data) > max_length:
            raise self.error(_("it’s too long"), max_length_phrase(max_length))
        return self.data

    def nonempty_text(self, max_length: int | None = None) -> str:
        """Return the value, which must be a string with at least one character."""
        if not self.data:
            raise self.error(_("is missing or not text"), _("text in quotes"))
        return self.text(max_length)

    def integer(self, minimum: int = 0, maximum: int = MAX_SAFE_INTEGER) -> int:
        """Return the value as an integer from ``minimum`` to ``maximum``, both inclusive."""
        data = self.data
        expected = (
            _("a number that is {n} or more").format(n=minimum)
            if maximum >= MAX_SAFE_INTEGER
            else _("{least} to {most}").format(least=minimum, most=maximum)
        )
        if not isinstance(data, int) or isinstance(data, bool):
            raise self.error(_("is missing or not a whole number"), expected)
        if not minimum <= data <= maximum:
            raise self.error(_("it’s too small") if data < minimum else _("it’s too large"), expected)
        return data

    def flag(self) -> bool:
        """Return the value, which must be a boolean."""
        if not isinstance(self.data, bool):
            raise self.error(_("is neither true nor false"), "true, false")
        return self.data

    def one_of(self, choices: Collection[str]) -> str:
        """Return the value, which must be one of ``choices``."""
        if not isinstance(self.data, str) or self.data not in choices:
            raise self.error(
                _("there’s no {value}").format(value=repr(self.data)[:32]),
                _("one of {names}").format(names=", ".join(choices)),
            )
        return self.data

    def items(self, max_count: int | None = None) -> list[Value]:
        """Return the items of a list."""
        if not isinstance(self.data, list):
            raise self.error(_("is missing or not a list"), _("a list"))
        if max_count is not None and len(self.data) > max_count:
            raise self.error(_("it’s too long"), max_count_phrase(max_count))
        return [Value(item, self.style, (*self.path, index)) for index, item in enumerate(self.data)]

    def texts(self) -> tuple[str, ...]:
        """Return the items of a list of strings."""
        if not isinstance(self.data, list) or not all(isinstance(item, str) for item in self.data):
            raise self.error(_("is missing or not a list of strings"), _("a list"))
        return tuple(self.data)

    def members(self, expected: str = "") -> dict[str, Any]:
        """Return the decoded members of an object by name.

        Args:
            expected: a description of the value for an error; empty for "a JSON object".
        """
        if not isinstance(self.data, dict):
            raise self.error(_("is missing or not an object"), expected or _("a JSON object"))
        return self.data

    def texts_by_name(self) -> dict[str, str]:
        """Return the members of an object whose values are all strings."""
        if not isinstance(self.data, dict) or not all(isinstance(item, str) for item in self.data.values()):
            raise self.error(_("isn’t an object with text values"), _("an object with text values"))
        return dict(self.data)

    def check_names(self, names: Collection[str], expected: str = "") -> None:
        """Check that every member of an object has one of these names; see ``members``."""
        for name in self.members(expected):
            if name not in names:
                raise self.field(name).error(
                    _("there’s no such field"), _("one of {names}").format(names=", ".join(names))
                )

    def has(self, name: str) -> bool:
        """Return True if the object has a member with this name."""
        return name in self.members()

    def field(self, name: str, default: object = None) -> Value:
        """Return a member of the object by name. If the member is missing, return a ``Value`` of ``default``."""
        members = self.data if isinstance(self.data, dict) else self.members()  # one call less for most fields
        return Value(members.get(name, default), self.style, (*self.path, name))

    def optional(self, read: Callable[[Value], T]) -> T | None:
        """Return ``read(self)``, or None if the value is missing or null."""
        return None if self.data is None else read(self)

    def read_or(self, default: T, read: Callable[[Value], T]) -> T:
        """Return ``read(self)``, or ``default`` if ``read`` raises an error about the value."""
        try:
            return read(self)
        except self.style.error_type:
            return default


# --- dataclasses -----------------------------------------------------------------------------------------------------


class DataclassReader:
    """A callable that converts JSON objects to dataclass instances. The types of the fields determine the conversion.

    It converts strings, integers, booleans, lists, mappings of strings, optional values and nested dataclasses. It
    rejects unknown members, and objects without a member for a field without a default.
    """

    def __init__(
        self,
        readers: Mapping[str, Callable[[Value], Any]] | None = None,
        names: Mapping[str, str] | None = None,
        expected: str = "",
    ) -> None:
        """Create a reader.

        Args:
            readers: the functions for fields that need a special conversion, by field name.
            names: the names of members that differ from the names of their fields, by field name.
            expected: a description of an object for errors; see ``Value.members``.
        """
        self._readers = readers or {}
        self._names = names or {}
        self._expected = expected
        self._fields_by_kind: dict[type, dict[str, _MemberReader]] = {}

    def __call__(self, value: Value, kind: type[T]) -> T:
        """Convert an object to an instance of the dataclass ``kind``.

        Raises:
            RuleboardError: a member is missing, unknown or invalid. The error has the type of the value's errors.
        """
        if kind not in self._fields_by_kind:
            self._fields_by_kind[kind] = dict(self._iter_member_readers(kind))
        fields = self._fields_by_kind[kind]
        value.check_names(fields, self._expected)
        return kind(
            **{
                field.argument: field.read(value.field(name))
                for name, field in fields.items()
                if field.is_required or name in value.data
            }
        )

    def _iter_member_readers(self, kind: Any) -> Iterator[tuple[str, _MemberReader]]:
        """Yield the name of each member, and the rule that converts it."""
        types = typing.get_type_hints(kind)
        for field in dataclasses.fields(kind):
            is_required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            read = self._readers.get(field.name) or self._create_reader_of_type(types[field.name])
            yield self._names.get(field.name, field.name), _MemberReader(field.name, read, is_required)

    def _create_reader_of_type(self, kind: Any) -> Callable[[Value], Any]:
        """Return the function that reads a value of ``kind``, a type in the annotation of a field."""
        parts = typing.get_args(kind)
        if kind in _READERS_BY_TYPE:
            return _READERS_BY_TYPE[kind]
        if not parts:
            return lambda value: self(value, kind)
        read = self._create_reader_of_type(parts[0])
        if typing.get_origin(kind) is tuple:
            return lambda value: tuple(map(read, value.items()))
        return lambda value: value.optional(read)


class _MemberReader(NamedTuple):
    """The argument of a dataclass for one member of an object, and the function that reads it."""

    argument: str
    read: Callable[[Value], Any]
    is_required: bool


_READERS_BY_TYPE: Mapping[Any, Callable[[Value], Any]] = {
    str: Value.text,
    int: Value.integer,
    bool: Value.flag,
    tuple[str, ...]: Value.texts,
    Mapping[str, str]: Value.texts_by_name,
}
