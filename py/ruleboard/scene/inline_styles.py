"""Inline styles: presentation attributes instead of CSS classes and variables in a picture.

Many programs that open SVG files do not fully support style sheets, and they do not have the style sheet of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleboard.scene.color import Color, parse_color, split_outside_brackets
from ruleboard.scene.css import Element, StyleSheet, element
from ruleboard.scene.node import Node, format_number

INHERITED_PROPERTIES: Final = {
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
_NON_INHERITED_PROPERTIES: Final = {"opacity": "1", "stop-color": "black", "stop-opacity": "1", "display": "inline"}
"""Properties that are not inherited, and their initial values."""
_OPACITIES_BY_PAINT: Final = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
"""The opacity property for each paint property."""
_PRESENTATION_ATTRIBUTES: Final = tuple(
    name
    for name in (*INHERITED_PROPERTIES, *_NON_INHERITED_PROPERTIES)
    if name not in ("color", "display", "visibility")
)
"""The properties that ``inline_styles`` converts to attributes."""
_GEOMETRY_PROPERTIES: Final = frozenset(
    {"viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "href"}
    | {"d", "points", "transform", "id", "offset", "gradientUnits", "gradientTransform", "preserveAspectRatio"}
)
"""The attributes that ``inline_styles`` keeps unchanged."""
_SHAPE_TAGS: Final = frozenset({"rect", "circle", "ellipse", "path", "line", "polygon", "polyline", "text"})
_VARIABLE_FUNCTION_PATTERN = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_FONT_SHORTHAND_PATTERN = re.compile(
    r"^(?P<before>.*?)(?P<size>[\d.]+(?:px|rem|em))(?:\s*/\s*\S+)?\s+(?P<family>.+)$", re.DOTALL
)
_TRANSFORM_FUNCTION_PATTERN = re.compile(r"(translate[XY]?|scale)\(([^()]*)\)")
_PLATFORM_FONTS: Final = ("system-ui", "-apple-system", "ui-serif", "ui-monospace", "BlinkMacSystemFont")
_MAX_SUBSTITUTIONS: Final = 40
"""The maximum number of substitutions in one value, in case variables have circular references."""


def inline_styles(picture: Node, sheet: StyleSheet, *, theme: str = "light", gray: bool = False) -> Node:
    """Convert the styles of a picture to attributes, and remove classes and invisible elements.

    Args:
        picture: an ``<svg>`` node.
        sheet: the style sheet.
        theme: "light" or "dark".
        gray: True to replace every colour with the grey of the same luminance.
    """
    root = element(Node("html", {"data-theme": theme}))
    sheet = sheet.restrict_to({root.node.tag, *_collect_tags_and_classes(picture)})
    variables = _collect_variables(root, sheet, {})
    # Viewers have different default fonts, so the picture names its own.
    parent_attrs = {**INHERITED_PROPERTIES, "font-family": ""}
    result = _inline_element(element(picture, root), sheet, variables, dict(INHERITED_PROPERTIES), parent_attrs, gray)
    return result or picture._replace(children=())


def _collect_tags_and_classes(node: Node) -> set[str]:
    names = {node.tag, *node.attrs.get("class", "").split()}
    return names.union(*map(_collect_tags_and_classes, node.children))


def _collect_variables(
    styled_element: Element, sheet: StyleSheet, parent_variables: Mapping[str, str]
) -> dict[str, str]:
    declared_values = {
        name: value for name, value in sheet.declarations(styled_element).items() if name.startswith("--")
    }
    return {
        **parent_variables,
        **{
            name: _substitute_variables(value, {**parent_variables, **declared_values})
            for name, value in declared_values.items()
        },
    }


def _inline_element(
    styled_element: Element,
    sheet: StyleSheet,
    variables: Mapping[str, str],
    inherited_values: Mapping[str, str],
    parent_attrs: Mapping[str, str],
    gray: bool,
) -> Node | None:
    """Convert the styles of an element and its children to attributes; return None if the element is invisible.

    Args:
        sheet: the style sheet.
        variables: its parent's CSS variables.
        inherited_values: the computed values of its parent.
        parent_attrs: its parent's attributes, which the element need not repeat.
        gray: True to replace colours with greys.
    """
    node = styled_element.node
    declared_values = sheet.declarations(styled_element)
    declared_variables = {name: value for name, value in declared_values.items() if name.startswith("--")}
    if declared_variables:
        variables = {**variables, **declared_variables}
        variables = {
            **variables,
            **{name: _substitute_variables(value, variables) for name, value in declared_variables.items()},
        }
    values = {**inherited_values, **_NON_INHERITED_PROPERTIES}
    specified_values = {name: value for name, value in node.attrs.items() if name in values}
    specified_values.update(
        (name, _substitute_variables(value, variables))
        for name, value in declared_values.items()
        if not name.startswith("--")
    )
    for name, value in _expand_shorthands(specified_values).items():
        if name in values:
            values[name] = _compute_value(name, value, inherited_values)
    if values["display"] == "none" or values["visibility"] != "visible":
        return None
    used_values = _compute_used_values(values, gray)
    if node.tag in _SHAPE_TAGS and used_values["fill"] == "none" and used_values["stroke"] == "none":
        return None
    outer_attrs = {**parent_attrs, **_NON_INHERITED_PROPERTIES}
    attrs = {name: value for name, value in node.attrs.items() if name in _GEOMETRY_PROPERTIES}
    if "transform" in specified_values:
        attrs["transform"] = _format_transform(specified_values["transform"]) or attrs.get("transform", "")
    accepts_paint = node.tag in _SHAPE_TAGS or node.tag in ("g", "svg")
    for name in _PRESENTATION_ATTRIBUTES:
        if used_values[name] != outer_attrs[name] and (
            node.tag == "stop" if name.startswith("stop") else accepts_paint
        ):
            attrs[name] = used_values[name]
            outer_attrs[name] = used_values[name]
    children = tuple(
        child_node
        for index, child in enumerate(node.children)
        if (
            child_node := _inline_element(
                element(child, styled_element, index), sheet, variables, values, outer_attrs, gray
            )
        )
    )
    if node.tag == "g" and not children:
        return None
    if node.tag == "g" and not attrs and len(children) == 1:
        return children[0]
    return Node(node.tag, {name: value for name, value in attrs.items() if value}, children, text=node.text)


def _substitute_variables(value: str, variables: Mapping[str, str]) -> str:
    """Substitute the CSS variables in a value, or their fallbacks if they are unknown."""
    for _ in range(_MAX_SUBSTITUTIONS):
        match = _VARIABLE_FUNCTION_PATTERN.search(value)
        if match is None:
            return value.strip()
        replacement = variables.get(match[1], (match[2] or "").strip())
        value = value[: match.start()] + replacement + value[match.end() :]
    return ""


def _expand_shorthands(values: Mapping[str, str]) -> dict[str, str]:
    """Expand the shorthand ``font`` into the properties that it sets."""
    expanded_values: dict[str, str] = {}
    for name, value in values.items():
        if name != "font":
            expanded_values[name] = value
        elif match := _FONT_SHORTHAND_PATTERN.match(value):
            expanded_values["font-size"], expanded_values["font-family"] = match["size"], match["family"]
            for style in match["before"].split():
                expanded_values["font-style" if style in ("italic", "oblique") else "font-weight"] = style
    return expanded_values


def _compute_value(name: str, value: str, inherited_values: Mapping[str, str]) -> str:
    if value == "inherit":
        return inherited_values.get(name, _NON_INHERITED_PROPERTIES.get(name, ""))
    if name == "font-size":
        return _compute_length(value, float(inherited_values["font-size"]))
    if name == "font-weight":
        return {"normal": "400", "bold": "700"}.get(value, value)
    if name == "font-family":
        names = [family for family in split_outside_brackets(value, ",") if family.strip("\"'") not in _PLATFORM_FONTS]
        return ", ".join(family.replace('"', "'") for family in names) or "sans-serif"
    if name in ("stroke-width", "stroke-dashoffset"):
        return _compute_length(value, 16)
    if name in ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"):
        return (
            _compute_length(value.removesuffix("%"), 1)
            if not value.endswith("%")
            else format_number(float(value[:-1]) / 100)
        )
    if name == "letter-spacing" and value.endswith("em"):
        return value
    return value.strip()


def _compute_length(value: str, em: float) -> str:
    """Convert a CSS length to picture units; return other strings unchanged.

    Args:
        value: the length.
        em: the font size.
    """
    for unit, factor in (("rem", 16.0), ("em", em), ("px", 1.0), ("", 1.0)):
        if value.endswith(unit):
            try:
                return format_number(float(value.removesuffix(unit)) * factor)
            except ValueError:
                break
    return value


def _compute_used_values(values: Mapping[str, str], gray: bool) -> dict[str, str]:
    """Convert CSS values to attributes: the alpha of a colour to an opacity, and invisible paint to ``none``."""
    result = dict(values)
    for paint, opacity in _OPACITIES_BY_PAINT.items():
        value = values["color"] if values[paint].lower() == "currentcolor" else values[paint]
        color = parse_color(value)
        if color is not None:
            alpha = color.alpha * float(values[opacity])
            result[paint], result[opacity] = _format_color(color, gray), format_number(alpha)
            if not alpha and paint != "stop-color":
                result[paint] = "none"
        elif not value.startswith("url("):
            result[paint] = "none"
        if result[paint] == "none":
            result[opacity] = "1"
    if result["stroke"] != "none" and result["stroke-width"] == "0":
        result["stroke"] = "none"
    if result["letter-spacing"].endswith("em"):
        result["letter-spacing"] = _compute_length(result["letter-spacing"], float(values["font-size"]))
    return result


def _format_color(color: Color, gray: bool) -> str:
    return (color.gray if gray else color).hex


def _format_transform(value: str) -> str:
    """Convert a CSS transform to an attribute value; return an empty string if it neither translates nor scales."""
    steps = []
    for kind, arguments in _TRANSFORM_FUNCTION_PATTERN.findall(value):
        amounts = [_compute_length(amount, 16) for amount in arguments.replace(",", " ").split()]
        if kind == "translateX":
            amounts = [amounts[0], "0"]
        elif kind == "translateY":
            amounts = ["0", amounts[0]]
        steps.append(f"{kind[:9] if kind.startswith('translate') else kind}({' '.join(amounts)})")
    return " ".join(steps)
