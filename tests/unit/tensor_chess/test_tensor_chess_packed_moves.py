"""Compare the move generator with known counts and with a slow reference, in games and in random positions."""

from __future__ import annotations

import random

import pytest

from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.position_text import format_position, parse_position
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess import reference
from tests.unit.tensor_chess.positions import text_of

RICH = (
    "3q1k4/2p4p2/4bt4/1rttT1Nt2/1R1T1Tn3/4B1T3/2P4P2/3Q1K4 w - - 0 1",
    "rt3kt2r/8p1/10/10/4r5/10/1P4P3/R3TK2TR b KQkq - 0 1",
    "5k4/10/10/3t6/p1pTp1pTpt/1T3T3T/1P1P1P1P1P/5K4 w - - 0 1",
    "r1nTt5/1P2P4P/10/10/10/1K8/1pp4p2/N1t3r2k b - - 0 1",
    "8Bk/10/5t4/10/R1T1TT2p1/10/5p4/9K w - - 0 1",
    "r4k1t1r/pp1t2pppp/2n1b2n2/1q2p5/2T2P1B2/1N1Q2T3/PPP2P1PPP/R4K3R w KQkq - 0 1",
    "r1t2k3r/2p1t2p2/1n1q2b3/4T5/2t3T3/3B2Q1N1/2P2T1P2/R3TK3R b KQkq - 0 1",
)


PERFT = {
    format_position(START_STATE): (30, 900, 30722),
    RICH[0]: (114, 15571),
    RICH[1]: (80, 4757),
    RICH[2]: (47, 1042),
    RICH[3]: (60, 1717),
    RICH[4]: (107, 1699),
    RICH[5]: (103, 7028),
    RICH[6]: (113, 19585),
}
"""The numbers of games of one, two and three moves, counted by another program written from the rulebook."""


def games(state: State, length: int) -> int:
    """Return the number of games of a given length that begin at a state."""
    moves = legal_moves(state)
    return len(moves) if length == 1 else sum(games(apply_move(state, move), length - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), PERFT.items())
def test_corpus_has_the_expected_number_of_games(fen: str, counts: tuple[int, ...]) -> None:
    state = parse_position(fen)
    assert tuple(games(state, length) for length in range(1, len(counts) + 1)) == counts


def agree(state: State) -> None:
    """Check that both generators give the same moves, positions and checks."""
    position = reference.read(format_position(state))
    expected = reference.legal(position)
    successors = {text_of(move): apply_move(state, move) for move in legal_moves(state)}
    assert sorted(successors) == sorted(expected), format_position(state)
    assert len(successors) == len(legal_moves(state))
    for text, after in successors.items():
        reference_position = reference.read(format_position(after))
        assert reference.written(reference_position) == reference.written(expected[text]), (
            format_position(state),
            text,
        )
    assert in_check(state) == reference.attacked(position.board, position.side)


def wander(state: State, chance: random.Random, length: int) -> State:
    """Return the state after a number of random moves."""
    for _ in range(length):
        moves = legal_moves(state)
        if not moves:
            break
        state = apply_move(state, chance.choice(moves))
    return state


@pytest.mark.parametrize("seed", range(30))
def test_random_games_match_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    state = START_STATE
    for _ in range(6):
        state = wander(state, chance, chance.randrange(2, 25))
        agree(state)


@pytest.mark.parametrize("fen", RICH)
def test_rich_positions_match_the_reference(fen: str) -> None:
    chance = random.Random(fen)
    for length in (0, 1, 2, 3, 4, 6, 8, 12, 16, 24):
        agree(wander(parse_position(fen), chance, length))


@pytest.mark.parametrize("seed", range(150))
def test_scattered_positions_match_the_reference(seed: int) -> None:
    """The generators agree on random positions, which have many pins, checks round beasts and en passant captures."""
    agree(scattered_position(random.Random(seed)))


def scattered_position(chance: random.Random) -> State:
    """Return a valid position with pieces on random squares."""
    while True:
        squares = list(range(80))
        chance.shuffle(squares)
        board = bytearray(b"." * 80)
        board[squares.pop()] = ord("K")
        board[squares.pop()] = ord("k")
        for letter in chance.choices("QRBNTTTqrbnttt", k=chance.randrange(4, 22)):
            board[squares.pop()] = ord(letter)
        for letter in chance.choices("Pp", k=chance.randrange(0, 10)):
            square = squares.pop()
            if 10 <= square < 70:
                board[square] = ord(letter)
        state = State(bytes(board), chance.randrange(2), 0, -1, 0, 1)
        own_pawn, enemy, rank, step = (ord("P"), ord("p"), 5, 10) if state.turn == 0 else (ord("p"), ord("P"), 2, -10)
        if chance.random() < 0.5:
            passant = rank * 10 + chance.randrange(10)
            board[passant] = board[passant + step] = ord(".")
            board[passant - step] = enemy
            if passant % 10:
                board[passant - step - 1] = own_pawn
            state = state._replace(board=bytes(board), en_passant=passant)
        try:
            return parse_position(format_position(state))
        except ValueError:
            continue
