"""Whole games of Tensor Chess, move by move: texts, notations, numbers of legal moves, positions, ends.

Between them they bounce, propel with pieces and pawns, capture by hopping, castle in all four ways, capture en passant,
promote to a beast, and mate.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_chess import GAME
from ruleboard.games.tensor_chess.pgn import Score, format_pgn, parse_pgn, result_of

FILES = sorted(Path(__file__).parent.glob("tensor_chess_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough(path: Path) -> None:
    _, start, *lines, end = path.read_text(encoding="utf-8").splitlines()
    state = GAME.initial({}, 0)
    assert GAME.format_position(state) == start
    actions = []
    for line in lines:
        text, notation, count, position = line.split(maxsplit=3)
        assert len(GAME.legal_actions(state)) == int(count), line
        action = GAME.parse_action(state, text)
        assert GAME.format_moves(state, [action])[0].items[0][1] == notation
        state = GAME.apply(state, action)
        assert GAME.format_position(state) == position
        actions.append(action)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == end
    score = Score(GAME.initial({}, 0), tuple(actions), result_of(outcome))
    assert parse_pgn(format_pgn(score)) == score
    record = Record("tensor-chess", {}, 0, ("", ""), tuple(action.text for action in actions))
    assert replay(record, {"tensor-chess": GAME}).state == state


def test_the_games_show_every_kind_of_move() -> None:
    notations = " ".join(path.read_text(encoding="utf-8") for path in FILES)
    for mark in ("^", ">", "x", "O-O ", "O-O-O ", "O-O~", "O-O-O~", "=T", "#"):
        assert mark in notations, mark
