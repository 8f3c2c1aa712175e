"""Pictures that stand alone: every class and variable of the style sheets made a plain attribute.

Browsers read style sheets in a picture; many programs that open SVG files do so badly or not at all, and none of them
has the page's. So each element is told what it looks like in the oldest words there are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleboard.scene.color import Colour, colour, parts
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
"""What children have from their parents, and what holds if nobody says anything."""
_OWN: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1", "display": "inline"}
"""What an element has for itself alone."""
_PAINTS: Final = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
_WRITTEN: Final = tuple(name for name in (*_INHERITED, *_OWN) if name not in ("color", "display", "visibility"))
_KEPT: Final = frozenset(
    {"viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "href"}
    | {"d", "points", "transform", "id", "offset", "gradientUnits", "gradientTransform", "preserveAspectRatio"}
)
_SHAPES: Final = frozenset({"rect", "circle", "ellipse", "path", "line", "polygon", "polyline", "text"})
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_FONT = re.compile(r"^(?P<before>.*?)(?P<size>[\d.]+(?:px|rem|em))(?:\s*/\s*\S+)?\s+(?P<family>.+)$", re.DOTALL)
_MOVE = re.compile(r"(translate[XY]?|scale)\(([^()]*)\)")
_NOT_EVERYWHERE: Final = ("system-ui", "-apple-system", "ui-serif", "ui-monospace", "BlinkMacSystemFont")
_MOST_VARIABLES: Final = 40
"""How many times variables may stand for others before that counts as a circle."""


def plain(picture: Node, sheet: Sheet, *, theme: str = "light", grey: bool = False) -> Node:
    """A picture with the look of a style sheet in its own attributes: no classes, no variables, nothing unseen.

    Args:
        picture: an ``<svg>`` node.
        sheet: what it looks like.
        theme: "light" or "dark", as the page's root says it.
        grey: whether every colour becomes the grey that is as light.
    """
    root = element(Node("html", {"data-theme": theme}))
    variables = _variables(root, sheet, {})
    unsaid = {**_INHERITED, "font-family": ""}  # what a viewer takes by itself is not the same everywhere
    drawn = _drawn(element(picture, root), sheet, variables, dict(_INHERITED), unsaid, grey)
    return drawn or picture._replace(children=())


def _variables(it: Element, sheet: Sheet, known: Mapping[str, str]) -> dict[str, str]:
    """The variables that hold in an element."""
    said = {name: value for name, value in sheet.says(it).items() if name.startswith("--")}
    return {**known, **{name: _resolved(value, {**known, **said}) for name, value in said.items()}}


def _drawn(
    it: Element,
    sheet: Sheet,
    variables: Mapping[str, str],
    inherited: Mapping[str, str],
    written: Mapping[str, str],
    grey: bool,
) -> Node | None:
    """An element and what is in it; None if nothing of it is to be seen.

    Args:
        it: the element.
        sheet: what it looks like.
        variables: those of its parent.
        inherited: its parent's values, as the style sheet means them.
        written: what its parent's attributes say, which its own need not repeat.
        grey: whether there are no hues.
    """
    node = it.node
    said = sheet.says(it)
    own = {name: value for name, value in said.items() if name.startswith("--")}
    if own:
        variables = {**variables, **own}
        variables = {**variables, **{name: _resolved(value, variables) for name, value in own.items()}}
    values = {**inherited, **_OWN}
    given = {name: value for name, value in node.attrs.items() if name in values}
    given.update((name, _resolved(value, variables)) for name, value in said.items() if not name.startswith("--"))
    for name, value in _spelled_out(given).items():
        if name in values:
            values[name] = _value(name, value, inherited)
    if values["display"] == "none" or values["visibility"] != "visible":
        return None
    seen = _seen(values, grey)
    if node.tag in _SHAPES and seen["fill"] == "none" and seen["stroke"] == "none":
        return None
    outer = {**written, **_OWN}
    attrs = {name: value for name, value in node.attrs.items() if name in _KEPT}
    if "transform" in given:
        attrs["transform"] = _moved(given["transform"]) or attrs.get("transform", "")
    paint = node.tag in _SHAPES or node.tag in ("g", "svg")
    for name in _WRITTEN:
        if seen[name] != outer[name] and (node.tag == "stop" if name.startswith("stop") else paint):
            attrs[name] = seen[name]
            outer[name] = seen[name]
    children = tuple(
        drawn
        for place, child in enumerate(node.children)
        if (drawn := _drawn(element(child, it, place), sheet, variables, values, outer, grey))
    )
    if node.tag == "g" and not children:
        return None
    if node.tag == "g" and not attrs and len(children) == 1:
        return children[0]
    return Node(node.tag, {name: value for name, value in attrs.items() if value}, children, text=node.text)


def _resolved(value: str, variables: Mapping[str, str]) -> str:
    """A value with variables put in; one that is not known gives what is said to stand in its place."""
    for _ in range(_MOST_VARIABLES):
        found = _VARIABLE.search(value)
        if found is None:
            return value.strip()
        put = variables.get(found[1], (found[2] or "").strip())
        value = value[: found.start()] + put + value[found.end() :]
    return ""


def _spelled_out(given: Mapping[str, str]) -> dict[str, str]:
    """The values with shorthands taken apart."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name != "font":
            found[name] = value
        elif short := _FONT.match(value):
            found["font-size"], found["font-family"] = short["size"], short["family"]
            for word in short["before"].split():
                found["font-style" if word in ("italic", "oblique") else "font-weight"] = word
    return found


def _value(name: str, value: str, inherited: Mapping[str, str]) -> str:
    """A value as it holds from here on inwards."""
    if value == "inherit":
        return inherited.get(name, _OWN.get(name, ""))
    if name == "font-size":
        return _length(value, float(inherited["font-size"]))
    if name == "font-weight":
        return {"normal": "400", "bold": "700"}.get(value, value)
    if name == "font-family":
        names = [family for family in parts(value, ",") if family.strip("\"'") not in _NOT_EVERYWHERE]
        return ", ".join(family.replace('"', "'") for family in names) or "sans-serif"
    if name in ("stroke-width", "stroke-dashoffset"):
        return _length(value, 16)
    if name in ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"):
        return _length(value.removesuffix("%"), 1) if not value.endswith("%") else number(float(value[:-1]) / 100)
    if name == "letter-spacing" and value.endswith("em"):
        return value
    return value.strip()


def _length(value: str, em: float) -> str:
    """A length in the picture's own units."""
    for unit, factor in (("rem", 16.0), ("em", em), ("px", 1.0), ("", 1.0)):
        if value.endswith(unit):
            try:
                return number(float(value.removesuffix(unit)) * factor)
            except ValueError:
                break
    return value


def _seen(values: Mapping[str, str], grey: bool) -> dict[str, str]:
    """The values as attributes: plain colours, what they cover told apart, nothing where nothing is seen."""
    seen = dict(values)
    for paint, cover in _PAINTS.items():
        value = values["color"] if values[paint].lower() == "currentcolor" else values[paint]
        found = colour(value)
        if found is not None:
            covers = found.alpha * float(values[cover])
            seen[paint], seen[cover] = _plain_colour(found, grey), number(covers)
            if not covers and paint != "stop-color":
                seen[paint] = "none"
        elif not value.startswith("url("):
            seen[paint] = "none"
        if seen[paint] == "none":
            seen[cover] = "1"
    if seen["stroke"] != "none" and seen["stroke-width"] == "0":
        seen["stroke"] = "none"
    if seen["letter-spacing"].endswith("em"):
        seen["letter-spacing"] = _length(seen["letter-spacing"], float(values["font-size"]))
    return seen


def _plain_colour(found: Colour, grey: bool) -> str:
    return (found.grey if grey else found).hex


def _moved(value: str) -> str:
    """A style sheet's transform in the words of an attribute; empty if there are none for it."""
    steps = []
    for kind, inside in _MOVE.findall(value):
        amounts = [_length(amount, 16) for amount in inside.replace(",", " ").split()]
        if kind == "translateX":
            amounts = [amounts[0], "0"]
        elif kind == "translateY":
            amounts = ["0", amounts[0]]
        steps.append(f"{kind[:9] if kind.startswith('translate') else kind}({' '.join(amounts)})")
    return " ".join(steps)
