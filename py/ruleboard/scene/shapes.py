"""Points and paths of SVG shapes. Many equal shapes are one path, since one element is faster than a hundred."""

from __future__ import annotations

from collections.abc import Iterable

from ruleboard.scene.geometry import Point
from ruleboard.scene.node import number


def points_text(points: Iterable[Point]) -> str:
    """Format points as an SVG ``points`` attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def squares_path(corners: Iterable[Point], side: float) -> str:
    """Return path data for squares, from their upper left corners."""
    return "".join(f"M{number(x)} {number(y)}h{number(side)}v{number(side)}h{number(-side)}z" for x, y in corners)


def circles_path(centres: Iterable[Point], *radii: float) -> str:
    """Return path data for circles: one for every pair of a centre and a radius."""
    return "".join(_circle(x, y, radius) for x, y in centres for radius in radii)


def _circle(x: float, y: float, radius: float) -> str:
    """Return path data for a circle. It needs two arcs, since an arc that ends at its start draws nothing."""
    arc = f"a{number(radius)} {number(radius)} 0 1 0"
    across = number(2 * radius)
    return f"M{number(x - radius)} {number(y)}{arc} {across} 0{arc} -{across} 0z"


def lines_path(ends: Iterable[tuple[Point, Point]]) -> str:
    """Return path data for straight lines between pairs of points."""
    return "".join(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for (x1, y1), (x2, y2) in ends)
