"""Chance: the known numbers of SplitMix64, evenness, and that the state is all there is to it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.rng import randbelow, random_bits, shuffled

seeds = st.integers(0, (1 << 64) - 1)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
)
def test_generator_matches_its_reference_numbers(seed: int, numbers: list[int]) -> None:
    """The published first numbers for these seeds."""
    state, outputs = seed, []
    for _ in numbers:
        bits, state = random_bits(state)
        outputs.append(bits)
    assert outputs == numbers


@given(seeds, st.integers(1, 1000))
def test_randbelow_is_in_range_and_repeatable(seed: int, bound: int) -> None:
    """From 0 to the bound, and the same from the same state."""
    number, state = randbelow(bound, seed)
    assert 0 <= number < bound
    assert 0 <= state < 1 << 64
    assert randbelow(bound, seed) == (number, state)
    assert state != seed


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 52])
def test_randbelow_is_uniform(bound: int) -> None:
    """Every number comes about as often (chi-squared, far beyond the usual limits)."""
    draws, state, counts = 20_000, 42, Counter[int]()
    for _ in range(draws):
        number, state = randbelow(bound, state)
        counts[number] += 1
    expected = draws / bound
    assert sum((counts[number] - expected) ** 2 / expected for number in range(bound)) < 2.5 * bound + 15


def test_randbelow_rejects_biased_numbers() -> None:
    """With a bound of three quarters of all numbers, a quarter of the draws is thrown away."""
    bound, state, accepted = 3 << 62, 7, 0
    for _ in range(400):
        before = state
        number, state = randbelow(bound, state)
        assert number < bound
        accepted += state == random_bits(before)[1]
    assert 240 < accepted < 360


@given(st.lists(st.integers(), max_size=12), seeds)
def test_shuffling_keeps_all_items(items: list[int], seed: int) -> None:
    """The same things in some order, the same from the same state; the items stay as they were."""
    before = list(items)
    deck, state = shuffled(items, seed)
    assert sorted(deck) == sorted(items)
    assert items == before
    assert shuffled(items, seed) == (deck, state)


def test_permutations_are_equally_frequent() -> None:
    """All 24 orders of four things."""
    state, counts = 1, Counter[tuple[int, ...]]()
    for _ in range(12_000):
        order, state = shuffled(range(4), state)
        counts[order] += 1
    assert len(counts) == 24
    assert all(400 < count < 600 for count in counts.values())
