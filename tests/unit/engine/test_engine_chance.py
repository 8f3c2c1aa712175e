"""Test the random generator: reference numbers of SplitMix64, uniformity, and dependence on the state alone."""

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
    """The generator returns the published first numbers for each seed."""
    state, outputs = seed, []
    for _ in numbers:
        bits, state = random_bits(state)
        outputs.append(bits)
    assert outputs == numbers


@given(seeds, st.integers(1, 1000))
def test_randbelow_is_in_range_and_repeatable(seed: int, bound: int) -> None:
    """``randbelow`` returns a number from 0 to below the bound, which depends only on the state."""
    number, state = randbelow(bound, seed)
    assert 0 <= number < bound
    assert 0 <= state < 1 << 64
    assert randbelow(bound, seed) == (number, state)
    assert state != seed


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 52])
def test_randbelow_is_uniform(bound: int) -> None:
    """All numbers are about equally frequent, by a chi-squared test with a very low significance level."""
    draws, state, counts = 20_000, 42, Counter[int]()
    for _ in range(draws):
        number, state = randbelow(bound, state)
        counts[number] += 1
    expected = draws / bound
    assert sum((counts[number] - expected) ** 2 / expected for number in range(bound)) < 2.5 * bound + 15


def test_randbelow_rejects_biased_numbers() -> None:
    """With a bound of three quarters of the range, the generator rejects a quarter of its numbers."""
    bound, state, accepted_count = 3 << 62, 7, 0
    for _ in range(400):
        before = state
        number, state = randbelow(bound, state)
        assert number < bound
        accepted_count += state == random_bits(before)[1]
    assert 240 < accepted_count < 360


@given(st.lists(st.integers(), max_size=12), seeds)
def test_shuffling_keeps_all_items(items: list[int], seed: int) -> None:
    """Shuffled items are a permutation of the unchanged original items, and depend only on the state."""
    before = list(items)
    deck, state = shuffled(items, seed)
    assert sorted(deck) == sorted(items)
    assert items == before
    assert shuffled(items, seed) == (deck, state)


def test_permutations_are_equally_frequent() -> None:
    """All 24 permutations of four items are about equally frequent."""
    state, counts = 1, Counter[tuple[int, ...]]()
    for _ in range(12_000):
        order, state = shuffled(range(4), state)
        counts[order] += 1
    assert len(counts) == 24
    assert all(400 < count < 600 for count in counts.values())
