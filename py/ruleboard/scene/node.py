"""Nodes of pictures and pages: elements with attributes and children."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, ParamSpec, TypeAlias, cast

P = ParamSpec("P")

Value: TypeAlias = str | int | float | bool | None
"""A value of an attribute: True for an empty attribute, None and False for no attribute."""


class Node(NamedTuple):
    """An element. It has either children or text, but never both.

    Attributes:
        tag: the element's name ("g", "button").
        attrs: its attributes as in HTML.
        children: its child elements.
        key: its name among its siblings (``data-key``). With it, ``diff`` and animations find the same element in the
            next tree. Empty if its index is enough to identify it.
        text: its text, if it has no children.
    """

    tag: str
    attrs: Mapping[str, str]
    children: tuple[Node, ...] = ()
    key: str = ""
    text: str = ""


def descendants(node: Node) -> Iterator[Node]:
    """Yield the nodes inside a node, in document order."""
    for child in node.children:
        yield child
        yield from descendants(child)


def format_number(value: float) -> str:
    """Format a coordinate for SVG, with at most two decimals, and without trailing zeros or negative zero."""
    if type(value) is int:
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=512)
def _attribute_name(name: str) -> str:
    """Return the HTML name of an attribute. A cache helps, since a page repeats the same names thousands of times."""
    return name.rstrip("_").replace("_", "-")


def el(
    tag: str,
    *children: Node | Iterable[Node | None] | None,
    key: str = "",
    text: str = "",
    cls: str = "",
    **attributes: Value,
) -> Node:
    """Create a node.

    Children may be nodes, None (which the function skips) or iterables of these. Attribute names have underscores
    instead of hyphens (``data_target``, ``stroke_width``) and may end with an underscore (``for_``).
    """
    attrs: dict[str, str] = {}
    if key:
        attrs["data-key"] = key
    if cls:
        attrs["class"] = cls
    for name, value in attributes.items():
        if isinstance(value, str):  # the usual case
            attrs[_attribute_name(name)] = value
        elif value is True:
            attrs[_attribute_name(name)] = ""
        elif value is not None and value is not False:
            attrs[_attribute_name(name)] = format_number(value)
    nodes: list[Node] = []
    for child in children:
        if isinstance(child, Node):
            nodes.append(child)
        elif child is not None:
            nodes.extend(filter(None, child))
    if nodes and text:
        raise ValueError(f"<{tag}> has both children and text")
    return Node(tag, attrs, tuple(nodes), key, text)


def memoized(draw: Callable[P, Node]) -> Callable[P, Node]:
    """Decorate a drawing function to cache its nodes, so that the same arguments give the same node.

    The page draws its pictures again after each touch, and ``diff`` skips nodes that are identical to the old ones. All
    texts must be arguments, since otherwise the cache would return texts in the wrong language.
    """
    return cast("Callable[P, Node]", lru_cache(maxsize=1024)(draw))


def targets_in(picture: Node) -> list[str]:
    """Return the targets in a picture, in document order.

    The function skips elements with ``aria-hidden``, since they contain no targets.
    """
    targets = []
    stack = [picture]
    while stack:
        node = stack.pop()
        if "aria-hidden" in node.attrs:
            continue
        if "data-target" in node.attrs:
            targets.append(node.attrs["data-target"])
        if node.children:
            stack.extend(reversed(node.children))
    return targets
