"""Compare the move generator with known counts and with a slow reference, in games and in random positions."""

from __future__ import annotations

import random

import pytest

from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.position_text import format_position, parse_position
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess import reference
from tests.unit.tensor_chess.positions import (
    VARIED_POSITIONS,
    create_scattered_position,
    format_packed_move,
    play_random_moves,
)

PERFT_COUNTS = {
    format_position(START_STATE): (30, 900, 30722),
    VARIED_POSITIONS[0]: (114, 15571),
    VARIED_POSITIONS[1]: (80, 4757),
    VARIED_POSITIONS[2]: (47, 1042),
    VARIED_POSITIONS[3]: (60, 1717),
    VARIED_POSITIONS[4]: (107, 1699),
    VARIED_POSITIONS[5]: (103, 7028),
    VARIED_POSITIONS[6]: (113, 19585),
}
"""The numbers of games of one, two and three moves, counted by another program written from the rulebook."""


def count_games(state: State, length: int) -> int:
    """Return the number of games of a given length that begin at a state."""
    moves = legal_moves(state)
    return len(moves) if length == 1 else sum(count_games(apply_move(state, move), length - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), PERFT_COUNTS.items())
def test_number_of_move_sequences_is_as_expected(fen: str, counts: tuple[int, ...]) -> None:
    state = parse_position(fen)
    assert tuple(count_games(state, length) for length in range(1, len(counts) + 1)) == counts


def check_agreement(state: State) -> None:
    """Check that both generators give the same moves, positions and checks."""
    position = reference.parse_position(format_position(state))
    expected = reference.find_legal_moves(position)
    successors = {format_packed_move(move): apply_move(state, move) for move in legal_moves(state)}
    assert sorted(successors) == sorted(expected), format_position(state)
    assert len(successors) == len(legal_moves(state))
    for text, next_state in successors.items():
        reference_position = reference.parse_position(format_position(next_state))
        assert reference.select_comparable_parts(reference_position) == reference.select_comparable_parts(
            expected[text]
        ), (
            format_position(state),
            text,
        )
    assert in_check(state) == reference.is_king_attacked(position.board, position.side)


@pytest.mark.parametrize("seed", range(30))
def test_random_games_match_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    state = START_STATE
    for _ in range(6):
        state = play_random_moves(state, chance, chance.randrange(2, 25))
        check_agreement(state)


@pytest.mark.parametrize("fen", VARIED_POSITIONS)
def test_rich_positions_match_the_reference(fen: str) -> None:
    chance = random.Random(fen)
    for length in (0, 1, 2, 3, 4, 6, 8, 12, 16, 24):
        check_agreement(play_random_moves(parse_position(fen), chance, length))


@pytest.mark.parametrize("seed", range(150))
def test_scattered_positions_match_the_reference(seed: int) -> None:
    """The generators agree on random positions, which have many pins, checks round beasts and en passant captures."""
    check_agreement(create_scattered_position(random.Random(seed)))
