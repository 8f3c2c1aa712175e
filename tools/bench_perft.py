"""The speed of Tensor Chess's move generation compared with python-chess, on the same interpreter.

Run with the project's ``py`` folder on the path; python-chess must be installed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import chess

from ruleboard.games.registry import GAMES
from ruleboard.games.tensor_chess.packed_moves import legal_moves, play
from ruleboard.games.tensor_chess.state import START, State

GAME = GAMES["tensor-chess"]

DEPTH = 3


class Speed(NamedTuple):
    """Medians of nodes per second; a ratio above 1 means that ours is faster.

    Attributes:
        ours: of the move generation.
        through_contract: of the same through `legal_actions` and `apply`, as the app and the opponents ask for moves.
        theirs: of python-chess.
    """

    ours: float
    through_contract: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Our speed divided by theirs."""
        return self.ours / self.theirs


def perft(state: State, depth: int) -> int:
    """Return the number of lines of play of ``depth`` moves."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(play(state, move), depth - 1) for move in moves)


def perft_through_contract(state: object, depth: int) -> int:
    """Return the same number, counted by the game's `legal_actions` and `apply`."""
    actions = GAME.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft_through_contract(GAME.apply(state, action), depth - 1) for action in actions)


def perft_of_python_chess(board: chess.Board, depth: int) -> int:
    """Return the same number for python-chess, computed as in its own examples."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft_of_python_chess(board, depth - 1)
        board.pop()
    return count


def _nodes_per_second(count: Callable[[], int]) -> float:
    began = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - began)


def measure(rounds: int = 9) -> Speed:
    """Measure all in turns, so that a busy machine slows all equally; the first round is a warm-up."""
    start = GAME.initial({option.id: option.default for option in GAME.options}, 0)
    ours, through_contract, theirs = [], [], []
    for _ in range(rounds + 1):
        ours.append(_nodes_per_second(lambda: perft(START, DEPTH)))
        through_contract.append(_nodes_per_second(lambda: perft_through_contract(start, DEPTH)))
        theirs.append(_nodes_per_second(lambda: perft_of_python_chess(chess.Board(), DEPTH)))
    return Speed(*(statistics.median(speeds[1:]) for speeds in (ours, through_contract, theirs)))


if __name__ == "__main__":
    speed = measure()
    print(f"Tensor Chess {speed.ours:,.0f} nodes/s, through its contract {speed.through_contract:,.0f}")
    print(f"python-chess {speed.theirs:,.0f}, ratios {speed.ratio:.2f}, {speed.through_contract / speed.theirs:.2f}")
