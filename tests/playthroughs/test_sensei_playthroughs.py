"""Tests that whole games of Sensei replay unchanged.

The files contain every turn with the position after it, and the result. If a game replays differently, the rules have
changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.sensei import PACKAGE
from ruleboard.registry import GAMES

GAME = PACKAGE.game

FILES = sorted(Path(__file__).parent.glob("sensei_*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_game_replays_unchanged(file: Path) -> None:
    """A replayed game has the moves, positions, result and move list of its file."""
    _, start_line, *turns, result_line = file.read_text(encoding="utf-8").splitlines()
    start = GAME.parse_position(start_line.removeprefix("start "))
    moves, positions = zip(*(turn.split(" | ") for turn in turns), strict=True)
    actions = GAME.parse_moves(start, "\n".join(moves))
    texts = tuple(action.text for action in actions)
    timeline = replay(Record("sensei", {"mode": start.mode}, 0, ("", ""), texts), GAMES)
    assert timeline.states[0] == start
    assert tuple(map(str, timeline.turns())) == moves
    states_after = [timeline.states[turn.items[-1][0] + 1] for turn in timeline.turns()]
    assert tuple(map(GAME.format_position, states_after)) == positions
    outcome = timeline.outcome
    assert outcome is not None
    assert result_line == f"result {outcome.returns[0]:g} {outcome.returns[1]:g} {outcome.reason}"


def test_games_cover_every_mode_and_ending() -> None:
    """In each mode, a character reaches the far edge in some game. Other games end by an unfair line or a draw."""
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    for mode in ("arashi", "shizukana", "shizukana-variant", "arashi-expert"):
        assert any(f" {mode}\n" in text and "character reached" in text for text in texts)
    assert any("unfair" in text and "arashi-expert" in text for text in texts)
    assert any("Drawn" in text for text in texts)
