"""The edges of marked squares. Each kind of mark has its own shape, so that colour is not the only difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from math import cos, pi, sin

from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.shapes import translate

_DASH_WIDTH = 0.065
"""The thickness of a dash, as a fraction of the square."""
_TEETH_PER_SIDE = 6
"""The number of teeth on a side."""


@lru_cache(maxsize=2048)
def square_edge(kind: str, x: float, y: float, size: float, key: str) -> Node:
    """Draw the edge of a marked square, with a free middle for a piece.

    Args:
        kind: one of ``HIGHLIGHT_KINDS``.
        x: the left side of the square, in picture units.
        y: the upper side of the square.
        size: the length of its sides.
        key: the key of the node among its siblings.
    """
    return el(
        "g",
        _EDGE_FUNCTIONS[kind](size),
        key=key,
        cls=f"edging {kind}",
        transform=translate(x, y),
    )


def _format_line_path(size: float, *points: tuple[float, float]) -> str:
    """Return path data for a line through points, whose coordinates are fractions of the square."""
    return "M" + "L".join(f"{format_number(round(x * size, 3))} {format_number(round(y * size, 3))}" for x, y in points)


def _draw_frame_edge(size: float, width: float, cls: str = "edging-ink") -> list[Node]:
    low, high = width / 2, 1 - width / 2
    path = _format_line_path(size, (low, low), (high, low), (high, high), (low, high)) + "z"
    return [el("path", cls=cls, d=path, stroke_width=round(width * size, 3))]


def _draw_corner_edge(size: float) -> list[Node]:
    low, high = _DASH_WIDTH / 2, 1 - _DASH_WIDTH / 2
    low_inset, high_inset = 0.2, 0.8
    dash_start, dash_end = 0.38, 0.62
    lines = [
        ((low, low_inset), (low, low), (low_inset, low)),
        ((high_inset, low), (high, low), (high, low_inset)),
        ((high, high_inset), (high, high), (high_inset, high)),
        ((low_inset, high), (low, high), (low, high_inset)),
        ((dash_start, low), (dash_end, low)),
        ((high, dash_start), (high, dash_end)),
        ((dash_end, high), (dash_start, high)),
        ((low, dash_end), (low, dash_start)),
    ]
    path = "".join(_format_line_path(size, *line) for line in lines)
    return [el("path", cls="edging-ink", d=path, stroke_width=round(_DASH_WIDTH * size, 3))]


def _draw_teeth_edge(size: float) -> list[Node]:
    tooth_base, tooth_tip = 0.03, 0.15
    step = (1 - 2 * tooth_base) / _TEETH_PER_SIDE
    side = [
        (tooth_base + step * (index / 2), tooth_tip if index % 2 else tooth_base)
        for index in range(2 * _TEETH_PER_SIDE)
    ]
    inner_points = [
        *side,
        *((1 - y, x) for x, y in side),
        *((1 - x, 1 - y) for x, y in side),
        *((y, 1 - x) for x, y in side),
    ]
    return _draw_edge_with_hole(size, inner_points)


def _draw_edge_with_hole(size: float, inner_points: list[tuple[float, float]]) -> list[Node]:
    """Draw a filled square with a hole along the inner path, and a rim around the hole."""
    outer_path = _format_line_path(size, (0, 0), (1, 0), (1, 1), (0, 1)) + "z"
    return [
        el("path", cls="edging-alarm", d=f"{outer_path}{_format_line_path(size, *reversed(inner_points))}z"),
        el(
            "path",
            cls="edging-casing",
            d=_format_line_path(size, *inner_points) + "z",
            stroke_width=round(0.028 * size, 3),
        ),
    ]


def _draw_cross_edge(size: float, low: float = 0.09, end: float = 0.29) -> list[Node]:
    lines = [
        ((low, low), (end, end)),
        ((1 - low, low), (1 - end, end)),
        ((1 - low, 1 - low), (1 - end, 1 - end)),
        ((low, 1 - low), (end, 1 - end)),
    ]
    return _draw_cased_lines(size, lines, casing=0.155)


def _draw_tick_edge(size: float) -> list[Node]:
    return [
        *_draw_frame_edge(size, _DASH_WIDTH, "edging-line"),
        *_draw_tick(size, (0.62, 0.2), (0.73, 0.32), (0.92, 0.08)),
    ]


def _draw_tick(size: float, *points: tuple[float, float]) -> list[Node]:
    return _draw_cased_lines(size, [points], casing=0.18)


def _draw_cased_lines(size: float, lines: Sequence[Sequence[tuple[float, float]]], casing: float) -> list[Node]:
    """Draw lines, each on top of a wider one in another colour with the width ``casing``, a fraction of the square."""
    path = "".join(_format_line_path(size, *line) for line in lines)
    return [
        el("path", cls="edging-casing", d=path, stroke_width=round(casing * size, 3)),
        el("path", cls="edging-line", d=path, stroke_width=round(0.095 * size, 3)),
    ]


def _draw_round_teeth(size: float) -> list[Node]:
    tooth_count = 16
    inner_points = [
        (0.5 + radius * sin(angle), 0.5 - radius * cos(angle))
        for index in range(2 * tooth_count)
        for radius, angle in ((0.34 if index % 2 else 0.46, pi * index / tooth_count),)
    ]
    return _draw_edge_with_hole(size, inner_points)


_EDGE_FUNCTIONS: Mapping[str, Callable[[float], list[Node]]] = {
    "last": partial(_draw_frame_edge, width=0.034),
    "taken": partial(_draw_frame_edge, width=0.07),
    "shown": _draw_corner_edge,
    "danger": _draw_teeth_edge,
    "refused": _draw_cross_edge,
    "correct": _draw_tick_edge,
}
HIGHLIGHT_KINDS = tuple(_EDGE_FUNCTIONS)
"""The kinds of marked squares, from bottom to top: a thin frame, a thick one, dashes, teeth, a cross, a tick."""


@lru_cache(maxsize=8)
def mark_patterns(prefix: str) -> Node:
    """Define SVG fill patterns with teeth, a cross or a tick, for discs and hexes.

    Fills can refer to the patterns as ``url(#<prefix>-danger)``, ``-refused`` and ``-correct``.
    """
    return el(
        "defs",
        (
            el(
                "pattern",
                el("g", parts, cls=f"edging {kind}"),
                key=kind,
                id=f"{prefix}-{kind}",
                width=1,
                height=1,
                viewBox="0 0 100 100",
            )
            for kind, parts in (
                ("danger", _draw_round_teeth(100)),
                ("refused", _draw_cross_edge(100, 0.2, 0.38)),
                ("correct", _draw_tick(100, (0.55, 0.26), (0.65, 0.37), (0.81, 0.17))),
            )
        ),
        key="fillings",
    )
