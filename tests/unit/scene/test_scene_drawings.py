"""Test the arrows, rings and labels that are drawn over the boards of all games."""

from __future__ import annotations

import pytest

from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.drawings import Drawing, target_boxes, with_drawings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import el
from ruleboard.scene.serialize import to_svg


@pytest.mark.parametrize("game", GAMES)
def test_every_target_lies_inside_the_picture(game):
    picture = VIEWS[game].picture(GAMES[game].initial({}, 0), 0, Marks())
    min_x, min_y, width, height = map(float, picture.attrs["viewBox"].split())
    boxes = target_boxes(picture)
    assert to_svg(picture, "").count("data-target=") == len(boxes)
    for box in boxes.values():
        x, y = box.centre
        assert min_x < x < min_x + width
        assert min_y < y < min_y + height


def test_arrow_passes_all_its_points():
    """An arrow passes its points in order: on squares of size 100, from a1 to c1 and up to c3."""
    squares = [("a1", 0, 200), ("c1", 200, 200), ("c3", 200, 0)]
    cells = [el("rect", x=x, y=y, width=100, height=100, data_target=name) for name, x, y in squares]
    picture = el("svg", *cells)
    result = with_drawings(picture, [Drawing("arrow", ("a1", "c1", "c3"), "red")], target_boxes(picture))
    (shape,) = result.children[-1].children
    line = next(part for part in shape.children if part.attrs["class"] == "drawn-line")
    assert line.attrs["d"] == "M72 250L250 250L250 84"  # from next to the first centre to the neck below the head
    head = next(part for part in shape.children if part.attrs["class"] == "drawn-head")
    assert head.attrs["points"].split()[0] == "250,50"


def test_each_color_has_its_own_line():
    picture = el("svg", el("circle", cx=50, cy=50, r=50, data_target="x"))
    dashes = set()
    for color in ("green", "red", "blue", "yellow"):
        result = with_drawings(picture, [Drawing("ring", ("x",), color)], target_boxes(picture))
        dashes.add(result.children[-1].children[0].children[1].attrs.get("stroke-dasharray", ""))
    assert len(dashes) == 4


def test_unknown_targets_are_ignored():
    picture = el("svg", el("circle", cx=50, cy=50, r=50, data_target="x"))
    assert with_drawings(picture, [Drawing("arrow", ("x", "y"), "red")], target_boxes(picture)) is picture
