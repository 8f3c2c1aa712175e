"""The shapes over whatever can be touched: invisible, but for the marks a table puts on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from ruleboard.games.equilibrium import words
from ruleboard.games.equilibrium.artwork import hexagon
from ruleboard.games.equilibrium.state import State
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

HexSpot: TypeAlias = tuple[float, float, float]
"""A hex to be touched: the coordinates of its middle, and its size."""


def touch(state: State, marks: Marks, target: str, spot: Box | HexSpot, around: Box | None = None) -> Node:
    """The shape over a target, with its marks and its name; it can be touched ``around`` as well."""
    live = not marks.still
    legal = live and target in marks.go
    return _shape(target, marks.classes(target), live, legal, words.name(state, target), spot, around if live else None)


@lru_cache(maxsize=4096)
def _shape(
    target: str, classes: str, live: bool, legal: bool, name: str, spot: Box | HexSpot, around: Box | None
) -> Node:
    bare = _box(spot, "") if isinstance(spot, Box) else hexagon(*spot, "")
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
