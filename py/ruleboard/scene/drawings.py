"""Arrows, rings and labels over the picture of any board, drawn from target to target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.node import Node, el, number

_TRANSLATED = re.compile(r"translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn mark.

    Attributes:
        kind: "arrow", "ring" or "label".
        targets: the marked target; of an arrow all that it passes, from its start to its head.
        color: the class of its colour, which has a line of its own, too.
        text: the characters of a label.
    """

    kind: str
    targets: tuple[str, ...]
    color: str
    text: str = ""


def target_boxes(picture: Node) -> dict[str, Box]:
    """Return the rectangles around all targets of a picture, in picture units; those that are turned are left out."""
    return dict(_targets(picture, 0, 0))


def _targets(node: Node, dx: float, dy: float) -> Iterator[tuple[str, Box]]:
    moved = _moved(node, dx, dy)
    if moved is None:
        return
    if (name := node.attrs.get("data-target")) and (box := _box(node, dx, dy)):
        yield name, box
    for child in node.children:
        yield from _targets(child, *moved)


def _moved(node: Node, dx: float, dy: float) -> Point | None:
    """Return the origin of a node's own coordinates; None if they are turned or scaled."""
    text = node.attrs.get("transform", "")
    if not text:
        return dx, dy
    found = _TRANSLATED.fullmatch(text.strip())
    return (dx + float(found[1]), dy + float(found[2] or 0)) if found else None


def _box(node: Node, dx: float, dy: float) -> Box | None:
    """Return the rectangle around a shape or a group of shapes; None if it has no shape that is understood."""
    moved = _moved(node, dx, dy)
    if moved is None:
        return None
    attrs, (x, y) = node.attrs, moved
    match node.tag:
        case "rect":
            corner = Box(
                float(attrs.get("x", 0)), float(attrs.get("y", 0)), float(attrs["width"]), float(attrs["height"])
            )
            return corner.moved(x, y)
        case "circle":
            radius = float(attrs["r"])
            left, top = float(attrs.get("cx", 0)) - radius, float(attrs.get("cy", 0)) - radius
            return Box(left, top, 2 * radius, 2 * radius).moved(x, y)
        case "polygon":
            values = [float(part) for part in re.split(r"[\s,]+", attrs["points"].strip())]
            across, down = values[::2], values[1::2]
            size = max(across) - min(across), max(down) - min(down)
            return Box(min(across), min(down), *size).moved(x, y)
        case "g":
            boxes = [box for child in node.children if (box := _box(child, x, y))]
            return _around(boxes) if boxes else None
    return None


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)


def drawn(picture: Node, drawings: Sequence[Drawing], boxes: Mapping[str, Box]) -> Node:
    """Return a picture with marks drawn over it; those of unknown targets are left out.

    Args:
        picture: the board, an ``<svg>``.
        drawings: the marks.
        boxes: the places of the targets, as ``target_boxes`` gives them.
    """
    known = [one for one in drawings if all(target in boxes for target in one.targets)]
    if not known:
        return picture
    order = sorted(known, key=lambda one: _ORDER.index(one.kind))
    shapes = [shape_of(one, [boxes[target] for target in one.targets]) for one in order]
    layer = el("g", shapes, key="drawn", cls="drawn", aria_hidden="true")
    return picture._replace(children=(*picture.children, layer))


_ORDER = ("ring", "arrow", "label")
"""The kinds of drawn marks, from the lowest to the uppermost."""


_DASHES = {"green": (), "red": (0.16, 0.09), "blue": (0.34, 0.1), "yellow": (0.001, 0.16)}
"""The dashes of each colour as shares of a target: no colour is needed to tell them apart. The last are dots."""


def shape_of(drawing: Drawing, boxes: Sequence[Box], size: float = 0) -> Node:
    """Return the shapes of a mark.

    Args:
        drawing: the mark.
        boxes: the places of its targets.
        size: the size of a target, which lines and heads are fit to; by default the least that the boxes have.
    """
    size = size or min(min(box.width, box.height) for box in boxes)
    match drawing.kind:
        case "arrow":
            parts = _arrow([box.middle for box in boxes], size, drawing.color)
        case "ring":
            x, y = boxes[0].middle
            parts = _line("circle", size, drawing.color, cx=x, cy=y, r=0.43 * size)
        case _:
            parts = _label(drawing.text, boxes[0], size)
    return el("g", *parts, cls=f"drawn-{drawing.kind} {drawing.color}")


def _line(tag: str, size: float, color: str, **shape: Any) -> list[Node]:
    """Return the two layers of a line: the casing around it, and the line with the dashes of its colour."""
    dashes = " ".join(number(part * size) for part in _DASHES[color])
    return [
        el(tag, cls="drawn-casing", stroke_width=0.135 * size, **shape),
        el(tag, cls="drawn-line", stroke_width=0.085 * size, stroke_dasharray=dashes or None, **shape),
    ]


def _arrow(points: list[Point], size: float, color: str) -> list[Node]:
    """Return a line from the middle of a target through others to the middle of the last, with a head.

    It begins a little beside the first middle, so that the piece there is seen.
    """
    (x, y), (before_x, before_y) = points[-1], points[-2]
    long = hypot(x - before_x, y - before_y) or 1.0
    across, down = (x - before_x) / long, (y - before_y) / long
    head, half = 0.34 * size, 0.19 * size
    neck = (x - across * head, y - down * head)
    first = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]) or 1.0
    away = min(0.22 * size, first / 3)
    start = tuple(one + (other - one) / first * away for one, other in zip(points[0], points[1], strict=True))
    path = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in (start, *points[1:-1], neck))
    tip = ((x, y), (neck[0] - down * half, neck[1] + across * half), (neck[0] + down * half, neck[1] - across * half))
    corners = " ".join(f"{number(a)},{number(b)}" for a, b in tip)
    casing, line = _line("path", size, color, d=path)
    return [
        casing,
        el("polygon", cls="drawn-casing", points=corners, stroke_width=0.05 * size),
        line,
        el("polygon", cls="drawn-head", points=corners),
    ]


def _label(text: str, box: Box, size: float) -> list[Node]:
    """Return a disc with a text in the upper right corner of a target."""
    radius = 0.24 * size
    x, y = box.x + box.width - radius, box.y + radius
    font = 0.3 * size if len(text) < 3 else 0.22 * size
    return [
        el("circle", cls="drawn-disc", cx=x, cy=y, r=radius),
        el("text", text=text, cls="drawn-text", x=x, y=y + 0.36 * font, font_size=font, text_anchor="middle"),
    ]
