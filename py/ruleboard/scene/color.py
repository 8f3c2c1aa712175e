"""CSS colours as red, green, blue and alpha."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMED_COLORS = {
    "white": "ffffff",
    "black": "000000",
    "red": "ff0000",
    "green": "008000",
    "blue": "0000ff",
    "gray": "808080",
}
_RGB_FUNCTION_PATTERN = re.compile(r"rgba?\(([^()]*)\)")
_COLOR_MIX_PATTERN = re.compile(r"color-mix\(in srgb\s*,(.*)\)", re.DOTALL)
_PERCENTAGE_PATTERN = re.compile(r"(?:^|\s)([\d.]+)%\s*$|^([\d.]+)%\s+")


class Color(NamedTuple):
    """A colour: red, green and blue from 0 to 255, alpha from 0 (transparent) to 1 (opaque)."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        """The colour as ``#rrggbb``, without alpha."""
        return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in self[:3])

    @property
    def gray(self) -> Color:
        """The grey with the same luminance."""
        luminance = 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue
        return Color(luminance, luminance, luminance, self.alpha)


def parse_color(text: str) -> Color | None:
    """Parse a CSS colour; return None for other values, such as ``none`` or ``url(#…)``."""
    text = text.strip().lower()
    if text == "transparent":
        return Color(0, 0, 0, 0)
    if text in _NAMED_COLORS:
        text = "#" + _NAMED_COLORS[text]
    if text.startswith("#"):
        return _parse_hex(text[1:])
    if match := _RGB_FUNCTION_PATTERN.fullmatch(text):
        return _parse_rgb(match[1])
    if match := _COLOR_MIX_PATTERN.fullmatch(text):
        return _parse_mix(match[1])
    return None


def split_outside_brackets(text: str, separator: str) -> list[str]:
    """Split a string at each separator that is not inside brackets or quotes, and strip the parts."""
    parts, part, depth, quote = [], "", 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        if letter == separator and not depth and not quote:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [*parts, part.strip()]


def _parse_hex(digits: str) -> Color | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    try:
        red, green, blue, *alpha = bytes.fromhex(digits)
    except ValueError:
        return None
    return Color(red, green, blue, alpha[0] / 255 if alpha else 1.0)


def _parse_rgb(arguments: str) -> Color | None:
    parts = arguments.replace(",", " ").replace("/", " ").split()
    try:
        amounts = [float(part.removesuffix("%")) * (0.01 if part.endswith("%") else 1) for part in parts]
    except ValueError:
        return None
    if len(amounts) not in (3, 4):
        return None
    red, green, blue = (
        amount * 255 if part.endswith("%") else amount for amount, part in zip(amounts[:3], parts, strict=False)
    )
    return Color(red, green, blue, amounts[3] if len(amounts) == 4 else 1.0)


def _parse_mix(arguments: str) -> Color | None:
    """Parse the arguments of ``color-mix(in srgb, …)`` and mix the colours; return None if they are invalid."""
    colors = []
    for part in split_outside_brackets(arguments, ","):
        share = _PERCENTAGE_PATTERN.search(part)
        color = parse_color(_PERCENTAGE_PATTERN.sub("", part))
        if color is None:
            return None
        colors.append((color, float(share[1] or share[2]) / 100 if share else None))
    if len(colors) != 2:
        return None
    (first_color, first_share), (second_color, second_share) = colors
    first_share = first_share if first_share is not None else 0.5 if second_share is None else 1 - second_share
    second_share = second_share if second_share is not None else 1 - first_share
    total_share = first_share + second_share
    if not total_share:
        return None
    first_share, second_share = first_share / total_share, second_share / total_share
    alpha = first_color.alpha * first_share + second_color.alpha * second_share
    if not alpha:
        return Color(0, 0, 0, 0)
    red, green, blue = (
        (first_value * first_color.alpha * first_share + second_value * second_color.alpha * second_share) / alpha
        for first_value, second_value in zip(first_color[:3], second_color[:3], strict=True)
    )
    return Color(red, green, blue, alpha * min(1.0, total_share))
