"""Perft: the number of move sequences of each length. A failure lists the count after each first move."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.position_text import parse_position
from ruleboard.games.tensor_chess.state import State
from tests.unit.tensor_chess.positions import format_packed_move


def perft(state: State, depth: int) -> int:
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_move(state, move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> str:
    """Return the count after each move, one line for each move, in the format of other chess programs."""
    counts = {
        format_packed_move(move): perft(apply_move(state, move), depth - 1) if depth > 1 else 1
        for move in legal_moves(state)
    }
    return "\n".join(f"{text}: {counts[text]}" for text in sorted(counts))


def parse_cases() -> list[tuple[str, int, int]]:
    parsed_cases = []
    for line in (Path(__file__).parent / "tensor_chess.epd").read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(" ;D")
            for depth, count in (text.split() for text in counts):
                parsed_cases.append((fen, int(depth), int(count)))
    return parsed_cases


@pytest.mark.parametrize(("fen", "depth", "count"), parse_cases())
def test_perft(fen: str, depth: int, count: int) -> None:
    state = parse_position(fen)
    leaf_count = perft(state, depth)
    assert leaf_count == count, (
        f"{leaf_count} instead of {count} after {depth} moves from {fen}\n{divide(state, depth)}"
    )
