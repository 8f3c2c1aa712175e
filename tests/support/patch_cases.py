"""Test cases for implementations of patches, on pages into which browser extensions have inserted elements.

An element with a tag such as ``x-foreign`` comes from an extension. It is between the app's elements or wraps them. A
``font`` element replaces a translated text; its attribute ``of`` is the original text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Tree = list[Any]
"""``[tag, attributes, text or list]``; a list with texts also has foreign elements."""


@dataclass(frozen=True)
class PatchCase:
    """A patch, and the page before and after the patch.

    Attributes:
        name: the name in test reports.
        before: the page before the patch.
        operations: the operations of the patch, for the app's part of the page.
        after: the page after the patch.
    """

    name: str
    before: Tree
    operations: list[list[Any]]
    after: Tree

    def __str__(self) -> str:
        return self.name


def without_foreign_elements(tree: Tree) -> Tree:
    """Return the page without the elements that come from extensions."""
    tag, attributes, content = tree
    content_parts = _without_foreign_content([content] if isinstance(content, str) else content)
    texts = [child for child in content_parts if isinstance(child, str)]
    return [tag, attributes, "".join(texts) if texts or not content_parts else content_parts]


def _without_foreign_content(content: list[Any]) -> list[Any]:
    content_parts: list[Any] = []
    for child in content:
        if isinstance(child, str):
            content_parts += [child] if child else []
        elif child[0] == "font":
            content_parts.append(child[1]["of"])
        elif child[0].startswith("x-"):
            content_parts += _without_foreign_content(child[2] if isinstance(child[2], list) else [])
        else:
            content_parts.append(without_foreign_elements(child))
    return content_parts


def _paragraph(*content: Any, **attributes: str) -> Tree:
    return ["p", attributes, content[0] if len(content) == 1 and isinstance(content[0], str) else list(content)]


def _foreign_element(*content: Any) -> Tree:
    return ["x-foreign", {}, list(content) or ""]


def _font_element(text: str, translation: str) -> Tree:
    return ["font", {"of": text}, [["font", {}, translation]]]


A, B, C = (["p", {"id": id}, id] for id in "abc")
NEW_ELEMENT: Tree = ["p", {"id": "new"}, "new"]

CASES = (
    PatchCase(
        "an attribute is set",
        _paragraph(A, B),
        [["attr", [1], "x", "1"]],
        _paragraph(A, ["p", {"id": "b", "x": "1"}, "b"]),
    ),
    PatchCase("an attribute is removed", _paragraph(A, x="1"), [["attr", [], "x", None]], _paragraph(A)),
    PatchCase("a text changes", _paragraph(A, B), [["text", [1], "z"]], _paragraph(A, ["p", {"id": "b"}, "z"])),
    PatchCase("a text comes", ["p", {}, ""], [["text", [], "z"]], _paragraph("z")),
    PatchCase("a text goes", _paragraph("z"), [["text", [], ""]], ["p", {}, ""]),
    PatchCase(
        "an element is inserted first",
        _paragraph(A, B),
        [["insert", [], 0, NEW_ELEMENT]],
        _paragraph(NEW_ELEMENT, A, B),
    ),
    PatchCase(
        "an element is inserted last", _paragraph(A, B), [["insert", [], 2, NEW_ELEMENT]], _paragraph(A, B, NEW_ELEMENT)
    ),
    PatchCase(
        "an element is inserted into an empty one",
        _paragraph(),
        [["insert", [], 0, NEW_ELEMENT]],
        _paragraph(NEW_ELEMENT),
    ),
    PatchCase("an element is removed", _paragraph(A, B, C), [["remove", [], 1]], _paragraph(A, C)),
    PatchCase("an element moves", _paragraph(A, B, C), [["move", [], 2, 0]], _paragraph(C, A, B)),
    PatchCase("an element is replaced", _paragraph(A, B), [["replace", [0], NEW_ELEMENT]], _paragraph(NEW_ELEMENT, B)),
    PatchCase("the page is replaced", _paragraph(A), [["replace", [], NEW_ELEMENT]], NEW_ELEMENT),
    PatchCase(
        "operations follow one another",
        _paragraph(A, B),
        [["insert", [], 1, NEW_ELEMENT], ["text", [1], "z"], ["remove", [], 0], ["move", [], 1, 0]],
        _paragraph(B, ["p", {"id": "new"}, "z"]),
    ),
    PatchCase(
        "paths do not count what is foreign",
        _paragraph(_foreign_element(), A, B),
        [["text", [1], "z"]],
        _paragraph(_foreign_element(), A, _paragraph("z", id="b")),
    ),
    PatchCase(
        "paths lead through wrappers",
        _paragraph(_foreign_element(A, _foreign_element(B))),
        [["text", [1], "z"]],
        _paragraph(_foreign_element(A, _foreign_element(_paragraph("z", id="b")))),
    ),
    PatchCase(
        "removed next to what is foreign",
        _paragraph(_foreign_element(), A, _foreign_element(), B),
        [["remove", [], 0]],
        _paragraph(_foreign_element(), _foreign_element(), B),
    ),
    PatchCase(
        "removed from a wrapper",
        _paragraph(_foreign_element(A), B),
        [["remove", [], 0]],
        _paragraph(_foreign_element(), B),
    ),
    PatchCase(
        "inserted behind what is foreign",
        _paragraph(_foreign_element(), A),
        [["insert", [], 0, NEW_ELEMENT]],
        _paragraph(_foreign_element(), NEW_ELEMENT, A),
    ),
    PatchCase(
        "inserted in front of a wrapper of the next",
        _paragraph(A, _foreign_element(B)),
        [["insert", [], 1, NEW_ELEMENT]],
        _paragraph(A, NEW_ELEMENT, _foreign_element(B)),
    ),
    PatchCase(
        "inserted within a wrapper of both",
        _paragraph(_foreign_element(A, B)),
        [["insert", [], 1, NEW_ELEMENT]],
        _paragraph(_foreign_element(A, NEW_ELEMENT, B)),
    ),
    PatchCase(
        "moved in front of a wrapper",
        _paragraph(_foreign_element(A), _foreign_element(B)),
        [["move", [], 1, 0]],
        _paragraph(B, _foreign_element(A), _foreign_element()),
    ),
    PatchCase(
        "replaced in a wrapper",
        _paragraph(_foreign_element(A), B),
        [["replace", [0], NEW_ELEMENT]],
        _paragraph(_foreign_element(NEW_ELEMENT), B),
    ),
    PatchCase(
        "text next to what is foreign",
        _paragraph(_foreign_element(), "a", _foreign_element()),
        [["text", [], "z"]],
        _paragraph(_foreign_element(), "z", _foreign_element()),
    ),
    PatchCase(
        "text in a wrapper", _paragraph(_foreign_element("a")), [["text", [], "z"]], _paragraph(_foreign_element("z"))
    ),
    PatchCase("a translated text", _paragraph(_font_element("a", "A")), [["text", [], "z"]], _paragraph("z")),
    PatchCase(
        "a translated text next to an icon",
        _paragraph(_foreign_element(), _font_element("a", "A")),
        [["text", [], "z"]],
        _paragraph(_foreign_element(), "z"),
    ),
    PatchCase(
        "a translated text in a wrapper",
        _paragraph(_foreign_element(_font_element("a", "A"))),
        [["text", [], "z"]],
        _paragraph(_foreign_element("z")),
    ),
    PatchCase(
        "a translated text stays",
        _paragraph(_paragraph(_font_element("a", "A")), B),
        [["remove", [], 1]],
        _paragraph(_paragraph(_font_element("a", "A"))),
    ),
)
