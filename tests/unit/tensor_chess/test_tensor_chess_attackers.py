"""Test the lists of pieces of both sides that attack a square ('Attack and check')."""

from __future__ import annotations

import pytest

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.attackers import TensorChessAttacks


def find_attack_paths(board: str, target: str, rest: str = "w - - 0 1") -> set[tuple[str, ...]]:
    attackers = TensorChessAttacks().attacks_on(PACKAGE.game.parse_position(f"{board} {rest}"), target)
    assert attackers is not None
    return {attack.path for attack in attackers}


@pytest.mark.parametrize(
    ("board", "target", "expected"),
    [
        # Both sides: a rook along its line, a pawn ahead to the side, a king next to the square.
        ("3k6/10/10/3p6/10/10/10/4R4K", "e4", {("e1", "e4"), ("d5", "e4")}),
        ("9k/10/10/10/10/10/P9/K9", "i7", {("j8", "i7")}),
        # A slider passes its own beast, and is stopped by another piece of its own.
        ("9k/10/10/10/4T5/10/10/K3R5", "e6", {("e1", "e6")}),
        ("9k/10/10/10/4P5/10/10/K3R5", "e6", set()),
        # Diagram 7: a knight bounces off its own beast.
        ("9k/10/6T3/10/5N4/10/10/K9", "h4", {("f4", "g6", "h4")}),
        # Beasts attack no other piece, and only beasts attack a beast: by hopping over it last.
        ("9k/10/10/10/3n6/3T6/10/K9", "d4", set()),
        ("9k/10/10/3R6/3t6/10/P9/K9", "d4", set()),
        ("9k/10/10/10/3t6/3T6/P9/K9", "d4", {("d3", "d5")}),
    ],
)
def test_attackers_have_their_paths(board: str, target: str, expected: set[tuple[str, ...]]) -> None:
    assert find_attack_paths(board, target) == expected


def test_en_passant_attacks_the_pawn() -> None:
    assert ("d5", "e6") in find_attack_paths("9k/10/10/3Pp5/10/10/10/K9", "e5", "w - e6 0 1")
    assert find_attack_paths("9k/10/10/3Pp5/10/10/10/K9", "e5") == set()


def test_unknown_square_has_no_attackers() -> None:
    state = PACKAGE.game.initial({}, 0)
    assert TensorChessAttacks().attacks_on(state, "do:stop") is None
