"""Solve two-player zero-sum games with simultaneous choices by fictitious play (Brown, 1951; Robinson, 1951).

In each round, each side plays its best reply to the other side's choices so far. The frequencies converge to an
equilibrium. The solver computes payoffs only for rows and columns that are best replies.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeAlias

from ruleboard.engine.rng import randbelow
from ruleboard.overriding import override

Slices: TypeAlias = Generator[int, None, Sequence[int]]
"""A computation of payoffs in slices of at most about 3 ms. After each slice the generator yields the number of
payoffs since the last yield."""


class Matrix(Protocol):
    """A matrix of the row player's payoffs as integers. The column player's payoffs are their negatives."""

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and the number of columns, each at least 1."""
        ...

    def row(self, row: int) -> Slices:
        """Return the payoffs of a row against every column."""
        ...

    def column(self, column: int) -> Slices:
        """Return the payoffs of every row against a column."""
        ...


class CachedMatrix(Matrix):
    """A payoff matrix that calls a function for each pair of row and column at most once, and caches the result."""

    def __init__(self, rows: int, columns: int, payoff: Callable[[int, int], int]) -> None:
        self._size = (rows, columns)
        self._payoff = lru_cache(maxsize=None)(payoff)

    @property
    @override
    def size(self) -> tuple[int, int]:
        return self._size

    @override
    def row(self, row: int) -> Slices:
        yield self._size[1]
        return [self._payoff(row, column) for column in range(self._size[1])]

    @override
    def column(self, column: int) -> Slices:
        yield self._size[0]
        return [self._payoff(row, column) for row in range(self._size[0])]


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of fictitious play: both players' strategies and payoffs.

    Attributes:
        rows: for each row, the number of rounds in which the row player chose it.
        columns: for each column, the number of rounds in which the column player chose it.
        row_payoffs: for each row, its average payoff against the columns chosen so far, rounded down.
        column_payoffs: for each column, the row player's average payoff if the column player always chose it against
            the rows chosen so far, rounded down.
        rounds: the number of rounds.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row_payoffs: tuple[int, ...]
    column_payoffs: tuple[int, ...]
    rounds: int

    @property
    def bounds(self) -> tuple[int, int]:
        """The lower and the upper bound of the game's value for the row player."""
        return min(self.column_payoffs), max(self.row_payoffs)

    @property
    def value(self) -> int:
        """The estimated value of the game for the row player: the mean of the bounds."""
        lower_bound, upper_bound = self.bounds
        return (lower_bound + upper_bound) // 2


_ROUNDS_PER_SLICE = 10
"""The number of rounds between two pauses."""


def solve_matrix(matrix: Matrix, rounds: int, first_column: int = 0) -> Generator[int, None, Solution]:
    """Solve a matrix game; yield the number of payoffs computed since the last yield.

    Args:
        matrix: the matrix.
        rounds: the number of rounds, at least 1. More rounds give a better approximation of an equilibrium.
        first_column: the column player's choice before the first round.

    Raises:
        ValueError: the number of rounds is below 1.
    """
    if rounds < 1:
        raise ValueError("fictitious play needs a round")
    height, width = matrix.size
    rows, columns = [0] * height, [0] * width
    row_cache: dict[int, Sequence[int]] = {}
    column_cache: dict[int, Sequence[int]] = {first_column: (yield from matrix.column(first_column))}
    row_totals = list(column_cache[first_column])
    column_totals = [0] * width
    for number in range(rounds):
        row = row_totals.index(max(row_totals))
        rows[row] += 1
        if row not in row_cache:
            row_cache[row] = yield from matrix.row(row)
        column_totals = [
            total_payoff + payoff for total_payoff, payoff in zip(column_totals, row_cache[row], strict=True)
        ]
        column = column_totals.index(min(column_totals))
        columns[column] += 1
        if column not in column_cache:
            column_cache[column] = yield from matrix.column(column)
        if number == 0:  # the first column was a guess, not a choice of the column player
            row_totals = [0] * height
        row_totals = [
            total_payoff + payoff for total_payoff, payoff in zip(row_totals, column_cache[column], strict=True)
        ]
        if number % _ROUNDS_PER_SLICE == 0:
            yield 0
    return Solution(
        tuple(rows),
        tuple(columns),
        tuple(total_payoff // rounds for total_payoff in row_totals),
        tuple(total_payoff // rounds for total_payoff in column_totals),
        rounds,
    )


def weighted_index(weights: Sequence[int], seed: int) -> int:
    """Return a random index, with probabilities proportional to the weights.

    Raises:
        ValueError: no weight is above 0.
    """
    total_weight = sum(weights)
    if total_weight < 1:
        raise ValueError("there is nothing to draw from")
    remaining_weight, _seed = randbelow(total_weight, seed)
    for index, weight in enumerate(weights):
        remaining_weight -= weight
        if remaining_weight < 0:
            return index
    raise ValueError("a weight is below 0")
