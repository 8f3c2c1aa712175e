"""Two-player zero-sum games in which both choose at once, solved by fictitious play (Brown, 1951; Robinson, 1951).

In every round each side answers the other's choices so far as well as possible; the frequencies tend to an
equilibrium. Only those rows and columns of the matrix are worked out that were an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeAlias

from ruleboard.engine.rng import below
from ruleboard.overriding import override

Slices: TypeAlias = Generator[int, None, Sequence[int]]
"""Payoffs that are worked out in slices: the generator yields after at most some 3 ms of work each time, the number of
payoffs that it has worked out since."""


class Matrix(Protocol):
    """A payoff matrix. Payoffs are those of the row player, in whole numbers; the column player gets the opposite."""

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and of columns, at least 1 each."""
        ...

    def row(self, row: int) -> Slices:
        """Return the payoffs of a row against every column."""
        ...

    def column(self, column: int) -> Slices:
        """Return the payoffs of every row against a column."""
        ...


class Table(Matrix):
    """A matrix whose payoffs a function gives, each worked out once, when it is needed."""

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
    """The strategies of both sides after some rounds, and their payoffs.

    Attributes:
        rows: for each row, the number of rounds in which it was chosen.
        columns: the same for the columns.
        row_payoffs: for each row, its payoff against the columns chosen, on average, rounded down.
        column_payoffs: for each column, the row player's payoff when it meets the rows chosen, on average, rounded
            down.
        rounds: the number of rounds.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row_payoffs: tuple[int, ...]
    column_payoffs: tuple[int, ...]
    rounds: int

    @property
    def bounds(self) -> tuple[int, int]:
        """The most the column player can hold the row player down to, and the most the row player can reach.

        The value of the game lies between them.
        """
        return min(self.column_payoffs), max(self.row_payoffs)

    @property
    def value(self) -> int:
        """The estimated value of the game for the row player: the middle of its bounds."""
        low, high = self.bounds
        return (low + high) // 2


_PAUSE = 10
"""Rounds between two pauses."""


def solved(matrix: Matrix, rounds: int, first: int = 0) -> Generator[int, None, Solution]:
    """Solve a matrix; yield the number of payoffs worked out since the last yield.

    Args:
        matrix: the matrix.
        rounds: the number of rounds, at least 1: the longer, the nearer to an equilibrium.
        first: the column that the row player answers in the first round.

    Raises:
        ValueError: a number of rounds below 1.
    """
    if rounds < 1:
        raise ValueError("fictitious play needs a round")
    height, width = matrix.size
    rows, columns = [0] * height, [0] * width
    known_rows: dict[int, Sequence[int]] = {}
    known_columns: dict[int, Sequence[int]] = {first: (yield from matrix.column(first))}
    of_rows = list(known_columns[first])
    of_columns = [0] * width
    for number in range(rounds):
        row = of_rows.index(max(of_rows))
        rows[row] += 1
        if row not in known_rows:
            known_rows[row] = yield from matrix.row(row)
        of_columns = [total + payoff for total, payoff in zip(of_columns, known_rows[row], strict=True)]
        column = of_columns.index(min(of_columns))
        columns[column] += 1
        if column not in known_columns:
            known_columns[column] = yield from matrix.column(column)
        if number == 0:  # the first column was a guess, and nobody's choice
            of_rows = [0] * height
        of_rows = [total + payoff for total, payoff in zip(of_rows, known_columns[column], strict=True)]
        if number % _PAUSE == 0:
            yield 0
    return Solution(
        tuple(rows),
        tuple(columns),
        tuple(total // rounds for total in of_rows),
        tuple(total // rounds for total in of_columns),
        rounds,
    )


def drawn(weights: Sequence[int], seed: int) -> int:
    """Return an index drawn by lot, each as likely as its weight is large.

    Raises:
        ValueError: no weight is above 0.
    """
    total = sum(weights)
    if total < 1:
        raise ValueError("there is nothing to draw from")
    left, _seed = below(total, seed)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("a weight is below 0")
