"""Test that parsing reverts the formatting of a record, and that the parser rejects other texts with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.clock import CONTROL_KINDS, MAX_TIME_MS, Clock, TimeControl
from ruleboard.engine.errors import NewerRecord, RecordError
from ruleboard.engine.record import MAX_NAME_LENGTH, RECORD_FORMAT, Record, format_record, parse_record, read_record

times = st.integers(0, MAX_TIME_MS)
control_strategy = st.builds(TimeControl, st.sampled_from(CONTROL_KINDS), st.integers(1, MAX_TIME_MS), times)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
named_values = st.dictionaries(texts, texts, max_size=4)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw an arbitrary valid record."""
    actions = tuple(draw(st.lists(texts, max_size=6)))
    return Record(
        game=draw(texts),
        options=draw(named_values),
        seed=draw(st.integers(0, (1 << 64) - 1)),
        players=tuple(draw(st.lists(texts, max_size=4))),
        actions=actions,
        start=draw(st.none() | texts),
        ply=draw(st.none() | st.integers(0, len(actions))),
        meta=draw(named_values),
        clock=draw(
            st.none()
            | st.builds(
                Clock,
                control_strategy,
                st.lists(times, max_size=len(actions)).map(tuple),
                st.none() | times,
                st.booleans(),
            )
        ),
    )


@given(records())
def test_record_survives_its_json(record: Record) -> None:
    """The JSON of a record is one line of ASCII characters and gives the same record."""
    text = format_record(record)
    assert "\n" not in text
    assert parse_record(text) == record
    assert parse_record(text.encode().decode()) == record
    assert format_record(parse_record(text)) == text


json_strategy = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.text() | json_strategy.map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    """The parser accepts a text or raises RecordError with a message."""
    refusal = "none"
    try:
        parse_record(text)
    except RecordError as error:
        refusal = str(error)
    assert refusal


@given(records(), st.data())
def test_record_with_a_wrong_field_is_refused_or_valid(record: Record, data: st.DataObject) -> None:
    """With any value of a field, the parser raises RecordError or returns a valid record.

    Formatting and parsing that record does not change it.
    """
    fields = json.loads(format_record(record))
    name = data.draw(
        st.sampled_from(["format", "game", "options", "seed", "players", "actions", "start", "at", "meta", "clock"])
    )
    fields[name] = data.draw(json_strategy)
    try:
        record = read_record(fields)
    except RecordError:
        return
    assert parse_record(format_record(record)) == record


@given(records(), st.integers(min_value=0), st.integers(min_value=0))
def test_truncated_record_is_refused(record: Record, first: int, second: int) -> None:
    """The parser rejects a record without its last characters, however many are missing."""
    text = format_record(record)
    begin, end = sorted((first % (len(text) + 1), second % (len(text) + 1)))
    if text[begin:end] != text:
        with pytest.raises(RecordError):
            parse_record(text[begin:end])


def fields(**changes: Any) -> dict[str, Any]:
    """Draw the JSON fields of a record, some of which are invalid."""
    valid_data = {
        "format": RECORD_FORMAT,
        "game": "g",
        "options": {},
        "seed": 1,
        "players": ["", ""],
        "actions": ["a", "b"],
    }
    return {**valid_data, **changes}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"format": "ruleboard/0"}, "field format"),
        ({"format": None}, "field format"),
        ({"game": 7}, "field game"),
        ({"options": []}, "field options"),
        ({"options": {"mode": 1}}, "field options"),
        ({"seed": -1}, "field seed"),
        ({"seed": 1 << 64}, "field seed"),
        ({"seed": True}, "field seed"),
        ({"seed": 1.0}, "field seed"),
        ({"players": "ab"}, "field players"),
        ({"players": ["a", None]}, "field players"),
        ({"actions": {}}, "field actions"),
        ({"actions": [1]}, "field actions"),
        ({"start": 5}, "field start"),
        ({"at": -1}, "field at"),
        ({"at": 3}, "field at"),
        ({"meta": {"title": []}}, "field meta"),
        ({"clock": "5+3"}, "field clock"),
    ],
)
def test_wrong_field_is_named(changes: dict[str, Any], where: str) -> None:
    """The message names the invalid field."""
    with pytest.raises(RecordError) as error_info:
        read_record(fields(**changes))
    assert error_info.value.where == where


@pytest.mark.parametrize("format", ["ruleboard/2", "ruleboard/10"])
def test_newer_record_asks_for_an_update(format: str) -> None:
    with pytest.raises(NewerRecord, match="newer version of Ruleboard, so reload this page"):
        read_record(fields(format=format))


@pytest.mark.parametrize(
    "format",
    ["ruleboard/0", "ruleboard/", "ruleboard/x", "ruleboard/1.5", "ruleboard/²", "r/2", 2, "ruleboard/" + "9" * 5000],
)
def test_invalid_version_is_not_called_newer(format: object) -> None:
    with pytest.raises(RecordError, match="isn’t a game that this version can read") as error_info:
        read_record(fields(format=format))
    assert type(error_info.value) is RecordError


@pytest.mark.parametrize("missing_field", ["format", "game", "seed", "players", "actions"])
def test_missing_field_is_named(missing_field: str) -> None:
    """The error names the missing field. Only options, start, at and meta are optional."""
    data = fields()
    del data[missing_field]
    with pytest.raises(RecordError) as error_info:
        read_record(data)
    assert error_info.value.where == f"field {missing_field}"
    assert read_record({name: value for name, value in fields().items() if name != "options"}).options == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"ruleboard/1"',
        "[" * 100_000,
        '{"a":' * 100_000,
        json.dumps(fields(seed=0)).replace('"seed": 0', '"seed": ' + "9" * 5000),
    ],
)
def test_huge_texts_are_refused(text: str) -> None:
    """The parser rejects texts that are nested too deeply, are too long, or are not a JSON object."""
    with pytest.raises(RecordError):
        parse_record(text)


def test_lone_surrogates_can_be_saved() -> None:
    """A record can be saved and opened even if a name ends in the middle of an emoji."""
    for surrogate_text in ("\ud83d", "\udfff x", "Ann \ud800"):
        record = read_record(fields(players=[surrogate_text, "😀"], meta={surrogate_text: surrogate_text}))
        text = format_record(record)
        assert record.players == (surrogate_text, "😀")
        assert parse_record(text.encode().decode()) == record


def test_long_names_are_truncated() -> None:
    """The parser truncates a long name."""
    assert read_record(fields(players=["x" * 100, "Ann"])).players == ("x" * MAX_NAME_LENGTH, "Ann")
