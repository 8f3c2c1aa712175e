"""A reference implementation of patches, on trees of nested lists as in JSON."""

from __future__ import annotations

import marshal
from typing import Any


def apply_patch(tree: Any, operations: list[list[Any]]) -> Any:
    """Apply operations from ``scene.diff`` to a tree ``[tag, attributes, children or text]``; return the new tree."""
    root: list[Any] = ["", {}, [_deep_copy(tree)]]
    for name, path, *arguments in _deep_copy(operations):
        node, parent, index = root[2][0], root, 0
        for index in path:
            parent, node = node, node[2][index]
        if name == "attr":
            attribute, value = arguments
            if value is None:
                del node[1][attribute]
            else:
                node[1][attribute] = value
        elif name == "text":
            assert isinstance(node[2], str) or not node[2], "text over children"
            node[2] = arguments[0]
        elif name == "insert":
            position, child = arguments
            node[2] = node[2] or []
            assert 0 <= position <= len(node[2])
            node[2].insert(position, child)
        elif name == "remove":
            node[2].pop(arguments[0])
            node[2] = node[2] or ""
        elif name == "move":
            origin, target = arguments
            node[2].insert(target, node[2].pop(origin))
        elif name == "replace":
            parent[2][index if path else 0] = arguments[0]
        else:
            raise AssertionError(f"unknown operation {name}")
    return root[2][0]


def _deep_copy(tree: Any) -> Any:
    """Copy nested lists, ten times faster than `copy.deepcopy` does."""
    return marshal.loads(marshal.dumps(tree))
