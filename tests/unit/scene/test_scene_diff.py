"""Test that a patch turns an old tree into a new one with few operations."""

from __future__ import annotations

import json
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ruleboard.scene.diff import diff, node_json
from ruleboard.scene.node import Node, el
from tests.support.patches import apply_patch

tags = st.sampled_from(["g", "rect", "text"])
attributes = st.dictionaries(st.sampled_from(["x", "y", "class"]), st.sampled_from(["", "1", "2"]), max_size=3)
keys = st.sampled_from(["", "", "a", "b", "c", "d", "e"])


def _select_siblings(children: list[Node]) -> tuple[Node, ...]:
    """Return the children, but only the first of several with the same tag and key."""
    node_by_key: dict[tuple[str, str], Node] = {}
    for number, child in enumerate(children):
        node_by_key.setdefault((child.tag, child.key or f"#{number}"), child)
    return tuple(node_by_key.values())


def _create_node(tag: str, attrs: dict[str, str], key: str, inside: str | list[Node]) -> Node:
    attrs = {"data-key": key, **attrs} if key else attrs
    if isinstance(inside, str):
        return Node(tag, attrs, (), key, inside)
    return Node(tag, attrs, _select_siblings(inside), key)


leaf_strategy = st.builds(_create_node, tags, attributes, keys, st.sampled_from(["", "one", "two"]))
trees = st.recursive(
    leaf_strategy,
    lambda inner: st.builds(_create_node, tags, attributes, keys, st.lists(inner, max_size=7)),
    max_leaves=25,
)


def check_patch(old: Node, new: Node) -> int:
    """Apply the patch as JSON to the old tree, check the result, and return the number of operations."""
    operations = diff(old, new)
    assert apply_patch(node_json(old), json.loads(json.dumps(operations))) == node_json(new)
    return len(operations)


@given(trees, trees)
def test_any_tree_can_become_any_tree(old: Node, new: Node) -> None:
    """A patch can turn any tree into any other, and the patch between equal trees is empty."""
    check_patch(old, new)
    assert diff(old, old) == []


@given(st.permutations("abcdef"))
def test_reordered_children_are_moved_not_created(order: list[str]) -> None:
    """If children with keys change their order, the patch moves as few of them as possible, and creates none."""
    old, new = el("g", map(create_piece, "abcdef")), el("g", map(create_piece, order))
    assert {operation[0] for operation in diff(old, new)} <= {"move"}
    unmoved_counts = [
        len(children)
        for count in range(len(order) + 1)
        for children in combinations(order, count)
        if sorted(children) == [*children]
    ]
    assert check_patch(old, new) == len(order) - max(unmoved_counts)


def create_piece(key: str, x: int = 0, text: str = "") -> Node:
    """Return a ``<g>`` node for a piece, with a key."""
    return el("g", key=key, x=x, text=text)


def test_equal_trees_have_no_patches() -> None:
    assert diff(el("g", create_piece("a"), create_piece("b")), el("g", create_piece("a"), create_piece("b"))) == []


def test_each_operation_changes_tree() -> None:
    """Each kind of operation makes its change in the simplest case."""
    old = el("g", create_piece("a"), create_piece("b"))
    assert diff(old, el("g", create_piece("a", 1), create_piece("b"))) == [["attr", [0], "x", "1"]]
    assert diff(el("g", x=1), el("g")) == [["attr", [], "x", None]]
    assert diff(old, el("g", create_piece("b"))) == [["remove", [], 0]]
    assert diff(old, el("g", create_piece("a"), create_piece("c"), create_piece("b"))) == [
        ["insert", [], 1, node_json(create_piece("c"))]
    ]
    assert diff(old, el("g", create_piece("b"), create_piece("a"))) == [["move", [], 0, 1]]
    assert diff(create_piece("a"), create_piece("a", text="x")) == [["text", [], "x"]]
    assert diff(old, el("p")) == [["replace", [], node_json(el("p"))]]
    assert diff(el("g", text="x"), old) == [["replace", [], node_json(old)]]
    assert diff(el("g", create_piece("a")), el("g", create_piece("b"))) == [
        ["remove", [], 0],
        ["insert", [], 0, node_json(create_piece("b"))],
    ]


def test_text_and_children_can_replace_each_other() -> None:
    """Children can be replaced by a text, and a text can be replaced by children or removed."""
    for old in (el("p"), el("p", text="x"), el("p", el("b")), el("p", el("b"), el("i", text="y"))):
        for new in (el("p"), el("p", text="z"), el("p", el("i", text="y")), el("p", el("b", x=1), el("b"))):
            check_patch(old, new)


def test_tree_survives_json() -> None:
    assert node_json(el("g", el("text", text="a"), x=1)) == ["g", {"x": "1"}, [["text", {}, "a"]]]
    assert node_json(el("g")) == ["g", {}, ""]


def test_moved_piece_needs_few_patches() -> None:
    """Moving one of many pieces takes only a few operations."""
    squares = [f"{file}{rank}" for rank in range(1, 8) for file in "abcdefg"]
    old = el("g", [create_piece(square) for square in squares[:14]])
    new = el("g", [create_piece(square) for square in (*squares[1:14], "d4")])
    assert check_patch(old, new) == 2
