"""Pictures that stand in other pages: light or dark like the page around, and short, since they are written into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Final
from urllib.parse import quote

from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_html

_SHORTEST_SHARED: Final = 70
"""Characters of a part that is worth being drawn by reference."""
_SAFE: Final = " <>/=():;,!*@$?+|~[]{}'"
"""Characters that stand in a data URL as they are, besides letters, digits and ``-._~``."""


def themed(light: Node, dark: Node) -> Node:
    """Return a picture that is light or dark like the page around it.

    Args:
        light: the picture with the values of its style sheet in its attributes (``inline_styles.inline``).
        dark: the same in dark. Where its elements differ from those of the light one, that one is returned.
    """
    if not _alike(light, dark):
        return light
    classes: dict[tuple[tuple[str, str], ...], str] = {}
    names = (f"d{number}" for number in count())
    found = _with_classes(light, dark, classes, names)
    rules = "".join(
        f".{name}{{{';'.join(f'{attr}:{value}' for attr, value in changed)}}}" for changed, name in classes.items()
    )
    style = el("style", text=f"@media(prefers-color-scheme:dark){{{rules}}}") if rules else None
    return found._replace(children=(*((style,) if style else ()), *found.children))


def shared(picture: Node) -> Node:
    """Return a picture in which a part that occurs several times is drawn once, and then by reference."""
    texts: Counter[str] = Counter()
    for node in _descendants(picture):
        texts[to_html(node)] += 1
    ids: dict[str, str] = {}
    parts: list[Node] = []
    children = tuple(_referring(child, texts, ids, parts) for child in picture.children)
    return picture._replace(children=(*((el("defs", parts),) if parts else ()), *children))


def data_url(svg: str) -> str:
    """Return a data URL with the text of an SVG file, in which no double quote is left."""
    return "data:image/svg+xml," + quote(svg.replace('"', "'"), safe=_SAFE)


def _alike(one: Node, other: Node) -> bool:
    return (
        one.tag == other.tag
        and one.text == other.text
        and len(one.children) == len(other.children)
        and all(_alike(child, its) for child, its in zip(one.children, other.children, strict=True))
    )


def _with_classes(
    light: Node, dark: Node, classes: dict[tuple[tuple[str, str], ...], str], names: Iterator[str]
) -> Node:
    """Return a node with a class for what is otherwise in dark; ``classes`` has the names of all such changes."""
    changed = tuple(
        (name, dark.attrs.get(name, _INITIAL.get(name, "inherit")))
        for name in dict.fromkeys(chain(light.attrs, dark.attrs))
        if light.attrs.get(name) != dark.attrs.get(name)
    )
    attrs: Mapping[str, str] = light.attrs
    if changed:
        if changed not in classes:
            classes[changed] = next(names)
        attrs = {**light.attrs, "class": classes[changed]}
    pairs = zip(light.children, dark.children, strict=True)
    children = tuple(_with_classes(child, its, classes, names) for child, its in pairs)
    return light._replace(attrs=attrs, children=children)


_INITIAL: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1"}
"""Values of the properties that are not inherited, where an attribute is left out."""


def _referring(node: Node, texts: Mapping[str, int], ids: dict[str, str], parts: list[Node]) -> Node:
    """Return a node with references to the parts that occur several times; ``parts`` gets each when first met."""
    text = to_html(node)
    repeated = texts[text] > 1 and len(text) >= _SHORTEST_SHARED and "id" not in node.attrs
    if repeated and text in ids:
        return el("use", href=f"#{ids[text]}")
    children = tuple(_referring(child, texts, ids, parts) for child in node.children)
    found = node._replace(children=children)
    if not repeated or node.tag in ("stop", "defs", "linearGradient", "radialGradient", "style"):
        return found
    ids[text] = f"u{len(ids)}"
    parts.append(found._replace(attrs={**found.attrs, "id": ids[text]}))
    return el("use", href=f"#{ids[text]}")


def _descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _descendants(child)
