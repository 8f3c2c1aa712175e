"""Points and rectangles in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """The centre of the rectangle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def shift(self, dx: float, dy: float) -> Box:
        """Return the rectangle moved by a vector."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def union(self, other: Box) -> Box:
        """Return the smallest rectangle that contains both rectangles."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right_x = max(self.x + self.width, other.x + other.width)
        bottom_y = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right_x - x, bottom_y - y)
