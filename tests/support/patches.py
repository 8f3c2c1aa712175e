"""The plainest way to carry out patches, as a yardstick: on trees of nested lists, as JSON holds them."""

from __future__ import annotations

import marshal
from typing import Any


def applied(tree: Any, operations: list[list[Any]]) -> Any:
    """The tree ``[tag, attributes, children or text]`` after these operations of ``scene.patch``."""
    holder: list[Any] = ["", {}, [_copied(tree)]]
    for name, path, *rest in _copied(operations):
        node, parent, place = holder[2][0], holder, 0
        for place in path:
            parent, node = node, node[2][place]
        if name == "attr":
            attribute, value = rest
            if value is None:
                del node[1][attribute]
            else:
                node[1][attribute] = value
        elif name == "text":
            assert isinstance(node[2], str) or not node[2], "text over children"
            node[2] = rest[0]
        elif name == "insert":
            at, child = rest
            node[2] = node[2] or []
            assert 0 <= at <= len(node[2])
            node[2].insert(at, child)
        elif name == "remove":
            node[2].pop(rest[0])
            node[2] = node[2] or ""
        elif name == "move":
            origin, goal = rest
            node[2].insert(goal, node[2].pop(origin))
        elif name == "replace":
            parent[2][place if path else 0] = rest[0]
        else:
            raise AssertionError(f"unknown operation {name}")
    return holder[2][0]


def _copied(tree: Any) -> Any:
    """Copy nested lists as JSON holds them; `copy.deepcopy` takes ten times as long."""
    return marshal.loads(marshal.dumps(tree))
