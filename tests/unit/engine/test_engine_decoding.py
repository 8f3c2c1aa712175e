"""Test that the decoder gives the same values as ``json`` within its limits, and that errors name the invalid part."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.decoding import DataclassReader, ErrorStyle, Path, Value, decode, format_path
from ruleboard.engine.errors import RecordError

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 10**20, 10**20 - 1)
    | st.text(max_size=5)
    | st.sampled_from(["[", "]]", '"', "\\", '\\"[']),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('[]{}"\\x', max_size=3), inner, max_size=4),
)


@given(values)
def test_bounded_reader_equals_json(value: object) -> None:
    shallow_values = [value, ["[{" * 200, '\\"[' * 200]]
    assert decode(json.dumps(shallow_values)) == shallow_values


@pytest.mark.parametrize("text", ["[" * 101, '{"a":' * 101, "[" * 10**6, "[" * 101 + "]" * 101, '["]",' * 101])
def test_too_deep_json_is_refused_before_parsing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda text: pytest.fail("was tried"))
    with pytest.raises(RecursionError):
        decode(text)


@pytest.mark.parametrize("text", ["1" + "0" * 20, "-1" + "0" * 20, "9" * 5000, "1e999", "-1e999", "NaN", "Infinity"])
def test_number_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode(f'{{"a": [{text}]}}')


@pytest.mark.parametrize("text", ["[]," * 1000, "[" * 90 + "]" * 90, "[" + "[]," * 999 + "[]]"])
def test_many_shallow_values_are_read(text: str) -> None:
    try:
        decode(text)
    except ValueError:
        assert text.endswith(",")


ERRORS = ErrorStyle(RecordError)


def create_value(data: Any) -> Value:
    """Return a ``Value`` for ``data``, as an item of a list in the member ``a`` of an object."""
    return Value({"a": [0, data]}, ERRORS).field("a").items()[1]


INVALID_VALUES: list[tuple[Any, Callable[[Value], object], Path]] = [
    (1, Value.text, ()),
    ("xxx", lambda value: value.text(2), ()),
    ("", Value.nonempty_text, ()),
    (True, Value.integer, ()),
    (1.0, Value.integer, ()),
    (-1, Value.integer, ()),
    (6, lambda value: value.integer(1, 5), ()),
    (1, Value.flag, ()),
    (None, lambda value: value.one_of(("x", "y")), ()),
    ("z", lambda value: value.one_of(("x", "y")), ()),
    (["x"], lambda value: value.one_of(("x", "y")), ()),
    ("xx", Value.items, ()),
    ([1, 2, 3], lambda value: value.items(2), ()),
    ([1, "x"], lambda value: [item.text() for item in value.items()], (0,)),
    (["x", 1], Value.texts, ()),
    ({"x": 1}, Value.texts_by_name, ()),
    ([], lambda value: value.field("x"), ()),
    ({}, lambda value: value.field("x").text(), ("x",)),
    ({"x": 1}, lambda value: value.check_names(("y",)), ("x",)),
]


@pytest.mark.parametrize(("data", "read", "path"), INVALID_VALUES)
def test_invalid_value_is_reported_with_its_path(data: Any, read: Callable[[Value], object], path: Path) -> None:
    with pytest.raises(RecordError) as error_info:
        read(create_value(data))
    assert error_info.value.where == format_path(("a", 1, *path))


def test_path_counts_from_one() -> None:
    assert format_path(("chapters", 0, "moves", 9)) == "chapters[1].moves[10]"


def test_long_names_are_shortened_in_errors() -> None:
    with pytest.raises(RecordError) as error_info:
        create_value({"x" * 5000: 1}).check_names(())
    assert len(error_info.value.where) < 50


@dataclass(frozen=True)
class Leaf:
    """A part of a tree."""

    name: str
    is_green: bool = False


@dataclass(frozen=True)
class Tree:
    """A dataclass with a field of each type that the reader converts."""

    height: int
    leaves: tuple[Leaf, ...]
    top: Leaf | None = None
    words: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


READ_TREE = DataclassReader(names={"is_green": "green"}, readers={"height": lambda value: value.integer(1, 9)})


def test_dataclass_is_read_according_to_its_types() -> None:
    leaf = {"name": "a", "green": True}
    data = {"height": 3, "leaves": [leaf, {"name": "b"}], "top": leaf, "words": ["x"], "labels": {"y": "z"}}
    assert READ_TREE(Value(data, ERRORS), Tree) == Tree(
        3, (Leaf("a", True), Leaf("b")), Leaf("a", True), ("x",), {"y": "z"}
    )
    assert READ_TREE(Value({"height": 3, "leaves": []}, ERRORS), Tree) == Tree(3, ())


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"height": 10}, "height"),
        ({"leaves": None}, "leaves"),
        ({"leaves": [{}]}, "leaves[1].name"),
        ({"leaves": [{"name": "a", "is_green": True}]}, "leaves[1].is_green"),
        ({"top": {"name": "a", "green": 1}}, "top.green"),
        ({"words": [1]}, "words"),
        ({"labels": {"y": 1}}, "labels"),
        ({"roots": []}, "roots"),
    ],
)
def test_invalid_field_of_dataclass_is_reported(changes: dict[str, object], where: str) -> None:
    with pytest.raises(RecordError) as error_info:
        READ_TREE(Value({"height": 3, "leaves": [], **changes}, ERRORS), Tree)
    assert error_info.value.where == where
