"""Touch areas: the shapes over everything that can be touched, invisible but for their marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from ruleboard.games.equilibrium.art import hexagon
from ruleboard.games.equilibrium.targets import parse_target
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

HexArea: TypeAlias = tuple[float, float, float]
"""A hex to be touched: the coordinates of its centre, and its size."""
Marked: TypeAlias = tuple[tuple[str, str, bool], ...]
"""Targets, each with its mark classes, and True if it may be touched next."""


def marked_by_owner(marks: Marks) -> Mapping[int, Marked]:
    """Return the targets with marks by the players to whom they belong, those of nobody by -1."""
    found: dict[int, list[tuple[str, str, bool]]] = {}
    for target in {*marks.selected, *marks.next, *marks.last, *marks.danger, *marks.highlighted, marks.refused}:
        marked = (target, marks.classes(target), target in marks.next)
        found.setdefault(parse_target(target).player, []).append(marked)
    return {owner: tuple(sorted(each)) for owner, each in found.items()}


class TouchAreas:
    """The shapes over targets, of one owner and with marks.

    Attributes:
        live: True if anything can be touched.
    """

    def __init__(self, live: bool, marked: Marked) -> None:
        self.live = live
        self._marks = {target: (classes, legal) for target, classes, legal in marked}

    def area(self, target: str, name: str, area: Box | HexArea, around: Box | None = None) -> Node:
        """Return the shape over a target with its marks.

        Args:
            target: the target.
            name: its name in words.
            area: the shape, which shows the marks.
            around: a larger box that can be touched as well.
        """
        classes, legal = self._marks.get(target, ("", False))
        return _shape(target, classes, self.live, legal and self.live, name, area, around if self.live else None)


@lru_cache(maxsize=4096)
def _shape(
    target: str, classes: str, live: bool, legal: bool, name: str, area: Box | HexArea, around: Box | None
) -> Node:
    bare = _box(area, "") if isinstance(area, Box) else hexagon(*area, "")
    hexes, taken = target.startswith("hex:"), "true" if "taken" in classes.split() else None
    over = el(
        "g" if around else bare.tag,
        key=f"touch-{target}",
        cls=f"cell {classes}".rstrip(),
        data_target=target if live else None,
        data_legal=legal,
        role="gridcell" if hexes else "button",
        tabindex="-1" if live else None,
        aria_label=name,
        aria_selected=taken if hexes else None,
        aria_pressed=None if hexes else taken,
    )
    if around:
        return over._replace(children=(_box(around, "around"), bare))
    return over._replace(attrs={**bare.attrs, **over.attrs})


def _box(box: Box, cls: str) -> Node:
    return el("rect", cls=cls, x=box.x, y=box.y, width=box.width, height=box.height, rx=8)
