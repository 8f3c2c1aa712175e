"""Test that marks on squares have different shapes and do not cover the centre."""

from __future__ import annotations

import re

import pytest

from ruleboard.scene.highlights import HIGHLIGHT_KINDS, square_edge
from ruleboard.scene.node import Node


def collect_points(node: Node) -> list[tuple[float, float]]:
    """Return all points of the paths in a node."""
    shapes = []
    for child in node.children:
        assert isinstance(child, Node)
        numbers = re.findall(r"(-?[\d.]+) (-?[\d.]+)", str(child.attrs["d"]))
        shapes += [(float(x), float(y)) for x, y in numbers]
    return shapes


@pytest.mark.parametrize("kind", HIGHLIGHT_KINDS)
def test_highlights_leave_the_centre_free(kind: str) -> None:
    for x, y in collect_points(square_edge(kind, 200, 300, 100, "key")):
        assert 0 <= x <= 100
        assert 0 <= y <= 100
        assert not (30 <= x <= 70 and 30 <= y <= 70)


def test_highlights_have_different_shapes() -> None:
    def draw_shape(kind: str) -> str:
        return str(
            [(child.attrs["d"], child.attrs.get("stroke-width")) for child in square_edge(kind, 0, 0, 100, "").children]
        )

    assert len({draw_shape(kind) for kind in HIGHLIGHT_KINDS}) == len(HIGHLIGHT_KINDS)


def test_highlight_lies_on_its_square() -> None:
    node = square_edge("last", 45, 90, 45, "edge-last-b6")
    assert (node.key, node.attrs["class"]) == ("edge-last-b6", "edging last")
    assert node.attrs["transform"] == "translate(45 90)"
