"""Test pictures that draw repeated parts by reference: they show the same, in fewer characters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.shared_parts import share_repeated_parts

LONG_PATH = "m0 0" + " l10 10" * 20
Shape = tuple[str, str, dict[str, str], tuple[float, ...]]


def collect_shapes(picture: Node) -> list[Shape]:
    """Return the shapes that a picture draws, in order: their tag, text, other attributes and position."""
    parts = {
        f"#{node.attrs['id']}": node for child in picture.children if child.tag == "defs" for node in child.children
    }

    def iter_shapes(node: Node, x: float, y: float, look: dict[str, str]) -> Iterator[Shape]:
        attrs = {name: value for name, value in node.attrs.items() if name != "id"} | look
        if node.tag == "use":
            inner = {name: value for name, value in attrs.items() if name not in ("href", "x", "y")}
            yield from iter_shapes(
                parts[attrs["href"]], x + float(attrs.get("x", 0)), y + float(attrs.get("y", 0)), inner
            )
        elif "transform" in attrs or node.tag == "g":
            x_name, y_name = attrs.pop("transform", "translate(0 0)").removeprefix("translate(").rstrip(")").split()
            members = node.children if node.tag == "g" else (node._replace(attrs=attrs),)
            for member in members:
                yield from iter_shapes(member, x + float(x_name), y + float(y_name), {})
        elif node.tag != "defs":
            x_name, y_name = ("cx", "cy") if node.tag == "circle" else ("x", "y")
            place = (float(attrs.pop(x_name, 0)), float(attrs.pop(y_name, 0)))
            points = [tuple(map(float, point.split(","))) for point in attrs.pop("points", "").split()]
            corners = (round(value, 1) for point in (points or [place]) for value in (point[0] + x, point[1] + y))
            yield node.tag, node.text, attrs, tuple(corners)

    return [shape for child in picture.children for shape in iter_shapes(child, 0, 0, {})]


def assert_same_drawing(picture: Node) -> Node:
    """Draw repeated parts of a picture by reference, check that the result shows the same, and return it."""
    shared_picture = share_repeated_parts(picture)
    assert collect_shapes(shared_picture) == collect_shapes(picture)
    return shared_picture


def test_equal_groups_at_several_places_are_drawn_once() -> None:
    pawn = (el("path", d=LONG_PATH, fill="black"), el("circle", r=3, cx=1, fill="red"))
    picture = el("svg", (el("g", pawn, transform=f"translate({x} {x})") for x in (1, 20, 300)))
    shared_picture = assert_same_drawing(picture)
    assert to_svg(shared_picture).count(LONG_PATH) == 1
    assert len(to_svg(shared_picture)) < len(to_svg(picture)) / 2


def test_equal_runs_of_neighbours_are_drawn_once() -> None:
    """Equal runs of neighbours with the same distances are drawn once, even if no group encloses them."""
    columns = [el("text", text=str(n), x=100.25 * x, y=12.5 * n, fill="red") for x in range(4) for n in range(9)]
    shared_picture = assert_same_drawing(el("svg", columns))
    assert to_svg(shared_picture).count("<text") == 9


def test_moved_paths_are_shared() -> None:
    star = "M-5 -5L5 5L9 -5" + "L7 7L1 1" * 9
    picture = el("svg", (el("path", d=star, fill="red", transform=f"translate({x} 9)") for x in (7, 40, 90)))
    shared_picture = assert_same_drawing(picture)
    assert to_svg(shared_picture).count(star) == 1


def test_short_or_single_parts_stay() -> None:
    picture = el("svg", el("path", d=LONG_PATH), el("circle", r=3), el("circle", r=3))
    assert "use" not in to_svg(assert_same_drawing(picture))


def test_parts_with_different_tag_text_or_look_are_not_shared() -> None:
    look = {"fill": "#23262b", "font_family": "sans-serif", "rx": "3"}
    numbers = [el("text", text=str(card), x=7, **look) for card in (1, 2, 3, 1, 2, 3)]
    others = [el(tag, **look, width="30", height="30", x=x) for tag in ("rect", "image") for x in (5, 90)]
    assert_same_drawing(el("svg", el("g", numbers), others, others))


def test_polygons_share_points_but_not_looks() -> None:
    """Polygons share their points, up to rounding errors, even if their looks differ."""
    hexes = [
        el("polygon", points=f"{x},0 {x + 10},5.5 {x + end},11 {x},16 {x - 10},11 {x - 10},5.5", fill=fill)
        for x, end, fill in ((3, 10, "red"), (50, 10.01, "blue"), (99, 10, "red"))
    ]
    shared_picture = assert_same_drawing(el("svg", hexes, viewBox="0 0 100 100"))
    assert to_svg(shared_picture).count("points") == 1


def test_random_pictures_stay_the_same() -> None:
    random = Random(7)
    parts = [
        el("g", el("rect", x=x, y=2, width=30, height=40, rx=5, fill="red"), el("circle", cx=9, cy=x, r=7, fill="blue"))
        for x in range(5)
    ]
    for _round in range(60):
        nodes = [
            el("g", random.choice(parts), transform=f"translate({random.randrange(9) * 10} {random.randrange(9) * 7})")
            if random.random() < 0.8
            else el("text", text="a", x=random.randrange(99), y=1)
            for _node in range(random.randrange(40))
        ]
        assert_same_drawing(el("svg", nodes, viewBox="0 0 90 90"))
