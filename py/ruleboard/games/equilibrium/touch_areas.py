"""Draw the touch areas that cover all targets. They are invisible except for their marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from ruleboard.games.equilibrium.targets import parse_target
from ruleboard.kit.hex_board import hexagon
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks, label_with_marks
from ruleboard.scene.node import Node, el

HexArea: TypeAlias = tuple[float, float, float]
"""The touch area of a hex: x and y of its centre, and the distance from the centre to a corner."""
NamedArea: TypeAlias = tuple[str, str, Box | HexArea, Box | None]
"""A target, its label, and its area and larger box; see ``TouchAreas.area``."""
TargetMarks: TypeAlias = tuple[tuple[str, str, bool], ...]
"""Targets, each with the CSS classes of its marks and True if a legal action continues with the target."""


def marks_by_owner(marks: Marks) -> Mapping[int, TargetMarks]:
    """Group marked targets by their owner, with -1 for targets without an owner."""
    marks_by_player: dict[int, list[tuple[str, str, bool]]] = {}
    for target in marks.marked_targets:
        target_marks = (target, marks.classes(target), target in marks.next_targets)
        marks_by_player.setdefault(parse_target(target).player, []).append(target_marks)
    return {owner: tuple(sorted(owner_marks)) for owner, owner_marks in marks_by_player.items()}


class TouchAreas:
    """The touch areas for the targets of one owner.

    Attributes:
        is_interactive: True if players can touch the picture.
    """

    def __init__(self, is_interactive: bool, marks: TargetMarks) -> None:
        self.is_interactive = is_interactive
        self._marks = {target: (classes, is_legal) for target, classes, is_legal in marks}

    def area(self, target: str, name: str, area: Box | HexArea, outer_box: Box | None = None) -> Node:
        """Draw the touch area of a target.

        Args:
            target: the target.
            name: the label of the target.
            area: the shape that displays the marks.
            outer_box: a larger invisible box that also reacts to touches, or None.
        """
        classes, is_legal = self._marks.get(target, ("", False))
        return _touch_shape(
            target,
            classes,
            self.is_interactive,
            is_legal and self.is_interactive,
            label_with_marks(name, classes, shows_next_targets=self.is_interactive),
            area,
            outer_box if self.is_interactive else None,
        )


@lru_cache(maxsize=4096)
def _touch_shape(
    target: str,
    classes: str,
    is_interactive: bool,
    is_legal: bool,
    name: str,
    area: Box | HexArea,
    outer_box: Box | None,
) -> Node:
    shape = _box_node(area, "") if isinstance(area, Box) else hexagon(*area, "")
    is_hex, selected = target.startswith("hex:"), "true" if "taken" in classes.split() else None
    node = el(
        "g" if outer_box else shape.tag,
        key=f"touch-{target}",
        cls=f"cell {classes}".rstrip(),
        data_target=target if is_interactive else None,
        data_legal=is_legal,
        role="gridcell" if is_hex else "button",
        tabindex="-1" if is_interactive else None,
        aria_label=name,
        aria_selected=selected if is_hex else None,
        aria_pressed=None if is_hex else selected,
    )
    if outer_box:
        return node._replace(children=(_box_node(outer_box, "around"), shape))
    return node._replace(attrs={**shape.attrs, **node.attrs})


def _box_node(box: Box, cls: str) -> Node:
    return el("rect", cls=cls, x=box.x, y=box.y, width=box.width, height=box.height, rx=8)
