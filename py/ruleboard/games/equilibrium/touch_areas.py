"""Touch areas: the shapes over everything that can be touched, invisible but for their marks."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from ruleboard.games.equilibrium import words
from ruleboard.games.equilibrium.art import hexagon
from ruleboard.games.equilibrium.state import State
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

HexArea: TypeAlias = tuple[float, float, float]
"""A hex to be touched: the coordinates of its centre, and its size."""


def touch_area(state: State, marks: Marks, target: str, area: Box | HexArea, around: Box | None = None) -> Node:
    """Return the shape over a target with its marks and its name.

    Args:
        state: the position.
        marks: the marks of the table.
        target: the target.
        area: the shape, which shows the marks.
        around: a larger box that can be touched as well.
    """
    live = not marks.read_only
    legal = live and target in marks.next
    return _shape(target, marks.classes(target), live, legal, words.name(state, target), area, around if live else None)


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
