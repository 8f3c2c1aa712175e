"""Test random events and messages: an embedded board always displays its state, and stores nothing."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.registry import GAMES
from tests.unit.embed.frame import Frame
from tools.fake_browser import has_same_content, walk

KEYS = ["Escape", "u", "r", "Ctrl+z", "[", "]", "f", "?", "x"]
MODES = {
    "sensei": "mode=find&accept=a1-a2|b1-b2;end",
    "tensor-chess": "mode=play&moves=e2e4;e7e5&marks=taken:h1",
    "tesulda": "mode=play&options=setup:build",
    "tensor-cards": "mode=play",
    "equilibrium": "mode=show&options=players:3&marks=hex:1:0,0",
}
arbitrary_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda children: st.lists(children, max_size=2) | st.dictionaries(st.text(max_size=8), children, max_size=2),
    max_leaves=4,
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(["show", "position", "play", "reset", "other"])},
    optional={
        "parameters": st.fixed_dictionaries(
            {"game": st.sampled_from(sorted(GAMES))}, optional={"mode": st.sampled_from(["show", "play", "find"])}
        )
        | arbitrary_values,
        "position": st.just("rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi") | arbitrary_values,
        "moves": st.sampled_from(["a1-a2", "e2e4"]) | arbitrary_values,
        "action": st.sampled_from(["a1-a2", "end", "b1d3", "put r1", "default"]) | arbitrary_values,
        "extra": arbitrary_values,
    },
)
handlers = st.one_of(
    st.tuples(st.just("touch"), st.integers(0, 200)),
    st.tuples(st.just("click"), st.integers(0, 30)),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("say"), messages),
    st.tuples(st.just("stray"), st.text(max_size=8)),
)


def send_event(frame: Frame, handler: str, value: object) -> None:
    """Send one event. Touches and clicks go to the targets and buttons that are on the page."""
    parts = [attrs for _tag, attrs, _inside in walk(frame.browser.page) if "disabled" not in attrs]
    targets = [attrs["data-target"] for attrs in parts if "data-target" in attrs]
    buttons = [(attrs["data-do"], attrs.get("data-value", "")) for attrs in parts if "data-do" in attrs]
    match handler, value:
        case "touch", int(number) if targets:
            frame.touch(targets[number % len(targets)])
        case "click", int(number) if buttons:
            frame.controller.handle("do", *buttons[number % len(buttons)])
        case "key", str(key):
            frame.controller.handle("key", key)
        case "say", dict(message):
            frame.controller.handle("message", json.dumps({"ruleboard": 1, **message}))
        case "stray", str(name):
            frame.browser.ignores_unknown = True
            for kind in ("touch", "take", "drop", "point", "away", "do", "stored", "update"):
                frame.controller.handle(kind, name, name)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(MODES)), st.lists(handlers, max_size=12))
def test_random_input_keeps_board_consistent(game, events):
    frame = Frame(f"game={game}&{MODES[game]}")
    assert "data-position" in frame.board
    for handler, value in events:
        send_event(frame, handler, value)
        controller = frame.controller
        assert has_same_content(frame.browser.page, controller._render_page())
    assert frame.browser.mount_count == 1
    assert frame.browser.storage.texts == {}
    assert {message["ruleboard"] for message in frame.browser.posted} == {1}
