"""A node of a picture or a page: an element with attributes, children, and perhaps a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, ParamSpec, TypeAlias, cast

P = ParamSpec("P")

Value: TypeAlias = str | int | float | bool | None
"""A value of an attribute: True stands for an empty attribute, None and False for none."""


class Node(NamedTuple):
    """One element. An element has either children or text, never both.

    Attributes:
        tag: the element's name ("g", "button").
        attrs: its attributes as written.
        children: its child elements.
        key: its name among its siblings, by which it is recognised in the next picture; also written as
            ``data-key``, so that motions find it. Empty if its place identifies it.
        text: its text, if it has no children.
    """

    tag: str
    attrs: Mapping[str, str]
    children: tuple[Node, ...] = ()
    key: str = ""
    text: str = ""


def number(value: float) -> str:
    """Return a coordinate as SVG writes it: at most two decimals, no trailing zeros, no minus zero."""
    if type(value) is int:
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=512)
def _written(name: str) -> str:
    """Return the name of an attribute as written, cached: there are few, each used thousands of times a page."""
    return name.rstrip("_").replace("_", "-")


def el(
    tag: str,
    *children: Node | Iterable[Node | None] | None,
    key: str = "",
    text: str = "",
    cls: str = "",
    **attributes: Value,
) -> Node:
    """Return a node.

    Children may be nodes, None (left out) or iterables of these. Attribute names are given with underscores for
    hyphens (``data_target``, ``stroke_width``); a trailing underscore is dropped (``for_``).
    """
    attrs: dict[str, str] = {}
    if key:
        attrs["data-key"] = key
    if cls:
        attrs["class"] = cls
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        if value is True:
            attrs[_written(name)] = ""
        elif isinstance(value, str):
            attrs[_written(name)] = value
        else:
            attrs[_written(name)] = number(value)
    kept: list[Node] = []
    for child in children:
        if isinstance(child, Node):
            kept.append(child)
        elif child is not None:
            kept.extend(filter(None, child))
    if kept and text:
        raise ValueError(f"<{tag}> has both children and text")
    return Node(tag, attrs, tuple(kept), key, text)


def drawn_once(draw: Callable[P, Node]) -> Callable[P, Node]:
    """Cache the nodes of a function: where it is called with the same arguments again, it returns the same node.

    A page is drawn anew after every touch, and ``diff`` passes over what is the same node as before. All words must be
    arguments, so that the language does not matter.
    """
    return cast("Callable[P, Node]", lru_cache(maxsize=1024)(draw))


def targets_in(picture: Node) -> list[str]:
    """Return the targets in a picture, in order. None is in a part that is hidden from screen readers: most of it."""
    found = []
    waiting = [picture]
    while waiting:
        node = waiting.pop()
        if "aria-hidden" in node.attrs:
            continue
        if "data-target" in node.attrs:
            found.append(node.attrs["data-target"])
        if node.children:
            waiting.extend(reversed(node.children))
    return found
