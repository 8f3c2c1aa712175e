"""The pieces on a rod as things to be touched."""

from __future__ import annotations

from itertools import permutations


def piece_targets(word: str, rod: str) -> tuple[str, ...]:
    """The targets of a rod's pieces: a word and their letters, numbered (``"piece:c2"``)."""
    return tuple(f"{word}:{piece}{rod[:place].count(piece) + 1}" for place, piece in enumerate(rod))


def touches(word: str, rod: str, pieces: str) -> list[tuple[str, ...]]:
    """The sequences of touches that choose these pieces on a rod."""
    named = list(zip(rod, piece_targets(word, rod), strict=True))
    wanted = sorted(pieces)
    return [
        tuple(target for _, target in some)
        for some in permutations(named, len(pieces))
        if sorted(letter for letter, _ in some) == wanted
    ]
