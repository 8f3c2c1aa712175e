"""Tests that whole games of the card game replay unchanged. The files contain the position after each turn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleboard.games.tensor_cards import PACKAGE
from tests.support.move_lists import move_list

GAME = PACKAGE.game

PLAYTHROUGH_FILES = sorted(Path(__file__).parent.glob("tensor_cards_*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGH_FILES, ids=lambda path: path.stem)
def test_game_replays_unchanged(path: Path) -> None:
    options, start, *lines, end_line = path.read_text().splitlines()
    state = GAME.initial(json.loads(options.removeprefix("options ")), 0)
    initial_state = state
    actions = []
    assert GAME.format_position(state) == start.removeprefix("start ")
    for turn, position in zip(lines[::2], lines[1::2], strict=True):
        for action in GAME.parse_moves(state, turn):
            actions.append(action)
            state = GAME.apply(state, action)
        assert GAME.format_position(state) == position.strip(), turn
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == end_line.removeprefix("end ")
    assert [str(turn) for turn in move_list(GAME, initial_state, actions)] == lines[::2]
