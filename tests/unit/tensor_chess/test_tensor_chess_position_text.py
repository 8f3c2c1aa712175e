"""Test the position texts of Tensor Chess, and the errors for invalid ones."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.errors import PositionError
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.position_text import validate
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import create_scattered_position, play_random_moves

GAME = PACKAGE.game

BOARD = "rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR"


@pytest.mark.parametrize(
    ("text", "location", "problem"),
    [
        ("", "", "not 0"),
        (BOARD, "", "not 1"),
        (f"{BOARD} w KQkq - 0 1 more", "", "not 7"),
        ("x" * 1000, "", "too long"),
        (f"10/{BOARD} w KQkq - 0 1", "board", "9 ranks"),
        (f"{BOARD.replace('pppppppppp', 'ppppppppp')} w - - 0 1", "rank 7", "9 squares"),
        (f"{BOARD.replace('pppppppppp', 'pppppppppp1')} w - - 0 1", "rank 7", "more than 10 squares"),
        (f"{BOARD.replace('10', '55', 1)} w - - 0 1", "rank 6", "55"),
        (f"{BOARD.replace('10', '0', 1)} w - - 0 1", "rank 6", "0 can’t be a number"),
        (f"{BOARD.replace('10', '010', 1)} w - - 0 1", "rank 6", "010"),
        (f"{BOARD.replace('10', '9x', 1)} w - - 0 1", "rank 6", "'x'"),
        (f"{BOARD.replace('10', '9٣', 1)} w - - 0 1", "rank 6", "'٣'"),
        (f"{BOARD} x KQkq - 0 1", "side to move", "'x'"),
        (f"{BOARD} w KX - 0 1", "castling", "'KX'"),
        (f"{BOARD} w KK - 0 1", "castling", "'KK'"),
        (f"{BOARD} w KQkq e9 0 1", "en passant", "'e9'"),
        (f"{BOARD} w KQkq - -1 1", "quiet moves", "'-1'"),
        (f"{BOARD} w KQkq - 0 0", "move number", "'0'"),
        (f"{BOARD} w KQkq - 00 1", "quiet moves", "'00'"),
        (f"{BOARD} w KQkq - 0 ²", "move number", "'²'"),
        (f"{BOARD.replace('k', 'q')} w KQ - 0 1", "board", "Black has no king"),
        (f"{BOARD.replace('Q', 'K')} w - - 0 1", "board", "White has 2 kings"),
        ("k8P/10/10/10/10/10/10/K9 w - - 0 1", "board", "there’s a pawn on j8"),
        ("k9/10/10/10/10/10/10/K8p w - - 0 1", "board", "there’s a pawn on j1"),
        ("k9/10/10/10/10/10/10/R4K4 w K - 0 1", "castling", "there’s no white rook on j1"),
        ("k9/10/10/10/10/10/10/R3K4R w Q - 0 1", "castling", "there’s no white king on f1"),
        ("k9/10/10/10/10/10/10/RK8 b q - 0 1", "castling", "there’s no black king on f8"),
        ("k9/10/10/4p5/10/10/10/K9 w - e5 0 1", "en passant", "passed over e5"),
        ("k9/10/10/4p5/10/10/10/K9 b - e6 0 1", "en passant", "passed over e6"),
        ("k9/10/4t5/4p5/10/10/10/K9 w - e6 0 1", "en passant", "e6 isn’t empty"),
        ("k9/10/10/4P5/10/10/10/K9 w - e6 0 1", "en passant", "no pawn on e5"),
        ("k9/10/10/R9/10/10/10/K9 w - - 0 1", "board", "Black is in check, but it’s White’s turn"),
        ("k9/10/10/T5R3/10/10/10/K9 w - - 0 1", "board", "Black is in check"),
    ],
)
def test_invalid_position_raises_error(text: str, location: str, problem: str) -> None:
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(text)
    assert error_info.value.where == location
    assert problem in error_info.value.what
    assert error_info.value.expected


def test_castling_rights_and_spaces_are_read_leniently() -> None:
    assert GAME.parse_position(f"  {BOARD}  w qkQK -   0 1 ") == START_STATE


def test_game_continues_after_any_move() -> None:
    """The parser accepts the position after the maximum move number."""
    state = GAME.parse_position(f"{BOARD} b - - 0 999999999")
    next_state = GAME.apply(state, GAME.legal_actions(state)[0])
    assert GAME.parse_position(GAME.format_position(next_state)) == next_state


def test_set_up_board_is_judged() -> None:
    """The validation accepts boards that do not come from a text, such as those of an editor."""
    validate(START_STATE)
    with pytest.raises(PositionError, match="White has no king"):
        validate(START_STATE._replace(board=START_STATE.board.replace(b"K", b".")))


@given(st.integers(0, 10_000))
def test_positions_survive_their_text(seed: int) -> None:
    for state in (
        create_scattered_position(random.Random(seed)),
        play_random_moves(START_STATE, random.Random(seed), seed % 50),
    ):
        assert GAME.parse_position(GAME.format_position(state)) == state


@given(st.integers(0, 10_000), st.data())
def test_every_text_is_read_or_refused(seed: int, data: st.DataObject) -> None:
    """The parser accepts a damaged position text or raises PositionError."""
    text = GAME.format_position(create_scattered_position(random.Random(seed)))
    place = data.draw(st.integers(0, len(text)))
    text = text[:place] + data.draw(st.text("KkTtPp0123456789/ -wbe ", max_size=3)) + text[place + 1 :]
    with suppress(PositionError):
        state = GAME.parse_position(text)
        assert isinstance(state, State)
        assert GAME.parse_position(GAME.format_position(state)) == state
        GAME.legal_actions(state)
