"""A random number generator whose state is an integer, so that a game's state can contain it.

It is SplitMix64 (Steele, Lea and Flood, 2014). The same seed gives the same numbers in every version of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK_64 = (1 << 64) - 1


def random_bits(state: int) -> tuple[int, int]:
    """Return 64 random bits as an integer, and the next generator state."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK_64
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return bits ^ (bits >> 31), state


def stream_state(seed: int, *parts: int) -> int:
    """Return the initial state of the random number generator for a seed and a list of integers.

    The random numbers of one generator reveal neither the seed nor the numbers of other generators.
    """
    text = ":".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def randbelow(bound: int, state: int) -> tuple[int, int]:
    """Return a random integer from 0 to ``bound`` - 1, and the next generator state.

    ``bound`` is at least 1.
    """
    limit = (_MASK_64 + 1) - (_MASK_64 + 1) % bound
    while True:
        bits, state = random_bits(state)
        if bits < limit:
            return bits % bound, state


def shuffled(items: Sequence[T], state: int) -> tuple[tuple[T, ...], int]:
    """Return the items in random order, and the next generator state."""
    shuffled_items = list(items)
    for index in range(len(shuffled_items) - 1, 0, -1):
        random_index, state = randbelow(index + 1, state)
        shuffled_items[index], shuffled_items[random_index] = shuffled_items[random_index], shuffled_items[index]
    return tuple(shuffled_items), state
