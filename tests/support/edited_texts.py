"""Hypothesis strategies for stored texts with random edits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.preferences import Settings, Theme, format_settings
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.app.storage.progress import format_progress
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import Setup, format_setups
from ruleboard.engine.record import Record, format_record
from ruleboard.registry import BOARD_EDITORS, GAMES


def create_sensei_record(*actions: str, players: tuple[str, str] = ("", ""), seed: int = 0, **more: Any) -> Record:
    """Return a record of Sensei in the mode Arashi."""
    return Record("sensei", {"mode": "arashi"}, seed, players, actions, **more)


BOARD_TEXT = BOARD_EDITORS["tensor-cards"].empty_board_text()
TEXTS = {
    SETTINGS_KEY: format_settings(Settings(names=("Ann", "Bob"), theme=Theme.DARK)),
    PROGRESS_KEY: format_progress({"sensei": ("goal", "pits")}),
    SETUPS_KEY: format_setups([Setup("tensor-cards", "Mine", BOARD_TEXT), Setup("tesulda", "Wings", "10/10", "x 0")]),
    KEY_PREFIX + "x": format_record(
        create_sensei_record("a1-a4", "b1-b4", ply=1, meta={"title": "Final", "changed": "2026-01-02"})
    ),
}
LONE_SURROGATE = "\ud83d"

short_texts = st.text(st.characters(exclude_categories=()), max_size=6) | st.sampled_from(
    ["<b>", LONE_SURROGATE, *GAMES, "Mine"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | short_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(short_texts, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def draw_edited_text(draw: st.DrawFn, key: str) -> str:
    """Draw the text that is stored under a key, with changed letters or JSON values."""
    text = TEXTS[key]
    match draw(st.sampled_from(["cut", "letters", "value", "value", "value", "anything"])):
        case "cut":
            return text[: draw(st.integers(0, len(text)))]
        case "letters":
            index = draw(st.integers(0, len(text)))
            return text[:index] + draw(st.text(max_size=3)) + text[index + draw(st.integers(0, 3)) :]
        case "value":
            data = json.loads(text)
            _replace_value(draw, data)
            return json.dumps(data)
        case _:
            return json.dumps(draw(values))


def _replace_value(draw: st.DrawFn, data: Any) -> None:
    """Replace a random value in decoded JSON."""
    names = list(data) if isinstance(data, dict) else list(range(len(data)))
    name = draw(st.sampled_from(names))
    if isinstance(data[name], dict | list) and data[name] and draw(st.booleans()):
        _replace_value(draw, data[name])
    else:
        data[name] = draw(values)


DAMAGED_TEXTS = {
    "cut": format_record(create_sensei_record("a1-a4"))[:-9],
    "nothing": "",
    "word": "hello",
    "number": "12",
    "other": '{"format":"ruleboard/2"}',
    "unknown-game": format_record(replace(create_sensei_record(), game="ludo")),
    "unplayable": format_record(create_sensei_record("a1-a4", "a1-a4")),
    "bad-start": format_record(replace(create_sensei_record(), start="rrr g 21 arashi")),
    "three-players": format_record(replace(create_sensei_record(), players=("A", "B", "C"))),
    "no-players": format_record(replace(create_sensei_record(), players=())),
    "bad-option": format_record(replace(create_sensei_record(), options={"mode": "tornado"})),
    "bad-at": format_record(replace(create_sensei_record("a1-a4"), ply=2)),
    "deep": "[" * 5000,
    "long-number": '{"format":"ruleboard/1","seed":' + "9" * 5000 + "}",
}
