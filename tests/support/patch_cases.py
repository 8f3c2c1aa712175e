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


def _create_paragraph(*content: Any, **attributes: str) -> Tree:
    return ["p", attributes, content[0] if len(content) == 1 and isinstance(content[0], str) else list(content)]


def _create_foreign_element(*content: Any) -> Tree:
    return ["x-foreign", {}, list(content) or ""]


def _create_font_element(text: str, translation: str) -> Tree:
    return ["font", {"of": text}, [["font", {}, translation]]]


FIRST_PARAGRAPH, SECOND_PARAGRAPH, THIRD_PARAGRAPH = (["p", {"id": id}, id] for id in "abc")
NEW_ELEMENT: Tree = ["p", {"id": "new"}, "new"]

PATCH_CASES = (
    PatchCase(
        "an attribute is set",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["attr", [1], "x", "1"]],
        _create_paragraph(FIRST_PARAGRAPH, ["p", {"id": "b", "x": "1"}, "b"]),
    ),
    PatchCase(
        "an attribute is removed",
        _create_paragraph(FIRST_PARAGRAPH, x="1"),
        [["attr", [], "x", None]],
        _create_paragraph(FIRST_PARAGRAPH),
    ),
    PatchCase(
        "a text changes",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["text", [1], "z"]],
        _create_paragraph(FIRST_PARAGRAPH, ["p", {"id": "b"}, "z"]),
    ),
    PatchCase("a text comes", ["p", {}, ""], [["text", [], "z"]], _create_paragraph("z")),
    PatchCase("a text goes", _create_paragraph("z"), [["text", [], ""]], ["p", {}, ""]),
    PatchCase(
        "an element is inserted first",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["insert", [], 0, NEW_ELEMENT]],
        _create_paragraph(NEW_ELEMENT, FIRST_PARAGRAPH, SECOND_PARAGRAPH),
    ),
    PatchCase(
        "an element is inserted last",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["insert", [], 2, NEW_ELEMENT]],
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH, NEW_ELEMENT),
    ),
    PatchCase(
        "an element is inserted into an empty one",
        _create_paragraph(),
        [["insert", [], 0, NEW_ELEMENT]],
        _create_paragraph(NEW_ELEMENT),
    ),
    PatchCase(
        "an element is removed",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH, THIRD_PARAGRAPH),
        [["remove", [], 1]],
        _create_paragraph(FIRST_PARAGRAPH, THIRD_PARAGRAPH),
    ),
    PatchCase(
        "an element moves",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH, THIRD_PARAGRAPH),
        [["move", [], 2, 0]],
        _create_paragraph(THIRD_PARAGRAPH, FIRST_PARAGRAPH, SECOND_PARAGRAPH),
    ),
    PatchCase(
        "an element is replaced",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["replace", [0], NEW_ELEMENT]],
        _create_paragraph(NEW_ELEMENT, SECOND_PARAGRAPH),
    ),
    PatchCase("the page is replaced", _create_paragraph(FIRST_PARAGRAPH), [["replace", [], NEW_ELEMENT]], NEW_ELEMENT),
    PatchCase(
        "operations follow one another",
        _create_paragraph(FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["insert", [], 1, NEW_ELEMENT], ["text", [1], "z"], ["remove", [], 0], ["move", [], 1, 0]],
        _create_paragraph(SECOND_PARAGRAPH, ["p", {"id": "new"}, "z"]),
    ),
    PatchCase(
        "paths do not count what is foreign",
        _create_paragraph(_create_foreign_element(), FIRST_PARAGRAPH, SECOND_PARAGRAPH),
        [["text", [1], "z"]],
        _create_paragraph(_create_foreign_element(), FIRST_PARAGRAPH, _create_paragraph("z", id="b")),
    ),
    PatchCase(
        "paths lead through wrappers",
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH, _create_foreign_element(SECOND_PARAGRAPH))),
        [["text", [1], "z"]],
        _create_paragraph(
            _create_foreign_element(FIRST_PARAGRAPH, _create_foreign_element(_create_paragraph("z", id="b")))
        ),
    ),
    PatchCase(
        "removed next to what is foreign",
        _create_paragraph(_create_foreign_element(), FIRST_PARAGRAPH, _create_foreign_element(), SECOND_PARAGRAPH),
        [["remove", [], 0]],
        _create_paragraph(_create_foreign_element(), _create_foreign_element(), SECOND_PARAGRAPH),
    ),
    PatchCase(
        "removed from a wrapper",
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH), SECOND_PARAGRAPH),
        [["remove", [], 0]],
        _create_paragraph(_create_foreign_element(), SECOND_PARAGRAPH),
    ),
    PatchCase(
        "inserted behind what is foreign",
        _create_paragraph(_create_foreign_element(), FIRST_PARAGRAPH),
        [["insert", [], 0, NEW_ELEMENT]],
        _create_paragraph(_create_foreign_element(), NEW_ELEMENT, FIRST_PARAGRAPH),
    ),
    PatchCase(
        "inserted in front of a wrapper of the next",
        _create_paragraph(FIRST_PARAGRAPH, _create_foreign_element(SECOND_PARAGRAPH)),
        [["insert", [], 1, NEW_ELEMENT]],
        _create_paragraph(FIRST_PARAGRAPH, NEW_ELEMENT, _create_foreign_element(SECOND_PARAGRAPH)),
    ),
    PatchCase(
        "inserted within a wrapper of both",
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH, SECOND_PARAGRAPH)),
        [["insert", [], 1, NEW_ELEMENT]],
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH, NEW_ELEMENT, SECOND_PARAGRAPH)),
    ),
    PatchCase(
        "moved in front of a wrapper",
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH), _create_foreign_element(SECOND_PARAGRAPH)),
        [["move", [], 1, 0]],
        _create_paragraph(SECOND_PARAGRAPH, _create_foreign_element(FIRST_PARAGRAPH), _create_foreign_element()),
    ),
    PatchCase(
        "replaced in a wrapper",
        _create_paragraph(_create_foreign_element(FIRST_PARAGRAPH), SECOND_PARAGRAPH),
        [["replace", [0], NEW_ELEMENT]],
        _create_paragraph(_create_foreign_element(NEW_ELEMENT), SECOND_PARAGRAPH),
    ),
    PatchCase(
        "text next to what is foreign",
        _create_paragraph(_create_foreign_element(), "a", _create_foreign_element()),
        [["text", [], "z"]],
        _create_paragraph(_create_foreign_element(), "z", _create_foreign_element()),
    ),
    PatchCase(
        "text in a wrapper",
        _create_paragraph(_create_foreign_element("a")),
        [["text", [], "z"]],
        _create_paragraph(_create_foreign_element("z")),
    ),
    PatchCase(
        "a translated text",
        _create_paragraph(_create_font_element("a", "A")),
        [["text", [], "z"]],
        _create_paragraph("z"),
    ),
    PatchCase(
        "a translated text next to an icon",
        _create_paragraph(_create_foreign_element(), _create_font_element("a", "A")),
        [["text", [], "z"]],
        _create_paragraph(_create_foreign_element(), "z"),
    ),
    PatchCase(
        "a translated text in a wrapper",
        _create_paragraph(_create_foreign_element(_create_font_element("a", "A"))),
        [["text", [], "z"]],
        _create_paragraph(_create_foreign_element("z")),
    ),
    PatchCase(
        "a translated text stays",
        _create_paragraph(_create_paragraph(_create_font_element("a", "A")), SECOND_PARAGRAPH),
        [["remove", [], 1]],
        _create_paragraph(_create_paragraph(_create_font_element("a", "A"))),
    ),
)
