"""The part of a long chapter's tree that the list of moves shows: the nodes nearest the current one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ruleboard.engine.study_tree import OpenChapter

MAX_COMPLETE_NODES: Final = 120
"""The maximum number of nodes of a chapter whose list contains all of them."""
MAX_LISTED_NODES: Final = 72
"""The number of nodes in the list of a longer chapter."""
_WINDOW_STEP: Final = 8
"""The list moves by this number of plies if the tree is narrow enough."""


@dataclass(frozen=True, slots=True)
class Window:
    """The listed part of a tree.

    Attributes:
        top_line: the number of the listed line from which all other listed lines branch, directly or indirectly.
        plies: for the number of each listed line, the plies of its listed entries.
    """

    top_line: int
    plies: Mapping[int, range]


def window_around(
    chapter: OpenChapter, current_node: int, visible_nodes: frozenset[int] | None = None
) -> Window | None:
    """Return the window of a long chapter, or None if the list contains the whole chapter.

    Args:
        chapter: the chapter; it has moves.
        current_node: the index of the current node.
        visible_nodes: the indexes of the nodes that the list may contain, None for all.
    """
    if len(chapter.nodes) <= MAX_COMPLETE_NODES:
        return None
    plies: dict[int, range] = {}
    for index in _listed_nodes(chapter, current_node, visible_nodes):
        node = chapter.nodes[index]
        if node.parent is not None:
            _add_ply(plies, node.line, node.ply - 1)
    if not plies:  # a task at the start hides all moves
        plies[0] = range(1)
    parents = {number: parent for parent, line in enumerate(chapter.lines) for number in line.variations}
    top_line = 0
    lines = list(plies)
    for number in lines:  # a variation is listed below the entry that it replaces
        branch_ply = chapter.lines[number].branch_ply
        if number == 0 or plies[number].start > branch_ply:
            top_line = number
            continue
        if parents[number] not in plies:
            lines.append(parents[number])
        _add_ply(plies, parents[number], branch_ply)
    return Window(top_line, plies)


def _add_ply(plies: dict[int, range], line: int, ply: int) -> None:
    """Extend the listed part of a line to include a ply."""
    part = plies.get(line, range(ply, ply))
    plies[line] = range(min(part.start, ply), max(part.stop, ply + 1))


def _listed_nodes(chapter: OpenChapter, current_node: int, visible_nodes: frozenset[int] | None) -> Mapping[int, int]:
    """Return the listed nodes, with their distances from the middle of the window.

    The middle is up to a few moves before the current node, so that most steps do not change the list.
    """
    middle = current_node
    for _step in range(chapter.nodes[current_node].ply % _WINDOW_STEP):
        middle = chapter.nodes[middle].parent or 0
    distances = _distances(chapter, middle, visible_nodes)
    if 2 * distances.get(current_node, MAX_LISTED_NODES) > max(distances.values()):  # in a wide tree
        return _distances(chapter, current_node, visible_nodes)
    return distances


def _distances(chapter: OpenChapter, middle: int, visible_nodes: frozenset[int] | None) -> Mapping[int, int]:
    """Return the nodes nearest the middle, at most ``MAX_LISTED_NODES``, each with its distance from the middle."""
    distances, queue = {middle: 0}, deque([(middle, middle)])
    while queue:
        node, previous_node = queue.popleft()
        for neighbour in _neighbours(chapter, node, previous_node):
            if neighbour in distances or (visible_nodes is not None and neighbour not in visible_nodes):
                continue
            if len(distances) == MAX_LISTED_NODES:
                return distances
            distances[neighbour] = distances[node] + 1
            queue.append((neighbour, node))
    return distances


def _neighbours(chapter: OpenChapter, node: int, previous_node: int) -> Iterator[int]:
    """Yield the parent of a node, then its children by their distance from the child ``previous_node``."""
    study_node = chapter.nodes[node]
    if study_node.parent is not None:
        yield study_node.parent
    children = study_node.children
    middle = children.index(previous_node) if previous_node in children else 0
    for distance in range(max(middle, len(children) - middle) + 1):
        for index in {middle - distance, middle + distance}:
            if 0 <= index < len(children):
                yield children[index]
