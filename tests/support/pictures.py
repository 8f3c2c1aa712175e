"""Functions that iterate over the nodes and touch targets of pictures."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.scene.node import Node


def walk(node: Node) -> Iterator[tuple[Node, bool]]:
    """Yield a node and its descendants in document order, each with a flag: True if an ancestor has a transform."""
    stack = [(node, False)]
    while stack:
        node, is_transformed = stack.pop()
        yield node, is_transformed
        if node.children:
            are_transformed = is_transformed or "transform" in node.attrs
            stack += [(child, are_transformed) for child in reversed(node.children)]


def iter_nodes(picture: Node) -> Iterator[Node]:
    """Yield a node and its descendants in document order."""
    stack = [picture]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def find_targets(picture: Node) -> dict[str, Node]:
    """Return the nodes that have a touch target, by the name of the target."""
    return {node.attrs["data-target"]: node for node in iter_nodes(picture) if "data-target" in node.attrs}
