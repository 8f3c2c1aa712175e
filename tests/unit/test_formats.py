"""Test the examples in docs/formats.md by playing them."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.action import Action
from ruleboard.links import decode_position, encode_position
from ruleboard.registry import GAMES
from tests.support.move_lists import move_list
from tools.setup import ROOT

FORMATS_TEXT = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
_EXAMPLE_PATTERN = re.compile(r"^```example ([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = {match[1]: match[2] for match in _EXAMPLE_PATTERN.finditer(FORMATS_TEXT)}


def test_formats_describe_every_game() -> None:
    for game in GAMES.values():
        assert f"(`{game.id}`)" in FORMATS_TEXT
    assert set(EXAMPLES) == set(GAMES) - {"tensor-chess"}, "Tensor Chess has whole games as PGN instead"


@pytest.mark.parametrize("game", EXAMPLES)
def test_examples_match_the_rules(game: str) -> None:
    rules = GAMES[game]
    first, *lines, last = EXAMPLES[game].splitlines()
    start = state = rules.parse_position(first)
    assert rules.format_position(start) == first
    assert rules.format_position(rules.parse_position(decode_position(encode_position(first)))) == first
    actions: tuple[Action, ...] = rules.parse_moves(start, "\n".join(lines))
    for action in actions:
        assert rules.parse_action(state, rules.format_action(state, action)) == action
        state = rules.apply(state, action)
    assert [str(turn) for turn in move_list(rules, start, actions)] == lines
    assert "= " + rules.format_position(state) == last
