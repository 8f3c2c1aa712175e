"""The list of moves of a long study: a step draws only the places that it leaves and reaches."""

from __future__ import annotations

from itertools import pairwise

from ruleboard.app.study.tree_view import tree
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.games.registry import GAMES
from ruleboard.scene.diff import diff
from ruleboard.scene.node import Node
from tools.bench import STUDY_NODES, big_study


def count(node: Node) -> int:
    return 1 + sum(map(count, node.children))


def made(old: Node, new: Node) -> int:
    """Return the number of nodes of a list that are not those of the one before."""
    if old is new:
        return 0
    if len(old.children) != len(new.children):
        return count(new)
    return 1 + sum(made(before, after) for before, after in zip(old.children, new.children, strict=True))


def test_a_step_makes_few_nodes_and_few_patches_whatever_the_length() -> None:
    chapter = open_chapter(parse_study(big_study()).chapters[0], GAMES)
    places = [*range(100, 120), 300, 301, 500]
    pages = [tree(chapter, place, "study.go", comments=True) for place in places]
    lists = [page for page in pages if page]
    assert len(chapter.places) == STUDY_NODES + 1
    assert count(lists[0]) > 2 * STUDY_NODES
    for before, after in pairwise(lists):
        assert made(before, after) <= 20
        assert len(diff(before, after)) <= 4
    now = [[node.attrs["data-value"] for node in _buttons(page) if "aria-current" in node.attrs] for page in lists]
    assert now == [[str(place)] for place in places]


def _buttons(node: Node) -> list[Node]:
    return [node] * (node.tag == "button") + [found for child in node.children for found in _buttons(child)]
