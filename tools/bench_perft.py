"""Compare the speeds of move generation in Tensor Chess and python-chess, on the same interpreter.

Run it with the project's ``py`` folder on the path and with python-chess installed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import chess

from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.state import START_STATE, State
from ruleboard.registry import GAMES

GAME = GAMES["tensor-chess"]

SEARCH_DEPTH = 3


class NodeSpeeds(NamedTuple):
    """The medians of the measured speeds, in nodes per second.

    Attributes:
        tensor_chess: the speed of the move generation of Tensor Chess.
        tensor_chess_contract: the speed of `legal_actions` and `apply`, which the app and the bots call.
        python_chess: the speed of python-chess.
    """

    tensor_chess: float
    tensor_chess_contract: float
    python_chess: float

    @property
    def ratio(self) -> float:
        """The speed of Tensor Chess divided by that of python-chess; above 1 if Tensor Chess is faster."""
        return self.tensor_chess / self.python_chess


def count_nodes(state: State, depth: int) -> int:
    """Return the number of sequences of ``depth`` moves."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(count_nodes(apply_move(state, move), depth - 1) for move in moves)


def count_nodes_by_contract(state: object, depth: int) -> int:
    """Return the number of sequences of ``depth`` actions, counted with `legal_actions` and `apply`."""
    actions = GAME.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(count_nodes_by_contract(GAME.apply(state, action), depth - 1) for action in actions)


def count_nodes_by_python_chess(board: chess.Board, depth: int) -> int:
    """Return the number of sequences of ``depth`` moves in python-chess, counted as python-chess's examples do."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += count_nodes_by_python_chess(board, depth - 1)
        board.pop()
    return count


def _measure_nodes_per_second(count: Callable[[], int]) -> float:
    start_time = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - start_time)


def measure(rounds: int = 9) -> NodeSpeeds:
    """Measure the three speeds in turns, so that a busy machine affects all equally. The first round is a warm-up."""
    start = GAME.initial({option.id: option.default for option in GAME.options}, 0)
    tensor_chess_speeds, contract_speeds, python_chess_speeds = [], [], []
    for _ in range(rounds + 1):
        tensor_chess_speeds.append(_measure_nodes_per_second(lambda: count_nodes(START_STATE, SEARCH_DEPTH)))
        contract_speeds.append(_measure_nodes_per_second(lambda: count_nodes_by_contract(start, SEARCH_DEPTH)))
        python_chess_speeds.append(
            _measure_nodes_per_second(lambda: count_nodes_by_python_chess(chess.Board(), SEARCH_DEPTH))
        )
    return NodeSpeeds(
        *(statistics.median(speeds[1:]) for speeds in (tensor_chess_speeds, contract_speeds, python_chess_speeds))
    )


if __name__ == "__main__":
    speeds = measure()
    contract_ratio = speeds.tensor_chess_contract / speeds.python_chess
    print(f"Tensor Chess {speeds.tensor_chess:,.0f} nodes/s, through its contract {speeds.tensor_chess_contract:,.0f}")
    print(f"python-chess {speeds.python_chess:,.0f}, ratios {speeds.ratio:.2f}, {contract_ratio:.2f}")
