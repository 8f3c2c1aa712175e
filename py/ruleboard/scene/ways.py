"""The ways of pieces as lines on a board: each kind has a shape of its own, so that it is not told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from ruleboard.scene.node import Node, el, number

Point = tuple[float, float]


class _Stroke(NamedTuple):
    """The look of a kind of way, in shares of a square.

    Attributes:
        width: the width of the line.
        dashes: the lengths of dashes and gaps; empty for a solid line.
        head: the length of the arrowhead.
        filled: True if the head is a wedge, False if it is two open strokes.
        casing: the width of the rim on both sides; 0 for none.
    """

    width: float
    dashes: tuple[float, ...]
    head: float
    filled: bool
    casing: float


_STROKES: Final[Mapping[str, _Stroke]] = {
    "last": _Stroke(0.045, (), 0.13, False, 0),
    "hint": _Stroke(0.075, (0.2, 0.12), 0.2, False, 0),
    "threat": _Stroke(0.085, (0, 0.16), 0.26, True, 0.03),
}
KINDS: Final = tuple(_STROKES)
"""The kinds of ways: the last turn's a thin line, a hint's in dashes, a threat's of beads with a filled head."""

_SHORT: Final = 0.36
"""The part of a square, from its middle, that is left free at both ends for the pieces there."""


def way(kind: str, points: Sequence[Point], size: float, key: str) -> Node:
    """Return the way of a piece as a line with an arrowhead.

    Args:
        kind: one of ``KINDS``.
        points: the centres of the squares along it, in units of the picture; at least two different ones.
        size: the side of a square.
        key: its name among its siblings.
    """
    look = _STROKES[kind]
    start = _towards(points[0], points[1], _SHORT * size)
    tip = _towards(points[-1], points[-2], _SHORT * size)
    back = _towards(tip, points[-2], look.head * size)
    line = _line(start, *points[1:-1], back if look.filled else tip)
    head = _head(tip, back, closed=look.filled)
    width, rim = look.width * size, 2 * look.casing * size
    dashes = " ".join(number(round(part * size, 2)) for part in look.dashes) or None
    return el(
        "g",
        el("path", cls="way-casing", d=line, stroke_width=number(round(width + rim, 2))) if rim else None,
        el("path", cls="way-casing", d=head, stroke_width=number(round(width + rim, 2))) if rim else None,
        el("path", cls="way-line", d=line, stroke_width=number(round(width, 2)), stroke_dasharray=dashes),
        el("path", cls="way-head" if look.filled else "way-line", d=head, stroke_width=number(round(width, 2))),
        cls=f"way {kind}",
        key=key,
    )


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from one point on the way to another."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    share = distance / length
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{number(round(x, 2))} {number(round(y, 2))}" for x, y in points)


def _head(tip: Point, back: Point, *, closed: bool) -> str:
    """Return an arrowhead at a point: two strokes, or a wedge."""
    across = 0.62 * (tip[1] - back[1]), 0.62 * (back[0] - tip[0])
    one = back[0] + across[0], back[1] + across[1]
    other = back[0] - across[0], back[1] - across[1]
    return _line(one, tip, other) + ("z" if closed else "")
