"""Colours as style sheets write them, made plain: what any viewer of pictures understands."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMES = {"white": "ffffff", "black": "000000", "red": "ff0000", "green": "008000", "blue": "0000ff", "gray": "808080"}
_NUMBERS = re.compile(r"rgba?\(([^()]*)\)")
_MIX = re.compile(r"color-mix\(in srgb\s*,(.*)\)", re.DOTALL)
_SHARE = re.compile(r"(?:^|\s)([\d.]+)%\s*$|^([\d.]+)%\s+")


class Colour(NamedTuple):
    """Red, green and blue from 0 to 255, and how much of it covers what lies below, from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        """Its six digits behind ``#``; how much it covers is told elsewhere."""
        return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in self[:3])

    @property
    def grey(self) -> Colour:
        """The grey that is as light."""
        light = 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue
        return Colour(light, light, light, self.alpha)


def colour(text: str) -> Colour | None:
    """The colour a style sheet's text means; None if it is no colour (``none``, ``url(#…)``, a mistake)."""
    text = text.strip().lower()
    if text == "transparent":
        return Colour(0, 0, 0, 0)
    if text in _NAMES:
        text = "#" + _NAMES[text]
    if text.startswith("#"):
        return _from_digits(text[1:])
    if found := _NUMBERS.fullmatch(text):
        return _from_numbers(found[1])
    if found := _MIX.fullmatch(text):
        return _mixed(found[1])
    return None


def parts(text: str, separator: str) -> list[str]:
    """The pieces between separators that stand in no parentheses and no quotes, stripped."""
    found, piece, depth, quote = [], "", 0, ""
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
            found.append(piece.strip())
            piece = ""
        else:
            piece += letter
    return [*found, piece.strip()]


def _from_digits(digits: str) -> Colour | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    try:
        red, green, blue, *alpha = bytes.fromhex(digits)
    except ValueError:
        return None
    return Colour(red, green, blue, alpha[0] / 255 if alpha else 1.0)


def _from_numbers(inside: str) -> Colour | None:
    words = inside.replace(",", " ").replace("/", " ").split()
    try:
        amounts = [float(word.removesuffix("%")) * (0.01 if word.endswith("%") else 1) for word in words]
    except ValueError:
        return None
    if len(amounts) not in (3, 4):
        return None
    red, green, blue = (
        amount * 255 if word.endswith("%") else amount for amount, word in zip(amounts[:3], words, strict=False)
    )
    return Colour(red, green, blue, amounts[3] if len(amounts) == 4 else 1.0)


def _mixed(inside: str) -> Colour | None:
    two = []
    for piece in parts(inside, ","):
        share = _SHARE.search(piece)
        found = colour(_SHARE.sub("", piece))
        if found is None:
            return None
        two.append((found, float(share[1] or share[2]) / 100 if share else None))
    if len(two) != 2:
        return None
    (one, first), (other, second) = two
    first = first if first is not None else 0.5 if second is None else 1 - second
    second = second if second is not None else 1 - first
    whole = first + second
    if not whole:
        return None
    first, second = first / whole, second / whole
    alpha = one.alpha * first + other.alpha * second
    if not alpha:
        return Colour(0, 0, 0, 0)
    red, green, blue = (
        (a * one.alpha * first + b * other.alpha * second) / alpha for a, b in zip(one[:3], other[:3], strict=True)
    )
    return Colour(red, green, blue, alpha * min(1.0, whole))
