"""Pictures for other websites, with colours for light and dark mode and as little SVG as possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby
from typing import Final
from urllib.parse import quote

from ruleboard.scene.inline_styles import INHERITED_PROPERTIES
from ruleboard.scene.node import Node, descendants, el
from ruleboard.scene.shared_parts import short_names

_MIN_PART_COUNT: Final = 3
"""Minimum number of looks that must have an attribute in common before it becomes a class."""
_MIN_GROUP_LENGTH: Final = 3
"""Minimum number of siblings in a row with the same class that form a group."""
_INHERITED_NAMES: Final = frozenset(INHERITED_PROPERTIES)
_CLASS_RULE_PATTERN: Final = re.compile(r"\.(\w+)(\{[^}]*\})")
_UNESCAPED_SIGNS: Final = " /=():;,!*@$?+|~[]{}'"
"""Characters that a data URL contains unescaped, in addition to letters, digits and ``-._~``. The signs that HTML would
escape are missing here, since their escapes in a URL are shorter."""


def combine_themes(light_node: Node, dark_node: Node) -> Node:
    """Combine the light and the dark version of a picture.

    Args:
        light_node: the picture in light colours, from ``inline_styles.inline_styles``.
        dark_node: the picture in dark colours. If its elements differ, the function returns ``light_node``.
    """
    if not _has_same_elements(light_node, dark_node):
        return light_node
    classes: dict[tuple[tuple[str, str], ...], str] = {}
    names = (f"d{number}" for number in count())
    picture = _add_theme_classes(light_node, dark_node, classes, names)
    rules = "".join(
        f".{name}{{{';'.join(f'{attr}:{value}' for attr, value in changes)}}}" for changes, name in classes.items()
    )
    style = el("style", text=f"@media(prefers-color-scheme:dark){{{rules}}}") if rules else None
    return picture._replace(children=(*((style,) if style else ()), *picture.children))


def share_repeated_looks(picture: Node) -> Node:
    """Replace repeated sets of presentation attributes with classes, which also contain the colours for dark mode.

    In the other sets, each attribute that occurs often becomes a class.
    """
    counts = Counter(map(_find_look, descendants(picture)))
    names = short_names()
    classes = {look: next(names) for look, count in counts.items() if look and count > 1}
    part_counts = Counter(part for look, count in counts.items() if count == 1 for part in look if part[0] != "class")
    part_classes = {part: next(names) for part, count in part_counts.items() if count >= _MIN_PART_COUNT}
    looks = {name: look for look, name in classes.items()} | {name: (part,) for part, name in part_classes.items()}
    rules = _format_style_sheet(looks)
    selectors: dict[str, list[str]] = {
        name: [name] for look, count in counts.items() if count == 1 for name in _find_classes(look)
    }
    for name, look in looks.items():
        for theme_name in _find_classes(look):
            selectors.setdefault(theme_name, []).append(name)
    style = (el("style", text=rules),) if rules else ()
    children = (
        _replace_looks(_replace_selectors(child, selectors), classes, part_classes) for child in picture.children
    )
    return _group_classes(picture._replace(children=(*style, *children)))


def _format_style_sheet(looks: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """Return the style sheet for classes of looks. It begins with the declarations that most classes share."""
    names_by_declaration: dict[str, list[str]] = {}
    for name, look in looks.items():
        for part in look:
            if part[0] != "class":
                names_by_declaration.setdefault(_format_declaration(*part), []).append(name)
    rules: dict[str, list[str]] = {}
    for declaration, names in sorted(names_by_declaration.items(), key=lambda item: -len(item[1])):
        rules.setdefault(",".join(f".{name}" for name in names), []).append(declaration)
    return "".join(f"{selector}{{{';'.join(declarations)}}}" for selector, declarations in rules.items())


def _replace_selectors(node: Node, selectors: Mapping[str, Sequence[str]]) -> Node:
    """Replace the selectors of a node's style sheet. Other nodes remain unchanged."""
    if node.tag != "style":
        return node
    text = _CLASS_RULE_PATTERN.sub(
        lambda rule: ",".join(f".{name}" for name in selectors[rule[1]]) + rule[2] if rule[1] in selectors else "",
        node.text,
    )
    return node._replace(text=text)


def data_url(svg: str) -> str:
    """Return the data URL of an SVG file, without double quotes."""
    return "data:image/svg+xml," + quote(svg.replace('"', "'"), safe=_UNESCAPED_SIGNS)


def _has_same_elements(light_node: Node, dark_node: Node) -> bool:
    return (
        light_node.tag == dark_node.tag
        and light_node.text == dark_node.text
        and len(light_node.children) == len(dark_node.children)
        and all(
            _has_same_elements(child, dark_child)
            for child, dark_child in zip(light_node.children, dark_node.children, strict=True)
        )
    )


def _add_theme_classes(
    light_node: Node, dark_node: Node, classes: dict[tuple[tuple[str, str], ...], str], names: Iterator[str]
) -> Node:
    """Add classes to a node and its children for the attributes that differ in the dark picture.

    ``classes`` collects the class of each set of attributes.
    """
    changes = tuple(
        (name, dark_node.attrs.get(name, _INITIAL_VALUES.get(name, "inherit")))
        for name in dict.fromkeys(chain(light_node.attrs, dark_node.attrs))
        if light_node.attrs.get(name) != dark_node.attrs.get(name)
    )
    attrs: Mapping[str, str] = light_node.attrs
    if changes:
        if changes not in classes:
            classes[changes] = next(names)
        attrs = {**light_node.attrs, "class": classes[changes]}
    child_pairs = zip(light_node.children, dark_node.children, strict=True)
    children = tuple(_add_theme_classes(child, dark_child, classes, names) for child, dark_child in child_pairs)
    return light_node._replace(attrs=attrs, children=children)


_INITIAL_VALUES: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1"}
"""Initial values of the attributes that are not inherited."""


def _find_look(node: Node) -> tuple[tuple[str, str], ...]:
    """Return the presentation attributes and the class of a node."""
    return tuple((name, value) for name, value in node.attrs.items() if name in _INHERITED_NAMES or name == "class")


def _find_classes(look: Iterable[tuple[str, str]]) -> list[str]:
    return [value for name, value in look if name == "class"]


def _format_declaration(name: str, value: str) -> str:
    """Convert an attribute to a CSS declaration, where a font size needs a unit."""
    return f"{name}:{value}px" if name == "font-size" else f"{name}:{value}"


def _replace_looks(
    node: Node, classes: Mapping[tuple[tuple[str, str], ...], str], part_classes: Mapping[tuple[str, str], str]
) -> Node:
    children = tuple(_replace_looks(child, classes, part_classes) for child in node.children)
    look = _find_look(node)
    attrs = {name: value for name, value in node.attrs.items() if (name, value) not in look}
    if look in classes:
        names = [classes[look]]
    else:
        names = [part_classes[part] for part in look if part in part_classes] + _find_classes(look)
        attrs |= {name: value for name, value in look if name != "class" and (name, value) not in part_classes}
    return node._replace(attrs=attrs | ({"class": " ".join(names)} if names else {}), children=children)


def _group_classes(node: Node) -> Node:
    """Move consecutive siblings with the same class into a group, and give the class to the group instead."""
    children: list[Node] = []
    for name, group in groupby(map(_group_classes, node.children), _find_inheritable_class):
        nodes = list(group)
        if name and len(nodes) >= _MIN_GROUP_LENGTH:
            attrs = ({key: value for key, value in node.attrs.items() if key != "class"} for node in nodes)
            members = [node._replace(attrs=own_attrs) for node, own_attrs in zip(nodes, attrs, strict=True)]
            nodes = [Node("g", {"class": name}, tuple(members))]
        children += nodes
    return node._replace(children=tuple(children))


def _find_inheritable_class(node: Node) -> str:
    """Return the class of a node if a group can have the class instead, otherwise an empty string."""
    return "" if {"id", "opacity"} & node.attrs.keys() else node.attrs.get("class", "")
