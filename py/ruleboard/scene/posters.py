"""Pictures for other websites, with colours for light and dark mode and as little SVG as possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, count, groupby
from typing import Final
from urllib.parse import quote

from ruleboard.scene.inline_styles import INHERITED_PROPERTIES
from ruleboard.scene.node import Node, el, number
from ruleboard.scene.serialize import to_html

_MIN_SHARED_LENGTH: Final = 70
"""Minimum number of characters of a part that occurs several times and is drawn by reference."""
_MIN_GROUP_LENGTH: Final = 3
"""Minimum number of neighbours of the same class that form a group."""
_INHERITED_NAMES: Final = frozenset(INHERITED_PROPERTIES)
_TRANSLATION: Final = re.compile(r"translate\(([\d.-]+)[ ,]([\d.-]+)\)")
_DECIMALS: Final = re.compile(r"-?\d+\.\d\d+")
_MAX_PRECISE_WIDTH: Final = 1000
"""Pictures that are wider, in their own units, need only one decimal."""
_UNESCAPED_SIGNS: Final = " <>/=():;,!*@$?+|~[]{}'"
"""Characters that a data URL contains unescaped, in addition to letters, digits and ``-._~``."""


def combine_themes(light: Node, dark: Node) -> Node:
    """Combine the light and the dark version of a picture.

    Args:
        light: the picture in light colours, from ``inline_styles.inline_styles``.
        dark: the picture in dark colours. If its elements differ, the function returns ``light``.
    """
    if not _has_same_elements(light, dark):
        return light
    classes: dict[tuple[tuple[str, str], ...], str] = {}
    names = (f"d{number}" for number in count())
    picture = _with_classes(light, dark, classes, names)
    rules = "".join(
        f".{name}{{{';'.join(f'{attr}:{value}' for attr, value in changes)}}}" for changes, name in classes.items()
    )
    style = el("style", text=f"@media(prefers-color-scheme:dark){{{rules}}}") if rules else None
    return picture._replace(children=(*((style,) if style else ()), *picture.children))


def share_repeated_parts(picture: Node) -> Node:
    """Replace repeated parts of a picture by references to one definition.

    Polygons of the same shape share it, and so do groups with the same content at different places.
    """
    width = float(picture.attrs.get("viewBox", "0 0 0 0").split()[2])
    if width > _MAX_PRECISE_WIDTH:
        picture = picture._replace(children=tuple(map(_with_rounded_numbers, picture.children)))
    picture = _with_inner_groups(_with_shared_polygons(picture))
    texts: Counter[str] = Counter()
    for node in _descendants(picture):
        texts[to_html(node)] += 1
    ids: dict[str, str] = {}
    parts: list[Node] = []
    children = tuple(_with_references(child, texts, ids, parts) for child in picture.children)
    return picture._replace(children=(*((el("defs", parts),) if parts else ()), *children))


def share_repeated_looks(picture: Node) -> Node:
    """Replace sets of presentation attributes that occur several times by classes.

    The rules come before the other style sheets of the picture, which may change them for dark mode.
    """
    counts = Counter(map(_look, _descendants(picture)))
    classes = {look: f"s{number}" for number, look in enumerate(look for look, n in counts.items() if look and n > 1)}
    rules = "".join(f".{name}{{{';'.join(_declaration(*part) for part in look)}}}" for look, name in classes.items())
    style = (el("style", text=rules),) if rules else ()
    return _with_class_groups(
        picture._replace(children=(*style, *(_with_look_classes(child, classes) for child in picture.children)))
    )


def data_url(svg: str) -> str:
    """Return the data URL of an SVG file, without double quotes."""
    return "data:image/svg+xml," + quote(svg.replace('"', "'"), safe=_UNESCAPED_SIGNS)


def _has_same_elements(light: Node, dark: Node) -> bool:
    return (
        light.tag == dark.tag
        and light.text == dark.text
        and len(light.children) == len(dark.children)
        and all(
            _has_same_elements(child, dark_child)
            for child, dark_child in zip(light.children, dark.children, strict=True)
        )
    )


def _with_classes(
    light: Node, dark: Node, classes: dict[tuple[tuple[str, str], ...], str], names: Iterator[str]
) -> Node:
    """Add a class to a node and its children for the attributes that differ in the dark picture.

    ``classes`` collects the class of each set of attributes.
    """
    changes = tuple(
        (name, dark.attrs.get(name, _INITIAL_VALUES.get(name, "inherit")))
        for name in dict.fromkeys(chain(light.attrs, dark.attrs))
        if light.attrs.get(name) != dark.attrs.get(name)
    )
    attrs: Mapping[str, str] = light.attrs
    if changes:
        if changes not in classes:
            classes[changes] = next(names)
        attrs = {**light.attrs, "class": classes[changes]}
    pairs = zip(light.children, dark.children, strict=True)
    children = tuple(_with_classes(child, dark_child, classes, names) for child, dark_child in pairs)
    return light._replace(attrs=attrs, children=children)


_INITIAL_VALUES: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1"}
"""Initial values of the attributes that are not inherited."""


def _with_references(node: Node, texts: Mapping[str, int], ids: dict[str, str], parts: list[Node]) -> Node:
    """Replace the repeated parts of a node by references. ``parts`` collects their definitions."""
    text = to_html(node)
    is_repeated = texts[text] > 1 and len(text) >= _MIN_SHARED_LENGTH and "id" not in node.attrs
    if is_repeated and text in ids:
        return el("use", href=f"#{ids[text]}")
    children = tuple(_with_references(child, texts, ids, parts) for child in node.children)
    new_node = _without_needless_group(node._replace(children=children))
    if not is_repeated or node.tag in ("stop", "defs", "linearGradient", "radialGradient", "style"):
        return new_node
    ids[text] = f"u{len(ids)}"
    parts.append(new_node._replace(attrs={**new_node.attrs, "id": ids[text]}))
    return el("use", href=f"#{ids[text]}")


def _with_shared_polygons(picture: Node) -> Node:
    """Return a picture that defines each repeated shape of polygons once, and draws it by references with a look."""
    polygons = [node for node in _descendants(picture) if node.tag == "polygon"]
    counts = Counter(_move_to_origin(polygon)[0] for polygon in polygons)
    ids = {points: f"p{number}" for number, points in enumerate(points for points, n in counts.items() if n > 1)}

    def shared(node: Node) -> Node:
        if node.tag != "polygon":
            return node._replace(children=tuple(map(shared, node.children)))
        points, x, y = _move_to_origin(node)
        look = {name: value for name, value in node.attrs.items() if name != "points"}
        return Node("use", {"href": f"#{ids[points]}", "x": x, "y": y, **look}) if points in ids else node

    definitions = [el("polygon", points=points, id=id) for points, id in ids.items()]
    children = tuple(map(shared, picture.children))
    return picture._replace(children=(*((el("defs", definitions),) if ids else ()), *children))


def _with_rounded_numbers(node: Node) -> Node:
    """Return a node of a large picture with its coordinates rounded to one decimal."""
    attrs = {
        name: value
        if name in _INHERITED_NAMES
        else _DECIMALS.sub(lambda match: number(round(float(match[0]), 1)), value)
        for name, value in node.attrs.items()
    }
    return node._replace(attrs=attrs, children=tuple(map(_with_rounded_numbers, node.children)))


def _with_inner_groups(node: Node) -> Node:
    """Put the content of each moved group into an inner group, which is the same at all places."""
    children = tuple(map(_with_inner_groups, node.children))
    is_moved = node.tag == "g" and node.attrs.keys() == {"transform"} and len(children) > 1
    return node._replace(children=(el("g", children),) if is_moved else children)


def _without_needless_group(node: Node) -> Node:
    """Return a group of one inner group or reference as one element."""
    if node.tag != "g" or node.attrs.keys() != {"transform"} or len(node.children) != 1:
        return node
    [inner] = node.children
    if inner.tag == "g" and not inner.attrs:
        return node._replace(children=inner.children)
    position = _TRANSLATION.fullmatch(node.attrs["transform"])
    if position and inner.tag == "use" and inner.attrs.keys() == {"href"}:
        return el("use", href=inner.attrs["href"], x=position[1], y=position[2])
    return node


def _move_to_origin(polygon: Node) -> tuple[str, str, str]:
    """Return the points of a polygon after a move of the first one to the origin, and where the first one was."""
    points = [tuple(map(float, point.split(","))) for point in polygon.attrs["points"].split()]
    first_x, first_y = points[0]
    moved_points = " ".join(f"{number(x - first_x)},{number(y - first_y)}" for x, y in points)
    return moved_points, number(first_x), number(first_y)


def _look(node: Node) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in node.attrs.items() if name in _INHERITED_NAMES)


def _declaration(name: str, value: str) -> str:
    """Return an attribute as a declaration, in which a size needs a unit."""
    return f"{name}:{value}px" if name == "font-size" else f"{name}:{value}"


def _with_look_classes(node: Node, classes: Mapping[tuple[tuple[str, str], ...], str]) -> Node:
    children = tuple(_with_look_classes(child, classes) for child in node.children)
    name = classes.get(_look(node))
    if name is None:
        return node._replace(children=children)
    attrs = {key: value for key, value in node.attrs.items() if key not in _INHERITED_NAMES}
    return node._replace(attrs={**attrs, "class": f"{name} {attrs.get('class', '')}".strip()}, children=children)


def _with_class_groups(node: Node) -> Node:
    """Put neighbours of the same class into a group of that class, which they then inherit."""
    children: list[Node] = []
    for name, group in groupby(map(_with_class_groups, node.children), _inheritable_class):
        nodes = list(group)
        if name and len(nodes) >= _MIN_GROUP_LENGTH:
            attrs = ({key: value for key, value in one.attrs.items() if key != "class"} for one in nodes)
            members = [one._replace(attrs=own_attrs) for one, own_attrs in zip(nodes, attrs, strict=True)]
            nodes = [Node("g", {"class": name}, tuple(members))]
        children += nodes
    return node._replace(children=tuple(children))


def _inheritable_class(node: Node) -> str:
    """Return the class of a node if a group may have it instead."""
    return "" if {"id", "opacity"} & node.attrs.keys() else node.attrs.get("class", "")


def _descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _descendants(child)
