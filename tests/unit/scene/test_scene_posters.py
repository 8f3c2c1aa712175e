"""Test pictures for other pages, which are one file for light and dark pages and draw repeated parts once."""

from __future__ import annotations

from urllib.parse import unquote
from xml.etree import ElementTree

from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import combine_themes, data_url, share_repeated_looks, share_repeated_parts
from ruleboard.scene.serialize import to_svg

LONG = "M0 0" + " L10 10" * 20


def with_references_expanded(node: Node, parts: dict[str, Node]) -> Node:
    """Return a picture in which each reference is replaced by the part to which it refers."""
    if node.tag == "use":
        part = parts[node.attrs["href"].removeprefix("#")]
        attrs = {name: value for name, value in part.attrs.items() if name != "id"}
        part = with_references_expanded(part._replace(attrs=attrs), parts)
        x, y = node.attrs.get("x"), node.attrs.get("y")
        return el("g", part, transform=f"translate({x} {y})") if x else part
    children = tuple(with_references_expanded(child, parts) for child in node.children if child.tag != "defs")
    return node._replace(children=children)


def test_repeated_parts_are_shared() -> None:
    pawn = el("g", el("path", d=LONG), el("circle", r=3, fill="red"))
    picture = el("svg", el("g", pawn, transform="translate(1 1)"), el("g", pawn, transform="translate(2 2)"), pawn)
    markup = share_repeated_parts(picture)
    assert to_svg(markup).count(LONG) == 1
    parts = {node.attrs["id"]: node for node in markup.children[0].children}
    assert with_references_expanded(markup, parts) == picture


def test_short_or_single_parts_are_not_shared() -> None:
    picture = el("svg", el("path", d=LONG), el("circle", r=3), el("circle", r=3))
    assert share_repeated_parts(picture) == picture


def test_dark_theme_has_rules_only_for_differences() -> None:
    light = el("svg", el("rect", fill="#ffffff"), el("rect", fill="#ff0000"), el("rect", stroke="#111111"))
    dark = el("svg", el("rect", fill="#000000"), el("rect", fill="#ff0000"), el("rect"))
    root = ElementTree.fromstring(to_svg(combine_themes(light, dark)))
    style, first, second, third = root
    assert style.text == "@media(prefers-color-scheme:dark){.d0{fill:#000000}.d1{stroke:inherit}}"
    assert [one.get("class") for one in (first, second, third)] == ["d0", None, "d1"]
    assert first.get("fill") == "#ffffff", "programs without style sheets see it in the light"


def test_pictures_with_different_dark_elements_stay_light() -> None:
    light = el("svg", el("rect", fill="#ffffff"))
    assert combine_themes(light, el("svg", el("circle", r=1))) == light
    assert combine_themes(light, light) == light


def test_data_url_fits_in_double_quotes() -> None:
    text = to_svg(el("svg", el("text", text='50% & <b> "#1"', fill="url(#a)")))
    url = data_url(text)
    assert '"' not in url
    assert "#" not in url
    assert unquote(url.partition(",")[2]) == text.replace('"', "'")


def test_parts_with_different_tag_or_text_are_not_shared() -> None:
    """Parts with different texts are not shared: ten cards with equal positions and styles keep their own numbers."""
    look = {"x": "0", "y": "16.72", "fill": "#23262b", "font_family": "sans-serif", "font_weight": "700", "rx": "3"}
    numbers = [el("text", text=str(card), **look) for card in (1, 2, 3, 1, 2, 3)]
    others = [el(tag, **look, width="30", height="30", cls="a-class-to-be-long-enough") for tag in ("rect", "image")]
    picture = el("svg", el("g", numbers), others, others)
    markup = share_repeated_parts(picture)
    parts = {child.attrs["id"]: child for child in markup.children[0].children}
    assert parts
    assert with_references_expanded(markup, parts) == picture


def test_polygons_and_groups_at_several_places_are_shared() -> None:
    """Polygons of one shape share their points, each with its own look. Equal groups share their whole content."""
    groups = [
        el("g", el("circle", r=3, fill="red", stroke="blue"), el("path", d=LONG), transform=f"translate({x} 7)")
        for x in (1, 2)
    ]
    hexes = [el("polygon", points=f"{x},0 {x + 10},5.5 {x},11", fill=fill) for x, fill in ((3, "red"), (50, "blue"))]
    parts, shapes, *content = share_repeated_parts(el("svg", groups, hexes, viewBox="0 0 100 100")).children
    first, second, red, blue = content
    assert [(one.tag, one.attrs["x"], one.attrs["y"]) for one in (first, second)] == [
        ("use", "1", "7"),
        ("use", "2", "7"),
    ]
    assert first.attrs["href"] == second.attrs["href"]
    assert red.attrs["href"] == blue.attrs["href"]
    assert [(one.attrs["x"], one.attrs["fill"]) for one in (red, blue)] == [("3", "red"), ("50", "blue")]
    ids = {node.attrs["id"] for definitions in (parts, shapes) for node in definitions.children if "id" in node.attrs}
    assert {one.attrs["href"].removeprefix("#") for one in content} <= ids


def test_repeated_looks_become_classes() -> None:
    look = {"fill": "red", "font_size": "12"}
    picture = el(
        "svg", el("text", x=1, opacity="0.5", **look), el("circle", r=1), *(el("text", x=x, **look) for x in (2, 3, 4))
    )
    style, faint, circle, group = share_repeated_looks(picture).children
    assert style.text == ".s0{fill:red;font-size:12px}"
    assert faint.attrs == {"x": "1", "opacity": "0.5", "class": "s0"}
    assert circle.attrs == {"r": "1"}
    assert group.attrs == {"class": "s0"}, "neighbours inherit it"
    assert [one.attrs for one in group.children] == [{"x": "2"}, {"x": "3"}, {"x": "4"}]
