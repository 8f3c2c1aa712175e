"""Test the seats in records, which are people or bots with levels."""

from __future__ import annotations

import json

import pytest

from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.seats import PERSON, person_players, seat_of


def create_record_text(**more: object) -> str:
    """Return the text of a record for two players with additional fields."""
    fields = {"format": "ruleboard/1", "game": "sensei", "seed": 1, "players": ["", ""], "actions": []}
    return json.dumps({**fields, **more})


def test_record_keeps_its_seats() -> None:
    record = Record("sensei", {}, 1, ("Ada", ""), seats=(PERSON, 3))
    assert json.loads(format_record(record))["seats"] == ["", "bot:3"]
    assert parse_record(format_record(record)) == record


def test_record_of_persons_has_no_seats() -> None:
    assert "seats" not in json.loads(format_record(Record("sensei", {}, 1, ("", ""))))
    assert parse_record(create_record_text()).seats == ()
    assert parse_record(create_record_text(seats=["", ""])).seats == ()


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["bot:3"], "each player needs exactly one seat"),
        (["", "bot:6"], "'bot:6' isn’t a seat"),
        (["", "bot:0"], "'bot:0' isn’t a seat"),
        (["", "a person"], "'a person' isn’t a seat"),
        ("bot:3", "is missing or not a list of strings"),
        ([3, 0], "is missing or not a list of strings"),
    ],
)
def test_unreadable_seats_are_refused(seats: object, message: str) -> None:
    with pytest.raises(RecordError) as error_info:
        parse_record(create_record_text(seats=seats))
    assert "seats" in error_info.value.where
    assert message in str(error_info.value)


def test_players_without_a_seat_are_persons() -> None:
    assert seat_of((), 1) == PERSON
    assert person_players((), 3) == (0, 1, 2)
    assert person_players((2, PERSON, 5), 3) == (1,)
