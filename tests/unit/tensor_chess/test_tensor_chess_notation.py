"""Test that parsing the text of a move gives the same move again (spec: Move text)."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import ActionError
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.moves import (
    BeastCapture,
    Bounce,
    Castling,
    DoubleStep,
    EnPassant,
    Move,
    PlainMove,
    Promotion,
    Propel,
)
from ruleboard.games.tensor_chess.notation import format_move, parse_move
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import parse_board

GAME = PACKAGE.game


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e2e4", PlainMove(14, 34)),
        ("e7e8t", Promotion(64, 74, "T")),
        ("c1^f4h6", Bounce(2, 35, 57)),
        ("c1>f4b8", Propel(2, 35, 71)),
        ("b1d3xc2", BeastCapture(1, 12, 23)),
    ],
)
def test_move_texts_have_their_notation(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert format_move(move) == text


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (START_STATE, "e2e3", PlainMove(14, 24)),
        (START_STATE, "e2e4", DoubleStep(14, 34)),
        (parse_board("k9/10/10/10/10/4T5/4P5/9K"), "e2e4", PlainMove(14, 34)),
        (parse_board("k9/10/10/3pP5/10/10/10/9K", en_passant="d6"), "e5d6", EnPassant(44, 53)),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1c1", Castling(5, 2)),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1e1", PlainMove(5, 4)),
    ],
)
def test_two_squares_select_the_legal_kind_of_move(state: State, text: str, move: Move) -> None:
    assert GAME.parse_action(state, text).move == move


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "e7e8k", "E2E4", "e2-e4", "c1^f4", "c1^f4h6xb2", "Nf3", "e2e4 "])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ActionError):
        GAME.parse_action(START_STATE, text)
