"""Touch targets on the pictures of boards."""

from __future__ import annotations

from typing import Any

from ruleboard.scene.node import Node, el


def touch_target(
    tag: str, name: str, label: str, marks: str, *, touch_flags: tuple[bool, bool], **geometry: Any
) -> Node:
    """Return an invisible shape over a square, for touch, focus and screen readers.

    Args:
        tag: the SVG element of the shape.
        name: the target, which is also the key of the node.
        label: a description of the contents of the square.
        marks: the classes of its marks, separated by spaces (``Marks.classes``).
        touch_flags: two booleans: True if the target is a possible next target, and True if it is touchable at all.
        geometry: the attributes for the position and size of the shape, in picture units.
    """
    return el(
        tag,
        key=name,
        cls=f"cell {marks}".strip(),
        role="gridcell",
        aria_label=label,
        aria_selected="true" if "taken" in marks.split() else None,
        tabindex="-1" if touch_flags[1] else None,
        data_target=name,
        data_legal=touch_flags[0],
        **geometry,
    )
