"""Crop a picture to a part of it."""

from __future__ import annotations

from collections.abc import Container

from ruleboard.scene.geometry import Box
from ruleboard.scene.node import Node, number


def cropped(picture: Node, box: Box, dropped: Container[str] = ()) -> Node:
    """Return a picture that shows only a box of itself.

    Args:
        picture: the ``<svg>``.
        box: the visible box, in picture units.
        dropped: the first classes of groups outside the box. The result does not contain these groups.
    """
    children = (child for child in picture.children if child.attrs.get("class", "").split(" ")[0] not in dropped)
    view_box = " ".join(map(number, (box.x, box.y, box.width, box.height)))
    return picture._replace(attrs={**picture.attrs, "viewBox": view_box}, children=tuple(children))
