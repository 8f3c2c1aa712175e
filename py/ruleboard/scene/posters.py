"""Pictures for other websites, with colours for light and dark mode and as little SVG as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Final
from urllib.parse import quote

from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_html

_MIN_SHARED_LENGTH: Final = 70
"""Minimum number of characters of a part that occurs several times and is drawn by reference."""
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
    """Replace repeated parts of a picture by references to one definition."""
    texts: Counter[str] = Counter()
    for node in _descendants(picture):
        texts[to_html(node)] += 1
    ids: dict[str, str] = {}
    parts: list[Node] = []
    children = tuple(_with_references(child, texts, ids, parts) for child in picture.children)
    return picture._replace(children=(*((el("defs", parts),) if parts else ()), *children))


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
    new_node = node._replace(children=children)
    if not is_repeated or node.tag in ("stop", "defs", "linearGradient", "radialGradient", "style"):
        return new_node
    ids[text] = f"u{len(ids)}"
    parts.append(new_node._replace(attrs={**new_node.attrs, "id": ids[text]}))
    return el("use", href=f"#{ids[text]}")


def _descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _descendants(child)
