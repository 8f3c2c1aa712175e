"""The targets of a figure's pieces, such as ``"piece:c2"`` for the second circle of the enlarged figure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations


def piece_targets(prefix: str, rod: str) -> tuple[str, ...]:
    """Return the targets of the pieces on a rod: a prefix, a letter and a number (``"piece:c2"``)."""
    return tuple(f"{prefix}:{piece}{rod[:index].count(piece) + 1}" for index, piece in enumerate(rod))


def target_sequences(prefix: str, rod: str, pieces: str) -> list[tuple[str, ...]]:
    """Return all sequences of targets that select ``pieces`` from a rod."""
    named_pieces = list(zip(rod, piece_targets(prefix, rod), strict=True))
    sorted_pieces = sorted(pieces)
    return [
        tuple(target for _, target in sequence)
        for sequence in permutations(named_pieces, len(pieces))
        if sorted(letter for letter, _ in sequence) == sorted_pieces
    ]


def selected_pieces(targets: Sequence[str], prefix: str) -> str:
    """Return the letters of the pieces whose targets begin with a prefix."""
    start = f"{prefix}:"
    return "".join(target[len(start)] for target in targets if target.startswith(start) and len(target) > len(start))
