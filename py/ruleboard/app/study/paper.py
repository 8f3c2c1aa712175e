"""A printable study. The page draws the diagrams one by one, and handles events between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ruleboard.scene.node import Node


@dataclass(frozen=True, slots=True)
class Paper:
    """A printed page in progress.

    Attributes:
        parts: the parts of the page. An empty figure stands for each missing diagram.
        missing_diagrams: functions that draw the missing diagrams, in the order of the page.
    """

    parts: tuple[Node, ...]
    missing_diagrams: tuple[Callable[[], Node], ...]


def draw_next(paper: Paper) -> Paper:
    """Draw the first missing diagram."""
    draw, *missing_diagrams = paper.missing_diagrams
    return Paper(_with_diagram(paper.parts, draw()), tuple(missing_diagrams))


def draw_all(paper: Paper) -> Paper:
    """Draw all missing diagrams."""
    while paper.missing_diagrams:
        paper = draw_next(paper)
    return paper


def _with_diagram(nodes: tuple[Node, ...], diagram: Node) -> tuple[Node, ...]:
    """Put a diagram into the first empty figure. All other nodes stay the same."""
    for index, node in enumerate(nodes):
        children = node.children or (diagram,) if node.tag == "figure" else _with_diagram(node.children, diagram)
        if children is not node.children:
            return (*nodes[:index], node._replace(children=children), *nodes[index + 1 :])
    return nodes
