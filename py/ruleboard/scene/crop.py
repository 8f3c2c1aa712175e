"""Crop a picture to a rectangle."""

from __future__ import annotations

from collections.abc import Container

from ruleboard.scene.geometry import Box
from ruleboard.scene.node import Node, format_number


def crop(picture: Node, box: Box, omitted_classes: Container[str] = ()) -> Node:
    """Crop a picture to a box.

    Args:
        picture: the ``<svg>``.
        box: the visible box, in picture units.
        omitted_classes: the first CSS classes of groups outside the box, which the result omits.
    """
    children = (
        child for child in picture.children if child.attrs.get("class", "").split(" ")[0] not in omitted_classes
    )
    view_box = " ".join(map(format_number, (box.x, box.y, box.width, box.height)))
    return picture._replace(attrs={**picture.attrs, "viewBox": view_box}, children=tuple(children))
