"""The difference between two trees of nodes, as operations that turn one into the other.

An operation is a JSON list. ``path`` is the list of child numbers from the root of the tree: ``["attr", path, name,
value or None]``, ``["text", path, text]``, ``["insert", path of the parent, index, tree]``, ``["remove", path of the
parent, index]``, ``["move", path of the parent, from, to]`` and ``["replace", path, tree]``. Each operation applies to
the result of the previous one.
"""

from __future__ import annotations

from itertools import compress, count
from operator import is_not
from typing import TypeAlias

from ruleboard.scene.node import Node

Json: TypeAlias = str | int | list["Json"] | dict[str, "Json"] | None
Operation: TypeAlias = list[Json]


def node_json(node: Node) -> Json:
    """Return a node as JSON: ``[tag, attributes, children or text]``."""
    content: Json = node.text if not node.children else [node_json(child) for child in node.children]
    return [node.tag, dict(node.attrs), content]


def diff(old: Node, new: Node) -> list[Operation]:
    """Return the operations that turn the tree ``old`` into ``new``."""
    ops: list[Operation] = []
    _diff_node(old, new, [], ops)
    return ops


def _diff_node(old: Node, new: Node, path: list[Json], ops: list[Operation]) -> None:
    if old is new or old == new:
        return
    old_tag, old_attrs, old_children, old_key, old_text = old
    tag, attrs, children, key, text = new
    if old_tag != tag or old_key != key or (old_text and children) or (text and old_children):
        ops.append(["replace", list(path), node_json(new)])
        return
    if old_attrs != attrs:
        for name in old_attrs:
            if name not in attrs:
                ops.append(["attr", list(path), name, None])
        for name, value in attrs.items():
            if old_attrs.get(name) != value:
                ops.append(["attr", list(path), name, value])
    if old_text != text:
        ops.append(["text", list(path), text])
    if old_children is not children:
        _diff_children(old_children, children, path, ops)


def _unique_names(children: tuple[Node, ...]) -> list[tuple[str, str]]:
    """Return a unique name for each sibling, which consists of its tag and its key or a number."""
    counts: dict[str, int] = {}
    names = []
    for child in children:
        if child.key:
            names.append((child.tag, child.key))
        else:
            counts[child.tag] = counts.get(child.tag, 0) + 1
            names.append((child.tag, f"\0{counts[child.tag]}"))
    return names


def _diff_children(old: tuple[Node, ...], new: tuple[Node, ...], path: list[Json], ops: list[Operation]) -> None:
    # The usual case: the same names in the same order. Names are not necessary then, which saves time in long lists.
    if len(old) == len(new):
        indices = [*compress(count(), map(is_not, old, new))]
        if all(old[index].tag == new[index].tag and old[index].key == new[index].key for index in indices):
            for index in indices:
                _diff_node(old[index], new[index], [*path, index], ops)
            return
    new_names, old_names = _unique_names(new), _unique_names(old)
    names = set(new_names)
    current_children: list[tuple[tuple[str, str], Node]] = list(zip(old_names, old, strict=True))
    for index in range(len(current_children) - 1, -1, -1):
        if current_children[index][0] not in names:
            ops.append(["remove", list(path), index])
            del current_children[index]
    for index, (name, node) in enumerate(zip(new_names, new, strict=True)):
        if index >= len(current_children) or current_children[index][0] != name:
            source = next((i for i in range(index + 1, len(current_children)) if current_children[i][0] == name), None)
            if source is None:
                ops.append(["insert", list(path), index, node_json(node)])
                current_children.insert(index, (name, node))
                continue
            ops.append(["move", list(path), source, index])
            current_children.insert(index, current_children.pop(source))
        _diff_node(current_children[index][1], node, [*path, index], ops)
