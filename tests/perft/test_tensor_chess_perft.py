"""Perft: counts of all games of a length; where a count is wrong, a divide shows after which move."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.games.tensor_chess.packed_moves import legal_moves, play
from ruleboard.games.tensor_chess.position_text import parse_position
from ruleboard.games.tensor_chess.state import State
from tests.unit.tensor_chess.positions import text_of


def perft(state: State, depth: int) -> int:
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(play(state, move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> str:
    """Return the count after each move, a line each, as other programs print it."""
    counts = {text_of(move): perft(play(state, move), depth - 1) if depth > 1 else 1 for move in legal_moves(state)}
    return "\n".join(f"{text}: {counts[text]}" for text in sorted(counts))


def cases() -> list[tuple[str, int, int]]:
    found = []
    for line in (Path(__file__).parent / "tensor_chess.epd").read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(" ;D")
            for depth, count in (text.split() for text in counts):
                found.append((fen, int(depth), int(count)))
    return found


@pytest.mark.parametrize(("fen", "depth", "count"), cases())
def test_perft(fen: str, depth: int, count: int) -> None:
    state = parse_position(fen)
    found = perft(state, depth)
    assert found == count, f"{found} instead of {count} after {depth} moves from {fen}\n{divide(state, depth)}"
