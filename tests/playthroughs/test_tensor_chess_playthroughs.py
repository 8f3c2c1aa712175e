"""Tests that whole games of Tensor Chess replay unchanged.

For each move the files have the text, the notation, the number of legal moves and the position. The games contain
bounces, propels of pieces and pawns, captures by hopping, all four castlings, captures en passant, promotions to
beasts, and mates.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.record import Record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_chess import PACKAGE
from tests.support.move_lists import move_list

GAME = PACKAGE.game

FILES = sorted(Path(__file__).parent.glob("tensor_chess_*.txt"))


def move_lines() -> list[list[str]]:
    """Return the move lines of all games: text, notation, number of legal moves, position after the move."""
    lines = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()[2:-1]]
    return [line.split(maxsplit=3) for line in lines]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_game_replays_unchanged(path: Path) -> None:
    _, start, *lines, end_line = path.read_text(encoding="utf-8").splitlines()
    state = GAME.initial({}, 0)
    assert GAME.format_position(state) == start
    actions = []
    for line in lines:
        text, notation, count, position = line.split(maxsplit=3)
        assert len(GAME.legal_actions(state)) == int(count), line
        action = GAME.parse_action(state, text)
        assert move_list(GAME, state, [action])[0].items[0][1] == notation
        state = GAME.apply(state, action)
        assert GAME.format_position(state) == position
        actions.append(action)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == end_line
    record = Record("tensor-chess", {}, 0, ("", ""), tuple(action.text for action in actions))
    timeline = replay(record, {"tensor-chess": GAME})
    assert timeline.state == state
    pgn_text = PACKAGE.notation.format(timeline)
    assert run_to_end(read_records_steps(pgn_text, {GAME.id: GAME}, {GAME.id: PACKAGE.tokens})).items == (record,)


MOVE_KINDS = {
    "a bounce": r"[KQRBN]\w?\^",
    "a piece's propel": r"[KQRBN]\w?>",
    "a pawn's propel": r"[a-j]\d>",
    "a capture by hopping": r"T\w\dx\w\d",
    "a promotion to a beast": r".*=T",
    "castling to h": r"O-O[+#]?$",
    "castling to i": r"O-O~",
    "castling to c": r"O-O-O[+#]?$",
    "castling to b": r"O-O-O~",
    "mate": r".*#$",
}


@pytest.mark.parametrize("kind", MOVE_KINDS)
def test_games_contain_every_kind_of_move(kind: str) -> None:
    assert any(re.match(MOVE_KINDS[kind], notation) for _, notation, *_ in move_lines())


def test_games_contain_en_passant_capture() -> None:
    """In a game a pawn captures on the en passant square of the previous position."""
    en_passant_squares = [line[3].split()[3] for line in move_lines()]
    captures = [line[1] for line in move_lines()[1:]]
    assert any(
        square != "-" and re.fullmatch(f"[a-j]x{square}[+#]?", notation)
        for square, notation in zip(en_passant_squares[:-1], captures, strict=True)
    )
