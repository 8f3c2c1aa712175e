"""Pictures of hex boards: the coordinates as seen from either side, outlines, edges and touch targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import Final

from ruleboard.kit.hexgrid import Hex, centre, corners
from ruleboard.kit.touch_target import touch_target
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.highlights import square_edge
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.shapes import points_text

_EDGE_STROKES: Final = {
    "last": (0.05, ""),
    "taken": (0.11, ""),
    "shown": (0.09, "0.3 0.2"),
    "danger": (0.16, "0.08 0.12"),
}
"""The width of the edge of a marked hex, and its dashes and gaps, as fractions of the size of the hex."""


@lru_cache(maxsize=1024)
def hexagon(x: float, y: float, size: float, cls: str) -> Node:
    """Draw a hexagon with a corner at the top.

    Args:
        x: the x coordinate of the hexagon's centre, in picture units.
        y: the y coordinate of the centre.
        size: the distance from the centre to a corner.
        cls: the CSS class.
    """
    return el("polygon", cls=cls, points=points_text(corners(x, y, size)))


@lru_cache(maxsize=1024)
def hex_edge(kind: str, x: float, y: float, size: float, key: str) -> Node:
    """Draw the edge of a marked hex. The middle of the hex remains free for a piece.

    Args:
        kind: one of ``highlights.HIGHLIGHT_KINDS``.
        x: the x coordinate of the hex's centre, in picture units.
        y: the y coordinate of the centre.
        size: the distance from the centre to a corner.
        key: the key of the node among its siblings.
    """
    if kind in ("refused", "correct"):
        return square_edge(kind, x - 0.75 * size, y - 0.75 * size, 1.5 * size, key)
    width, dashes = _EDGE_STROKES[kind]
    lengths = " ".join(format_number(float(length) * size) for length in dashes.split())
    outline = el(
        "polygon",
        cls="edging-line" if kind == "danger" else "edging-ink",
        points=points_text(corners(x, y, size * (1 - width / 2))),
        stroke_width=round(width * size, 3),
        stroke_dasharray=lengths or None,
    )
    return el("g", outline, key=key, cls=f"edging {kind}")


@dataclass(frozen=True)
class HexBoard:
    """The measurements of a board of hexes, in picture units.

    Hexes are numbered from a1, rank by rank. Each rank is half a hex further to the left than the rank below. For
    seat 1 the board is rotated by 180 degrees.

    Attributes:
        files: the number of files.
        ranks: the number of ranks.
        size: the distance from the centre of a hex to a corner.
        margin: the width of the rim around the hexes.
        missing_squares: the numbers of the hexes that the board does not have.
    """

    files: int
    ranks: int
    size: float
    margin: float = 0
    missing_squares: frozenset[int] = frozenset()

    @property
    def cell(self) -> float:
        """The distance between the centres of two neighbours."""
        return self.size * sqrt(3)

    @cached_property
    def _box(self) -> Box:
        """The box around all hexes, relative to the centre of a1."""
        points = [
            self._relative_centre(hex) for hex in range(self.files * self.ranks) if hex not in self.missing_squares
        ]
        left, right = min(x for x, _y in points) - self.cell / 2, max(x for x, _y in points) + self.cell / 2
        top, bottom = min(y for _x, y in points) - self.size, max(y for _x, y in points) + self.size
        return Box(left, top, right - left, bottom - top)

    def _relative_centre(self, hex: int) -> Point:
        rank, file = divmod(hex, self.files)
        return centre(Hex(file, -rank), self.size)

    @property
    def width(self) -> float:
        """The width of the board including its rim."""
        return self._box.width + 2 * self.margin

    @property
    def height(self) -> float:
        """The height of the board including its rim."""
        return self._box.height + 2 * self.margin

    def centre(self, square: int, seat: int) -> Point:
        """Return the centre of a hex, with seat ``seat`` at the bottom of the picture."""
        x, y = self._relative_centre(square)
        x, y = x - self._box.x + self.margin, y - self._box.y + self.margin
        return (x, y) if seat == 0 else (self.width - x, self.height - y)

    def corners(self, square: int, seat: int) -> tuple[Point, ...]:
        """Return the six corners of a hex."""
        return corners(*self.centre(square, seat), self.size)

    def rows(self, seat: int) -> Iterator[tuple[int, ...]]:
        """Yield the hexes row by row from the top of the picture, each row from left to right."""
        for rank in range(self.ranks - 1, -1, -1) if seat == 0 else range(self.ranks):
            row = tuple(
                hex for hex in range(rank * self.files, (rank + 1) * self.files) if hex not in self.missing_squares
            )
            if row:
                yield row if seat == 0 else row[::-1]

    def tint(self, cls: str, square: int, seat: int, key: str) -> Node:
        """Draw a shape with a CSS class over a hex."""
        return el("polygon", key=key, cls=cls, points=points_text(self.corners(square, seat)))

    def edge(self, kind: str, square: int, seat: int, key: str) -> Node:
        """Draw the edge of a marked hex; see ``hex_edge``."""
        return hex_edge(kind, *self.centre(square, seat), self.size, key)

    def touch_target(
        self, square: int, seat: int, name: str, label: str, marks: str, *, touch_flags: tuple[bool, bool]
    ) -> Node:
        """Return the touch target of a hex, with seat ``seat`` at the bottom; see ``touch_target.touch_target``."""
        points = points_text(self.corners(square, seat))
        return touch_target("polygon", name, label, marks, touch_flags=touch_flags, points=points)
