"""The difference between two trees of nodes, as a short list of operations on the older one.

An operation is a list that JSON can carry; ``path`` is the list of child numbers from the root, in the tree of nodes:
``["attr", path, name, value or None]``, ``["text", path, text]``, ``["insert", path of the parent, place, tree]``,
``["remove", path of the parent, place]``, ``["move", path of the parent, from, to]`` and ``["replace", path, tree]``.
They are carried out in order, each on the result of the ones before.
"""

from __future__ import annotations

from operator import is_
from typing import TypeAlias

from ruleboard.scene.node import Node

Json: TypeAlias = str | int | list["Json"] | dict[str, "Json"] | None
Op: TypeAlias = list[Json]


def tree(node: Node) -> Json:
    """Return a node as JSON: ``[tag, attributes, children or text]``."""
    inside: Json = node.text if not node.children else [tree(child) for child in node.children]
    return [node.tag, dict(node.attrs), inside]


def diff(old: Node, new: Node) -> list[Op]:
    """Return the operations that turn ``old`` into ``new``."""
    ops: list[Op] = []
    _node(old, new, [], ops)
    return ops


def _same_kind(old: Node, new: Node) -> bool:
    return old is new or (old.tag == new.tag and old.key == new.key)


def _node(old: Node, new: Node, path: list[Json], ops: list[Op]) -> None:
    if old is new or old == new:
        return
    if not _same_kind(old, new) or (bool(old.text) and bool(new.children)) or (bool(new.text) and bool(old.children)):
        ops.append(["replace", list(path), tree(new)])
        return
    if old.attrs != new.attrs:
        for name in old.attrs:
            if name not in new.attrs:
                ops.append(["attr", list(path), name, None])
        for name, value in new.attrs.items():
            if old.attrs.get(name) != value:
                ops.append(["attr", list(path), name, value])
    if old.text != new.text:
        ops.append(["text", list(path), new.text])
    if old.children is not new.children:
        _children(old.children, new.children, path, ops)


def _names(children: tuple[Node, ...]) -> list[tuple[str, str]]:
    """Return a name for every child, unique among its siblings: its tag with its key or, failing that, its number."""
    counts: dict[str, int] = {}
    names = []
    for child in children:
        if child.key:
            names.append((child.tag, child.key))
        else:
            counts[child.tag] = counts.get(child.tag, 0) + 1
            names.append((child.tag, f"\0{counts[child.tag]}"))
    return names


def _children(old: tuple[Node, ...], new: tuple[Node, ...], path: list[Json], ops: list[Op]) -> None:
    changed = [place for place, same in enumerate(map(is_, old, new)) if not same]
    # The usual case: the same names in the same order. A long list of which most is the same is not named for it.
    if len(old) == len(new) and all(_same_kind(old[place], new[place]) for place in changed):
        for place in changed:
            _node(old[place], new[place], [*path, place], ops)
        return
    wanted, there = _names(new), _names(old)
    keep = set(wanted)
    present: list[tuple[tuple[str, str], Node]] = list(zip(there, old, strict=True))
    for place in range(len(present) - 1, -1, -1):
        if present[place][0] not in keep:
            ops.append(["remove", list(path), place])
            del present[place]
    for place, (name, node) in enumerate(zip(wanted, new, strict=True)):
        if place >= len(present) or present[place][0] != name:
            at = next((i for i in range(place + 1, len(present)) if present[i][0] == name), None)
            if at is None:
                ops.append(["insert", list(path), place, tree(node)])
                present.insert(place, (name, node))
                continue
            ops.append(["move", list(path), at, place])
            present.insert(place, present.pop(at))
        _node(present[place][1], node, [*path, place], ops)
