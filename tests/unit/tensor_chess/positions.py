"""Helpers for the tests of Tensor Chess: positions, random positions, and legal moves by their texts."""

from __future__ import annotations

import random

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.notation import format_move
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.packing import PackedMove, unpack_move
from ruleboard.games.tensor_chess.position_text import format_position, parse_position
from ruleboard.games.tensor_chess.state import State

GAME = PACKAGE.game

VARIED_POSITIONS = (
    "3q1k4/2p4p2/4bt4/1rttT1Nt2/1R1T1Tn3/4B1T3/2P4P2/3Q1K4 w - - 0 1",
    "rt3kt2r/8p1/10/10/4r5/10/1P4P3/R3TK2TR b KQkq - 0 1",
    "5k4/10/10/3t6/p1pTp1pTpt/1T3T3T/1P1P1P1P1P/5K4 w - - 0 1",
    "r1nTt5/1P2P4P/10/10/10/1K8/1pp4p2/N1t3r2k b - - 0 1",
    "8Bk/10/5t4/10/R1T1TT2p1/10/5p4/9K w - - 0 1",
    "r4k1t1r/pp1t2pppp/2n1b2n2/1q2p5/2T2P1B2/1N1Q2T3/PPP2P1PPP/R4K3R w KQkq - 0 1",
    "r1t2k3r/2p1t2p2/1n1q2b3/4T5/2t3T3/3B2Q1N1/2P2T1P2/R3TK3R b KQkq - 0 1",
)
"""Positions with pieces of all kinds and many kinds of moves."""


def parse_board(
    board: str, side: str = "w", rights: str = "-", en_passant: str = "-", halfmove_clock: int = 0
) -> State:
    """Return the state for a board in the position text format, with defaults for the other fields."""
    return GAME.parse_position(f"{board} {side} {rights} {en_passant} {halfmove_clock} 1")


def list_legal_texts(state: State, prefix: str = "") -> set[str]:
    """Return the texts of all legal moves that begin with a prefix."""
    return {action.text for action in GAME.legal_actions(state) if action.text.startswith(prefix)}


def find_ends(state: State, prefix: str) -> set[str]:
    """Return the rest of the text of each legal move that begins with a prefix."""
    return {text[len(prefix) :] for text in list_legal_texts(state, prefix)}


def format_packed_move(move: PackedMove) -> str:
    """Return the text of a move that is packed into a number."""
    return format_move(unpack_move(move))


def play(state: State, *moves: str) -> State:
    """Return the state after moves."""
    for text in moves:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def find_refusal_reason(state: State, text: str) -> str:
    """Return the reason why an illegal move is refused."""
    try:
        GAME.parse_action(state, text)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{text} is allowed")


def parse_squares(text: str) -> set[str]:
    """Return the set of squares in a text, in which spaces separate them."""
    return set(text.split())


def play_random_moves(state: State, chance: random.Random, length: int) -> State:
    """Return the state after a number of random moves."""
    for _ in range(length):
        moves = legal_moves(state)
        if not moves:
            break
        state = apply_move(state, chance.choice(moves))
    return state


def create_scattered_position(chance: random.Random) -> State:
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
        own_pawn, enemy_pawn, rank, step = (
            (ord("P"), ord("p"), 5, 10) if state.turn == 0 else (ord("p"), ord("P"), 2, -10)
        )
        if chance.random() < 0.5:
            en_passant = rank * 10 + chance.randrange(10)
            board[en_passant] = board[en_passant + step] = ord(".")
            board[en_passant - step] = enemy_pawn
            if en_passant % 10:
                board[en_passant - step - 1] = own_pawn
            state = state._replace(board=bytes(board), en_passant=en_passant)
        try:
            return parse_position(format_position(state))
        except ValueError:
            continue
