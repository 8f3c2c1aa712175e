"""Looks into pictures: their nodes and targets."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.scene.node import Node


def walk(node: Node, turned: bool = False) -> Iterator[tuple[Node, bool]]:
    """A node and all below it, each with whether something above it is moved."""
    yield node, turned
    for child in node.children:
        yield from walk(child, turned or "transform" in node.attrs)


def nodes(picture: Node) -> Iterator[Node]:
    """A node and all below it."""
    return (node for node, _ in walk(picture))


def targets(picture: Node) -> dict[str, Node]:
    """Return the nodes that can be touched, by target."""
    return {node.attrs["data-target"]: node for node in nodes(picture) if "data-target" in node.attrs}
