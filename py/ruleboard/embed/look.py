"""Parsers for the appearance of an embedded board: colours, fonts and the radius of corners.

They accept a small subset of CSS and format each value again, so that no other CSS can get into the page.
"""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _

MAX_RADIUS: Final = 64
"""The maximum radius of a corner, in CSS pixels."""
MAX_FONTS: Final = 8

_NUMBER_PATTERN: Final = r"[+-]?(?:\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})(?:e[+-]?\d{1,2})?"
_COLOR_COMPONENT: Final = rf"(?:{_NUMBER_PATTERN}%?|none)"
_HUE_PATTERN: Final = rf"(?:{_NUMBER_PATTERN}(?:deg|grad|rad|turn)?|none)"
_COLOR_SPACES: Final = "srgb|srgb-linear|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz|xyz-d50|xyz-d65"


def _create_function_pattern(names: str, *parts: str) -> str:
    """Return the regular expression for a CSS colour function.

    The arguments are separated by spaces or, as in older CSS, by commas.
    """
    arguments_with_spaces = r"\s+".join(parts) + rf"(?:\s*/\s*{_COLOR_COMPONENT})?"
    arguments_with_commas = r"\s*,\s*".join(parts) + rf"(?:\s*,\s*{_COLOR_COMPONENT})?"
    return rf"(?:{names})\(\s*(?:{arguments_with_spaces}|{arguments_with_commas})\s*\)"


# The named colours of CSS Color 4, section 6.1.
_COLOR_NAMES: Final = """
    transparent aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
    dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey
    honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
    lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
    lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise
    mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered
    orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
    slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
    whitesmoke yellow yellowgreen"""
COLOR_PATTERN: Final = "|".join(
    (
        *_COLOR_NAMES.split(),
        r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})",
        _create_function_pattern("rgba?", _COLOR_COMPONENT, _COLOR_COMPONENT, _COLOR_COMPONENT),
        _create_function_pattern("hsla?|hwb", _HUE_PATTERN, _COLOR_COMPONENT, _COLOR_COMPONENT),
        _create_function_pattern("lab|oklab", _COLOR_COMPONENT, _COLOR_COMPONENT, _COLOR_COMPONENT),
        _create_function_pattern("lch|oklch", _COLOR_COMPONENT, _COLOR_COMPONENT, _HUE_PATTERN),
        rf"color\(\s*(?:{_COLOR_SPACES})\s+{_COLOR_COMPONENT}\s+{_COLOR_COMPONENT}\s+{_COLOR_COMPONENT}(?:\s*/\s*{_COLOR_COMPONENT})?\s*\)",
    )
)
"""The regular expression for a colour in lower case. The scripts use it, too."""
_WHOLE_COLOR_PATTERN: Final = re.compile(COLOR_PATTERN, re.ASCII)
_FONT_FAMILY_PATTERN: Final = re.compile(r"""(["']|)([^\W_][\w .-]{0,60}|-apple-system)(["']|)""")
_RADIUS_PATTERN: Final = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)(?:px)?", re.ASCII)
_GENERIC_FAMILIES: Final = """
    serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math
    -apple-system blinkmacsystemfont"""
"""Names of families that CSS writes without quotes, separated by blanks."""


class LookError(RuleboardError):
    """Raised when a string is not a valid colour, font or radius."""


def parse_colors(text: str) -> str:
    """Parse one colour, or two separated by ``|`` for light and dark mode; return them in lower case.

    Raises:
        LookError: a part of the string is not a colour, or there are more than two.
    """
    parts = [part.strip().lower() for part in text.split("|")]
    for color in parts:
        if not _WHOLE_COLOR_PATTERN.fullmatch(color):
            raise LookError(
                _("{value} isn’t a colour").format(value=repr(color[:30])),
                expected=_("such as {example}").format(example="#2c5d63, rgb(44 93 99), teal"),
            )
    if len(parts) > 2:
        raise LookError(
            _("there are too many colours"),
            expected=_("1 colour, or 2 colours with | between them, for light and dark"),
        )
    return "|".join(parts)


def parse_fonts(text: str) -> str:
    """Parse a list of font families; return the list with quotes around all names except generic families.

    Raises:
        LookError: a part of the string is not the name of a family, or there are more than ``MAX_FONTS``.
    """
    families: list[str] = []
    for part in text.split(","):
        family_match = _FONT_FAMILY_PATTERN.fullmatch(part.strip())
        if not family_match or family_match[1] != family_match[3] or len(families) == MAX_FONTS:
            raise LookError(
                _("{value} isn’t a font").format(value=repr(text[:30])),
                expected=_("such as {example}").format(example="Georgia, serif"),
            )
        name = family_match[2].strip()
        families.append(
            name.lower() if name.lower() in _GENERIC_FAMILIES.split() and not family_match[1] else f'"{name}"'
        )
    return ", ".join(families)


def parse_radius(text: str) -> str:
    """Parse the radius of corners; return it as CSS pixels, including the unit.

    Raises:
        LookError: the string is not a number from 0 to ``MAX_RADIUS``, with or without ``px``.
    """
    match = _RADIUS_PATTERN.fullmatch(text.strip())
    if not match or float(match[1]) > MAX_RADIUS:
        raise LookError(
            _("{value} isn’t a radius").format(value=repr(text[:30])),
            expected=_("a number of pixels from 0 to {most}").format(most=MAX_RADIUS),
        )
    return f"{float(match[1]):g}px"
