"""Test pictures for other pages, which are one file for light and dark pages and draw repeated parts once."""

from __future__ import annotations

from urllib.parse import unquote
from xml.etree import ElementTree

from ruleboard.scene.node import el
from ruleboard.scene.posters import combine_themes, data_url, share_repeated_looks
from ruleboard.scene.serialize import to_svg


def test_dark_theme_has_rules_only_for_differences() -> None:
    light = el("svg", el("rect", fill="#ffffff"), el("rect", fill="#ff0000"), el("rect", stroke="#111111"))
    dark = el("svg", el("rect", fill="#000000"), el("rect", fill="#ff0000"), el("rect"))
    root = ElementTree.fromstring(to_svg(combine_themes(light, dark)))
    style, first, second, third = root
    assert style.text == "@media(prefers-color-scheme:dark){.d0{fill:#000000}.d1{stroke:inherit}}"
    assert [element.get("class") for element in (first, second, third)] == ["d0", None, "d1"]
    assert first.get("fill") == "#ffffff", "programs without style sheets see it in the light"


def test_pictures_with_different_dark_elements_stay_light() -> None:
    light = el("svg", el("rect", fill="#ffffff"))
    assert combine_themes(light, el("svg", el("circle", r=1))) == light
    assert combine_themes(light, light) == light


def test_data_url_fits_in_double_quotes() -> None:
    text = to_svg(el("svg", el("text", text='50% & <b> "#1"', fill="url(#a)")))
    url = data_url(text)
    assert '"' not in url
    assert "#" not in url
    assert unquote(url.partition(",")[2]) == text.replace('"', "'")


def test_repeated_looks_become_classes() -> None:
    look = {"fill": "red", "font_size": "12"}
    picture = el(
        "svg", el("text", x=1, opacity="0.5", **look), el("circle", r=1), *(el("text", x=x, **look) for x in (2, 3, 4))
    )
    style, faint, circle, group = share_repeated_looks(picture).children
    assert style.text == ".a{fill:red;font-size:12px}"
    assert faint.attrs == {"x": "1", "opacity": "0.5", "class": "a"}
    assert circle.attrs == {"r": "1"}
    assert group.attrs == {"class": "a"}, "neighbours inherit it"
    assert [child.attrs for child in group.children] == [{"x": "2"}, {"x": "3"}, {"x": "4"}]


def test_repeated_look_includes_dark_theme() -> None:
    """A look with a dark theme is one class. A look of a single element shares its attributes with other elements."""
    light = el("svg", (el("rect", fill="#fff") for _ in range(2)), (el("text", fill="red", x=x) for x in (1, 2)))
    dark = el("svg", (el("rect", fill="#000") for _ in range(2)), (el("text", fill="red", x=x) for x in (1, 2)))
    looks, theme, *nodes = share_repeated_looks(combine_themes(light, dark)).children
    assert looks.text == ".a{fill:#fff}.b{fill:red}"
    assert theme.text == "@media(prefers-color-scheme:dark){.a{fill:#000}}"
    assert [node.attrs["class"] for node in nodes] == ["a", "a", "b", "b"]
    sizes = [el("text", font_weight="700", font_size=str(size)) for size in (1, 2, 3)]
    looks, group = share_repeated_looks(el("svg", sizes)).children
    assert (looks.text, group.attrs) == (".a{font-weight:700}", {"class": "a"})
    assert [node.attrs for node in group.children] == [{"font-size": str(size)} for size in (1, 2, 3)]
