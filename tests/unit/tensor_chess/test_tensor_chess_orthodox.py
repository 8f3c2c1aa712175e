"""Compare chess on ten files, without beasts and castling, with another program, and test mirrored positions."""

from __future__ import annotations

import random

import pyffish
import pytest

from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.position_text import format_position, parse_position
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import (
    VARIED_POSITIONS,
    create_scattered_position,
    format_packed_move,
    play_random_moves,
)

VARIANT_NAME = "tenfiles"
pyffish.load_variant_config(
    f"""
[{VARIANT_NAME}:chess]
maxRank = 8
maxFile = 10
castling = false
startFen = r1nbqkbn1r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1NBQKBN1R w - - 0 1
"""
)


def check_agreement(state: State) -> None:
    """Check that both programs find the same moves, except promotions to beasts, and agree on check."""
    fen = format_position(state)
    moves = sorted(text for text in map(format_packed_move, legal_moves(state)) if not text.endswith("t"))
    assert moves == sorted(pyffish.legal_moves(VARIANT_NAME, fen, [])), fen
    assert in_check(state) == pyffish.gives_check(VARIANT_NAME, fen, [])


def without_beasts(state: State) -> State:
    board = state.board.translate(bytes.maketrans(b"Tt", b".."))
    return state._replace(board=board, castling=0)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_match_orthodox_chess(seed: int) -> None:
    chance = random.Random(seed)
    state = without_beasts(START_STATE)
    for _ in range(60):
        check_agreement(state)
        moves = [move for move in legal_moves(state) if not format_packed_move(move).endswith("t")]
        if not moves:
            break
        state = apply_move(state, chance.choice(moves))


@pytest.mark.parametrize("seed", range(80))
def test_scattered_positions_match_orthodox_chess(seed: int) -> None:
    try:
        state = parse_position(format_position(without_beasts(create_scattered_position(random.Random(seed)))))
    except ValueError:
        return  # without its beasts the side not to move is in check
    check_agreement(state)


def exchange_colours(state: State) -> State:
    """Return the position with the board flipped and the colours exchanged."""
    rows = [state.board[rank * 10 : rank * 10 + 10] for rank in range(8)]
    castling_rights = (state.castling & 3) << 2 | state.castling >> 2
    en_passant_square = (
        state.en_passant if state.en_passant < 0 else (7 - state.en_passant // 10) * 10 + state.en_passant % 10
    )
    return state._replace(
        board=b"".join(reversed(rows)).swapcase(),
        turn=1 - state.turn,
        castling=castling_rights,
        en_passant=en_passant_square,
    )


def exchange_files(state: State) -> State:
    """Return the position with left and right exchanged."""
    rows = [state.board[rank * 10 : rank * 10 + 10][::-1] for rank in range(8)]
    rank, file = divmod(state.en_passant, 10)
    en_passant = state.en_passant if state.en_passant < 0 else rank * 10 + 9 - file
    return state._replace(board=b"".join(rows), castling=0, en_passant=en_passant)


def rename_ranks(text: str) -> str:
    return text.translate(str.maketrans("12345678", "87654321"))


def rename_files(text: str) -> str:
    """Return the text of a move with left and right exchanged. The letter of a promotion stays the same."""
    promotion_letter = text[4:] if len(text) == 5 else ""
    return (
        text[: len(text) - len(promotion_letter)].translate(str.maketrans("abcdefghij", "jihgfedcba"))
        + promotion_letter
    )


def positions(seed: int) -> list[State]:
    chance = random.Random(seed)
    varied_state = play_random_moves(parse_position(chance.choice(VARIED_POSITIONS)), chance, chance.randrange(12))
    return [
        create_scattered_position(chance),
        play_random_moves(START_STATE, chance, chance.randrange(60)),
        varied_state,
    ]


@pytest.mark.parametrize("seed", range(30))
def test_rules_are_symmetric_for_colours(seed: int) -> None:
    for state in positions(seed):
        exchanged_state = exchange_colours(state)
        successors = {format_packed_move(move): apply_move(state, move) for move in legal_moves(state)}
        other_successors = {
            format_packed_move(move): apply_move(exchanged_state, move) for move in legal_moves(exchanged_state)
        }
        assert {rename_ranks(text) for text in successors} == other_successors.keys()
        for text, next_state in successors.items():
            mirrored_state = exchange_colours(next_state)
            assert mirrored_state._replace(fullmove_number=0) == other_successors[rename_ranks(text)]._replace(
                fullmove_number=0
            )


@pytest.mark.parametrize("seed", range(30))
def test_rules_without_castling_are_symmetric_left_and_right(seed: int) -> None:
    for state in positions(seed):
        state_without_castling = state._replace(castling=0)
        successors = {rename_files(format_packed_move(move)) for move in legal_moves(state_without_castling)}
        assert successors == {format_packed_move(move) for move in legal_moves(exchange_files(state_without_castling))}
