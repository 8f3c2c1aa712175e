"""Pictures without style sheets: the values of classes and variables become presentation attributes.

Many programs that open SVG files support style sheets badly or not at all, and none of them has the page's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleboard.scene.color import Color, parse_color, split
from ruleboard.scene.css import Element, Sheet, element
from ruleboard.scene.node import Node, number

_INHERITED: Final = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "font-family": "sans-serif",
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "letter-spacing": "normal",
    "text-anchor": "start",
    "dominant-baseline": "auto",
    "visibility": "visible",
    "color": "black",
}
"""Inherited properties and their initial values."""
_OWN: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1", "display": "inline"}
"""Properties that are not inherited, and their initial values."""
_PAINTS: Final = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
"""Paint properties with the properties of their opacity."""
_WRITTEN: Final = tuple(name for name in (*_INHERITED, *_OWN) if name not in ("color", "display", "visibility"))
"""Properties that are written as attributes."""
_KEPT: Final = frozenset(
    {"viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "href"}
    | {"d", "points", "transform", "id", "offset", "gradientUnits", "gradientTransform", "preserveAspectRatio"}
)
"""Attributes that are taken over unchanged."""
_SHAPES: Final = frozenset({"rect", "circle", "ellipse", "path", "line", "polygon", "polyline", "text"})
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_FONT = re.compile(r"^(?P<before>.*?)(?P<size>[\d.]+(?:px|rem|em))(?:\s*/\s*\S+)?\s+(?P<family>.+)$", re.DOTALL)
_TRANSFORM = re.compile(r"(translate[XY]?|scale)\(([^()]*)\)")
_PLATFORM_FONTS: Final = ("system-ui", "-apple-system", "ui-serif", "ui-monospace", "BlinkMacSystemFont")
_MAX_SUBSTITUTIONS: Final = 40
"""The number of substitutions in one value after which variables are taken to refer to each other in a circle."""


def inline(picture: Node, sheet: Sheet, *, theme: str = "light", gray: bool = False) -> Node:
    """Return a picture with the values of a style sheet in its attributes, without classes and invisible elements.

    Args:
        picture: an ``<svg>`` node.
        sheet: the style sheet.
        theme: "light" or "dark", as in the ``data-theme`` of the page's root.
        gray: True to replace every colour with the grey of the same luminance.
    """
    root = element(Node("html", {"data-theme": theme}))
    variables = _variables(root, sheet, {})
    written = {**_INHERITED, "font-family": ""}  # viewers differ in their default font, so it is always written
    inlined = _inlined(element(picture, root), sheet, variables, dict(_INHERITED), written, gray)
    return inlined or picture._replace(children=())


def _variables(it: Element, sheet: Sheet, known: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of an element, those of its parent included."""
    own = {name: value for name, value in sheet.declarations(it).items() if name.startswith("--")}
    return {**known, **{name: _resolved(value, {**known, **own}) for name, value in own.items()}}


def _inlined(
    it: Element,
    sheet: Sheet,
    variables: Mapping[str, str],
    inherited: Mapping[str, str],
    written: Mapping[str, str],
    gray: bool,
) -> Node | None:
    """Return the node of an element with its children; None if nothing of it is visible.

    Args:
        it: the element.
        sheet: the style sheet.
        variables: the variables of its parent.
        inherited: the computed values of its parent.
        written: the values of its parent's attributes, which need not be repeated.
        gray: True for greys in place of colours.
    """
    node = it.node
    declared = sheet.declarations(it)
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if own:
        variables = {**variables, **own}
        variables = {**variables, **{name: _resolved(value, variables) for name, value in own.items()}}
    values = {**inherited, **_OWN}
    given = {name: value for name, value in node.attrs.items() if name in values}
    given.update((name, _resolved(value, variables)) for name, value in declared.items() if not name.startswith("--"))
    for name, value in _without_shorthands(given).items():
        if name in values:
            values[name] = _computed(name, value, inherited)
    if values["display"] == "none" or values["visibility"] != "visible":
        return None
    used = _used(values, gray)
    if node.tag in _SHAPES and used["fill"] == "none" and used["stroke"] == "none":
        return None
    outer = {**written, **_OWN}
    attrs = {name: value for name, value in node.attrs.items() if name in _KEPT}
    if "transform" in given:
        attrs["transform"] = _transform(given["transform"]) or attrs.get("transform", "")
    paint = node.tag in _SHAPES or node.tag in ("g", "svg")
    for name in _WRITTEN:
        if used[name] != outer[name] and (node.tag == "stop" if name.startswith("stop") else paint):
            attrs[name] = used[name]
            outer[name] = used[name]
    children = tuple(
        inlined
        for index, child in enumerate(node.children)
        if (inlined := _inlined(element(child, it, index), sheet, variables, values, outer, gray))
    )
    if node.tag == "g" and not children:
        return None
    if node.tag == "g" and not attrs and len(children) == 1:
        return children[0]
    return Node(node.tag, {name: value for name, value in attrs.items() if value}, children, text=node.text)


def _resolved(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with its variables substituted; unknown ones give their fallback."""
    for _ in range(_MAX_SUBSTITUTIONS):
        found = _VARIABLE.search(value)
        if found is None:
            return value.strip()
        substitute = variables.get(found[1], (found[2] or "").strip())
        value = value[: found.start()] + substitute + value[found.end() :]
    return ""


def _without_shorthands(given: Mapping[str, str]) -> dict[str, str]:
    """Return values with the shorthand ``font`` replaced by the properties it sets."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name != "font":
            found[name] = value
        elif short := _FONT.match(value):
            found["font-size"], found["font-family"] = short["size"], short["family"]
            for word in short["before"].split():
                found["font-style" if word in ("italic", "oblique") else "font-weight"] = word
    return found


def _computed(name: str, value: str, inherited: Mapping[str, str]) -> str:
    """Return the computed value of a property, which children inherit."""
    if value == "inherit":
        return inherited.get(name, _OWN.get(name, ""))
    if name == "font-size":
        return _length(value, float(inherited["font-size"]))
    if name == "font-weight":
        return {"normal": "400", "bold": "700"}.get(value, value)
    if name == "font-family":
        names = [family for family in split(value, ",") if family.strip("\"'") not in _PLATFORM_FONTS]
        return ", ".join(family.replace('"', "'") for family in names) or "sans-serif"
    if name in ("stroke-width", "stroke-dashoffset"):
        return _length(value, 16)
    if name in ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"):
        return _length(value.removesuffix("%"), 1) if not value.endswith("%") else number(float(value[:-1]) / 100)
    if name == "letter-spacing" and value.endswith("em"):
        return value
    return value.strip()


def _length(value: str, em: float) -> str:
    """Return a length in the picture's own units; a text that is no length is returned unchanged.

    Args:
        value: the length.
        em: the font size.
    """
    for unit, factor in (("rem", 16.0), ("em", em), ("px", 1.0), ("", 1.0)):
        if value.endswith(unit):
            try:
                return number(float(value.removesuffix(unit)) * factor)
            except ValueError:
                break
    return value


def _used(values: Mapping[str, str], gray: bool) -> dict[str, str]:
    """Return values as attributes take them: colours with their alpha apart, ``none`` for invisible paint."""
    used = dict(values)
    for paint, opacity in _PAINTS.items():
        value = values["color"] if values[paint].lower() == "currentcolor" else values[paint]
        color = parse_color(value)
        if color is not None:
            alpha = color.alpha * float(values[opacity])
            used[paint], used[opacity] = _hex(color, gray), number(alpha)
            if not alpha and paint != "stop-color":
                used[paint] = "none"
        elif not value.startswith("url("):
            used[paint] = "none"
        if used[paint] == "none":
            used[opacity] = "1"
    if used["stroke"] != "none" and used["stroke-width"] == "0":
        used["stroke"] = "none"
    if used["letter-spacing"].endswith("em"):
        used["letter-spacing"] = _length(used["letter-spacing"], float(values["font-size"]))
    return used


def _hex(color: Color, gray: bool) -> str:
    return (color.gray if gray else color).hex


def _transform(value: str) -> str:
    """Return a style sheet's transform as the value of an attribute; empty if it has no translation or scaling."""
    steps = []
    for kind, inside in _TRANSFORM.findall(value):
        amounts = [_length(amount, 16) for amount in inside.replace(",", " ").split()]
        if kind == "translateX":
            amounts = [amounts[0], "0"]
        elif kind == "translateY":
            amounts = ["0", amounts[0]]
        steps.append(f"{kind[:9] if kind.startswith('translate') else kind}({' '.join(amounts)})")
    return " ".join(steps)
