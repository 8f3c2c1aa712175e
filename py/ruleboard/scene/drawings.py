"""Arrows, rings and labels over the targets of any board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.node import Node, el, format_number

_TRANSLATION_PATTERN = re.compile(r"translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A mark that a person has drawn on a board.

    Attributes:
        kind: "arrow", "ring" or "label".
        targets: the marked target; for an arrow all targets on its path, from its start to its head.
        color: the CSS class of its colour. Each colour also has its own dash pattern.
        text: the characters of a label.
    """

    kind: str
    targets: tuple[str, ...]
    color: str
    text: str = ""


def target_boxes(picture: Node) -> dict[str, Box]:
    """Return the bounding box of each target by name, in picture units. Rotated targets have none."""
    return dict(_iter_target_boxes(picture, 0, 0))


def _iter_target_boxes(node: Node, dx: float, dy: float) -> Iterator[tuple[str, Box]]:
    origin = _find_origin(node, dx, dy)
    if origin is None:
        return
    if (name := node.attrs.get("data-target")) and (box := _find_box(node, dx, dy)):
        yield name, box
    for child in node.children:
        yield from _iter_target_boxes(child, *origin)


def _find_origin(node: Node, dx: float, dy: float) -> Point | None:
    """Return the origin of a node's coordinate system, or None if that system is rotated or scaled."""
    text = node.attrs.get("transform", "")
    if not text:
        return dx, dy
    match = _TRANSLATION_PATTERN.fullmatch(text.strip())
    return (dx + float(match[1]), dy + float(match[2] or 0)) if match else None


def _find_box(node: Node, dx: float, dy: float) -> Box | None:
    """Return the bounding box of a shape or group, or None if it contains no supported shape."""
    origin = _find_origin(node, dx, dy)
    if origin is None:
        return None
    attrs, (x, y) = node.attrs, origin
    match node.tag:
        case "rect":
            box = Box(float(attrs.get("x", 0)), float(attrs.get("y", 0)), float(attrs["width"]), float(attrs["height"]))
            return box.shift(x, y)
        case "circle":
            radius = float(attrs["r"])
            left_x, top_y = float(attrs.get("cx", 0)) - radius, float(attrs.get("cy", 0)) - radius
            return Box(left_x, top_y, 2 * radius, 2 * radius).shift(x, y)
        case "polygon":
            values = [float(part) for part in re.split(r"[\s,]+", attrs["points"].strip())]
            x_values, y_values = values[::2], values[1::2]
            size = max(x_values) - min(x_values), max(y_values) - min(y_values)
            return Box(min(x_values), min(y_values), *size).shift(x, y)
        case "g":
            boxes = [child_box for child in node.children if (child_box := _find_box(child, x, y))]
            return _merge_boxes(boxes) if boxes else None
    return None


def _merge_boxes(boxes: Sequence[Box]) -> Box:
    left_x, top_y = min(box.x for box in boxes), min(box.y for box in boxes)
    right_x, bottom_y = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(left_x, top_y, right_x - left_x, bottom_y - top_y)


def with_drawings(picture: Node, drawings: Sequence[Drawing], boxes: Mapping[str, Box]) -> Node:
    """Draw arrows, rings and labels over a picture, but skip drawings on unknown targets.

    Args:
        picture: the board, an ``<svg>``.
        drawings: the drawings.
        boxes: the bounding boxes of targets from ``target_boxes``.
    """
    visible_drawings = [drawing for drawing in drawings if all(target in boxes for target in drawing.targets)]
    if not visible_drawings:
        return picture
    ordered_drawings = sorted(visible_drawings, key=lambda drawing: _KINDS_FROM_BOTTOM.index(drawing.kind))
    shapes = [drawing_node(drawing, [boxes[target] for target in drawing.targets]) for drawing in ordered_drawings]
    layer = el("g", shapes, key="drawn", cls="drawn", aria_hidden="true")
    return picture._replace(children=(*picture.children, layer))


_KINDS_FROM_BOTTOM = ("ring", "arrow", "label")
"""The kinds of drawings, from bottom to top."""


_DASH_PATTERNS = {"green": (), "red": (0.16, 0.09), "blue": (0.34, 0.1), "yellow": (0.001, 0.16)}
"""The dash pattern of each colour, as fractions of a target, so that colour is not the only difference."""


def drawing_node(drawing: Drawing, boxes: Sequence[Box], size: float = 0) -> Node:
    """Draw one arrow, ring or label.

    Args:
        drawing: the drawing.
        boxes: the bounding boxes of its targets.
        size: the size of a target, which determines line widths and arrowheads; 0 for the smallest side of the boxes.
    """
    size = size or min(min(box.width, box.height) for box in boxes)
    match drawing.kind:
        case "arrow":
            parts = _draw_arrow([box.centre for box in boxes], size, drawing.color)
        case "ring":
            x, y = boxes[0].centre
            parts = _draw_line("circle", size, drawing.color, cx=x, cy=y, r=0.43 * size)
        case _:
            parts = _draw_label(drawing.text, boxes[0], size)
    return el("g", *parts, cls=f"drawn-{drawing.kind} {drawing.color}")


def _draw_line(tag: str, size: float, color: str, **shape: Any) -> list[Node]:
    """Draw a line as two layers: a wider outline below, and the line with the dash pattern of its colour."""
    dashes = " ".join(format_number(part * size) for part in _DASH_PATTERNS[color])
    return [
        el(tag, cls="drawn-casing", stroke_width=0.135 * size, **shape),
        el(tag, cls="drawn-line", stroke_width=0.085 * size, stroke_dasharray=dashes or None, **shape),
    ]


def _draw_arrow(points: list[Point], size: float, color: str) -> list[Node]:
    """Draw an arrow through the centres of targets.

    It starts at a small distance from the first centre, so that a piece there remains visible.
    """
    (x, y), (previous_x, previous_y) = points[-1], points[-2]
    length = hypot(x - previous_x, y - previous_y) or 1.0
    direction_x, direction_y = (x - previous_x) / length, (y - previous_y) / length
    head, half_width = 0.34 * size, 0.19 * size
    neck = (x - direction_x * head, y - direction_y * head)
    first_length = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]) or 1.0
    offset = min(0.22 * size, first_length / 3)
    start = tuple(
        from_value + (to_value - from_value) / first_length * offset
        for from_value, to_value in zip(points[0], points[1], strict=True)
    )
    path = "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in (start, *points[1:-1], neck))
    tip = (
        (x, y),
        (neck[0] - direction_y * half_width, neck[1] + direction_x * half_width),
        (neck[0] + direction_y * half_width, neck[1] - direction_x * half_width),
    )
    corners = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in tip)
    casing, line = _draw_line("path", size, color, d=path)
    return [
        casing,
        el("polygon", cls="drawn-casing", points=corners, stroke_width=0.05 * size),
        line,
        el("polygon", cls="drawn-head", points=corners),
    ]


def _draw_label(text: str, box: Box, size: float) -> list[Node]:
    radius = 0.24 * size
    x, y = box.x + box.width - radius, box.y + radius
    font_size = 0.3 * size if len(text) < 3 else 0.22 * size
    return [
        el("circle", cls="drawn-disc", cx=x, cy=y, r=radius),
        el("text", text=text, cls="drawn-text", x=x, y=y + 0.36 * font_size, font_size=font_size, text_anchor="middle"),
    ]
