"""Test cases for the implementations of patches: pages before and after, with elements that extensions have inserted.

Elements with a tag such as ``x-foreign`` are foreign. They stand between our elements or wrap them. A ``font`` element
replaces a translated text; its attribute ``of`` is the original text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Tree = list[Any]
"""``[tag, attributes, text or list]``; a list with texts also has foreign elements."""


@dataclass(frozen=True)
class Case:
    """A patch with the page before and after it.

    Attributes:
        name: the name in reports.
        before: the page before it.
        operations: the operations, for Python's part of the page.
        after: the page after it.
    """

    name: str
    before: Tree
    operations: list[list[Any]]
    after: Tree

    def __str__(self) -> str:
        return self.name


def python_part(tree: Tree) -> Tree:
    """Return Python's part of a page."""
    tag, attributes, content = tree
    content_parts = _python_content([content] if isinstance(content, str) else content)
    texts = [child for child in content_parts if isinstance(child, str)]
    return [tag, attributes, "".join(texts) if texts or not content_parts else content_parts]


def _python_content(content: list[Any]) -> list[Any]:
    content_parts: list[Any] = []
    for child in content:
        if isinstance(child, str):
            content_parts += [child] if child else []
        elif child[0] == "font":
            content_parts.append(child[1]["of"])
        elif child[0].startswith("x-"):
            content_parts += _python_content(child[2] if isinstance(child[2], list) else [])
        else:
            content_parts.append(python_part(child))
    return content_parts


def _p(*content: Any, **attributes: str) -> Tree:
    return ["p", attributes, content[0] if len(content) == 1 and isinstance(content[0], str) else list(content)]


def _x(*content: Any) -> Tree:
    return ["x-foreign", {}, list(content) or ""]


def _translated(text: str, translation: str) -> Tree:
    return ["font", {"of": text}, [["font", {}, translation]]]


A, B, C = (["p", {"id": id}, id] for id in "abc")
NEW: Tree = ["p", {"id": "new"}, "new"]

CASES = (
    Case("an attribute is set", _p(A, B), [["attr", [1], "x", "1"]], _p(A, ["p", {"id": "b", "x": "1"}, "b"])),
    Case("an attribute is removed", _p(A, x="1"), [["attr", [], "x", None]], _p(A)),
    Case("a text changes", _p(A, B), [["text", [1], "z"]], _p(A, ["p", {"id": "b"}, "z"])),
    Case("a text comes", ["p", {}, ""], [["text", [], "z"]], _p("z")),
    Case("a text goes", _p("z"), [["text", [], ""]], ["p", {}, ""]),
    Case("an element is inserted first", _p(A, B), [["insert", [], 0, NEW]], _p(NEW, A, B)),
    Case("an element is inserted last", _p(A, B), [["insert", [], 2, NEW]], _p(A, B, NEW)),
    Case("an element is inserted into an empty one", _p(), [["insert", [], 0, NEW]], _p(NEW)),
    Case("an element is removed", _p(A, B, C), [["remove", [], 1]], _p(A, C)),
    Case("an element moves", _p(A, B, C), [["move", [], 2, 0]], _p(C, A, B)),
    Case("an element is replaced", _p(A, B), [["replace", [0], NEW]], _p(NEW, B)),
    Case("the page is replaced", _p(A), [["replace", [], NEW]], NEW),
    Case(
        "operations follow one another",
        _p(A, B),
        [["insert", [], 1, NEW], ["text", [1], "z"], ["remove", [], 0], ["move", [], 1, 0]],
        _p(B, ["p", {"id": "new"}, "z"]),
    ),
    Case("paths do not count what is foreign", _p(_x(), A, B), [["text", [1], "z"]], _p(_x(), A, _p("z", id="b"))),
    Case("paths lead through wrappers", _p(_x(A, _x(B))), [["text", [1], "z"]], _p(_x(A, _x(_p("z", id="b"))))),
    Case("removed next to what is foreign", _p(_x(), A, _x(), B), [["remove", [], 0]], _p(_x(), _x(), B)),
    Case("removed from a wrapper", _p(_x(A), B), [["remove", [], 0]], _p(_x(), B)),
    Case("inserted behind what is foreign", _p(_x(), A), [["insert", [], 0, NEW]], _p(_x(), NEW, A)),
    Case("inserted in front of a wrapper of the next", _p(A, _x(B)), [["insert", [], 1, NEW]], _p(A, NEW, _x(B))),
    Case("inserted within a wrapper of both", _p(_x(A, B)), [["insert", [], 1, NEW]], _p(_x(A, NEW, B))),
    Case("moved in front of a wrapper", _p(_x(A), _x(B)), [["move", [], 1, 0]], _p(B, _x(A), _x())),
    Case("replaced in a wrapper", _p(_x(A), B), [["replace", [0], NEW]], _p(_x(NEW), B)),
    Case("text next to what is foreign", _p(_x(), "a", _x()), [["text", [], "z"]], _p(_x(), "z", _x())),
    Case("text in a wrapper", _p(_x("a")), [["text", [], "z"]], _p(_x("z"))),
    Case("a translated text", _p(_translated("a", "A")), [["text", [], "z"]], _p("z")),
    Case("a translated text next to an icon", _p(_x(), _translated("a", "A")), [["text", [], "z"]], _p(_x(), "z")),
    Case("a translated text in a wrapper", _p(_x(_translated("a", "A"))), [["text", [], "z"]], _p(_x("z"))),
    Case(
        "a translated text stays", _p(_p(_translated("a", "A")), B), [["remove", [], 1]], _p(_p(_translated("a", "A")))
    ),
)
