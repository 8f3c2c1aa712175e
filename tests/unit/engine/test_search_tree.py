"""Test alpha-beta search on noughts and crosses and on a small tree with known values."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence

import pytest

from ruleboard.engine.search.thinking import MAX_SCORE, hash_mix, score_from_value
from ruleboard.engine.search.tree import WIN, Limits, SearchResult, search
from tests.unit.engine.noughts import NoughtsPosition, NoughtsPositions, run_with_pauses


class Noughts(NoughtsPositions):
    """Noughts and crosses for the search."""

    def turns(self, position: NoughtsPosition) -> Sequence[int]:
        return self.free_places(position)


def search_result(position: NoughtsPosition, limits: Limits, **more: object) -> tuple[SearchResult[int], int]:
    """Run a search. Return its result and how often it paused."""
    answer, counts = run_with_pauses(search(Noughts(), position, limits, **more))  # type: ignore[arg-type]
    return answer, len(counts)


def test_whole_game_is_a_draw() -> None:
    answer, _ = search_result((".........", "x"), Limits(9, 1_000_000))
    assert (answer.value, answer.depth) == (0, 9)


def test_search_prefers_an_immediate_win() -> None:
    answer, _ = search_result(("xx.oo....", "x"), Limits(9, 1_000_000))
    assert (answer.turn, answer.value, answer.line) == (2, WIN - 1, (2,))


def test_search_prevents_an_immediate_loss() -> None:
    answer, _ = search_result(("xx..o....", "o"), Limits(2, 1_000_000))
    assert answer.turn == 2


def test_search_finds_a_fork_winning_in_two_turns() -> None:
    # x in the corner and the centre: the left edge threatens the middle row and the left column at once.
    answer, _ = search_result(("xo..x...o", "x"), Limits(5, 1_000_000))
    assert answer.value == WIN - 3
    assert len(answer.line) == 3


def test_search_returns_a_turn_within_its_budget() -> None:
    answer, pauses = search_result((".........", "x"), Limits(9, 100, positions_per_slice=10))
    assert answer.position_count == 100
    assert pauses == 10
    assert answer.turn in range(9)


def test_slices_of_turns_count_towards_the_budget() -> None:
    class SlowNoughts(Noughts):
        def turns(self, position: NoughtsPosition) -> Generator[int, None, Sequence[int]]:  # type: ignore[override]
            for _ in range(3):
                yield 100
            return super().turns(position)

    answer, counts = run_with_pauses(search(SlowNoughts(), ("xx.oo....", "x"), Limits(2, 10_000)))
    assert counts[:3] == [100, 200, 300]
    assert (
        max(later - earlier for earlier, later in itertools.pairwise(counts)) <= 100 + Limits(2, 0).positions_per_slice
    )
    assert (answer.turn, answer.value) == (2, WIN - 1)


def test_budget_limits_the_enumeration_of_turns() -> None:
    class EndlessNoughts(Noughts):
        def turns(self, position: NoughtsPosition) -> Generator[int, None, Sequence[int]]:  # type: ignore[override]
            while True:
                yield 10

    answer, _ = run_with_pauses(search(EndlessNoughts(), (".........", "x"), Limits(5, 100), roots=(3, 4)))
    assert (answer.turn, answer.depth) == (3, 1)
    assert answer.position_count <= 110


def test_repeated_position_counts_as_a_draw() -> None:
    position = ("x..oo.x..", "x")  # o threatens the middle row
    answer, _ = search_result(position, Limits(1, 1000), repetition_counts={Noughts().position_after(position, 8): 1})
    assert answer.value == 0


def test_noise_breaks_ties_without_changing_the_value() -> None:
    answer, _ = search_result((".........", "x"), Limits(3, 1_000_000), noise=lambda turn: 10 * (turn == 7))
    assert (answer.turn, answer.value) == (7, 0)


def test_search_chooses_only_from_allowed_turns() -> None:
    answer, _ = search_result(("xx.oo....", "x"), Limits(3, 1_000_000), roots=(6, 8))
    assert answer.turn in (6, 8)


def test_search_without_turns_raises_error() -> None:
    with pytest.raises(ValueError, match="no turn"):
        search_result(("xoxxoxoxo", "x"), Limits(1, 10), roots=())


def test_scores_preserve_order_without_claiming_wins() -> None:
    scores = [score_from_value(value, 300) for value in (-(10**6), -300, -1, 0, 1, 300, 10**6)]
    assert scores == sorted(scores)
    assert scores[3] == 0
    assert -MAX_SCORE < scores[0] < scores[-1] < MAX_SCORE


def test_every_part_changes_the_mixed_seed() -> None:
    seeds = {hash_mix(seed, *parts) for seed in (0, 1) for parts in ((0,), (1,), (0, 0), (0, 1), (1, 0))}
    assert len(seeds) == 10
    assert all(0 <= seed < 2**64 for seed in seeds)
