"""Tests that the editor of every game draws any position, and that playable positions survive a round trip."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.contract.extensions import Counter, Editor
from ruleboard.engine.errors import PositionError
from ruleboard.registry import EDITORS, GAMES
from tests.support.pictures import find_targets

UNKNOWN_TARGET = "z99"
"""A text that is not a target, tool, switch or value of any game."""


def start_texts(game: str) -> list[str]:
    """Return the position text of a new game and that of an empty board."""
    options = {option.id: option.default for option in GAMES[game].options}
    text = EDITORS[game].normalize(GAMES[game].format_position(GAMES[game].initial(options, 0)))
    return [EDITORS[game].start_position(text), EDITORS[game].empty_position(text)]


def text_after_random_step(editor: Editor, text: str, data: st.DataObject) -> str:
    """Return the position after a random step: a touch with a tool, a move, or a change of a switch."""
    names = [*find_targets(editor.picture(text, 0, "")), UNKNOWN_TARGET]
    kind = data.draw(st.sampled_from(["tool", "move", "switch"]))
    if kind == "move":
        return editor.move_piece(text, data.draw(st.sampled_from(names)), data.draw(st.sampled_from(names)))
    if kind == "tool":
        tool = data.draw(st.sampled_from([*(tool.id for tool in editor.tools), "", UNKNOWN_TARGET]))
        return editor.apply_tool(text, data.draw(st.sampled_from(names)), tool)
    switch = data.draw(st.sampled_from(editor.switches(text)))
    if isinstance(switch, Counter):
        return editor.with_switch(text, switch.id, str(data.draw(st.integers(switch.minimum, switch.maximum + 1))))
    return editor.with_switch(text, switch.id, data.draw(st.sampled_from([*dict(switch.choices), UNKNOWN_TARGET])))


@pytest.mark.parametrize("game", EDITORS)
@given(data=st.data())
@settings(max_examples=60)
def test_edited_positions_round_trip(game: str, data: st.DataObject) -> None:
    """After any steps, the text is normalized, the picture shows it, and a playable position survives a round trip."""
    editor = EDITORS[game]
    text = data.draw(st.sampled_from(start_texts(game)))
    for _ in range(data.draw(st.integers(0, 12))):
        text = text_after_random_step(editor, text, data)
        assert editor.normalize(text) == text
        try:
            state = GAMES[game].parse_position(text)
        except PositionError:
            continue
        assert GAMES[game].format_position(state) == text
    picture = editor.picture(text, data.draw(st.sampled_from([0, 1])), "")
    assert picture.attrs["data-position"] == text
    for target, node in find_targets(picture).items():
        assert ("data-legal" in node.attrs) == editor.has_piece(text, target), target
