"""Looks into pictures: their nodes and targets."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.scene.node import Node


def walk(node: Node) -> Iterator[tuple[Node, bool]]:
    """A node and all below it, in the picture's order, each with whether something above it is moved."""
    waiting = [(node, False)]
    while waiting:
        node, turned = waiting.pop()
        yield node, turned
        if node.children:
            below = turned or "transform" in node.attrs
            waiting += [(child, below) for child in reversed(node.children)]


def nodes(picture: Node) -> Iterator[Node]:
    """A node and all below it, in the picture's order."""
    waiting = [picture]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


def targets(picture: Node) -> dict[str, Node]:
    """Return the nodes that can be touched, by target."""
    return {node.attrs["data-target"]: node for node in nodes(picture) if "data-target" in node.attrs}
