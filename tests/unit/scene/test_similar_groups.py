"""Test groups that differ only in size: a small SVG file defines the largest and draws the others with a scale."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleboard.scene.node import Node, descendants, el
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.shared_parts import share_repeated_parts
from ruleboard.scene.similar_groups import share_similar_groups


def draw_piece(size: float, x: float = 0, opacity: str | None = None, **text: str | float) -> Node:
    """Draw a piece that grows with its size."""
    return el(
        "g",
        el("polygon", points=f"0,{size} {size},0 -{size},0", fill="red"),
        el("circle", cy=size / 4, r=size / 2, fill="none", stroke="blue", stroke_width=size / 10),
        el("text", **{"text": "A", "font_size": size / 2, "y": size / 5, **text}),
        transform=f"translate({x} 7)",
        opacity=opacity,
    )


def test_groups_of_several_sizes_share_the_largest() -> None:
    pieces = [draw_piece(10, 1), draw_piece(20, 50), draw_piece(20, 90), draw_piece(5, 120, "0.3")]
    (definition,), shared_elements = share_similar_groups(el("svg", pieces), iter("a"), 2)
    assert definition.attrs == {"id": "a"}
    assert definition.children == draw_piece(20).children
    assert [node.attrs for node in shared_elements.children] == [
        {"href": "#a", "transform": "translate(1 7)scale(.500)"},
        {"href": "#a", "x": "50", "y": "7"},
        {"href": "#a", "x": "90", "y": "7"},
        {"href": "#a", "transform": "translate(120 7)scale(.250)", "opacity": "0.3"},
    ]


def _with_fixed_line(size: float) -> Node:
    return el("g", el("circle", r=size, stroke="red", stroke_width=2), transform="translate(1 2)")


def _with_inherited_line(size: float) -> Node:
    return el("g", el("g", el("circle", r=size), transform="translate(1 2)"), stroke="red")


def _with_dashes(size: float) -> Node:
    circle = el("circle", r=size, stroke="red", stroke_width=size / 9, stroke_dasharray="4 3")
    return el("g", circle, transform="translate(1 2)")


def _with_inherited_font(size: float) -> Node:
    return el("g", el("text", text="A", y=size), transform="translate(1 2)")


@pytest.mark.parametrize(
    "draw",
    [_with_fixed_line, _with_inherited_line, _with_dashes, _with_inherited_font, lambda size: draw_piece(size, y=4)],
)
def test_drawings_that_do_not_grow_with_their_size_stay(draw: Callable[[float], Node]) -> None:
    picture = el("svg", map(draw, (10, 20, 40)))
    assert share_similar_groups(picture, iter("ab"), 2) == ([], picture)


def test_equal_sizes_and_different_drawings_stay() -> None:
    picture = el("svg", draw_piece(10), draw_piece(10, 30), draw_piece(20, text="B"), draw_piece(20, fill="red"))
    assert share_similar_groups(picture, iter("ab"), 2) == ([], picture)


def test_small_file_keeps_scales() -> None:
    """A small file rounds coordinates but keeps the exact factors of its scales."""
    svg = share_repeated_parts(
        el("svg", draw_piece(33.3, 1), draw_piece(10, 50), draw_piece(20, 90), viewBox="0 0 2000 90")
    )
    assert sum(node.tag == "circle" for node in descendants(svg)) == 1
    assert all(f"scale({factor})" in to_svg(svg) for factor in (".300", ".601"))
