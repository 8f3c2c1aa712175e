"""Pictures of square boards: the coordinates as seen from either side, tints, edges and touch targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.kit.touch_target import touch_target
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.highlights import square_edge
from ruleboard.scene.node import Node, el


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """The measurements of a board of squares, in picture units.

    Squares are numbered from a1, rank by rank. For seat 1 the board is rotated by 180 degrees.

    Attributes:
        files: the number of files.
        ranks: the number of ranks.
        cell: the side of a square.
        margin: the width of the rim around the squares.
        inset: the distance between the sides of a square and its marks.
        rounding: the radius of the corners of tints.
    """

    files: int
    ranks: int
    cell: int
    margin: int = 0
    inset: int = 0
    rounding: int = 0

    @property
    def width(self) -> int:
        """The width of the board including its rim."""
        return self.files * self.cell + 2 * self.margin

    @property
    def height(self) -> int:
        """The height of the board including its rim."""
        return self.ranks * self.cell + 2 * self.margin

    @property
    def squares_box(self) -> Box:
        """The box of all squares, without the rim."""
        return Box(self.margin, self.margin, self.files * self.cell, self.ranks * self.cell)

    def corner(self, square: int, seat: int) -> tuple[int, int]:
        """Return the upper left corner of a square, with seat ``seat`` at the bottom of the picture."""
        rank, file = divmod(square if seat == 0 else self.files * self.ranks - 1 - square, self.files)
        return self.margin + file * self.cell, self.margin + (self.ranks - 1 - rank) * self.cell

    def centre(self, square: int, seat: int) -> tuple[float, float]:
        """Return the centre of a square, with seat ``seat`` at the bottom of the picture."""
        x, y = self.corner(square, seat)
        return x + self.cell / 2, y + self.cell / 2

    def corners(self, square: int, seat: int) -> tuple[Point, ...]:
        """Return the four corners of a square, clockwise from the upper left one."""
        x, y = self.corner(square, seat)
        end_x, end_y = x + self.cell, y + self.cell
        return ((x, y), (end_x, y), (end_x, end_y), (x, end_y))

    def tint(self, cls: str, square: int, seat: int, key: str) -> Node:
        """Draw a shape with a CSS class over a square."""
        x, y = self.corner(square, seat)
        size, inset = self.cell - 2 * self.inset, self.inset
        return el("rect", key=key, cls=cls, x=x + inset, y=y + inset, width=size, height=size, rx=self.rounding or None)

    def edge(self, kind: str, square: int, seat: int, key: str) -> Node:
        """Draw the edge of a marked square; see ``highlights.square_edge``."""
        x, y = self.corner(square, seat)
        return square_edge(kind, x + self.inset, y + self.inset, self.cell - 2 * self.inset, key)

    def rows(self, seat: int) -> Iterator[tuple[int, ...]]:
        """Yield the squares row by row from the top of the picture, each row from left to right."""
        squares = range(self.files * self.ranks)
        for row in range(self.ranks):
            rank = self.ranks - 1 - row if seat == 0 else row
            numbers = tuple(squares[rank * self.files : (rank + 1) * self.files])
            yield numbers if seat == 0 else numbers[::-1]

    def touch_target(
        self, square: int, seat: int, name: str, label: str, marks: str, *, touch_flags: tuple[bool, bool]
    ) -> Node:
        """Return the touch target of a square, with seat ``seat`` at the bottom; see ``touch_target.touch_target``."""
        x, y = self.corner(square, seat)
        size = {"width": self.cell, "height": self.cell}
        return touch_target("rect", name, label, marks, touch_flags=touch_flags, x=x, y=y, **size)
