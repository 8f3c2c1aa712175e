"""Rectangular boards of squares: square names, directions and rays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


class Square(NamedTuple):
    """A square. File and rank count from 0: a1 is ``Square(0, 0)``."""

    file: int
    rank: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.file)}{self.rank + 1}"

    def step(self, direction: tuple[int, int], times: int = 1) -> Square:
        """Return the square ``times`` steps away in a direction; it may be off the board."""
        return Square(self.file + direction[0] * times, self.rank + direction[1] * times)


ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_DIRECTIONS = ORTHOGONAL + DIAGONAL


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of ``files`` by ``ranks`` squares, named from a1 as in chess."""

    files: int
    ranks: int

    def __contains__(self, square: object) -> bool:
        if not isinstance(square, tuple) or len(square) != 2:
            return False
        file, rank = square
        return bool(0 <= file < self.files and 0 <= rank < self.ranks)

    def squares(self) -> Iterator[Square]:
        """Return all squares, rank by rank from a1."""
        return (Square(file, rank) for rank in range(self.ranks) for file in range(self.files))

    def parse(self, name: str) -> Square:
        """Parse the name of a square, such as ``"b3"``.

        Raises:
            RuleboardError: the board has no square with that name.
        """
        rank = name[1:]
        # Check the length first: Python refuses to parse numbers of thousands of digits.
        if len(rank) <= len(str(self.ranks)) and rank.isascii() and rank.isdigit() and rank[0] != "0":
            square = Square(ord(name[0]) - ord("a"), int(rank) - 1)
            if square in self:
                return square
        last_square = Square(self.files - 1, self.ranks - 1)
        raise RuleboardError(
            _("there’s no square {name}").format(name=repr(name[:8])),
            expected=_("{first} to {last}").format(first="a1", last=last_square),
        )

    def ray(self, start: Square, direction: tuple[int, int]) -> Iterator[Square]:
        """Return the squares from ``start`` (exclusive) in one direction to the edge."""
        square = start.step(direction)
        while square in self:
            yield square
            square = square.step(direction)
