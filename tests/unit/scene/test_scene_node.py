"""Test how nodes are formatted as text: attributes, children and escaping."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.serialize import SVG_NAMESPACE, to_html, to_svg


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (0.001, "0"),
        (-0.004, "0"),
        (5, "5"),
        (100, "100"),
        (2.5, "2.5"),
        (1 / 3, "0.33"),
        (-12.999, "-13"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    """A number has at most two decimals, and neither trailing zeros nor a minus sign before zero."""
    assert format_number(value) == text


@given(st.floats(-1e6, 1e6))
def test_formatted_numbers_are_accurate(value: float) -> None:
    """A formatted number differs from the number only by rounding."""
    assert float(format_number(value)) == pytest.approx(value, abs=0.00501)
    assert "e" not in format_number(value)


def test_attribute_values_are_formatted() -> None:
    """Attributes are formatted: underscores become hyphens, and numbers are short.

    True gives an empty attribute, None and False give no attribute.
    """
    node = el("rect", data_target="a1", data_legal=True, hidden=False, x=1.5, y=0, rx=None, for_="name", tabindex="-1")
    assert node.attrs == {"data-target": "a1", "data-legal": "", "x": "1.5", "y": "0", "for": "name", "tabindex": "-1"}
    assert el("g", key="k", cls="a b").attrs == {"data-key": "k", "class": "a b"}


def test_children_may_come_in_any_shape() -> None:
    """Children may be nodes, lists or generators. None adds no child."""
    first, second, third = el("a"), el("b"), el("c")
    assert el("g", first, None, [second, None], (child for child in (third,))).children == (first, second, third)
    assert el("g").children == ()


def test_children_and_text_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="both"):
        el("p", el("b"), text="x")


def test_html_has_end_tags_except_of_void_elements() -> None:
    """Every HTML element has an end tag, except void elements."""
    page = el("div", el("br"), el("p", text="a < b & c"), el("input", value='"x"'), el("svg", el("rect", x=1)))
    assert to_html(page) == (
        '<div><br><p>a &lt; b &amp; c</p><input value="&quot;x&quot;"><svg><rect x="1"></rect></svg></div>'
    )


def test_svg_files_stand_alone() -> None:
    """An SVG file is complete XML, with a namespace and a style sheet."""
    text = to_svg(el("svg", el("circle", r=1), viewBox="0 0 1 1"), "a > b { fill: red }")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{{{SVG_NAMESPACE}}}svg"
    assert root.attrib == {"viewBox": "0 0 1 1"}
    assert root[0].text == "a > b { fill: red }"
    assert root[1].tag.endswith("circle")
    assert "<circle" in text


class _TreeParser(HTMLParser):
    """A parser that builds the tree of a text as a browser does."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


printable_text_strategy = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=30)


@given(printable_text_strategy, printable_text_strategy)
def test_texts_are_escaped(text: str, value: str) -> None:
    """An HTML parser restores any text and any attribute value."""
    for hostile_text in ("", "<script>alert(1)</script>", '"><b onclick="x', "&lt;", "]]>", "'"):
        node = el("p", text=text + hostile_text, title=value + hostile_text)
        read = _TreeParser(to_html(node))
        assert read.tags == [("p", [("title", value + hostile_text)])]
        assert read.text == text + hostile_text
        root = ElementTree.fromstring(to_svg(el("svg", el("text", text=text + hostile_text, id=value + hostile_text))))
        assert (root[0].text or "") == text + hostile_text
        assert root[0].attrib["id"] == value + hostile_text


def test_nodes_are_values() -> None:
    assert el("g", el("a", x=1), key="k") == el("g", el("a", x=1), key="k")
    assert el("a", x=1) != el("a", x=2)
    assert isinstance(el("a"), Node)


def test_marks_have_classes() -> None:
    """A target has the classes of all its marks, in a fixed order."""
    marks = Marks(
        selected=("a1",),
        next_targets={"a2": "special bounce"},
        last=frozenset({"a1", "a3"}),
        danger=frozenset({"a3"}),
        highlighted=frozenset({"a2"}),
        refused_target="a3",
    )
    assert marks.classes("a1") == "taken last"
    assert marks.classes("a2") == "may special bounce shown"
    assert marks.classes("a3") == "last danger refused"
    assert marks.classes("a4") == ""
    assert Marks().classes("") in ("", "refused")
