"""The difference between two trees of nodes, as operations that turn one into the other.

An operation is a JSON list. ``path`` is the list of child numbers from the root of the tree: ``["attr", path, name,
value or None]``, ``["text", path, text]``, ``["insert", path of the parent, index, tree]``, ``["remove", path of the
parent, index]``, ``["move", path of the parent, from, to]`` and ``["replace", path, tree]``. Each operation applies to
the result of the previous one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import compress, count, pairwise
from operator import is_not
from typing import TypeAlias

from ruleboard.scene.node import Node

Json: TypeAlias = str | int | list["Json"] | dict[str, "Json"] | None
Operation: TypeAlias = list[Json]
_Name: TypeAlias = tuple[str, str]


def node_json(node: Node) -> Json:
    """Return a node as JSON: ``[tag, attributes, children or text]``."""
    content: Json = node.text if not node.children else [node_json(child) for child in node.children]
    return [node.tag, dict(node.attrs), content]


def diff(old: Node, new: Node) -> list[Operation]:
    """Return the operations that turn the tree ``old`` into ``new``."""
    operations: list[Operation] = []
    _diff_node(old, new, [], operations)
    return operations


def _diff_node(old: Node, new: Node, path: list[Json], operations: list[Operation]) -> None:
    if old is new or old == new:
        return
    old_tag, old_attrs, old_children, old_key, old_text = old
    tag, attrs, children, key, text = new
    if old_tag != tag or old_key != key or (old_text and children) or (text and old_children):
        operations.append(["replace", list(path), node_json(new)])
        return
    if old_attrs != attrs:
        for name in old_attrs:
            if name not in attrs:
                operations.append(["attr", list(path), name, None])
        for name, value in attrs.items():
            if old_attrs.get(name) != value:
                operations.append(["attr", list(path), name, value])
    if old_text != text:
        operations.append(["text", list(path), text])
    if old_children is not children:
        _diff_children(old_children, children, path, operations)


def _assign_unique_names(children: tuple[Node, ...]) -> list[_Name]:
    """Return a unique name for each sibling: its tag, and its key or a number."""
    counts: dict[str, int] = {}
    names = []
    for child in children:
        if child.key:
            names.append((child.tag, child.key))
        else:
            counts[child.tag] = counts.get(child.tag, 0) + 1
            names.append((child.tag, f"\0{counts[child.tag]}"))
    return names


def _diff_children(old: tuple[Node, ...], new: tuple[Node, ...], path: list[Json], operations: list[Operation]) -> None:
    # The usual case: the same names in the same order. Names are not necessary then, which saves time in long lists.
    if len(old) == len(new):
        indices = [*compress(count(), map(is_not, old, new))]
        if all(old[index].tag == new[index].tag and old[index].key == new[index].key for index in indices):
            for index in indices:
                _diff_node(old[index], new[index], [*path, index], operations)
            return
    new_names, old_names = _assign_unique_names(new), _assign_unique_names(old)
    positions = {name: position for position, name in enumerate(new_names)}
    current_children = list(zip(old_names, old, strict=True))
    for index in range(len(current_children) - 1, -1, -1):
        if current_children[index][0] not in positions:
            operations.append(["remove", list(path), index])
            del current_children[index]
    _sort_children(current_children, positions, path, operations)
    for index, (name, node) in enumerate(zip(new_names, new, strict=True)):
        if index < len(current_children) and current_children[index][0] == name:
            _diff_node(current_children[index][1], node, [*path, index], operations)
        else:
            operations.append(["insert", list(path), index, node_json(node)])
            current_children.insert(index, (name, node))


def _sort_children(
    children: list[tuple[_Name, Node]], positions: Mapping[_Name, int], path: list[Json], operations: list[Operation]
) -> None:
    """Sort children by their new positions, with as few moves as possible.

    Each move makes the browser style, lay out and paint the element again.
    """
    order = [positions[name] for name, _node in children]
    if all(position < next_position for position, next_position in pairwise(order)):
        return
    fixed_positions = {*_find_longest_increasing_subsequence(order)}
    for previous_position, position in pairwise((-1, *sorted(order))):
        if position not in fixed_positions:
            old_index = order.index(position)
            new_index = order.index(previous_position) + 1 if previous_position >= 0 else 0
            new_index -= old_index < new_index  # the new index counts without the moved child
            operations.append(["move", list(path), old_index, new_index])
            order.insert(new_index, order.pop(old_index))
            children.insert(new_index, children.pop(old_index))


def _find_longest_increasing_subsequence(numbers: Sequence[int]) -> list[int]:
    """Return a longest increasing subsequence of different numbers, from its last number to its first."""
    ends: list[int] = []  # the smallest last number of an increasing subsequence of each length
    previous_numbers: dict[int, int] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        if length:
            previous_numbers[number] = ends[length - 1]
        ends[length : length + 1] = [number]
    subsequence = ends[-1:]
    while subsequence and subsequence[-1] in previous_numbers:
        subsequence.append(previous_numbers[subsequence[-1]])
    return subsequence
