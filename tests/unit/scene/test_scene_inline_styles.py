"""Test inlined style sheets: selectors, the cascade, colours and variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.scene.color import Color, parse_color
from ruleboard.scene.css import element, parse
from ruleboard.scene.inline_styles import inline_styles
from ruleboard.scene.node import Node, el


def inline_look(css: str, *children: Node, cls: str = "board", **more: object) -> Node:
    media = ("print",) if more.get("paper") else ()
    picture = el("svg", *children, cls=cls, viewBox="0 0 10 10")
    return inline_styles(picture, parse(css, media), theme=str(more.get("theme", "light")), gray=bool(more.get("gray")))


def inline_shape(css: str, **more: object) -> dict[str, str]:
    """Return the attributes of a square with class "a", in a group with class "g", after inlining a style sheet."""
    picture = inline_look(css, el("g", el("rect", cls="a", width=1, height=1), cls="g"), **more)
    (child,) = picture.children
    while child.tag == "g":
        (child,) = child.children
    return dict(child.attrs)


@pytest.mark.parametrize(
    ("css", "fill"),
    [
        (".a { fill: red }", "#ff0000"),
        (".board .a { fill: red } .a { fill: blue }", "#ff0000"),
        (".a { fill: red } .a { fill: blue }", "#0000ff"),
        (".a { fill: red !important } .board .g .a { fill: blue }", "#ff0000"),
        (".g > .a { fill: red }", "#ff0000"),
        (".board > .a { fill: red } .a { fill: blue }", "#0000ff"),
        ("rect { fill: red } .a { fill: blue }", "#0000ff"),
        (":is(.x, .g) .a { fill: red }", "#ff0000"),
        (".a:not(.g) { fill: red }", "#ff0000"),
        (".a:not(.a) { fill: red } .a { fill: blue }", "#0000ff"),
        (".a:hover { fill: red } .a { fill: blue }", "#0000ff"),
        (".a[width] { fill: red }", "#ff0000"),
        ('.a[width="2"] { fill: red } .a { fill: blue }', "#0000ff"),
        ("@media (min-width: 1px) { .a { fill: red } } .a { fill: blue }", "#0000ff"),
        ("/* .a { fill: red } */ .a { fill: blue }", "#0000ff"),
        (".g { fill: red }", "#ff0000"),
        (":root .a { fill: red }", "#ff0000"),
        (':root[data-theme="dark"] .a { fill: red } .a { fill: blue }', "#0000ff"),
        (".g { --c: red } .a { fill: var(--c) }", "#ff0000"),
        (".a { fill: var(--none, blue) }", "#0000ff"),
        (".board { --c: blue } .g { --d: var(--c) } .a { fill: var(--d) }", "#0000ff"),
        (".g { --c: red; color: var(--c) } .a { fill: currentColor }", "#ff0000"),
    ],
)
def test_most_specific_rule_wins(css: str, fill: str) -> None:
    picture = inline_look(css, el("g", el("rect", cls="a", width=1, height=1), cls="g"))
    assert _find_inherited_attribute(picture, "fill") == fill


def _find_inherited_attribute(node: Node, name: str) -> str:
    """Return an attribute of the innermost element, or of its nearest ancestor that has the attribute."""
    attribute = node.attrs.get(name, "")
    for child in node.children:
        attribute = _find_inherited_attribute(child, name) or attribute
    return attribute


def test_rules_for_a_tree_require_only_its_tags_and_classes() -> None:
    sheet = parse(".board .piece {} .page .piece {} svg > * {} p {} .piece.red {} :is(.piece, .card) {}")
    rules = sheet.restrict_to({"html", "svg", "g", "board", "piece"}).rules
    assert [sheet.rules.index(rule) for rule in rules] == [0, 2, 5]


def test_themes_and_paper_have_their_own_rules() -> None:
    css = ':root[data-theme="dark"] .a { fill: blue } .a { fill: red } @media print { .a { fill: white } }'
    assert inline_shape(css)["fill"] == "#ff0000"
    assert inline_shape(css, theme="dark")["fill"] == "#0000ff"
    assert inline_shape(css, paper=True)["fill"] == "#ffffff"


def test_opacity_is_separate_from_the_colour() -> None:
    node = inline_shape(".a { fill: rgb(10 20 30 / 0.5); fill-opacity: 0.5 }")
    assert (node["fill"], node["fill-opacity"]) == ("#0a141e", "0.25")


def test_grey_keeps_the_lightness_of_the_colour() -> None:
    assert inline_shape(".a { fill: #fff }", gray=True)["fill"] == "#ffffff"
    assert inline_shape(".a { fill: #00f }", gray=True)["fill"] == "#121212"


def test_invisible_elements_are_omitted() -> None:
    css = ".none { fill: none } .gone { display: none } .clear { fill: transparent }"
    shapes = [el("rect", cls=cls, width=1, height=1) for cls in ("none", "gone", "clear")]
    assert inline_look(css, el("g", shapes)).children == ()


def test_output_needs_no_browser_features() -> None:
    css = ".a { font: 600 1.5rem/1 system-ui, sans-serif; letter-spacing: .1em; fill: red; cursor: pointer }"
    picture = inline_look(css, el("text", cls="a", text="x", data_target="t", tabindex="0"))
    (text,) = picture.children
    assert text.attrs == {
        "fill": "#ff0000",
        "font-size": "24",
        "font-weight": "600",
        "letter-spacing": "2.4",
    }
    assert picture.attrs["font-family"] == "sans-serif"


def test_circular_variables_have_no_value() -> None:
    node = inline_shape(".a { --x: var(--y); --y: var(--x); fill: var(--x); stroke: red }")
    assert node["fill"] == "none"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#abc", (0xAA, 0xBB, 0xCC, 1)),
        ("#11223380", (0x11, 0x22, 0x33, 128 / 255)),
        ("rgb(1, 2, 3)", (1, 2, 3, 1)),
        ("rgba(1, 2, 3, .5)", (1, 2, 3, 0.5)),
        ("rgb(1 2 3 / 50%)", (1, 2, 3, 0.5)),
        ("color-mix(in srgb, #ffffff 25%, black)", (63.75, 63.75, 63.75, 1)),
        ("color-mix(in srgb, red, blue)", (127.5, 0, 127.5, 1)),
        ("color-mix(in srgb, #fff 24%, transparent)", (255, 255, 255, 0.24)),
    ],
)
def test_colour_notations_are_converted(text: str, expected: tuple[float, ...]) -> None:
    color = parse_color(text)
    assert color is not None
    assert color == pytest.approx(Color(*expected))


@given(st.text())
def test_any_text_parses_as_colour_or_none(text: str) -> None:
    color = parse_color(text)
    assert color is None or color.hex.startswith("#")


@given(st.text(alphabet=".#abc:()[]{}>+~ ,;-=\"'@/*0"))
def test_any_text_parses_as_a_stylesheet(text: str) -> None:
    parse(text).declarations(element(el("g", cls="a b")))
