"""Test that the page applies patches correctly, even if extensions insert, wrap, split or remove elements."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ruleboard.scene.diff import diff, node_json
from ruleboard.scene.node import Node, el
from tests.support import patch_cases
from tests.support.patch_cases import PATCH_CASES, PatchCase, without_foreign_elements
from tests.support.patches import apply_patch
from tools.fake_browser import FakeBrowser, FakeStore, Storage

RUNNER_SCRIPT = Path(patch_cases.__file__).with_name("run_patches.mjs")
EXTENSION_KINDS = ("insert", "wrap", "translate", "split", "insert and translate", "insert and split")
PAGES = 40
PATCH_COUNT = 6


def run_tasks(tasks: list[dict[str, Any]]) -> list[Any]:
    """Run tasks with the page's script in Node, and return their results."""
    process = subprocess.run(
        ["node", RUNNER_SCRIPT], input=json.dumps(tasks), capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert process.returncode == 0, process.stderr
    results: list[Any] = json.loads(process.stdout)
    return results


@cache
def patch_pages() -> list[Any]:
    """Return the pages after applying the patches in the table of cases."""
    return run_tasks(
        [
            {"before": case.before, "own": without_foreign_elements(case.before), "operations": case.operations}
            for case in PATCH_CASES
        ]
    )


@pytest.mark.parametrize("case", PATCH_CASES, ids=str)
def test_patch_changes_only_its_part_of_the_page(case: PatchCase) -> None:
    assert patch_pages()[PATCH_CASES.index(case)] == case.after


@pytest.mark.parametrize("case", PATCH_CASES, ids=str)
def test_patches_agree_in_all_implementations(case: PatchCase) -> None:
    browser = FakeBrowser(FakeStore(Storage()), "")
    browser.mount(json.dumps(without_foreign_elements(case.before)))
    browser.patch(json.dumps(case.operations), "")
    assert apply_patch(without_foreign_elements(case.before), case.operations) == without_foreign_elements(case.after)
    assert [browser.page[0], browser.page[1], browser.page[2] or ""] == without_foreign_elements(case.after)


def create_random_tree(chance: random.Random, depth: int = 3) -> Node:
    """Return a random tree of nodes with and without keys."""
    tag, x = chance.choice("pg"), chance.choice("12")
    if not depth or chance.random() < 0.2:
        return el(tag, text=chance.choice(["", "one", "two", "three"]), x=x)
    keys = chance.sample(["", "", "a", "b", "c", "d"], chance.randrange(6))
    children = [create_random_tree(chance, depth - 1) for _ in keys]
    return el(tag, [with_key(child, key) for child, key in zip(children, keys, strict=True)], x=x)


def with_key(node: Node, key: str) -> Node:
    """Return a copy of a node with another key."""
    return node._replace(key=key, attrs={**node.attrs, **({"data-key": key} if key else {})})


def create_patched_pages(extension: str) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """Return pages to which an extension and many patches are applied, and the expected trees after each patch."""
    tasks, expected = [], []
    for seed in range(PAGES):
        chance = random.Random(seed)
        trees = [create_random_tree(chance)]
        for _ in range(PATCH_COUNT):  # most of them small
            trees.append(create_random_tree(chance) if chance.random() < 0.2 else change_randomly(trees[-1], chance))
        patches = [diff(old, new) for old, new in pairwise(trees)]
        tasks.append({"tree": node_json(trees[0]), "patches": patches, "seed": seed, "meddler": extension})
        expected.append([node_json(tree) for tree in trees[1:]])
    return tasks, expected


def change_randomly(node: Node, chance: random.Random) -> Node:
    """Return a tree in which some parts are changed at random."""
    if not node.children:
        return node._replace(text=chance.choice(["", "one", "two", "three"])) if chance.random() < 0.5 else node
    children = [change_randomly(child, chance) for child in node.children]
    if chance.random() < 0.3:
        children.pop(chance.randrange(len(children)))
    if chance.random() < 0.3:
        children.insert(chance.randrange(len(children) + 1), with_key(create_random_tree(chance, 1), "new"))
    if chance.random() < 0.2:
        chance.shuffle(children)
    unique_children = {(child.tag, child.key or f"#{number}"): child for number, child in enumerate(children)}
    return node._replace(children=tuple(unique_children.values()))


@pytest.mark.parametrize("extension", EXTENSION_KINDS)
def test_elements_of_extensions_do_not_disturb_patches(extension: str) -> None:
    tasks, expected = create_patched_pages(extension)
    assert run_tasks(tasks) == expected


def test_patches_survive_elements_removed_by_extensions() -> None:
    """If an extension removes an element, the others keep their order.

    The element returns with the next patch that changes it.
    """
    tasks, expected = create_patched_pages("remove")
    results = run_tasks(tasks)
    for task, parts, whole_elements in zip(tasks, results, expected, strict=True):
        assert len(parts) == PATCH_COUNT
        for operations, part, whole_element in zip(task["patches"], parts, whole_elements, strict=True):
            assert is_subtree(part, whole_element)
            if operations and operations[-1][0] == "text":
                node = whole_element
                for place in operations[-1][1]:
                    node = node[2][place]
                assert node in list(iter_elements(part))


def iter_elements(node: list[Any]) -> Iterator[list[Any]]:
    """Yield a tree and all its descendants."""
    yield node
    for child in node[2] if isinstance(node[2], list) else []:
        yield from iter_elements(child)


def is_subtree(part: list[Any], original: list[Any]) -> bool:
    """Return True if a tree equals another tree from which some elements are removed."""
    if part[:2] != original[:2]:
        return False
    if not isinstance(part[2], list):
        return part[2] in (original[2], "")
    whole_elements = iter(original[2])
    return all(any(is_subtree(child, other) for other in whole_elements) for child in part[2])
