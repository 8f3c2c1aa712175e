"""Whole games of Sensei, kept as text: every turn with the position it leads to, and the result.

The games were made once by a simple player; any change in how one replays is a change of the rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES
from ruleboard.games.sensei import PACKAGE

GAME = PACKAGE.game

FILES = sorted(Path(__file__).parent.glob("sensei_*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_replays_as_it_was_kept(file: Path) -> None:
    """Moves, positions and result are those of the file, and the move list is written again as it was."""
    _, first, *turns, last = file.read_text(encoding="utf-8").splitlines()
    start = GAME.parse_position(first.removeprefix("start "))
    moves, positions = zip(*(turn.split(" | ") for turn in turns), strict=True)
    actions = GAME.parse_moves(start, "\n".join(moves))
    texts = tuple(action.text for action in actions)
    timeline = replay(Record("sensei", {"mode": start.mode}, 0, ("", ""), texts), GAMES)
    assert timeline.states[0] == start
    assert tuple(map(str, timeline.turns())) == moves
    after = [timeline.states[turn.items[-1][0] + 1] for turn in timeline.turns()]
    assert tuple(map(GAME.format_position, after)) == positions
    outcome = timeline.outcome
    assert outcome is not None
    assert last == f"result {outcome.returns[0]:g} {outcome.returns[1]:g} {outcome.reason}"


def test_every_mode_is_played_to_its_end() -> None:
    """By a character that arrives; and there are games that end otherwise."""
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    for mode in ("arashi", "shizukana", "shizukana-variant", "arashi-expert"):
        assert any(f" {mode}\n" in text and "has reached" in text for text in texts)
    assert any("unfair" in text and "arashi-expert" in text for text in texts)
    assert any("Drawn" in text for text in texts)
