"""Test settings: any stored text gives valid settings, and formatting and parsing settings does not change them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.app.storage.preferences import (
    SETTING_CHOICES,
    Flip,
    GameChoices,
    Settings,
    Theme,
    format_settings,
    parse_settings,
)
from ruleboard.engine.clock import CONTROL_KINDS, MAX_TIME_MS, TimeControl
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON

controls = st.builds(
    TimeControl, st.sampled_from(CONTROL_KINDS), st.integers(1, MAX_TIME_MS), st.integers(0, MAX_TIME_MS)
)
texts = st.lists(st.text(max_size=40), max_size=4).map(tuple)
levels = st.integers(min(LEVELS), max(LEVELS))
seats = st.lists(st.just(PERSON) | levels, max_size=4).map(tuple)
choices = st.builds(
    GameChoices,
    st.dictionaries(st.text(), st.text(), max_size=2),
    seats,
    levels,
    st.none() | controls,
    texts,
    st.integers(0, 3),
)
settings = st.builds(
    Settings,
    st.sampled_from(Theme),
    st.sampled_from(Flip),
    st.booleans(),
    texts,
    new_games=st.dictionaries(st.sampled_from(["sensei", "go", ""]), choices, max_size=2),
)


@given(settings)
def test_settings_round_trip(original: Settings) -> None:
    assert parse_settings(format_settings(original)) == original


def is_valid(parsed_settings: Settings) -> bool:
    return (
        all(getattr(parsed_settings, name) in values for name, values in SETTING_CHOICES.items())
        and len(parsed_settings.names) <= 4
        and all(isinstance(name, str) and len(name) <= 40 for name in parsed_settings.names)
        and all(map(is_valid_choices, parsed_settings.new_games.values()))
    )


def is_valid_choices(choices: GameChoices) -> bool:
    return (
        all(isinstance(text, str) for text in (*choices.options, *choices.options.values(), *choices.armies))
        and all(seat == PERSON or seat in LEVELS for seat in choices.seats)
        and choices.level in LEVELS
        and choices.side in range(4)
        and max(len(choices.seats), len(choices.armies)) <= 4
        and (choices.clock is None or (choices.clock.kind in CONTROL_KINDS and 0 < choices.clock.time <= MAX_TIME_MS))
    )


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
nearly_valid_choices = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("options", "seats", "level", "clock", "armies", "side"), any_json)
)
nearly_valid_settings = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys((*SETTING_CHOICES, "names"), any_json),
        "new_games": any_json
        | st.dictionaries(st.sampled_from(["sensei", "tesulda"]), any_json | nearly_valid_choices),
    },
)


@given(st.text() | (any_json | nearly_valid_settings).map(json.dumps))
def test_any_text_gives_valid_settings(text: str) -> None:
    assert is_valid(parse_settings(text))


@pytest.mark.parametrize("text", [None, "", "null", "[]", "{", "9" * 5000, '{"theme":' + "9" * 5000 + "}", "\0"])
def test_unreadable_settings_are_defaults(text: str | None) -> None:
    assert parse_settings(text) == Settings()


@pytest.mark.parametrize("field", ["theme", "names", "new_games"])
def test_nested_json_gives_valid_settings(field: str) -> None:
    for depth in (*range(850, 1010, 5), 100_000):
        assert is_valid(parse_settings(f'{{"{field}":' + "[" * depth + "]" * depth + "}"))


def test_names_are_texts() -> None:
    """A number, a list or null is not accepted as a name."""
    assert parse_settings('{"names": ["Ann", null, 3, ["Bob"], {}]}').names == ("Ann", "", "", "")


def test_damaged_choices_for_new_games_leave_the_others() -> None:
    parsed_settings = parse_settings(
        '{"new_games": {"sensei": {"seats": [0, 9], "level": 3, "clock": {"kind": "sand"}}, "tesulda": 7,'
        ' "tensor-cards": {"options": {"win": 3}, "armies": ["a", null]}}}'
    )
    assert parsed_settings.new_games == {
        "sensei": GameChoices(seats=(PERSON, PERSON), level=3),
        "tensor-cards": GameChoices(armies=("a", "")),
    }


def test_valid_settings_survive_next_to_invalid_ones() -> None:
    assert parse_settings('{"theme": "dark", "flip": "sometimes", "motion": 3}') == Settings(theme=Theme.DARK)


@given(settings, st.sampled_from(sorted(SETTING_CHOICES)) | st.text(), st.text())
def test_choices_stay_valid(original: Settings, name: str, value: str) -> None:
    assert is_valid(original.with_choice(name, value))
    assert original.with_choice("names", value) == original


def test_switches_and_choices_are_stored_as_texts() -> None:
    """Switches and choices are stored as the same texts that earlier versions read."""
    settings = Settings(theme=Theme.DARK, flip=Flip.FACE, motion=False, sounds=True)
    stored_fields = json.loads(format_settings(settings))
    names = ("theme", "flip", "motion", "resign", "sounds", "asked")
    assert [stored_fields[name] for name in names] == ["dark", "face", "off", "on", "on", False]
