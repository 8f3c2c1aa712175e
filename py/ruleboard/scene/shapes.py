"""Points and paths of SVG shapes. Many equal shapes form one path, since one element is faster than a hundred."""

from __future__ import annotations

from collections.abc import Iterable

from ruleboard.scene.geometry import Point
from ruleboard.scene.node import format_number


def translate(x: float, y: float) -> str:
    """Return the SVG transform that moves the origin of a drawing to a point."""
    return f"translate({format_number(x)} {format_number(y)})"


def points_text(points: Iterable[Point]) -> str:
    """Format points as an SVG ``points`` attribute."""
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in points)


def squares_path(corners: Iterable[Point], side: float) -> str:
    """Return path data for squares, from their upper left corners."""
    return "".join(
        f"M{format_number(x)} {format_number(y)}h{format_number(side)}v{format_number(side)}h{format_number(-side)}z"
        for x, y in corners
    )


def circles_path(centres: Iterable[Point], *radii: float) -> str:
    """Return path data for circles: one for every pair of a centre and a radius."""
    return "".join(_format_circle(x, y, radius) for x, y in centres for radius in radii)


def _format_circle(x: float, y: float, radius: float) -> str:
    """Return path data for a circle. It needs two arcs, since an arc that ends at its start draws nothing."""
    arc = f"a{format_number(radius)} {format_number(radius)} 0 1 0"
    diameter = format_number(2 * radius)
    return f"M{format_number(x - radius)} {format_number(y)}{arc} {diameter} 0{arc} -{diameter} 0z"


def lines_path(ends: Iterable[tuple[Point, Point]]) -> str:
    """Return path data for straight lines between pairs of points."""
    return "".join(
        f"M{format_number(x1)} {format_number(y1)}L{format_number(x2)} {format_number(y2)}"
        for (x1, y1), (x2, y2) in ends
    )
