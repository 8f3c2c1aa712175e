"""Lines that show the paths of pieces on a board. Each kind of path has its own shape as well as its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node, el, format_number


class _Stroke(NamedTuple):
    """The line style for one kind of path, in fractions of a square.

    Attributes:
        width: the width of the line.
        dashes: the lengths of dashes and gaps; empty for a solid line.
        head: the length of the arrowhead.
        is_filled: True if the head is a wedge, False if it is two open strokes.
        casing: the width of the outline on both sides; 0 for no outline.
    """

    width: float
    dashes: tuple[float, ...]
    head: float
    is_filled: bool
    casing: float


_STROKES: Final[Mapping[str, _Stroke]] = {
    "last": _Stroke(0.045, (), 0.13, False, 0),
    "hint": _Stroke(0.075, (0.2, 0.12), 0.2, False, 0),
    "threat": _Stroke(0.085, (0, 0.16), 0.26, True, 0.03),
}
PATH_KINDS: Final = tuple(_STROKES)
"""The kinds of paths: a thin line for the last turn, dashes for a hint, beads with a filled head for a threat."""

_END_GAP: Final = 0.42
"""The distance from the centre of a square to the tip of a line, as a fraction of the square, so that a piece fits."""
_START_GAPS: Final = {"last": 0.24, "hint": 0.36, "threat": 0.36}
"""The distance from the centre of a square to the start of a line. It is short if the piece has already moved."""
_NUMBER_RADIUS: Final = 0.13
"""The radius of the disc with a path's number, as a fraction of the square."""


def path_nodes(kind: str, paths: Sequence[Sequence[Point]], size: float, *, shows_numbers: bool = False) -> list[Node]:
    """Draw paths, with keys made of the kind and the index of the path.

    Args:
        kind: one of ``PATH_KINDS``.
        paths: the paths, in the order of the turn.
        size: the side of a square.
        shows_numbers: True to number several paths. Paths are also numbered if they are consecutive.
    """
    has_numbers = len(paths) > 1 and kind != "threat" and (shows_numbers or are_consecutive(paths))
    return [
        path_node(
            kind,
            path,
            size,
            f"{kind}-{index}",
            number_text=str(index + 1) if has_numbers else "",
            has_piece_at_start=any(path[0] == earlier_path[-1] for earlier_path in paths[:index] if earlier_path),
        )
        for index, path in enumerate(paths)
        if len(path) > 1
    ]


def are_consecutive(paths: Sequence[Sequence[Point]]) -> bool:
    """Return True if there are several paths and each begins where the previous one ends, as when a piece propels."""
    return (
        len(paths) > 1 and all(paths) and all(path[0] == previous_path[-1] for previous_path, path in pairwise(paths))
    )


def path_node(
    kind: str,
    points: Sequence[Point],
    size: float,
    key: str,
    number_text: str = "",
    *,
    gap_factor: float = 1,
    has_piece_at_start: bool = False,
) -> Node:
    """Draw the path of a piece as a line with an arrowhead.

    Args:
        kind: one of ``PATH_KINDS``.
        points: the centres of the squares along the path, in picture units; at least two different ones.
        size: the side of a square.
        key: the key of the node among its siblings.
        number_text: the number of the path at its start; may be empty.
        gap_factor: the size of the gaps at both ends, relative to the gaps around a piece that fills a square.
        has_piece_at_start: True if a piece stands at the start, although the path's own piece has left it.
    """
    stroke = _STROKES[kind]
    start_gap = max(_START_GAPS.values()) if has_piece_at_start else _START_GAPS[kind]
    start = _find_point_towards(points[0], points[1], start_gap * size * gap_factor)
    tip = _find_point_towards(points[-1], points[-2], _END_GAP * size * gap_factor)
    neck = _find_point_towards(tip, points[-2], stroke.head * size)
    line = _line_path(start, *points[1:-1], neck if stroke.is_filled else tip)
    head = _format_arrowhead(tip, neck, is_closed=stroke.is_filled)
    width, casing_width = stroke.width * size, 2 * stroke.casing * size
    dashes = " ".join(format_number(round(part * size, 2)) for part in stroke.dashes) or None
    length = None if dashes else 1  # so that styles can draw the line from its start to its end
    return el(
        "g",
        el("path", cls="way-casing", d=line, stroke_width=format_number(round(width + casing_width, 2)))
        if casing_width
        else None,
        el("path", cls="way-casing", d=head, stroke_width=format_number(round(width + casing_width, 2)))
        if casing_width
        else None,
        el(
            "path",
            cls="way-line",
            d=line,
            stroke_width=format_number(round(width, 2)),
            stroke_dasharray=dashes,
            pathLength=length,
        ),
        el(
            "path",
            cls="way-head" if stroke.is_filled else "way-line",
            d=head,
            stroke_width=format_number(round(width, 2)),
        ),
        _draw_number(number_text, start, size) if number_text else None,
        cls=f"way {kind}",
        key=key,
    )


def _draw_number(text: str, centre: Point, size: float) -> Node:
    x, y = (round(value, 2) for value in centre)
    return el(
        "g",
        el("circle", cx=x, cy=y, r=round(_NUMBER_RADIUS * size, 2)),
        el("text", x=x, y=round(y + 0.065 * size, 2), font_size=round(0.19 * size, 2), text=text),
        cls="way-number",
    )


def _find_point_towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from ``start`` on the line towards ``end``."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    share = distance / length
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _line_path(*points: Point) -> str:
    return "M" + "L".join(f"{format_number(round(x, 2))} {format_number(round(y, 2))}" for x, y in points)


def _format_arrowhead(tip: Point, neck: Point, *, is_closed: bool) -> str:
    """Return path data for an arrowhead: a wedge if ``is_closed``, otherwise two strokes."""
    side_vector = 0.62 * (tip[1] - neck[1]), 0.62 * (neck[0] - tip[0])
    left_point = neck[0] + side_vector[0], neck[1] + side_vector[1]
    right_point = neck[0] - side_vector[0], neck[1] - side_vector[1]
    return _line_path(left_point, tip, right_point) + ("z" if is_closed else "")
