"""Stored texts as somebody leaves them who edits them by hand, and a plain record of Sensei to begin with."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from ruleboard.app.storage.games import PREFIX
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, format_settings
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.progress import format_progress
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.setups import Setup, format_setups
from ruleboard.engine.record import Record, format_record
from ruleboard.games.registry import GAMES, WORKSHOPS


def record(*actions: str, players: tuple[str, str] = ("", ""), seed: int = 0, **more: Any) -> Record:
    """A game of Sensei, Arashi."""
    return Record("sensei", {"mode": "arashi"}, seed, players, actions, **more)


BOARD = WORKSHOPS["tensor-cards"].blank()
TEXTS = {
    SETTINGS: format_settings(Settings(names=("Ann", "Bob"), theme="dark")),
    PROGRESS: format_progress({"sensei": ("goal", "pits")}),
    SETUPS: format_setups([Setup("tensor-cards", "Mine", BOARD), Setup("tesulda", "Wings", "10/10", "x 0")]),
    PREFIX + "x": format_record(record("a1-a4", "b1-b4", at=1, meta={"title": "Final", "changed": "2026-01-02"})),
}
HALF = "\ud83d"

words = st.text(st.characters(exclude_categories=()), max_size=6) | st.sampled_from(["<b>", HALF, *GAMES, "Mine"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def edited(draw: st.DrawFn, key: str) -> str:
    """A stored text with which somebody has meddled: letters changed, or values in it."""
    text = TEXTS[key]
    match draw(st.sampled_from(["cut", "letters", "value", "value", "value", "anything"])):
        case "cut":
            return text[: draw(st.integers(0, len(text)))]
        case "letters":
            at = draw(st.integers(0, len(text)))
            return text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 3)) :]
        case "value":
            data = json.loads(text)
            _meddle(draw, data)
            return json.dumps(data)
        case _:
            return json.dumps(draw(values))


def _meddle(draw: st.DrawFn, data: Any) -> None:
    """Put something else somewhere into decoded JSON."""
    names = list(data) if isinstance(data, dict) else list(range(len(data)))
    name = draw(st.sampled_from(names))
    if isinstance(data[name], dict | list) and data[name] and draw(st.booleans()):
        _meddle(draw, data[name])
    else:
        data[name] = draw(values)
