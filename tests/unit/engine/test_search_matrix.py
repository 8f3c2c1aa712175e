"""Test fictitious play on matrix games with known equilibria."""

from __future__ import annotations

import pytest

from ruleboard.engine.search.matrix import CachedMatrix, Slices, Solution, solve_matrix, weighted_index


def find_solution(payoffs: list[list[int]], round_count: int = 2000, first: int = 0) -> Solution:
    """Return the solution of a payoff matrix."""
    table = CachedMatrix(len(payoffs), len(payoffs[0]), lambda row, column: payoffs[row][column])
    slices = solve_matrix(table, round_count, first)
    while True:
        try:
            assert next(slices) >= 0
        except StopIteration as stop:
            result: Solution = stop.value
            return result


def test_rock_paper_scissors_is_played_evenly() -> None:
    result = find_solution([[0, -100, 100], [100, 0, -100], [-100, 100, 0]], round_count=3000)
    assert result.rounds == sum(result.rows) == sum(result.columns) == 3000
    assert all(abs(count - 1000) < 150 for count in (*result.rows, *result.columns))
    low, high = result.bounds
    assert low <= 0 <= high
    assert abs(result.value) < 5


def test_uneven_game_has_known_mixture_and_value() -> None:
    """In the equilibrium of [[3, -1], [-2, 1]], rows are mixed 3:4 and columns 2:5, and the value is 1/7.

    With this mixture, all choices of the opponent have the same payoff.
    """
    result = find_solution([[3000, -1000], [-2000, 1000]], round_count=7000)
    assert abs(result.rows[0] - 3000) < 350
    assert abs(result.columns[0] - 2000) < 350
    assert abs(result.value - 143) < 40


def test_every_initial_column_leads_to_the_saddle_point() -> None:
    payoffs = [[4, 2, 5], [1, 0, 9], [3, 1, 0]]
    for first in range(3):
        result = find_solution(payoffs, round_count=100, first=first)
        assert result.rows[0] >= 97
        assert result.columns[1] >= 97
        assert result.bounds[1] == 2


def test_unneeded_rows_and_columns_are_not_computed() -> None:
    requests = []

    class RecordingMatrix(CachedMatrix):
        def row(self, row: int) -> Slices:
            requests.append(row)
            return super().row(row)

    slices = solve_matrix(RecordingMatrix(3, 2, lambda row, column: 5 - row), 50)
    while next(slices, None) is not None:
        pass
    assert requests == [0]


def test_zero_rounds_give_no_solution() -> None:
    with pytest.raises(ValueError, match="round"):
        find_solution([[1]], round_count=0)


def test_random_choice_follows_the_weights() -> None:
    counts = [0, 0, 0]
    for seed in range(400):
        counts[weighted_index([1, 0, 3], seed)] += 1
    assert counts[1] == 0
    assert 70 <= counts[0] <= 130
    with pytest.raises(ValueError, match="nothing"):
        weighted_index([0, 0], 1)
